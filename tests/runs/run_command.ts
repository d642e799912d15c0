import { join } from "node:path";
import type { Plan } from "../../lib/record/plan.ts";
import { project } from "../../lib/base/project.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import { TextLineStream } from "@std/streams/text-line-stream";

/** `corebook run` as a process of its own, with its progress as events. */
export interface RunProcess {
  events: ProgressEvent[];
  /** Resolves at the first event that fits; rejects when the process ends before. */
  until(fits: (event: ProgressEvent) => boolean): Promise<ProgressEvent>;
  signal(signal: Deno.Signal): void;
  /** Resolves when the process is gone and all that it said is read. */
  ended: Promise<{ code: number; said: string }>;
}

/** Writes the plan beside the records' folder and runs it, or goes on with a record. */
export async function startRun(
  parent: string,
  plan: Plan,
  { program, url, modelFile }: {
    /** A server to start, or the address of one that runs already. */
    program?: { path: string };
    url?: string;
    modelFile: string;
  },
  more: string[] = [],
  env: Record<string, string> = {},
): Promise<RunProcess> {
  const planFile = join(parent, "..", `${parent.split("/").at(-1)}.json`);
  const model = { ...plan.models[0], file: modelFile.split("/").at(-1)! };
  await Deno.writeTextFile(planFile, JSON.stringify({ ...plan, models: [model] }));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", join(project.root, "lib/cli.ts"), "run", planFile, "--json"],
      ...(program ? ["--server", program.path] : ["--url", url!]),
      ...["--models", join(modelFile, ".."), "--out", parent],
      // what a run costs beside its rounds is not what these tests are about
      ...["--host", "test", "--no-calibrate", ...more],
    ],
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const events: ProgressEvent[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  const read = async () => {
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TextLineStream(),
    );
    for await (const line of lines) {
      // a process that is killed may leave a part of a line
      if (line.endsWith("}")) events.push(JSON.parse(line));
      wake();
    }
  };
  const ended = (async () => {
    const [said, status] = await Promise.all([
      new Response(child.stderr).text(),
      child.status,
      read(),
    ]);
    over = true;
    wake();
    await Deno.remove(planFile).catch(() => {});
    return { code: status.code, said };
  })();
  return {
    events,
    ended,
    signal: (signal) => child.kill(signal),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(fits);
          if (!found && !over) return;
          waiting.delete(look);
          if (found) resolve(found);
          else ended.then(({ said }) => reject(new Error(`the run ended: ${said}`)));
        };
        waiting.add(look);
        look();
      }),
  };
}
