import { z } from "zod";

/** A number of things. */
export const count = z.int().nonnegative();
/** Null where there is no value. */
export const numberOrNull = z.number().nullable();

const bounds = {
  lower: z.number(),
  upper: z.number(),
  level: z.number(),
  method: z.enum(["order-statistics", "rank-shift", "cluster-bootstrap", "sen"]),
  units: count,
};
/** The stored shape of an interval, by what could be had. */
export const intervalSchema = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("given"), ...bounds, coverage: numberOrNull }),
  z.strictObject({
    status: z.literal("short"),
    ...bounds,
    coverage: z.number(),
    statement: z.string(),
  }),
  z.strictObject({
    status: z.literal("none"),
    level: z.number(),
    units: count,
    statement: z.string(),
  }),
]).meta({ id: "interval" });

const ofMetric = {
  metric: z.string(),
  unit: z.enum(["ns", "tokens/s", "requests", "J", "J/token", "°C"]),
  interval: intervalSchema,
};
const distribution = {
  ...ofMetric,
  n: count,
  missing: count,
  median: numberOrNull,
  mean: numberOrNull,
  minimum: numberOrNull,
  maximum: numberOrNull,
};
const tailSchema = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("given"), value: z.number(), interval: intervalSchema }),
  z.strictObject({ status: z.literal("withheld"), responsesMissing: count }),
]);
/** The stored shape of a figure of responses. */
export const responseFigureSchema = z.strictObject({
  ...distribution,
  scope: z.literal("response"),
  p95: tailSchema,
});
/** The stored shape of a figure of a whole scenario. */
export const scenarioFigureSchema = z.strictObject({
  ...ofMetric,
  scope: z.literal("scenario"),
  value: numberOrNull,
  rounds: count,
});
/** The stored shape of any figure, by its scope. */
export const figureSchema = z.discriminatedUnion("scope", [
  responseFigureSchema,
  z.strictObject({ ...distribution, scope: z.literal("round") }),
  scenarioFigureSchema,
]);
