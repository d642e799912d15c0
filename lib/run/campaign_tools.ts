import type { Clock } from "../base/clock.ts";
import type { FileSystem } from "../base/file_system.ts";
import type { Calibration } from "../record/calibration.ts";
import type { PlannedModel } from "../record/plan.ts";
import type { ThermalGuard } from "./guard.ts";
import type { ProgressListener } from "./progress.ts";
import type { Prepare } from "./round.ts";
import type { ReadyServer } from "./server.ts";
import type { Session } from "./session.ts";
import type { StopSwitch } from "./stop.ts";

/** What a campaign works with; tests put scripts in the place of any of it. */
export interface CampaignTools {
  files: FileSystem;
  clock: Clock;
  prepare: Prepare;
  /** Starts the model's server and checks its settings, or finds the one that is running. */
  openServer(model: PlannedModel, signal: AbortSignal): Promise<ReadyServer>;
  /**
   * Opens the run's record once its first server is ready, so that a run that cannot begin leaves
   * no folder; or goes on with one that was cut short.
   */
  openSession(server: ReadyServer): Promise<Session>;
  /** Begins to watch the machine; null on a host that the plan says has no sensor. */
  openGuard(session: Session): Promise<ThermalGuard | null>;
  /**
   * Calibrates the client at the end of a campaign that ran through, at the rate that its record,
   * not sealed yet, shows; null: it could not be done.
   */
  calibrate?(folder: string): Promise<Calibration | null>;
  /** Text whose tokens make the prompts. */
  promptText: string;
  progress: ProgressListener;
  stop: StopSwitch;
}
