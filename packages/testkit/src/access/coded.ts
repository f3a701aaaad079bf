import { ok } from "node:assert/strict";
import { runWithAdvice } from "../report/advised.ts";

const CODE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Is it a code by the project's rules: kebab-case, and none of Node's? */
export function isCode(code: unknown): code is string {
  return typeof code === "string" && code.length <= 64 && CODE.test(code);
}

/** Runs `action` and gives the error that it ends in, or its value. An error without a code is thrown on. */
export function catchCodedError<T>(
  action: () => T,
): { value: T; error?: never } | { value?: never; error: CodedError } {
  try {
    return { value: action() };
  } catch (error) {
    return { error: assertCoded(error) };
  }
}

export interface CodedError extends Error {
  readonly code: string;
  readonly start?: number;
}

/**
 * @throws {AssertionError} it is no UrlSyntaxError and no AccessError; its code is no code, or plugin-fault: the
 *   scheme threw something else, and the registry has put that into words.
 */
export function assertCoded(error: unknown): CodedError {
  const isOurs = error instanceof Error && (error.name === "UrlSyntaxError" || error.name === "AccessError");
  const code: unknown = isOurs && "code" in error ? error.code : undefined;
  if (!isCode(code) || code === "plugin-fault") {
    const thrown = error instanceof Error ? (error.cause ?? error) : error;
    const shown = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
    const message = `a UrlSyntaxError or an AccessError with a code is what may be thrown, not: ${shown}`;
    runWithAdvice("coded", () => ok(false, message));
  }
  return error as CodedError;
}
