/**
 * What figures need of one reading of the machine's sensors, on the clock of the responses. `null`
 * is what the sensor did not tell.
 */
export interface TelemetrySample {
  /** When it was read, on the record's clock. */
  readonly atNs: number;
  /** Power; null when the sensor does not tell. */
  readonly powerWatts: number | null;
  /** Temperature in degrees C; null when the sensor does not tell. */
  readonly celsius: number | null;
  /** Whether a thermal slowdown was reported. */
  readonly slowdown: boolean | null;
}

/** Place of the last sample at or before a moment, -1 when there is none; samples in time order. */
export function lastSampleAt(samples: readonly TelemetrySample[], ns: number): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle].atNs > ns) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}
