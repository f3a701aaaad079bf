import { DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, textOf } from "@anyurl/core";
import { answerWithPlaceholders, createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { listMailboxes, listMessages, runSession, statMailbox, statMessage } from "./exchange.ts";
import { checkLogin } from "./login.ts";
import { type ImapSettings, imapOptions } from "./options.ts";
import { partError, retrieve, retrieveFound, severalError } from "./retrieve.ts";
import type { ImapSession, SessionInit } from "./session.ts";
import type { ImapUrl } from "./syntax.ts";
import { isListed, requireMailbox, toTarget } from "./target.ts";

/**
 * Returns the commands that opening the URL would send. Passwords are masked.
 *
 * @throws {AccessError} tls-required, control-octet, bad-argument, unsupported, is-a-directory, not-a-directory.
 */
export function plan(
  url: ImapUrl,
  operation: string = isListed(url) ? "list" : "get",
  options: ImapSettings = imapOptions.defaults,
): Plan {
  const { host, port } = toTarget(url);
  const tls = url.scheme === "imaps";
  const init: SessionInit = { options, limits: DEFAULT_LIMITS, tls };
  checkLogin(url.parts, init);
  const work = createWork(url, operation);
  return createPlan(answerWithPlaceholders(runSession(init, url.parts, work)), {
    operation,
    endpoint: { host, port, tls },
    parts: describe(url),
    peer: createIdealPeer(url, options),
    cite: "RFC 3501",
  });
}

function createWork(url: ImapUrl, operation: string): (session: ImapSession) => Exchange<unknown> {
  const target = toTarget(url);
  const { mailbox } = target;
  const { uid, section, partial, search } = url.parts;
  switch (operation) {
    case "get": {
      const of = requireMailbox(target);
      if (uid !== undefined)
        return (session) => retrieve(session, of, { uid, section, partial, range: undefined });
      if (search === undefined) throw severalError("the URL has no search");
      return (session) => retrieveFound(session, of, search, undefined);
    }
    case "list":
      if (section !== undefined || partial !== undefined) throw partError();
      if (mailbox === undefined) return listMailboxes;
      if (uid !== undefined) return (session) => statMessage(session, mailbox, uid);
      return (session) => listMessages(session, mailbox, search);
    case "stat":
      if (mailbox === undefined) return function* () {};
      if (uid !== undefined) return (session) => statMessage(session, mailbox, uid);
      return (session) => statMailbox(session, mailbox);
    default:
      throw noPlanError("imap", operation, ["get", "list", "stat"]);
  }
}

const CAPABILITIES = "IMAP4rev1 STARTTLS LITERAL+ SASL-IR AUTH=PLAIN AUTH=ANONYMOUS";

const TEXT = '("text" "plain" NIL NIL NIL "7bit" 0 0)';
/** Parts of one multipart in the ideal message. */
const MAX_PARTS = 100;

/** A BODYSTRUCTURE with the part of this number, and those before it (RFC 3501 §6.4.5). */
function createStructure([number = 1, ...inner]: readonly number[]): string {
  const part = inner.length > 0 ? createStructure(inner) : TEXT;
  return `(${TEXT.repeat(Math.min(number, MAX_PARTS) - 1)}${part} "mixed")`;
}

/** A server that has the message, with the part of the URL. */
function createIdealPeer({ parts }: ImapUrl, { part }: ImapSettings): IdealPeer {
  const { uid = 1, uidValidity = 1, section = part === "text" ? "1" : "" } = parts;
  const numbers = /^[1-9][0-9.]*$/.test(section) ? section.split(".").map(Number) : [1];
  const structure = createStructure(numbers);
  const data = (command: string) => {
    if (command.includes("BODY.PEEK[")) return `* 1 FETCH (UID ${uid} BODY[${section}] {0}\r\n)\r\n`;
    const [, verb] = / (UID SEARCH|UID FETCH|FETCH|EXAMINE|STATUS|CAPABILITY)\b/.exec(command) ?? [];
    if (verb === "UID SEARCH") return `* SEARCH ${uid}\r\n`;
    if (verb === "EXAMINE") return `* 1 EXISTS\r\n* OK [UIDVALIDITY ${uidValidity}] ok\r\n`;
    if (verb === "STATUS") return `* STATUS "" (MESSAGES 1 UIDVALIDITY ${uidValidity})\r\n`;
    if (verb === "CAPABILITY") return `* CAPABILITY ${CAPABILITIES}\r\n`;
    return verb === undefined ? "" : `* 1 FETCH (UID ${uid} ENVELOPE NIL BODYSTRUCTURE ${structure})\r\n`;
  };
  let open: string | undefined;
  return (sent) => {
    if (sent === undefined) return octetsOf(`* OK [CAPABILITY ${CAPABILITIES}] ready\r\n`);
    // What follows a literal belongs to the command before it.
    const command = (open ?? "") + textOf(sent);
    open = /\{[0-9]+\+\}\r\n$/.test(command) ? command : undefined;
    if (open !== undefined) return undefined;
    return octetsOf(`${data(command)}${command.slice(0, command.indexOf(" "))} OK done\r\n`);
  };
}
