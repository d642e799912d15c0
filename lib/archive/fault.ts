/** What can be wrong with a folder of checked files. */
export type FaultCode =
  | "missing"
  | "extra"
  | "altered"
  | "wrong-kind"
  | "bad-name"
  | "listed-twice"
  | "case-clash"
  | "bad-list"
  | "not-sealed"
  | "unreadable"
  | "bad-record"
  | "ledger";

/** One thing that is wrong, with the file that it is about. */
export interface Fault {
  /** Which rule of a bag is broken. */
  code: FaultCode;
  /** Relative to the folder that was checked, with `/` between the parts; `.` is the folder itself. */
  file: string;
  /** A sentence without the file's name and without a full stop. */
  message: string;
}

/** A fault as one line: `data/record.json: does not match manifest-sha512.txt:2`. */
export function faultLine({ file, message }: Fault): string {
  return file === "." ? `the folder ${message}` : `${file}: ${message}`;
}

/** The first of the faults as one line, and how many others there are. */
export function faultsLine([first, ...others]: readonly Fault[]): string {
  return faultLine(first) + (others.length === 0 ? "" : ` (and ${others.length} more)`);
}

/** The faults that make it unsafe to read a folder any further: links lead out, pipes never end. */
export function unsafeFaults(faults: readonly Fault[]): Fault[] {
  return faults.filter(({ code }) => code === "wrong-kind" || code === "unreadable");
}
