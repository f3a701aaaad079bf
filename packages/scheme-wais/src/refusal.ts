import { type AccessCode, AccessError, displayText } from "@anyurl/core";
import type { Diagnostic } from "@anyurl/protocol-wais";

/** What the codes of diagnostics come to (Z39.50-1988, appendix D; RFC 1625). */
const CODES: ReadonlyMap<string, AccessCode> = new Map<string, AccessCode>([
  ...["S2", "SU", "SV"].map((code) => [code, "temporarily-unavailable"] as const),
  ...["SH", "T2", "T3", "T4"].map((code) => [code, "permission-denied"] as const),
  ...["SD", "SI", "SJ"].map((code) => [code, "too-large"] as const),
  ...["S3", "S5", "S6", "S7", "S8", "S9", "SA", "SB", "SC", "SP"].map(
    (code) => [code, "unsupported"] as const,
  ),
]);

/** At the beginning of a document this says that there is none, behind it that it has ended. */
export const OUT_OF_RANGE = "SF";

const HINTS: ReadonlyMap<string, string> = new Map([
  ["S3", "leave out operators and field names: what a server takes is its own affair"],
  ["S5", "search for words that not every document has"],
  ["SD", "lower the wais option maxDocuments"],
]);

/** The error that a diagnostic is, with the server's own words. */
export function refusalOf({ code, text }: Diagnostic): AccessError {
  const named = /^[A-Z0-9]{2}$/.test(code) ? code : "of an unknown kind";
  const known =
    CODES.get(code) ?? (code === "S1" && text.includes("not available") ? "not-found" : "protocol-error");
  return new AccessError(known, `the server refuses, by the diagnostic ${named}`, {
    reply: displayText(text).slice(0, 500),
    hint: HINTS.get(code),
    retryable: known === "temporarily-unavailable",
  });
}

/** A message without a body: the server gives no reason. */
export function cannotAnswer(): AccessError {
  return new AccessError("unsupported", "the server says that it cannot answer this, and not why", {
    hint: "its answer may be too long for it: lower the wais option maxDocuments",
  });
}
