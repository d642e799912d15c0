import { UserError } from "../base/errors.ts";
import { systemFiles } from "../base/file_system.ts";
import type { Engine, Host, ModelFile } from "../record/record.ts";
import { type CampaignResult, runCampaign } from "../run/campaign.ts";
import { lockRun } from "../run/lock.ts";
import { notesPromptText } from "../run/prompt_text_note.ts";
import { continuedClock, resumeSession, whatIsLeft } from "../run/resume.ts";
import { createStopSwitch, type StopSwitch } from "../run/stop.ts";
import { readUnfinished, type Unfinished } from "../run/unfinished.ts";
import { type MeasureOptions, namesFor, setUpRun } from "./set_up_run.ts";

/**
 * Goes on with a run that was cut short, in its own folder.
 *
 * @param options.listen Lets the user throw the switch while the run goes on. The switch is on the
 * record's own clock, so that a stop lies behind the responses before it.
 * @throws {UserError} When the record is sealed or at work, or this is another engine, model, host or
 * prompt text than the one that began it.
 */
export async function resumePlan(
  folder: string,
  options: Omit<MeasureOptions, "out" | "plan" | "stop"> & {
    listen?(stop: StopSwitch): Disposable;
  },
): Promise<CampaignResult> {
  const files = systemFiles();
  const lock = await lockRun(folder);
  try {
    const unfinished = await readUnfinished(files, folder);
    const { plan } = unfinished.record;
    const left = whatIsLeft(unfinished);
    if (left.todo.length === 0 || unfinished.journalBytes === null) {
      throw new UserError(`Cannot go on with ${folder}: nothing of its plan is left to run.`, {
        advice: "Close it with corebook run --recover DIR.",
      });
    }
    const clock = continuedClock(options.clock, unfinished);
    const stop = createStopSwitch(clock);
    using _listening = options.listen?.(stop);
    const setUp = await setUpRun({ ...options, stop, plan, out: "" }, clock);
    refuseOtherText(unfinished, setUp.tools.promptText);
    return await runCampaign(plan, left.todo, {
      ...setUp.tools,
      openSession: async ({ engine }) => {
        refuseOther(unfinished, { engine, ...setUp });
        const session = await resumeSession(unfinished, left, {
          files,
          clock,
          lock,
          names: namesFor(options),
        });
        const changed = setUp.frozen?.changed ?? [];
        const message = `Changed since the plan was frozen: ${changed.join(", ")}`;
        const note = { kind: "note", atNs: clock.nowNs(), code: "lock-changed", message } as const;
        if (changed.length > 0) await session.commit([note]);
        return session;
      },
    });
  } finally {
    lock[Symbol.dispose]();
  }
}

/** One record has one text whose tokens make the prompts. */
function refuseOtherText({ folder, promptTexts }: Unfinished, text: string): void {
  if (promptTexts.every((note) => notesPromptText(note, text))) return;
  throw new UserError(`Cannot go on with ${folder}: it began with another prompt text.`, {
    advice: "Name the plan by the file that has the first text beside it.",
  });
}

/** One record has one engine, one set of model files and one host. */
function refuseOther(
  { folder, record }: Unfinished,
  now: { engine: Engine; models: ModelFile[]; host: Host },
): void {
  const differs = [
    record.engine.build !== now.engine.build && `engine ${record.engine.build}`,
    ...record.models.map(({ id, sha256 }) =>
      sha256 !== now.models.find((model) => model.id === id)?.sha256 && `file of ${id}`
    ),
    (record.host.cpu !== now.host.cpu || record.host.gpus[0]?.name !== now.host.gpus[0]?.name) &&
    `host ${record.host.label}`,
  ].filter((thing) => thing !== false);
  if (differs.length === 0) return;
  throw new UserError(`Cannot go on with ${folder}: it began with another ${differs.join(", ")}.`, {
    advice: "Go on with the same, or close it with corebook run --recover DIR.",
  });
}
