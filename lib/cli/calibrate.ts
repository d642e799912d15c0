import { Command } from "commander";
import { UserError } from "../base/errors.ts";
import type { Calibration, Spread } from "../record/calibration.ts";

interface CalibrateFlags {
  plan?: string;
  concurrency?: string;
  promptTokens?: string;
  outputTokens?: string;
  gap?: string;
  rounds?: string;
  json?: boolean;
}

/** The verb that measures the measuring client. */
export function calibrateCommand(): Command {
  return new Command("calibrate")
    .description("Measure what the client adds of its own, against a server that knows the truth")
    .option("--plan <plan>", "take concurrency and prompt length from a plan", "core-1.1-tiny")
    .option("--concurrency <n>", "requests at once")
    .option("--prompt-tokens <n>", "length of the prompts")
    .option("--output-tokens <n>", "tokens of each response")
    .option("--gap <ms>", "time between two tokens of a response")
    .option("--rounds <n>", "measured rounds")
    .option("--json", "print the calibration as a record keeps it")
    .addHelpText(
      "after",
      `
Examples:
  corebook calibrate
  corebook calibrate --plan core-1.1 --json
  corebook calibrate --concurrency 32 --gap 5

An error is the client's time minus the server's: connecting, sending, waking up
and queueing are the client's.`,
    )
    .action((flags: CalibrateFlags) => calibrate(flags));
}

async function calibrate(flags: CalibrateFlags): Promise<void> {
  const { loadPlan } = await import("../plan/load.ts");
  const { systemClock } = await import("../base/clock.ts");
  const { calibrateClient, calibrationOf } = await import("./calibrate_client.ts");
  const planned = calibrationOf(await loadPlan(flags.plan!));
  const calibration = await calibrateClient({
    concurrency: wanted("concurrency", flags.concurrency) ?? planned.concurrency,
    promptTokens: wanted("prompt-tokens", flags.promptTokens) ?? planned.promptTokens,
    outputTokens: wanted("output-tokens", flags.outputTokens) ?? planned.outputTokens,
    gapMs: wanted("gap", flags.gap) ?? planned.gapMs,
    rounds: wanted("rounds", flags.rounds) ?? planned.rounds,
  }, { clock: systemClock(), signal: new AbortController().signal });
  if (flags.json) return console.log(JSON.stringify(calibration, null, 2));
  for (const line of calibrationLines(calibration)) console.log(line);
}

/** A calibration in words, milliseconds. */
export function calibrationLines(calibration: Calibration): string[] {
  const { asked, ttftError, responseTimeError, gapError, barrierSpread, loopLag } = calibration;
  const ms = (ns: number) => (ns / 1e6).toFixed(3);
  const row = (what: string, { medianNs, p99Ns, maximumNs }: Spread) =>
    `  ${what.padEnd(28)} median ${ms(medianNs)}, p99 ${ms(p99Ns)}, largest ${ms(maximumNs)} ms`;
  return [
    `The client's own error, ${asked.concurrency} at once, ${asked.promptTokens} prompt tokens, a token each ` +
    `${asked.gapNs / 1e6} ms, ${ttftError.n} responses:`,
    row("time to first token", ttftError),
    row("response time", responseTimeError),
    row("times between tokens", gapError),
    `  ${"gaps seen as 0, sent apart".padEnd(28)} ${calibration.closedGaps} of ${gapError.n}`,
    ...(barrierSpread ? [row("spread of a round's sends", barrierSpread)] : []),
    row("event loop late by", loopLag),
    `  ${"smallest step of the clock".padEnd(28)} ${calibration.clockResolutionNs} ns`,
  ];
}

function wanted(what: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (number > 0 && (what === "gap" || Number.isInteger(number))) return number;
  throw new UserError(`Cannot calibrate: --${what} is a number above 0, not ${text}.`, {
    exitCode: 2,
  });
}
