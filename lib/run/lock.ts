import { UserError } from "../base/errors.ts";

/**
 * Holds a run's folder for this process alone, until it is let go or the process is gone, so that
 * two processes never write one record. It leaves no file behind, and may be let go twice.
 *
 * @throws {UserError} When another process holds it.
 */
export async function lockRun(folder: string): Promise<Disposable> {
  const directory = await Deno.open(folder, { read: true });
  if (!await directory.tryLock(true)) {
    directory.close();
    throw new UserError(`Cannot write to ${folder}: another process is at work on that run.`, {
      advice: "Wait for it, or stop it with Ctrl-C.",
    });
  }
  let held = true;
  return {
    [Symbol.dispose]: () => {
      if (held) directory.close();
      held = false;
    },
  };
}
