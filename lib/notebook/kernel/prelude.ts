/** An error that no cell caught: a rejected promise that nobody awaited, or a throw in a timer. */
export interface UncaughtError {
  /** Which execution of the kernel, counted from 0, started what failed. */
  execution: number;
  how: "rejection" | "timer or event";
  name: string;
  message: string;
  stack: string[];
}

/** Media type of the mark by which the client knows that a cell's last output has come. */
export const barrierMime = "application/vnd.corebook.barrier+json";
const property = "__corebook_kernel__";

/**
 * The code that the kernel runs first. It notes uncaught errors with the execution that started
 * them (which an async context carries along), and it can send the barrier: the queue to the
 * client is first in, first out, so whoever sees the mark has seen every output before it.
 *
 * @param parentPid With a number, the kernel kills itself as soon as that process is not its
 * parent any more; for systems that cannot do it themselves.
 */
export function preludeCode(parentPid: number | null): string {
  const settings = JSON.stringify({ property, barrierMime, parentPid });
  return `(${installPrelude})(${settings}); void 0`;
}

/**
 * The code of the barrier. It lets the event loop turn first, so that errors of the cell are
 * noticed.
 *
 * @param waitMs How long to wait for errors that are still to come.
 */
export function barrierCode(mark: string, waitMs: number): string {
  return `${property}.next(); await ${property}.barrier("${mark}", ${waitMs}); void 0`;
}

/** Goes to the kernel as text, so it uses nothing of this file; keeps what it needs of globals. */
function installPrelude(
  settings: { property: string; barrierMime: string; parentPid: number | null },
): void {
  const { AsyncLocalStorage } = process.getBuiltinModule("node:async_hooks");
  const { broadcast } = Deno.jupyter;
  const { setTimeout, setInterval, setImmediate, Deno: deno, Promise: PromiseHere } = globalThis;
  const execution = new AsyncLocalStorage<number>();
  const startedBy = new WeakMap<object, number>();
  const uncaught: unknown[] = [];
  let current = 0;
  execution.enterWith(current);

  const note = (how: string, thrown: unknown) => {
    const isError = thrown instanceof Error;
    const key = typeof thrown === "object" && thrown !== null ? thrown : null;
    uncaught.push({
      execution: (key && startedBy.get(key)) ?? execution.getStore() ?? current,
      how,
      name: isError ? String(thrown.name) : "Error",
      message: isError ? String(thrown.message) : deno.inspect(thrown),
      stack: isError
        ? String(thrown.stack).split("\n").filter((line) => !/\(ext:|\bnoted\b/.test(line))
        : [],
    });
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    note("rejection", event.reason);
  };
  const onError = (event: ErrorEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    note("timer or event", event.error ?? new Error(event.message)); // null from a worker
  };
  // set anew for each execution, so that they stand behind the listeners of the notebook itself
  const listen = () => {
    removeEventListener("unhandledrejection", onRejection);
    removeEventListener("error", onError);
    addEventListener("unhandledrejection", onRejection);
    addEventListener("error", onError);
  };
  listen();

  // the event of a throw in a timer has lost the context, so the timer notes who started it
  // deno-lint-ignore no-explicit-any
  const noting = (start: any): any =>
    Object.defineProperties(
      function (this: unknown, callback: unknown, ...rest: unknown[]) {
        if (typeof callback !== "function") return start.call(this, callback, ...rest);
        const noted = function (this: unknown, ...args: unknown[]) {
          try {
            return callback.apply(this, args);
          } catch (thrown) {
            if (typeof thrown === "object" && thrown !== null) {
              startedBy.set(thrown, execution.getStore() ?? current);
            }
            throw thrown;
          }
        };
        return start.call(this, noted, ...rest);
      },
      Object.getOwnPropertyDescriptors(start),
    );
  globalThis.setTimeout = noting(setTimeout);
  globalThis.setInterval = noting(setInterval);

  Object.defineProperty(globalThis, settings.property, {
    value: Object.freeze({
      next: () => {
        current++;
        execution.enterWith(current);
        listen();
      },
      barrier: async (mark: string, waitMs: number) => {
        await new PromiseHere((resolve) => {
          const done = () => resolve(undefined);
          if (waitMs === 0) setImmediate(done); // a timer would take a millisecond
          else setTimeout(done, waitMs);
        });
        await broadcast("display_data", {
          data: { [settings.barrierMime]: { mark, uncaught: uncaught.splice(0) } },
          metadata: {},
          transient: {},
        });
      },
    }),
  });

  if (settings.parentPid !== null) {
    const watch = `setInterval(() => {
      if (Deno.ppid !== ${settings.parentPid}) Deno.kill(Deno.pid, "SIGKILL");
    }, 200)`;
    new Worker(`data:text/javascript,${encodeURIComponent(watch)}`, { type: "module" });
  }
}
