import { type AccessCode, AccessError, displayText } from "@anyurl/core";
import type { Diagnostic } from "./message.ts";
import type { Z3950Settings } from "./options.ts";

type Row = readonly [code: AccessCode, message: string, hint?: string];

const BUSY: Row = ["temporarily-unavailable", "the server cannot answer now"];
const DENIED: Row = ["permission-denied", "the server denied permission"];
const NO_DATABASE: Row = ["not-found", "the server has no such database", "check the name of the database"];
const NO_ATTRIBUTE: Row = [
  "unsupported",
  "the server cannot search in this way",
  "use other words, or another value of the z39.50 option searchUse",
];
const NO_SYNTAX: Row = [
  "unsupported",
  "the server does not have the record in a requested syntax",
  'write another one in the URL, such as ";rs=sutrs", or set the z39.50 option recordSyntaxes',
];

const NO_ELEMENT_SET: Row = [
  "unsupported",
  "the server does not support the element set",
  'write another one as ";esn="',
];
const NO_COMBINATION: Row = [
  "unsupported",
  "the server cannot search these databases together",
  "use a URL with one of the databases",
];
const REJECTED: Row = ["auth-failed", "the server rejected the user or the password"];
const BAD_TERM: Row = ["bad-argument", "the server does not accept the term"];

/** The server requires a login, or another one. */
const LOGIN_REQUIRED = 1010;

/** The meaning of diagnostics of the set Bib-1 (ISO 23950 appendix ERR). Any other one is a protocol-error. */
const MEANINGS: ReadonlyMap<number, Row> = new Map<number, Row>([
  [2, BUSY],
  [3, NO_ATTRIBUTE],
  [13, ["not-found", "the server has no record at this position"]],
  [14, NO_SYNTAX],
  [23, NO_COMBINATION],
  [24, NO_ELEMENT_SET],
  [25, NO_ELEMENT_SET],
  [27, ["temporarily-unavailable", "the server dropped the result set"]],
  [29, BUSY],
  [31, BUSY],
  [101, DENIED],
  [107, NO_ATTRIBUTE],
  [109, NO_DATABASE],
  [110, NO_ATTRIBUTE],
  [111, NO_COMBINATION],
  [113, NO_ATTRIBUTE],
  [114, NO_ATTRIBUTE],
  [115, NO_ATTRIBUTE],
  [116, NO_ATTRIBUTE],
  [117, NO_ATTRIBUTE],
  [118, NO_ATTRIBUTE],
  [119, NO_ATTRIBUTE],
  [120, NO_ATTRIBUTE],
  [121, NO_ATTRIBUTE],
  [122, NO_ATTRIBUTE],
  [123, NO_ATTRIBUTE],
  [125, BAD_TERM],
  [126, BAD_TERM],
  [227, NO_SYNTAX],
  [235, NO_DATABASE],
  [236, DENIED],
  [238, NO_SYNTAX],
  [239, NO_SYNTAX],
  [LOGIN_REQUIRED, ["auth-required", "the server requires a login", "set the z39.50 option user"]],
  [1011, REJECTED],
  [1012, DENIED],
  [1013, DENIED],
  [1014, DENIED],
  [1015, BUSY],
  [1016, DENIED],
  [1017, DENIED],
  [1018, BUSY],
  [1019, BUSY],
  [1020, BUSY],
  [1021, REJECTED],
  [1022, REJECTED],
]);

/** The server does not know the Use attribute. */
const UNSUPPORTED_USE = 114;

/** Diagnostics of a record after which another record syntax may succeed. */
const OTHER_SYNTAX: ReadonlySet<number> = new Set([13, 14, 227, 238, 239]);

export function isUnsupportedUse({ condition }: Diagnostic): boolean {
  return condition === UNSUPPORTED_USE;
}

export function allowsOtherSyntax({ condition }: Diagnostic): boolean {
  return OTHER_SYNTAX.has(condition);
}

/** Is it the error of a server that cannot search in this way? */
export function isUnsupportedSearch(error: unknown): boolean {
  return isDiagnosticError(error) && MEANINGS.get(error.replyCode ?? 0) === NO_ATTRIBUTE;
}

/** The server rejected a request with a diagnostic, and answers further requests. */
class DiagnosticError extends AccessError {}

export function isDiagnosticError(error: unknown): error is AccessError {
  return error instanceof DiagnosticError;
}

/** Creates the error of a diagnostic, for a login with the option `user` or without one. */
export function diagnosticError(
  { condition, text }: Diagnostic,
  { user }: Pick<Z3950Settings, "user">,
): AccessError {
  const row = condition === LOGIN_REQUIRED && user !== undefined ? REJECTED : MEANINGS.get(condition);
  const [code, message, hint]: Row = row ?? [
    "protocol-error",
    condition === 0
      ? "the server rejected the request"
      : `the server rejected the request with diagnostic ${condition}`,
  ];
  return new DiagnosticError(code, message, {
    ...(condition > 0 && { replyCode: condition }),
    ...(text !== "" && { reply: displayText(text).slice(0, MAX_REPLY) }),
    ...(hint !== undefined && { hint }),
  });
}

/** Characters of the server's text in an error. */
export const MAX_REPLY = 500;
