/** What the sensors said last. `null` is what the host does not tell. */
export interface ThermalReading {
  atNs: number;
  celsius: number | null;
  /** Degrees below the hardware's own limit. */
  marginCelsius: number | null;
  /** A thermal slowdown flag was active. */
  slowdown: boolean | null;
}

/** Why the guard wants the run to stop, with the reading in the sentence. */
export interface ThermalTrip {
  reason: string;
  atNs: number;
}

/** What watches over the machine while a run goes on, whatever tool or script it reads from. */
export interface ThermalGuard {
  /** The last reading; null before the first and on a host without a sensor. */
  reading(): ThermalReading | null;
  /** Resolves when a limit is passed or the sensor can no longer be trusted; else never. */
  readonly tripped: Promise<ThermalTrip>;
  /** Ends the watch; what it recorded is on the disk when this resolves. */
  stop(): Promise<void>;
}
