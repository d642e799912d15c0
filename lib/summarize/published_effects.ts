import type { PrintedNumber } from "../record/printed.ts";
import {
  type Publication,
  publishedKey,
  type PublishedQuantity,
  type PublishedScenario,
} from "../record/published.ts";
import { Interval } from "./audit/interval.ts";
import type { Factor } from "./effects.ts";

/** A scenario's printed figures under a method that the compiler knows. */
export type FiguresOf<Method extends string> = PublishedScenario & { readonly method: Method };

/** Two scenarios of one method that differ in one factor only. */
export interface ScenarioPair<Method extends string> {
  /** What differs between the two, and nothing else. */
  factor: Factor;
  /** The figures at the lower level. */
  from: FiguresOf<Method>;
  /** The figures at the higher level. */
  to: FiguresOf<Method>;
}

/** An effect: the ratio of a quantity in two scenarios, as far as printed precision tells it. */
export interface PublishedEffect<Method extends string> extends ScenarioPair<Method> {
  /** The publication's method. */
  method: Method;
  /** What is compared. */
  quantity: PublishedQuantity;
  /** The digits at the lower level. */
  fromPrinted: PrintedNumber;
  /** The digits at the higher level. */
  toPrinted: PrintedNumber;
  /** All ratios that the two printed figures allow; null when the divisor may be zero. */
  ratio: Interval | null;
}

/** The figures that have effects, in the order of the tables. */
export const effectQuantities: readonly PublishedQuantity[] = [
  "ttftMedianSeconds",
  "responseMedianSeconds",
  "outputTokensPerSecond",
];

/** The completed scenarios of a publication, each with the publication's method. */
export function figuresOf<Method extends string>(
  publication: Publication & { readonly method: Method },
): FiguresOf<Method>[] {
  return publication.scenarios.map((scenario) => ({ ...scenario, method: publication.method }));
}

/**
 * The pairs of scenarios between which a publication has an effect: the same model and concurrency
 * at the next longer prompt, the same model and prompt at the next higher concurrency.
 */
export function scenarioPairs<Method extends string>(
  publication: Publication & { readonly method: Method },
): ScenarioPair<Method>[] {
  const figures = figuresOf(publication);
  const pairs = (factor: Factor, level: "promptTokens" | "concurrency") =>
    figures.flatMap((from) => {
      const longer = figures
        .filter((to) => factorBetween(from, to) === factor && to[level] > from[level])
        .sort((a, b) => a[level] - b[level]);
      return longer.length === 0 ? [] : [{ factor, from, to: longer[0] }];
    });
  return [...pairs("prompt tokens", "promptTokens"), ...pairs("concurrency", "concurrency")];
}

/**
 * The effect between two scenarios of one method; null where one of the two prints no such figure.
 * Scenarios of two methods are refused by the compiler, and by this function where it cannot know.
 *
 * @throws {RangeError} When the two have different methods, or differ in more or less than one factor.
 */
export function publishedEffect<Method extends string>(
  from: FiguresOf<Method>,
  to: FiguresOf<NoInfer<Method>>,
  quantity: PublishedQuantity,
): PublishedEffect<Method> | null {
  const names = `${publishedKey(from)} and ${publishedKey(to)}`;
  if (from.method !== to.method) {
    throw new RangeError(
      `Cannot compute an effect between ${names}: the methods are ${from.method} and ${to.method}`,
    );
  }
  const factor = factorBetween(from, to);
  if (factor === null) {
    throw new RangeError(
      `Cannot compute an effect between ${names}: they do not differ in one factor only`,
    );
  }
  const [fromPrinted, toPrinted] = [from[quantity], to[quantity]];
  if (fromPrinted === null || toPrinted === null) return null;
  const divisor = Interval.ofPrinted(fromPrinted);
  return {
    factor,
    from,
    to,
    method: from.method,
    quantity,
    fromPrinted,
    toPrinted,
    ratio: divisor.meets(Interval.exactly(0)) ? null : Interval.ofPrinted(toPrinted).over(divisor),
  };
}

/** All the effects of a publication: prompt length first, then concurrency. */
export function publishedEffects<Method extends string>(
  publication: Publication & { readonly method: Method },
): PublishedEffect<Method>[] {
  return scenarioPairs(publication).flatMap(({ from, to }) =>
    effectQuantities.flatMap((quantity) => publishedEffect(from, to, quantity) ?? [])
  );
}

function factorBetween(from: PublishedScenario, to: PublishedScenario): Factor | null {
  if (from.model !== to.model) return null;
  const longer = from.promptTokens !== to.promptTokens;
  const more = from.concurrency !== to.concurrency;
  if (longer === more) return null;
  return longer ? "prompt tokens" : "concurrency";
}
