import { ok } from "node:assert/strict";
import { inspect } from "node:util";
import { isAccessError } from "@anyurl/core";
import { getCodeText } from "@anyurl/core/codes";
import { runWithAdvice } from "../report/advised.ts";

const OWN_CODE = /^x-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns whether a value is a code of docs/errors.md, or a code of a third-party scheme, which begins with "x-". */
export function isCode(code: unknown): code is string {
  if (typeof code !== "string" || code.length > 64) return false;
  return getCodeText(code) !== undefined || OWN_CODE.test(code);
}

/** Formats an error for a message, with what the scheme threw if that was not an AccessError. */
export function formatError(error: unknown): string {
  if (!isAccessError(error)) return inspect(error);
  const said = `${error.code}: ${error.message}`;
  return error.code === "plugin-fault" && error.cause !== undefined
    ? `${said}: ${inspect(error.cause)}`
    : said;
}

/** Runs `action` and returns its value or its error. Throws an AssertionError if the error has no code. */
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
 * @throws {AssertionError} the error is neither a UrlSyntaxError nor an AccessError, or its code is invalid or
 *   plugin-fault: then the scheme threw something else, which the registry wrapped.
 */
export function assertCoded(error: unknown): CodedError {
  const isOurs = error instanceof Error && (error.name === "UrlSyntaxError" || error.name === "AccessError");
  const code: unknown = isOurs && "code" in error ? error.code : undefined;
  if (!isCode(code) || code === "plugin-fault") {
    const thrown = error instanceof Error ? (error.cause ?? error) : error;
    const shown = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown);
    const message = `the scheme must throw a UrlSyntaxError or an AccessError with a code, not: ${shown}`;
    runWithAdvice("coded", () => ok(false, message));
  }
  return error as CodedError;
}
