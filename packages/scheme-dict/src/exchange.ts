import { AccessError, type Limits, octetsOf, textOf, tooLargeError } from "@anyurl/core";
import {
  ByteCollector,
  DotReader,
  type Exchange,
  formatCommand,
  Inbox,
  type LineDialogue,
  listingTooLargeError,
  type Reply,
  readLine,
  readReply,
  type SendStep,
  sendCommand,
} from "@anyurl/core/exchange";
import { checkStatus, DICT } from "./status.ts";
import type { DictParts } from "./syntax.ts";
import {
  type DefinitionHead,
  findMessageId,
  formatString,
  type Pair,
  readDefinitionHead,
  readPair,
} from "./text.ts";

/** What a session says at its beginning. */
export interface Introduction {
  readonly limits: Limits;
  readonly client: string;
  readonly mime: boolean;
  /** `undefined`: no login. */
  readonly login?: { readonly user: string; digest(messageId: string): string } | undefined;
}

/** What to look up. */
export interface Lookup {
  readonly word: string;
  readonly database: string;
  readonly n: number | undefined;
}

export interface MatchLookup extends Lookup {
  readonly strategy: string;
}

/** The server has a result. */
export interface Begun {
  readonly begun: true;
}

/** Metadata of a server, or of one of its databases. */
export type Facts = Readonly<Record<string, string>>;

/** A server that does not know CLIENT or SHOW SERVER can still have words. */
const NOT_IMPLEMENTED: readonly number[] = [500, 502];

const CRLF: Uint8Array = octetsOf("\r\n");

/** Returns what a URL looks up. @throws {AccessError} unsupported: the URL is that of a server. */
export function toLookup({ word, database, strategy, n }: DictParts): MatchLookup {
  if (word === undefined || database === undefined)
    throw new AccessError("unsupported", "the URL names no word", { hint: 'add one, such as "/d:WORD"' });
  return { word, database, strategy: strategy ?? ".", n };
}

/**
 * Retrieves the definitions of a word (RFC 2229 §3.2). With a number, exactly the text of that one; otherwise each with a
 * line that names its database, and an empty line between them. Emits `begun` first, then bytes.
 *
 * @throws {AccessError} not-found, temporarily-unavailable, permission-denied, auth-failed, unsupported, protocol-error,
 *   desync, too-large, truncated; too-long before anything is sent.
 */
export function* fetchDefinitions(lookup: Lookup, intro: Introduction): Exchange<Begun | Uint8Array, true> {
  const { n } = lookup;
  const ask = formatDefine(lookup);
  const dialogue = yield* beginDefinitions(intro);
  const { inbox, limits } = dialogue;
  const text = new ByteCollector();
  checkStatus(yield* sendCommand(dialogue, ask), 150);
  let hasBegun = false;
  for (let count = 1; ; count++) {
    // Do not hold a text back while its server is silent.
    if (text.length > 0 && !inbox.peek().includes(LF)) yield { do: "emit", event: text.take() };
    const head = yield* readHead(dialogue, count);
    if (head === undefined) break;
    const isWanted = n === undefined || n === count;
    if (isWanted) {
      if (!hasBegun) yield { do: "emit", event: { begun: true } };
      if (hasBegun) text.add(CRLF);
      hasBegun = true;
      if (n === undefined) text.add(octetsOf(formatHeading(head)));
    }
    const reader = new DotReader({ maxLine: limits.maxTextLine });
    let skipped = 0;
    while (!reader.ended) {
      if (inbox.size === 0) {
        // Join what arrived together: a chunk costs its reader more than the copy.
        if (text.length > 0) yield { do: "emit", event: text.take() };
        inbox.adopt(yield* receive());
      }
      const pieces: Uint8Array[] = [];
      inbox.skip(reader.read(inbox.peek(), pieces));
      for (const piece of pieces) {
        if (isWanted) text.add(piece);
        else skipped += piece.length;
      }
      if (skipped > limits.maxListing) throw listingTooLargeError("bytes", "maxListing", limits.maxListing);
    }
  }
  if (!hasBegun) throw missingNumber(n, "definitions");
  if (text.length > 0) yield { do: "emit", event: text.take() };
  yield* quit(inbox);
  return true;
}

/** Lists the definitions of a word, without their texts. @throws {AccessError} as {@link fetchDefinitions}. */
export function* listDefinitions(
  lookup: Lookup,
  intro: Introduction,
): Exchange<DefinitionHead & { n: number }> {
  const ask = formatDefine(lookup);
  const dialogue = yield* beginDefinitions(intro);
  const { inbox, limits } = dialogue;
  checkStatus(yield* sendCommand(dialogue, ask), 150);
  let isFound = false;
  for (let n = 1, size = 0; ; n++) {
    const head = yield* readHead(dialogue, n);
    if (head === undefined) break;
    for (;;) {
      const line = yield* readTextLine(inbox, limits.maxTextLine, "maxTextLine");
      if (line === undefined) break;
      size += line.length + CRLF.length;
      if (size > limits.maxListing) throw listingTooLargeError("bytes", "maxListing", limits.maxListing);
    }
    if (lookup.n !== undefined && lookup.n !== n) continue;
    isFound = true;
    yield { do: "emit", event: { ...head, n } };
  }
  if (!isFound) throw missingNumber(lookup.n, "definitions");
  yield* quit(inbox);
}

/** Lists the words that match, with their databases (§3.3). @throws {AccessError} as {@link fetchDefinitions}. */
export function* listMatches(lookup: MatchLookup, intro: Introduction): Exchange<Pair> {
  const { word, database, strategy, n } = lookup;
  const ask = command(`MATCH ${formatString(database)} ${formatString(strategy)} ${formatString(word)}`, {
    part: "word",
    cite: "RFC 2229 §3.3",
  });
  const dialogue = yield* begin(intro);
  checkStatus(yield* sendCommand(dialogue, ask), 152);
  let isFound = n === undefined;
  for (let count = 1, matches = 0, size = 0; ; count++) {
    const line = yield* readListingLine(dialogue, count, size);
    if (line === undefined) break;
    size += line.length + CRLF.length;
    if (line.length === 0) continue;
    matches++;
    if (n !== undefined && n !== matches) continue;
    isFound = true;
    yield { do: "emit", event: readPair(textOf(line)) };
  }
  checkStatus(yield* readReply(dialogue), 250);
  if (!isFound) throw missingNumber(n, "matches");
  yield* quit(dialogue.inbox);
}

/** Lists the databases of a server, with their descriptions (§3.5.1). @throws {AccessError} as {@link fetchDefinitions}. */
export function* listDatabases(intro: Introduction): Exchange<Pair> {
  const ask = command("SHOW DB", { cite: "RFC 2229 §3.5.1" });
  const dialogue = yield* begin(intro);
  checkStatus(yield* sendCommand(dialogue, ask), 110);
  for (let count = 1, size = 0; ; count++) {
    const line = yield* readListingLine(dialogue, count, size);
    if (line === undefined) break;
    size += line.length + CRLF.length;
    if (line.length > 0) yield { do: "emit", event: readPair(textOf(line)) };
  }
  checkStatus(yield* readReply(dialogue), 250);
  yield* quit(dialogue.inbox);
}

/** Retrieves what a database says about itself (§3.5.3). @throws {AccessError} as {@link fetchDefinitions}. */
export function* fetchDatabaseFacts(database: string, intro: Introduction): Exchange<Facts> {
  const ask = command(`SHOW INFO ${formatString(database)}`, { part: "database", cite: "RFC 2229 §3.5.3" });
  const dialogue = yield* begin(intro);
  checkStatus(yield* sendCommand(dialogue, ask), 112);
  const information = (yield* readShortText(dialogue)).join("\n");
  yield { do: "emit", event: { database, information } };
  yield* quit(dialogue.inbox);
}

/** Retrieves the strategies of a server, and what it says about itself (§3.5.2, §3.5.4). */
export function* fetchServerFacts(intro: Introduction): Exchange<Facts> {
  const askStrategies = command("SHOW STRAT", { cite: "RFC 2229 §3.5.2" });
  const askServer = command("SHOW SERVER", { cite: "RFC 2229 §3.5.4" });
  const dialogue = yield* begin(intro);
  const facts: Record<string, string> = {};
  if (checkStatus(yield* sendCommand(dialogue, askStrategies), 111, 555).code === 111) {
    const lines = yield* readShortText(dialogue);
    const names = lines.filter((line) => line !== "").map((line) => readPair(line)[0]);
    facts["strategies"] = names.join(", ");
  }
  if (checkStatus(yield* sendCommand(dialogue, askServer), 114, ...NOT_IMPLEMENTED).code === 114)
    facts["information"] = (yield* readShortText(dialogue)).join("\n");
  yield { do: "emit", event: facts };
  yield* quit(dialogue.inbox);
}

/** Reads the banner, introduces the client (§3.6: "All clients SHOULD send this command"), and logs in. */
function* begin({ limits, client, login }: Introduction): Exchange<never, LineDialogue> {
  const dialogue: LineDialogue = { protocol: DICT, limits, inbox: new Inbox() };
  const introduce = command(`CLIENT ${formatString(client)}`, { cite: "RFC 2229 §3.6" });
  const { text } = checkStatus(yield* readReply(dialogue), 220);
  checkStatus(yield* sendCommand(dialogue, introduce), 250, ...NOT_IMPLEMENTED);
  if (login !== undefined) {
    const messageId = findMessageId(text);
    if (messageId === undefined)
      throw new AccessError("unsupported", "the server has no logins: its banner has no msg-id", {
        hint: "remove the user from the URL",
      });
    const authenticate = command(`AUTH ${formatString(login.user)} `, {
      ...{ part: "user", cite: "RFC 2229 §3.11", secret: login.digest(messageId) },
    });
    checkStatus(yield* sendCommand(dialogue, authenticate), 230);
  }
  return dialogue;
}

/** Begins, and asks for MIME headers: only for definitions, because they would stand before a listing as well. */
function* beginDefinitions(intro: Introduction): Exchange<never, LineDialogue> {
  const dialogue = yield* begin(intro);
  if (intro.mime)
    checkStatus(yield* sendCommand(dialogue, command("OPTION MIME", { cite: "RFC 2229 §3.10.1" })), 250);
  return dialogue;
}

function formatDefine({ database, word }: Lookup): SendStep {
  const line = `DEFINE ${formatString(database)} ${formatString(word)}`;
  return command(line, { part: "word", cite: "RFC 2229 §3.2" });
}

function command(line: string, init: Parameters<typeof formatCommand>[2]): SendStep {
  return formatCommand(DICT, line, init);
}

/** "151 word database description", or `undefined` at the final 250. */
function* readHead(dialogue: LineDialogue, count: number): Exchange<never, DefinitionHead | undefined> {
  const { maxEntries } = dialogue.limits;
  const { code, text }: Reply = checkStatus(yield* readReply(dialogue), 151, 250);
  if (code === 250) return undefined;
  if (count > maxEntries) throw listingTooLargeError("definitions", "maxEntries", maxEntries);
  return readDefinitionHead(text);
}

function formatHeading({ database, description }: DefinitionHead): string {
  return `From ${description === "" ? database : `${description} [${database}]`}:\r\n\r\n`;
}

function missingNumber(n: number | undefined, what: string): AccessError {
  if (n === undefined)
    return new AccessError("protocol-error", `the server announced ${what}, but sent none`);
  return new AccessError("not-found", `the server has fewer than ${n} ${what}`);
}

function* receive(): Exchange<never, Uint8Array> {
  return (yield { do: "receive", phase: "body" }) ?? throwTruncated();
}

function throwTruncated(): never {
  throw new AccessError("truncated", "the server closed the connection in the middle of a text", {
    retryable: true,
  });
}

/** Reads a line of a text and removes a doubled dot; `undefined` at the final "." (§2.4.2). */
function* readTextLine(
  inbox: Inbox,
  maxLine: number,
  limit: string,
): Exchange<never, Uint8Array | undefined> {
  const line = (yield* readLine(inbox, { maxLine, limit, phase: "body" })) ?? throwTruncated();
  if (line[0] !== DOT) return line;
  return line.length === 1 ? undefined : line.subarray(1);
}

const DOT = 0x2e;
const LF = 0x0a;

/** @param count the number of this line. @param size the bytes of those before it. */
function* readListingLine(
  { inbox, limits }: LineDialogue,
  count: number,
  size: number,
): Exchange<never, Uint8Array | undefined> {
  const { maxEntryLine, maxEntries, maxListing } = limits;
  const line = yield* readTextLine(inbox, maxEntryLine, "maxEntryLine");
  if (line === undefined) return undefined;
  if (count > maxEntries) throw listingTooLargeError("lines", "maxEntries", maxEntries);
  if (size + line.length > maxListing) throw listingTooLargeError("bytes", "maxListing", maxListing);
  return line;
}

/** Reads a text that is part of the metadata, and the 250 after it. @throws {AccessError} too-large: maxReply. */
function* readShortText(dialogue: LineDialogue): Exchange<never, readonly string[]> {
  const { inbox, limits } = dialogue;
  const lines: string[] = [];
  for (let size = 0; ; ) {
    const line = yield* readTextLine(inbox, limits.maxLine, "maxLine");
    if (line === undefined) break;
    size += line.length + CRLF.length;
    if (size > limits.maxReply)
      throw tooLargeError(`the text exceeds the limit of ${limits.maxReply} bytes`, "maxReply");
    lines.push(textOf(line));
  }
  checkStatus(yield* readReply(dialogue), 250);
  return lines;
}

/** Ends the session. All data have arrived, so errors are ignored. */
function* quit(inbox: Inbox): Exchange<never> {
  if (inbox.size > 0) return;
  try {
    yield command("QUIT", { cite: "RFC 2229 §3.9" });
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The server closed the connection first.
  }
}
