import { AssertionError, ok } from "node:assert/strict";
import type { Operations, Scheme } from "@anyurl/core";
import { runWithAdvice, withAdvice } from "../report/advised.ts";

/** Milliseconds. */
const WITHIN = 10_000;

/** Loads the operations that a scheme's access module exports. */
export type LoadAccess = () => Promise<Partial<Operations>>;

/**
 * Creates a loader that loads the access module of a scheme once, within the time limit of a call.
 *
 * @throws {AssertionError} the module does not load in time, or is not a module.
 */
export function accessLoader(scheme: Scheme, within: number = WITHIN): LoadAccess {
  let loaded: Promise<Partial<Operations>> | undefined;
  const load = async (): Promise<Partial<Operations>> => {
    const module: unknown = await ended(Promise.resolve(scheme.access?.()), within, "loads");
    ok(
      module === undefined || (typeof module === "object" && module !== null),
      "the result of access is a module",
    );
    return module ?? {};
  };
  return () => {
    loaded ??= runWithAdvice("loads", load);
    return loaded;
  };
}

/** Awaits a promise with a time limit in milliseconds. @throws {AssertionError} it takes longer. */
export async function ended<T>(
  promise: Promise<T>,
  within: number,
  advice: "ends" | "loads" = "ends",
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new AssertionError({ message: `the call did not end within ${within} ms` });
    timer = setTimeout(() => reject(withAdvice(error, advice)), within);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
