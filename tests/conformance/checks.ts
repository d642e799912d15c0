import { answerChecks } from "./answer_checks.ts";
import { serviceChecks } from "./service_checks.ts";

/** What a llama-server and the simulator have in common: one list, held against both. */
export const conformance = { ...serviceChecks, ...answerChecks };
