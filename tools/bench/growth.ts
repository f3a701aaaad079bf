import { compare, normalizeGeneric, resolve, tryParse } from "@anyurl/core";
import { extract } from "@anyurl/core/extract";
import { urls } from "./registry.ts";
import { nameOf, repeatShape, SHAPES, type Shape } from "./shapes.ts";

/** The growth of one function's time with the length of one shape of text. */
export interface Growth {
  readonly bench: string;
  readonly shape: string;
  /** The exponent of the growth: 1 is linear, 2 is quadratic. */
  readonly exponent: number;
  /** Nanoseconds per character of the longest text. */
  readonly nanoseconds: number;
  /** An unexpected error, such as "RangeError: Maximum call stack size exceeded". */
  readonly thrown?: string;
  /** Longer texts were skipped because this one took too long. */
  readonly stopped: boolean;
}

const ANY_LENGTH = { maxUrlLength: Number.POSITIVE_INFINITY } as const;
const BASE = "http://h/a/b?c";

/** Each returns the number of characters of its input. */
const FUNCTIONS: Readonly<Record<string, (text: string) => number>> = {
  parse: (text) => {
    tryParse(text, ANY_LENGTH);
    return text.length;
  },
  resolve: (text) => {
    refusing(() => resolve(BASE, text, ANY_LENGTH));
    return text.length;
  },
  normalize: (text) => {
    const { ok, url } = tryParse(text, ANY_LENGTH);
    if (ok) normalizeGeneric(url, { hierarchical: true, defaultPort: 80 });
    return text.length;
  },
  compare: (text) => {
    // The texts must differ, but not in their first character, or the result would be known at once.
    const other = `${text}0`;
    refusing(() => compare(parsed(text), parsed(other)));
    return text.length + other.length;
  },
  extract: (text) => {
    for (const _ of extract(text, urls));
    return text.length;
  },
};

export const GROWING: readonly string[] = Object.keys(FUNCTIONS);

/** Maximum time of one measurement in milliseconds. A longer one is a failure. */
const LONGEST = 20_000;
/** For shorter texts the clock and the compiler dominate the measurement. */
const SHORTEST_TO_COMPARE = 10_000;

export function grow(bench: string, sizes: readonly number[]): readonly Growth[] {
  // Warms up the compiler with every shape before the measurement.
  for (const shape of SHAPES)
    for (let i = 0; i < 20; i++) attempt(FUNCTIONS[bench]!, repeatShape(shape, 1_000));
  return SHAPES.map((shape) => growthOf(bench, shape, sizes));
}

function growthOf(bench: string, shape: Shape, sizes: readonly number[]): Growth {
  const points: { readonly size: number; readonly milliseconds: number }[] = [];
  const growth = { bench, shape: nameOf(shape) };
  let nanoseconds = 0;
  let stopped = false;
  for (const size of sizes) {
    const last = points.at(-1);
    stopped =
      last !== undefined && last.milliseconds * (size / last.size) ** 2 > LONGEST && exponentOf(points) > 1.5;
    if (stopped) break;
    const text = repeatShape(shape, size);
    let milliseconds = Number.POSITIVE_INFINITY;
    let characters = 0;
    // The minimum of several runs, because other load on the machine can only add time.
    for (let run = 0, spent = 0; run < 3 || (run < 30 && spent < 20); run++) {
      const start = performance.now();
      const result = attempt(FUNCTIONS[bench]!, text);
      const took = performance.now() - start;
      if (typeof result === "string")
        return { ...growth, exponent: Number.NaN, nanoseconds, thrown: result, stopped };
      characters = result;
      milliseconds = Math.min(milliseconds, took);
      spent += took;
      if (took > 1_000) break;
    }
    points.push({ size, milliseconds });
    nanoseconds = (milliseconds * 1e6) / characters;
  }
  return { ...growth, exponent: exponentOf(points), nanoseconds, stopped };
}

/** Returns the slope of the regression line through the points, both scales logarithmic. */
function exponentOf(points: readonly { readonly size: number; readonly milliseconds: number }[]): number {
  const used = points.filter(({ size }) => size >= SHORTEST_TO_COMPARE);
  if (used.length < 2) return 1;
  const xs = used.map(({ size }) => Math.log(size));
  const ys = used.map(({ milliseconds }) => Math.log(milliseconds));
  const [x, y] = [mean(xs), mean(ys)];
  const slope = xs.reduce((sum, each, i) => sum + (each - x) * (ys[i]! - y), 0);
  return slope / xs.reduce((sum, each) => sum + (each - x) ** 2, 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** Returns the number of characters that it read, or the error that it threw. */
function attempt(each: (text: string) => number, text: string): number | string {
  try {
    return each(text);
  } catch (error) {
    return String(error).slice(0, 200);
  }
}

/** Rejecting a text with a problem is a valid result. */
function refusing(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
  }
}

function parsed(text: string): Parameters<typeof compare>[0] {
  const { ok, url, problems } = tryParse(text, ANY_LENGTH);
  if (!ok) throw Object.assign(new Error("refused"), problems[0]);
  return url;
}
