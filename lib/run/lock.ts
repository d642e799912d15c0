import { messageOf, UserError } from "../base/errors.ts";

/**
 * Holds a run's folder for this process alone, until it is let go or the process is gone, so that
 * two processes never write one record. It leaves no file behind, and may be let go twice.
 *
 * @throws {UserError} When there is no such folder, or another process holds it.
 */
export async function lockRun(folder: string): Promise<Disposable> {
  const directory = await open(folder);
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

async function open(folder: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(folder, { read: true });
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "there is no such folder"
      : messageOf(error);
    throw new UserError(`Cannot open the run ${folder}: ${why}.`, {
      advice: "Name the folder of a record.",
      cause: error,
    });
  }
}
