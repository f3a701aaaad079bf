import { inspect } from "node:util";
import { ADVICE, type AdviceName } from "./advice.ts";

const ADVISED = Symbol("advice");

/**
 * Runs a check and adds advice to its error: after the message, and for {@link findAdvice}. The innermost advice wins,
 * because it is the most specific.
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

/** Runs a check that summarizes an earlier failure, and adds the advice of that failure. */
export function reuseAdvice(earlier: unknown, check: () => void): void {
  const advice = findAdvice(earlier);
  const name = NAMES.find((each) => ADVICE[each] === advice);
  if (name === undefined) check();
  else runWithAdvice(name, check);
}

const NAMES = Object.keys(ADVICE) as readonly AdviceName[];

/** Removes the advice of {@link runWithAdvice} from a message. */
export function withoutAdvice(message: string): string {
  return message.replaceAll(/\n→ [^\n]*/g, "");
}

/** Returns the advice of an error or of its cause. */
export function findAdvice(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    const advice = (each as { readonly [ADVISED]?: string })[ADVISED];
    if (advice !== undefined) return advice;
  }
  return undefined;
}

/** Adds advice after the message of an error, unless it already has advice. */
export function withAdvice(error: unknown, name: AdviceName): Error {
  const known = findAdvice(error);
  const isOurs = error instanceof Error && Object.isExtensible(error);
  const told = isOurs ? error : new Error(inspect(error), { cause: error });
  // Do not repeat the advice of the cause.
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
