/**
 * What notebooks import as `corebook`: load records and published tables, recompute their figures,
 * show tables and plots.
 *
 * @module
 */
export * from "./base/errors.ts";
