import type { SmiRow } from "./smi_csv.ts";

/** The rows of one moment, one for each GPU. */
export interface Tick<Stamp> {
  /** Of its first row. */
  stamp: Stamp;
  rows: SmiRow[];
}

/**
 * Puts the rows of one moment together: nvidia-smi prints one for each GPU, with slightly different
 * times. A tick is complete with as many rows as there are GPUs, or when one of them comes again.
 *
 * @param gpus How many there are, where that is known; else a tick waits for the row behind it.
 */
export function createTicks<Stamp>(gpus: number | null): {
  add(row: SmiRow, stamp: Stamp): Tick<Stamp>[];
  /** The tick that was begun. */
  rest(): Tick<Stamp>[];
} {
  let open: Tick<Stamp> | null = null;
  const close = () => {
    const tick = open;
    open = null;
    return tick ? [tick] : [];
  };
  const key = ({ uuid, reading }: SmiRow) => uuid ?? reading.device;
  return {
    add: (row, stamp) => {
      const done = open?.rows.some((other) => key(other) === key(row)) ? close() : [];
      open ??= { stamp, rows: [] };
      open.rows.push(row);
      return open.rows.length === gpus ? [...done, ...close()] : done;
    },
    rest: close,
  };
}
