import type { MeasuredScenario } from "../measure/scenario.ts";

/** One fact in which two scenarios or environments differ. */
export interface Difference {
  /** Name of the fact that differs. */
  readonly fact: string;
  /** Null where the record does not tell. */
  readonly from: string | null;
  /** The second side's value; null when it has none. */
  readonly to: string | null;
}

/** What two scenarios differ in, of all that a figure could depend on within one record. */
export function scenarioDifferences(from: MeasuredScenario, to: MeasuredScenario): Difference[] {
  const facts = (scenario: MeasuredScenario): Record<string, string | null> => {
    const { model, ...of } = scenario.facts;
    return {
      status: scenario.status,
      method: of.method,
      provenance: of.provenance.kind,
      record: of.record,
      model: model.id,
      "model file": model.sha256,
      quantization: model.quantization,
      "prompt tokens": String(of.promptTokens),
      concurrency: String(of.concurrency),
      "output tokens": String(of.outputTokens),
      endpoint: of.endpoint,
      soak: of.soakSeconds === null ? "no" : `${of.soakSeconds} s`,
    };
  };
  const [a, b] = [facts(from), facts(to)];
  return Object.keys(a).filter((fact) => a[fact] !== b[fact])
    .map((fact) => ({ fact, from: a[fact], to: b[fact] }));
}

/** A difference as words: `method: historical against core-1.1`. */
export function differenceText({ fact, from, to }: Difference): string {
  return `${fact}: ${from ?? "not told"} against ${to ?? "not told"}`;
}
