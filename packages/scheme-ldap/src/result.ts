import { type AccessCode, AccessError, displayText } from "@anyurl/core";
import type { Result } from "./message.ts";

/** The server refers to other servers instead of answering (RFC 4511 §4.1.10). */
export class Referral extends Error {
  readonly urls: readonly string[];

  constructor(urls: readonly string[]) {
    super("the server sent a referral");
    this.urls = urls;
  }
}

type Row = readonly [code: AccessCode, message: string, hint?: string];

/** The meaning of each result code of RFC 4511 appendix A.2. Any other one is a protocol-error. */
const MEANINGS: ReadonlyMap<number, Row> = new Map<number, Row>([
  [3, ["truncated", "the server reached its time limit", "use a narrower filter"]],
  [4, ["truncated", "the server reached its limit of entries", "use a narrower filter, or set pageSize"]],
  [
    7,
    [
      "auth-required",
      "the server does not support this way to log in",
      "use another value of the ldap option bind",
    ],
  ],
  [8, ["auth-required", "the server requires a login", "set the ldap options bind and bindDn"]],
  [11, ["truncated", "the server reached a limit of its operator", "use a narrower filter, or set pageSize"]],
  [12, ["unsupported", "the server does not support a critical extension of the request"]],
  [13, ["tls-required", "the server requires TLS", 'set the ldap option tls to "required", or use ldaps:']],
  [32, ["not-found", "the server has no such entry"]],
  [48, ["auth-failed", "the server does not accept this kind of login"]],
  [49, ["auth-failed", "the server rejected the user or the password"]],
  [50, ["permission-denied", "the server denied permission"]],
  [51, ["temporarily-unavailable", "the server is busy"]],
  [52, ["temporarily-unavailable", "the server is shutting down"]],
  [53, ["permission-denied", "the server is unwilling to perform the request"]],
]);

/** The codes of success: also compareFalse and compareTrue, which a search never has, are errors. */
const SUCCESS = 0;
const REFERRAL = 10;

/** Of Active Directory, which answers code 1 to an anonymous search: ERROR_NOT_AUTHENTICATED. */
const NOT_AUTHENTICATED = /^000004DC:/i;

/**
 * @param meaning the code that says what the result means. Default: its own.
 * @throws {AccessError} the meaning of a code other than success.
 * @throws {Referral}
 */
export function checkResult({ code, diagnostic, referrals }: Result, meaning: number = code): void {
  if (code === SUCCESS) return;
  if (code === REFERRAL) throw new Referral(referrals);
  const isAnonymous = code === 1 && NOT_AUTHENTICATED.test(diagnostic);
  const [name, message, hint]: Row = MEANINGS.get(isAnonymous ? 8 : meaning) ?? [
    "protocol-error",
    `the server rejected the request with result code ${code}`,
  ];
  throw new AccessError(name, message, {
    ...describeResult({ code, diagnostic }),
    ...(hint !== undefined && { hint }),
  });
}

/** Returns what an error says of a result: its code, and the server's text, which Active Directory ends with NUL. */
export function describeResult({ code, diagnostic }: Pick<Result, "code" | "diagnostic">): {
  readonly replyCode: number;
  readonly reply?: string;
} {
  const reply = displayText(diagnostic.slice(0, MAX_REPLY).replace(/\0+$/, "")).slice(0, MAX_REPLY);
  return { replyCode: code, ...(reply !== "" && { reply }) };
}

/** Characters of the server's text in an error. */
const MAX_REPLY = 500;
