import { timePerOutputToken } from "../measure/metrics/time_per_output_token.ts";
import { readScenarios } from "../measure/read_scenarios.ts";
import { isMeasured } from "../measure/scenario.ts";
import { readRecord } from "../record/read.ts";
import { quantile } from "../stats/quantile.ts";

/**
 * The time between two tokens of a response that asks most of the client: the least of the medians
 * of a record's scenarios at its highest concurrency, in milliseconds; null where no response counts.
 */
export async function shortestGapMs(folder: string): Promise<number | null> {
  const { record, lines } = await readRecord(folder);
  const concurrency = Math.max(...record.plan.concurrency);
  const gapsNs = (await readScenarios(record, lines()))
    .filter(isMeasured)
    .filter(({ facts }) => facts.concurrency === concurrency)
    .map(({ rounds }) => rounds.flatMap(({ responses }) => responses))
    .map((responses) => responses.flatMap((response) => timePerOutputToken.of(response) ?? []))
    .flatMap((gaps) => quantile(gaps, 0.5) ?? []);
  return gapsNs.length === 0 ? null : Math.min(...gapsNs) / 1e6;
}
