import { Command } from "commander";
import { UserError } from "../base/errors.ts";

interface SimulateFlags {
  profile: string;
  model: string;
  port: string;
  slots: string;
  context: string;
  batch: string;
  timeScale: string;
  faults?: string;
  truth?: string;
}

/** The verb that answers like a server without computing anything. */
export function simulateCommand(): Command {
  return new Command("simulate")
    .description("Answer like llama-server, at times that a model of timings says")
    .option("--profile <id>", "built-in profile, or a profile's JSON file", "quick")
    .option("--model <id>", "whose times to use; part of what the server says", "simulated")
    .option("--port <n>", "port of 127.0.0.1; 0 is any free one", "0")
    .option("--slots <n>", "requests that are answered at once", "4")
    .option("--context <tokens>", "context of each slot", "8704")
    .option("--batch <tokens>", "most tokens in a batch", "2048")
    .option("--time-scale <factor>", "factor on all times: 0.1 is ten times as fast", "1")
    .option("--faults <file>", "script of faults: a JSON array of {request, kind, afterTokens}")
    .option(
      "--truth <file>",
      "write the true times of each generation to a new file, as JSON lines",
    )
    .addHelpText(
      "after",
      `
Examples:
  corebook simulate --profile article-gpu --model qwen3-8b-q4_k_m --port 9931
  corebook simulate --time-scale 0.1 --truth truth.jsonl

Prints one line of JSON when it is ready and ends with Ctrl-C. /props names it a
simulator, and a record of its answers says simulated.`,
    )
    .action((flags: SimulateFlags) => simulate(flags));
}

async function simulate(flags: SimulateFlags): Promise<void> {
  const { loadFaults } = await import("../simulate/fault.ts");
  const { listen } = await import("../simulate/listen.ts");
  const { loadProfile } = await import("../simulate/profile.ts");
  const { SimulatedServer } = await import("../simulate/server.ts");
  const { preciseClock } = await import("../simulate/simulator_clock.ts");
  const { Speed } = await import("../simulate/speed.ts");
  const { seededRandom } = await import("../base/random.ts");

  const timeScale = Number(flags.timeScale);
  if (!(timeScale > 0)) {
    throw new UserError(
      `Cannot simulate: the time scale is a number above 0, not ${flags.timeScale}.`,
      {
        exitCode: 2,
      },
    );
  }
  const profile = await loadProfile(flags.profile);
  const faults = flags.faults === undefined ? [] : await loadFaults(flags.faults);
  using truth = flags.truth === undefined ? null : openLog(flags.truth);
  const server = new SimulatedServer({
    profile,
    model: flags.model,
    slots: count("slots", flags.slots),
    contextPerSlotTokens: count("context", flags.context),
    batchTokens: count("batch", flags.batch),
    clock: preciseClock(),
    speed: new Speed(profile, seededRandom(profile.seed), timeScale),
    timeScale,
    faults,
    apiKey: Deno.env.get("COREBOOK_API_KEY") || null,
    truth: (line) => truth?.writeSync(new TextEncoder().encode(`${JSON.stringify(line)}\n`)),
    exit: () => Deno.exit(1),
  });
  const listening = listen(server, count("port", flags.port, 0));
  const url = `http://127.0.0.1:${listening.port}`;
  console.log(JSON.stringify({ ready: true, url, profile: profile.id, model: flags.model }));
  await ended();
  listening.close();
}

/** @throws {UserError} When the file is there already: the truth of another run is not replaced. */
function openLog(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { write: true, createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new UserError(`Cannot write the true times to ${path}: the file is there already.`);
  }
}

function count(what: string, text: string, least = 1): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new UserError(`Cannot simulate: --${what} is a whole number, not ${text}.`, {
    exitCode: 2,
  });
}

/** Resolves when a signal asks for the end. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => resolve());
    }
  });
}
