import { UserError } from "../base/errors.ts";
import type { Plan } from "../record/plan.ts";
import type { CampaignTools } from "./campaign_tools.ts";
import type { ReadyServer } from "./server.ts";

/**
 * Sends a prompt of text as a run does, asks for one token, and says how many tokens the server
 * counts in the prompt; null when it does not tell. Nothing of it is kept.
 *
 * @throws {UserError} When there is no answer, or the run is to stop.
 */
export async function countByProbe(
  text: string,
  { server, endpoint, limits, prepare, clock, stop }:
    & { server: ReadyServer }
    & Pick<Plan, "endpoint" | "limits">
    & Pick<CampaignTools, "prepare" | "clock" | "stop">,
): Promise<number | null> {
  const spec = {
    endpoint,
    model: server.modelName,
    promptIds: [],
    promptText: text,
    outputTokens: 1,
    slot: null,
  };
  const request = await prepare(server.target, spec, { clock, limits, signal: stop.soon });
  const { error, tokens } = await request.fire();
  if (error) {
    throw new UserError(
      `Cannot try how long a prompt of ${text.length} characters is: ${error.message}`,
    );
  }
  return tokens.evaluated;
}
