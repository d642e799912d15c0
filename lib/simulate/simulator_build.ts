import { softwareVersion } from "../base/project.ts";

/** How the simulator names itself wherever a server says what it is. */
export const simulatorBuild = `corebook-simulator ${softwareVersion}`;

/** Whether a build that a server told is the simulator's: its times are no measurement. */
export function isSimulator(build: string | null): boolean {
  return build !== null && build.startsWith("corebook-simulator");
}
