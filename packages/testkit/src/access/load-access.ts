import { AssertionError, ok } from "node:assert/strict";
import type { Operations, Scheme } from "@anyurl/core";
import { runWithAdvice, withAdvice } from "../report/advised.ts";

/** Milliseconds. */
const WITHIN = 10_000;

/** What a scheme's access module exports, by the names of operations. */
export type LoadAccess = () => Promise<Partial<Operations>>;

/**
 * Loads the access module of a scheme, once for all who ask: it may take as long as a call may, and no longer.
 *
 * @throws {AssertionError} it does not come, or is no module.
 */
export function accessLoader(scheme: Scheme, within: number = WITHIN): LoadAccess {
  let loaded: Promise<Partial<Operations>> | undefined;
  const load = async (): Promise<Partial<Operations>> => {
    const module: unknown = await ended(Promise.resolve(scheme.access?.()), within, "loads");
    ok(module === undefined || (typeof module === "object" && module !== null), "access gives a module");
    return module ?? {};
  };
  return () => {
    loaded ??= runWithAdvice("loads", load);
    return loaded;
  };
}

/** @throws {AssertionError} it takes longer, in milliseconds. */
export async function ended<T>(
  promise: Promise<T>,
  within: number,
  advice: "ends" | "loads" = "ends",
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new AssertionError({ message: `no end after ${within} ms` });
    timer = setTimeout(() => reject(withAdvice(error, advice)), within);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
