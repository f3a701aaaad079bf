import { type AccessCode, AccessError } from "@anyurl/core";
import { type Status, showReply } from "./response.ts";

/** What the server rejected, if it determines the meaning. */
export type Rejected = "command" | "login" | "mailbox" | "search" | "tls";

/** Response codes (RFC 3501 §7.1, RFC 5530). */
const CODES: Readonly<Record<string, readonly [code: AccessCode, message: string, hint?: string]>> = {
  AUTHENTICATIONFAILED: ["auth-failed", "the server rejected the user or the password"],
  AUTHORIZATIONFAILED: ["auth-failed", "the server does not let this user act for the other one"],
  EXPIRED: ["auth-failed", "the password has expired"],
  PRIVACYREQUIRED: ["tls-required", "the server requires TLS", 'set the option tls to "required"'],
  NONEXISTENT: ["not-found", "the server has no such mailbox"],
  TRYCREATE: ["not-found", "the server has no such mailbox"],
  NOPERM: ["permission-denied", "the server denied permission"],
  CONTACTADMIN: ["permission-denied", "the server denied permission"],
  UNAVAILABLE: ["temporarily-unavailable", "the server is not available"],
  SERVERBUG: ["temporarily-unavailable", "the server has an internal error"],
  LIMIT: ["temporarily-unavailable", "a limit of the server is reached"],
  INUSE: ["busy", "the mailbox is in use"],
  BADCHARSET: ["unsupported", "the server does not support the character set of the search"],
  CANNOT: ["unsupported", "the server cannot do this"],
};

const REJECTIONS: Readonly<Record<Rejected, readonly [code: AccessCode, message: string]>> = {
  command: ["temporarily-unavailable", "the server rejected a command"],
  login: ["auth-failed", "the server rejected the login"],
  mailbox: ["not-found", "the server cannot open the mailbox"],
  search: ["unsupported", "the server rejected the search"],
  tls: ["tls-failed", "the server did not start TLS"],
};

/** Checks the status of a command. @throws {AccessError} the error of its code, or of what was rejected. */
export function checkStatus(status: Status, rejected: Rejected = "command"): void {
  if (status.status !== "OK") throw toError(status, rejected);
}

/** The error of a status that is not OK. */
export function toError(reply: Status, rejected: Rejected = "command"): AccessError {
  const { status, code } = reply;
  const more = { reply: showReply(`${status} ${code === "" ? "" : `[${code}] `}${reply.text}`) };
  const [name = ""] = code.toUpperCase().split(" ");
  const known = Object.hasOwn(CODES, name) ? CODES[name] : undefined;
  if (known !== undefined) {
    const [meaning, message, hint] = known;
    return new AccessError(meaning, message, { ...more, ...(hint !== undefined && { hint }) });
  }
  if (status === "BYE")
    return new AccessError("temporarily-unavailable", "the server closes the connection", more);
  if (status === "BAD" && rejected !== "search")
    return new AccessError("protocol-error", "the server did not understand a command", more);
  const [meaning, message] = REJECTIONS[rejected];
  return new AccessError(meaning, message, more);
}
