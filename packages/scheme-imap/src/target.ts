import { AccessError, parseLogin } from "@anyurl/core";
import type { MailboxTarget } from "./exchange.ts";
import { nameOf } from "./format.ts";
import { readSearchProgram } from "./search-program.ts";
import { DEFAULT_PORT, type ImapUrl } from "./syntax.ts";
import { encodeMailboxName } from "./utf7.ts";

/** Where a URL leads. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** `undefined`: the server itself. */
  readonly mailbox: MailboxTarget | undefined;
}

/** HEADER, TEXT, and MIME can follow the number of a part; only MIME must (RFC 3501 §9, section-spec). */
const SECTION =
  /^(?=.)(?:[1-9][0-9]*(?:\.[1-9][0-9]*)*)?(?:(?:^|\.)(?:HEADER|TEXT|(?<=\.)MIME|HEADER\.FIELDS(?:\.NOT)? \([\w-]+(?: [\w-]+)*\)))?$/i;

/**
 * Returns the server and the mailbox of a URL. Nothing can be opened that would not be sent.
 *
 * @throws {AccessError} control-octet: a field has control characters; bad-argument: an invalid section or search;
 *   unsupported: an authorization of RFC 4467, or a name that is not UTF-8.
 */
export function toTarget(url: ImapUrl): Target {
  const { user, search, section, urlauth, uidValidity } = url.parts;
  const mailbox = nameOf(url.parts);
  for (const field of [user, mailbox, section])
    if (field !== undefined && /[\0-\x1f\x7f]/.test(field))
      throw new AccessError(
        "control-octet",
        "a user, a mailbox, or a section cannot contain control characters; nothing was sent",
        { hint: "remove the control characters from the URL" },
      );
  if (urlauth !== undefined)
    throw new AccessError("unsupported", "cannot open URLs with URLAUTH; nothing was sent", {
      hint: "remove URLAUTH and EXPIRE, and log in",
    });
  if (section !== undefined && !SECTION.test(section))
    throw new AccessError("bad-argument", "invalid section; nothing was sent", {
      hint: 'write the number of a part, such as "1.2", HEADER, TEXT, or "1.2.MIME"',
    });
  if (search !== undefined) readSearchProgram(search);
  if (mailbox !== undefined) encodeMailboxName(mailbox);
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  return { host, port, mailbox: mailbox === undefined ? undefined : { mailbox, uidValidity } };
}

/** The mailbox of a URL. @throws {AccessError} is-a-directory: the URL of a server. */
export function requireMailbox({ mailbox }: Target): MailboxTarget {
  if (mailbox !== undefined) return mailbox;
  throw new AccessError("is-a-directory", "the URL names a server, not a message", { hint: "use list" });
}

/** Does the URL name a server or a mailbox, which `list` reads? */
export function isListed({ parts }: ImapUrl): boolean {
  return parts.uid === undefined;
}
