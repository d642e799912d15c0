import type { Random } from "../base/random.ts";
import type { SimulatorProfile } from "./profile.ts";

/** What the simulated sensor shows. */
export interface SensorReading {
  celsius: number;
  watts: number;
}

/**
 * How much longer than nominal the machine takes: it warms up while it works and cools while it does
 * not, its clock rate wanders slowly (an Ornstein-Uhlenbeck process) and no two batches are alike.
 * Chance is drawn equally often for each batch, whatever its length.
 */
export class Speed {
  /** From 0, cold, to 1, as warm as work makes it: what slows down, and what the sensor sees. */
  #warmth = 0;
  #sensed = 0;
  #wander = 0;
  #atNs = 0;
  #busy = false;

  constructor(
    private readonly profile: Pick<SimulatorProfile, "speed" | "sensor">,
    private readonly random: Random,
    private readonly timeScale = 1,
  ) {}

  /** The factor for a batch that begins now; work goes on until the next call. */
  begin(atNs: number): number {
    this.#settle(atNs);
    this.#busy = true;
    const { batchJitter, warmSlowdown } = this.profile.speed;
    const noise = 1 + this.#wander + batchJitter * this.#normal();
    return Math.max(0.5, noise) * (1 + warmSlowdown * this.#warmth);
  }

  /** The machine has nothing to do from now on. */
  rest(atNs: number): void {
    this.#settle(atNs);
    this.#busy = false;
  }

  sensor(atNs: number): SensorReading {
    const { sensor } = this.profile;
    const warmth = this.#nearer(this.#sensed, atNs, sensor.warmSeconds);
    return {
      celsius: sensor.idleCelsius + (sensor.warmCelsius - sensor.idleCelsius) * warmth,
      watts: this.#busy ? sensor.busyWatts : sensor.idleWatts,
    };
  }

  #settle(atNs: number): void {
    const { wander, wanderSeconds } = this.profile.speed;
    const seconds = this.#secondsTo(atNs);
    const kept = Math.exp(-seconds / wanderSeconds);
    this.#wander = this.#wander * kept + wander * Math.sqrt(1 - kept * kept) * this.#normal();
    this.#warmth = this.#nearer(this.#warmth, atNs, this.profile.speed.warmSeconds);
    this.#sensed = this.#nearer(this.#sensed, atNs, this.profile.sensor.warmSeconds);
    this.#atNs = atNs;
  }

  /** A warmth as it is now, on its way to that of work or of rest. */
  #nearer(warmth: number, atNs: number, seconds: number): number {
    const goal = this.#busy ? 1 : 0;
    return goal + (warmth - goal) * Math.exp(-this.#secondsTo(atNs) / seconds);
  }

  /** In the profile's own time, whatever the scale. */
  #secondsTo(atNs: number): number {
    return Math.max(0, atNs - this.#atNs) / 1e9 / this.timeScale;
  }

  /** A normal deviate of mean 0 and deviation 1, by Irwin and Hall: bounded, so that nothing leaps. */
  #normal(): number {
    let sum = 0;
    for (let draw = 0; draw < 6; draw++) sum += this.random();
    return (sum - 3) * Math.SQRT2;
  }
}
