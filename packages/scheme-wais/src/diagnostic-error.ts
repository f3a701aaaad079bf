import { type AccessCode, AccessError, displayText } from "@anyurl/core";
import type { Diagnostic } from "@anyurl/protocol-wais";

/** The error codes of diagnostics (Z39.50-1988, appendix D; RFC 1625). */
const CODES: ReadonlyMap<string, AccessCode> = new Map<string, AccessCode>([
  ...["S2", "SU", "SV"].map((code) => [code, "temporarily-unavailable"] as const),
  ...["SH", "T2", "T3", "T4"].map((code) => [code, "permission-denied"] as const),
  ...["SD", "SI", "SJ"].map((code) => [code, "too-large"] as const),
  ...["S3", "S5", "S6", "S7", "S8", "S9", "SA", "SB", "SC", "SP"].map(
    (code) => [code, "unsupported"] as const,
  ),
]);

/** At the start of a document: it does not exist. After the start: it has ended. */
export const OUT_OF_RANGE = "SF";

const HINTS: ReadonlyMap<string, string> = new Map([
  ["S3", "remove operators and field names: servers support different ones"],
  ["S5", "use words that are less common"],
  ["SD", "decrease the wais option maxDocuments"],
]);

/** Returns the error of a diagnostic, with the server's text. */
export function diagnosticError({ code, text }: Diagnostic): AccessError {
  const named = /^[A-Z0-9]{2}$/.test(code) ? code : "of unknown type";
  const known =
    CODES.get(code) ?? (code === "S1" && text.includes("not available") ? "not-found" : "protocol-error");
  return new AccessError(known, `the server rejected the request with diagnostic ${named}`, {
    reply: displayText(text).slice(0, 500),
    hint: HINTS.get(code),
  });
}

/** Returns the error of a message without a body, which gives no reason. */
export function cannotAnswerError(): AccessError {
  return new AccessError("unsupported", "the server cannot answer the request: no reason given", {
    hint: "decrease the wais option maxDocuments, in case the response is too long",
  });
}
