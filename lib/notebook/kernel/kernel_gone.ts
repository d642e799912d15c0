import type { KernelProcess } from "./process.ts";
import { within } from "./within.ts";

/** Why a kernel answers no more. */
export class KernelGone extends Error {
  override name = "KernelGone";
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
  /** Whether another program may have taken one of its ports. */
  readonly portTaken: boolean;

  /** @param message What follows "the kernel". */
  constructor(message: string, stderr = "", portTaken = stderr.includes("AddrInUse")) {
    super(message);
    this.stderr = stderr;
    this.portTaken = portTaken;
  }
}

/** Tells how the process ended, or where it still runs what went wrong with it. */
export async function kernelGone(
  process: KernelProcess,
  what: string,
  cause?: unknown,
): Promise<KernelGone> {
  const status = await within(process.exited, 0);
  const stderr = await process.stderr();
  if (status === null) {
    return new KernelGone(cause instanceof Error ? `${what} (${cause.message})` : what, stderr);
  }
  const how = status.signal ? `by ${status.signal}` : `with exit status ${status.code}`;
  const memory = /out of memory|\bOOM\b/i.test(stderr) ? ", out of memory" : "";
  return new KernelGone(`${what} ${how}${memory}`, stderr);
}
