import { AccessError } from "@anyurl/core";
import { type Exchange, type LoginQuestion, listingTooLargeError } from "@anyurl/core/exchange";
import type { BodyPart } from "./body-structure.ts";
import { isList } from "./envelope.ts";
import { type MessageFacts, readFacts, toNumber } from "./fetch.ts";
import { type Login, logIn, quote } from "./login.ts";
import { search } from "./search.ts";
import { ImapSession, type SessionInit } from "./session.ts";
import { encodeMailboxName } from "./utf7.ts";

/** A mailbox that a URL names. */
export interface MailboxTarget {
  readonly mailbox: string;
  readonly uidValidity: number | undefined;
}

/** A mailbox of a listing (RFC 3501 §7.2.2). */
export interface ListedMailbox {
  /** As the server sent it: in modified UTF-7. */
  readonly encoded: string;
  /** In lower case: "\noselect". */
  readonly attributes: readonly string[];
}

/** A selected mailbox. */
export interface Selected {
  readonly exists: number;
  /** `undefined`: the server has no UIDs that last. */
  readonly uidValidity: number | undefined;
}

/** A message of a listing, with what its URL needs. */
export interface ListedMessage extends MessageFacts {
  readonly uidValidity: number | undefined;
}

/** Performs work in a session: begins it and logs in, unless the connection comes from the pool, and ends it. */
export function* runSession<Event>(
  init: SessionInit,
  login: Login,
  work: (session: ImapSession) => Exchange<Event>,
): Exchange<LoginQuestion | Event, true> {
  const session = new ImapSession(init);
  if (init.kept === undefined) {
    const isAuthenticated = yield* session.begin();
    if (!isAuthenticated) yield* logIn(session, login);
  }
  yield* work(session);
  yield* session.end();
  return true;
}

/** Lists the mailboxes of a server. @throws {AccessError} too-large, … */
export function* listMailboxes(session: ImapSession): Exchange<ListedMailbox> {
  yield* session.send('LIST "" "*"', { cite: "RFC 3501 §6.3.8" });
  yield* eachData(session, function* ({ name, values: [attributes, , encoded] }) {
    if (name !== "LIST" || encoded === undefined || isList(encoded)) return;
    yield {
      do: "emit",
      event: {
        encoded: encoded ?? "NIL",
        attributes: isList(attributes) ? attributes.map((each) => String(each).toLowerCase()) : [],
      },
    };
  });
}

const LISTED_ITEMS = "(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE)";
const FETCH_CITE = "RFC 3501 §6.4.5";
const UID_CITE = "RFC 3501 §6.4.8";

/** Lists the messages of a mailbox, or those that a search program finds; the oldest first. */
export function* listMessages(
  session: ImapSession,
  target: MailboxTarget,
  program: string | undefined,
): Exchange<ListedMessage> {
  const { newest } = session.options;
  const { exists, uidValidity } = yield* examine(session, target);
  const found = program === undefined ? undefined : yield* search(session, program);
  if (exists === 0 || found?.length === 0) return;
  if (found === undefined) {
    const first = newest < exists ? exists - newest + 1 : undefined;
    const command = first === undefined ? "UID FETCH 1:*" : `FETCH ${first}:*`;
    yield* session.send(`${command} ${LISTED_ITEMS}`, { cite: FETCH_CITE });
    yield* eachMessage(session, uidValidity);
    return;
  }
  for (const set of formatSets(found.slice(-newest))) {
    yield* session.send(`UID FETCH ${set} ${LISTED_ITEMS}`, { cite: UID_CITE });
    yield* eachMessage(session, uidValidity);
  }
}

function* eachMessage(session: ImapSession, uidValidity: number | undefined): Exchange<ListedMessage> {
  yield* eachData(session, function* (data) {
    const facts = readFacts(data, "ENVELOPE");
    if (facts !== undefined) yield { do: "emit", event: { ...facts, uidValidity } };
  });
}

/** Reads the data of a listing up to the status of its command, within the limits of a listing. */
function* eachData<Event>(
  session: ImapSession,
  handle: (data: Parameters<typeof readFacts>[0]) => Exchange<Event>,
): Exchange<Event> {
  const { maxEntries, maxListing } = session.limits;
  const start = session.reader.received;
  for (let count = 0; ; count++) {
    const response = yield* session.nextOf();
    if (response === undefined) return;
    if (count >= maxEntries) throw listingTooLargeError("entries", "maxEntries", maxEntries);
    if (session.reader.received - start > maxListing)
      throw listingTooLargeError("bytes", "maxListing", maxListing);
    if (response.is === "data") yield* handle(response);
  }
}

/** The longest set of UIDs in one command, in characters. */
const MAX_SET_LENGTH = 1000;

/** Formats UIDs in ascending order as sets: "1:3,7". */
export function formatSets(uids: readonly number[]): readonly string[] {
  const sets: string[] = [];
  let set = "";
  for (let i = 0; i < uids.length; i++) {
    const first = uids[i]!;
    while (uids[i + 1] === uids[i]! + 1) i++;
    const range = uids[i] === first ? String(first) : `${first}:${uids[i]}`;
    if (set.length + range.length >= MAX_SET_LENGTH) {
      sets.push(set);
      set = "";
    }
    set += set === "" ? range : `,${range}`;
  }
  return set === "" ? sets : [...sets, set];
}

/**
 * Selects a mailbox without changing it.
 *
 * @throws {AccessError} not-found: there is no such mailbox, or it has another UIDVALIDITY, so that the URL is stale.
 */
export function* examine(session: ImapSession, target: MailboxTarget): Exchange<never, Selected> {
  const shown = { part: "mailbox", cite: "RFC 3501 §6.3.2" };
  const responses = yield* session.run(`EXAMINE ${formatName(target)}`, shown, "mailbox");
  let exists = 0;
  let uidValidity: number | undefined;
  for (const each of responses) {
    if (each.is === "data" && each.name === "EXISTS") exists = each.number ?? 0;
    const code = each.is === "status" ? /^UIDVALIDITY ([0-9]{1,10})$/i.exec(each.code) : null;
    if (code !== null) uidValidity = Number(code[1]) || undefined;
  }
  checkUidValidity(target, uidValidity);
  return { exists, uidValidity };
}

function formatName({ mailbox }: MailboxTarget): string {
  return quote(encodeMailboxName(mailbox));
}

/** "behave as if the corresponding mailbox doesn't exist" (RFC 5092 §5). */
function checkUidValidity({ uidValidity: wanted }: MailboxTarget, uidValidity: number | undefined): void {
  if (wanted === undefined || wanted === uidValidity) return;
  throw new AccessError("not-found", "the mailbox was replaced: its UIDVALIDITY is another one", {
    hint: "list the mailbox again",
  });
}

/** Returns the numbers that STATUS has of a mailbox, by name. */
export function* statMailbox(
  session: ImapSession,
  target: MailboxTarget,
): Exchange<ReadonlyMap<string, number>> {
  const command = `STATUS ${formatName(target)} (MESSAGES UNSEEN UIDNEXT UIDVALIDITY)`;
  const responses = yield* session.run(command, { part: "mailbox", cite: "RFC 3501 §6.3.10" }, "mailbox");
  const numbers = new Map<string, number>();
  for (const each of responses) {
    if (each.is !== "data" || each.name !== "STATUS") continue;
    const list = each.values[1];
    if (!isList(list)) continue;
    for (let i = 0; i + 1 < list.length; i += 2) {
      const number = toNumber(list[i + 1]);
      if (number !== undefined) numbers.set(String(list[i]).toLowerCase(), number);
    }
  }
  checkUidValidity(target, numbers.get("uidvalidity"));
  yield { do: "emit", event: numbers };
}

/** Returns the facts of a message, with its parts. @throws {AccessError} not-found. */
export function* statMessage(
  session: ImapSession,
  target: MailboxTarget,
  uid: number,
): Exchange<MessageFacts> {
  yield* examine(session, target);
  const items = "(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE)";
  const responses = yield* session.run(`UID FETCH ${uid} ${items}`, { part: "uid", cite: UID_CITE });
  for (const each of responses) {
    const facts = each.is === "data" ? readFacts(each, "ENVELOPE") : undefined;
    if (facts?.uid !== uid) continue;
    yield { do: "emit", event: facts };
    return;
  }
  throw noMessageError(uid);
}

/** Returns the parts of a message. The mailbox is selected. @throws {AccessError} not-found. */
export function* fetchParts(
  session: ImapSession,
  uid: number,
  part: "uid" | undefined,
): Exchange<never, readonly BodyPart[]> {
  const responses = yield* session.run(`UID FETCH ${uid} (UID BODYSTRUCTURE)`, { part, cite: UID_CITE });
  for (const each of responses) {
    const facts = each.is === "data" ? readFacts(each, "BODYSTRUCTURE") : undefined;
    if (facts?.uid === uid) return facts.parts;
  }
  throw noMessageError(uid);
}

export function noMessageError(uid: number): AccessError {
  return new AccessError("not-found", `the mailbox has no message with the UID ${uid}`);
}
