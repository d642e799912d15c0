import type { Notebook } from "../ipynb.ts";
import { isExecutable } from "../run_cells.ts";
import type { Objection } from "./finding.ts";

/**
 * Execution counts: a run from the top gives 1 to N in order, one to each cell that can be executed.
 * A notebook that was never executed has none at all.
 */
export function checkCounts({ cells }: Notebook): Objection[] {
  const wasRun = cells.filter(isExecutable).some((cell) =>
    cell.execution_count !== null || cell.outputs.length > 0
  );
  if (!wasRun) return [];
  const found: Objection[] = [];
  let before = 0;
  for (const [index, cell] of cells.entries()) {
    if (!isExecutable(cell)) continue;
    const count = cell.execution_count;
    const message = count === null
      ? "the cell was not executed, others were"
      : count === before + 1
      ? null
      : before === 0
      ? `the counts start at ${count}`
      : count === before
      ? `the count ${count} stands twice`
      : count < before
      ? `the count ${before} stands before ${count}`
      : `the count ${count} follows ${before}`;
    if (message !== null) found.push({ rule: "execution-count", cell: index, message });
    before = count ?? before;
  }
  return found;
}
