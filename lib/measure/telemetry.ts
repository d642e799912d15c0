/**
 * What figures need of one reading of the machine's sensors, on the clock of the responses. `null`
 * is what the sensor did not tell.
 */
export interface TelemetrySample {
  readonly atNs: number;
  readonly powerWatts: number | null;
  readonly celsius: number | null;
  /** Whether a thermal slowdown was reported. */
  readonly slowdown: boolean | null;
}
