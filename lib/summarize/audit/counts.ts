import { type Publication, publishedKey } from "../../record/published.ts";
import { type Check, exactCheck, grouped, undecided } from "./check.ts";

/** Responses = rounds x concurrency, their sum, and one row for each cell of the matrix. */
export function checkCounts(publication: Publication): Check[] {
  const { scenarios, soak, design, totalResponses } = publication;
  const counted = [
    ...scenarios.map((scenario) => ({ ...scenario, subject: publishedKey(scenario) })),
    ...(soak ? [{ ...soak, subject: "soak" }] : []),
  ];
  const checks = counted.map(({ rounds, concurrency, responses, subject }) =>
    exactCheck(
      "responses = rounds x concurrency",
      subject,
      rounds * concurrency === responses,
      `${grouped(rounds)} × ${concurrency} = ${grouped(rounds * concurrency)}; ` +
        `${grouped(responses)} printed.`,
    )
  );
  for (const scenario of scenarios) {
    if (scenario.rounds === design.measuredRounds) continue;
    checks.push(exactCheck(
      "rounds as designed",
      publishedKey(scenario),
      false,
      `${scenario.rounds} rounds; the design has ${design.measuredRounds}.`,
    ));
  }
  const sum = scenarios.reduce((total, { responses }) => total + responses, 0);
  checks.push(
    totalResponses === null
      ? undecided(
        "sum of responses",
        "table",
        `The rows have ${grouped(sum)} responses; the text gives no total.`,
      )
      : exactCheck(
        "sum of responses",
        "table",
        sum === totalResponses,
        `The rows have ${grouped(sum)} responses; ${grouped(totalResponses)} printed.`,
      ),
  );
  return [...checks, checkMatrix(publication)];
}

function checkMatrix({ design, scenarios }: Publication): Check {
  const cells = design.models.flatMap((model) =>
    design.promptTokens.flatMap((promptTokens) =>
      design.concurrency.map((concurrency) => publishedKey({ model, promptTokens, concurrency }))
    )
  );
  const rows = scenarios.map(publishedKey);
  const missing = cells.filter((cell) => !rows.includes(cell));
  const foreign = rows.filter((row) => !cells.includes(row));
  const faults = [
    ...missing.map((cell) => `${cell} is missing`),
    ...foreign.map((row) => `${row} is not in the design`),
  ];
  return exactCheck(
    "one row for each scenario",
    "table",
    faults.length === 0,
    `${design.models.length} × ${design.promptTokens.length} × ${design.concurrency.length} = ` +
      `${cells.length} scenarios; ${rows.length} rows` +
      (faults.length ? `; ${faults.join(", ")}.` : "."),
  );
}
