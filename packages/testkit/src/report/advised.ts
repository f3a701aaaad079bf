import { inspect } from "node:util";
import { ADVICE, type AdviceName } from "./advice.ts";

const ADVISED = Symbol("advice");

/**
 * Runs a check. When it fails, the failure says what to do about it: behind its message, and to {@link adviceOf}. The
 * innermost advice counts, for it knows best.
 */
export function runWithAdvice<T>(name: AdviceName, check: () => T): T {
  try {
    const value = check();
    if (value instanceof Promise)
      return value.catch((error: unknown) => Promise.reject(withAdvice(error, name))) as T;
    return value;
  } catch (error) {
    throw withAdvice(error, name);
  }
}

/** Runs a check whose failure has the advice of an earlier one, which it sums up. */
export function reuseAdvice(earlier: unknown, check: () => void): void {
  const advice = adviceOf(earlier);
  const name = NAMES.find((each) => ADVICE[each] === advice);
  if (name === undefined) check();
  else runWithAdvice(name, check);
}

const NAMES = Object.keys(ADVICE) as readonly AdviceName[];

/** A message without what {@link runWithAdvice} has put behind it. */
export function withoutAdvice(message: string): string {
  return message.replaceAll(/\n→ [^\n]*/g, "");
}

/** The advice of an error, or of what it was caused by. */
export function adviceOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    const advice = (each as { readonly [ADVISED]?: string })[ADVISED];
    if (advice !== undefined) return advice;
  }
  return undefined;
}

/** The error, with what is to be done behind its message, unless something is known better already. */
export function withAdvice(error: unknown, name: AdviceName): Error {
  const known = adviceOf(error);
  const isOurs = error instanceof Error && Object.isExtensible(error);
  const told = isOurs ? error : new Error(inspect(error), { cause: error });
  // What was caused by an advised error does not repeat it.
  if (known !== undefined) return told;
  const advice = ADVICE[name];
  const message = `${told.message}\n→ ${advice}`;
  const { stack } = told;
  Object.defineProperty(told, ADVISED, { value: advice, configurable: true });
  Object.defineProperty(told, "message", { value: message, configurable: true, writable: true });
  if (stack !== undefined) {
    const at = stack.indexOf("\n    at ");
    const frames = at < 0 ? "" : stack.slice(at);
    const value = `${told.name}: ${message}${frames}`;
    Object.defineProperty(told, "stack", { value, configurable: true, writable: true });
  }
  return told;
}
