import { AccessError, decodeText, encodeText, type Limits, octetsOf, textOf, UNRESERVED } from "@anyurl/core";
import { type Exchange, Inbox, ListingLines, type SendStep } from "@anyurl/core/exchange";
import { reply } from "./reply.ts";
import { type BoardParts, formatNames } from "./syntax.ts";
import { readText, TextWriter } from "./text.ts";

/** The server has begun to answer. */
export interface Begun {
  readonly modified: Date | undefined;
  readonly author: string;
}

/** A note, a board, which has no date, or a line of text for people. */
export interface Listed {
  readonly name: string;
  readonly modified: Date | undefined;
  readonly author: string;
  readonly title: string;
  readonly isText?: boolean;
}

/** What is known of a note without its text. */
export type NoteFacts = Pick<Listed, "modified" | "author" | "title">;

/** A request for the next chunk, set before the exchange continues; `undefined` ends the body. */
export interface Pull {
  octets?: Uint8Array | undefined;
}

/** Reads a note: first who has pinned it and when, then its text. */
export function* read(parts: BoardParts, limits: Limits): Exchange<Begun | Uint8Array, true> {
  const inbox = yield* begin(commandOf("READ", noteOf(parts), limits), limits);
  const { words } = yield* reply(inbox, limits, 210);
  const [date = "", author = ""] = words.split(" ");
  yield { do: "emit", event: { modified: dateIn(date), author: readField(author) } };
  yield* readText(inbox, limits);
  yield* quit();
  return true;
}

/** Asks for the facts of a note. */
export function* stat(parts: BoardParts, limits: Limits): Exchange<NoteFacts, true> {
  const inbox = yield* begin(commandOf("STAT", noteOf(parts), limits), limits);
  const { words } = yield* reply(inbox, limits, 212);
  const [date = "", author = "", title = ""] = words.split(" ");
  const facts = { modified: dateIn(date), author: readField(author), title: readField(title) };
  yield { do: "emit", event: facts };
  yield* quit();
  return true;
}

/**
 * Lists boards, or the notes on one; with words, those that have them.
 *
 * @throws {AccessError} not-a-directory, too-large, truncated, …
 */
export function* list(
  parts: BoardParts,
  limits: Limits,
  words?: string,
): Exchange<{ readonly listed: readonly Listed[] } | { readonly skipped: number }, true> {
  if (parts.note !== undefined) throw new AccessError("not-a-directory", "a note has no entries");
  const command =
    words === undefined
      ? commandOf("LIST", parts, limits)
      : commandOf("FIND", parts, limits, encodeText(words, UNRESERVED));
  const inbox = yield* begin(command, limits);
  yield* reply(inbox, limits, 211);
  const lines = new ListingLines(limits);
  for (let octets: Uint8Array | undefined = inbox.take(), isOver = false; ; ) {
    lines.push(octets);
    const listed: Listed[] = [];
    for (const line of lines.take()) {
      const text = textOf(line);
      isOver = text === ".";
      if (isOver) break;
      listed.push(listedIn(text));
    }
    if (listed.length > 0) yield { do: "emit", event: { listed } };
    if (isOver) break;
    octets = yield { do: "receive", phase: "body" };
    if (octets === undefined)
      throw new AccessError("truncated", "the listing has no end", { retryable: true });
  }
  if (lines.skipped > 0) yield { do: "emit", event: { skipped: lines.skipped } };
  yield* quit();
  return true;
}

/** Pins a note and replaces an existing one. Emits a Pull for each chunk. */
export function* pin(parts: BoardParts, limits: Limits, author: string): Exchange<Pull, true> {
  const inbox = yield* begin(commandOf("PIN", noteOf(parts), limits, encodeText(author, UNRESERVED)), limits);
  yield* reply(inbox, limits, 300);
  if (inbox.size > 0) throw new AccessError("desync", "the server answers what it has not been sent");
  const writer = new TextWriter();
  for (;;) {
    const pull: Pull = {};
    yield { do: "emit", event: pull };
    if (pull.octets === undefined) break;
    yield { do: "send", octets: writer.push(pull.octets), body: true };
  }
  yield { do: "send", octets: writer.end(), body: true };
  yield* reply(inbox, limits, 230);
  yield* quit();
  return true;
}

/** Takes a note away. */
export function* unpin(parts: BoardParts, limits: Limits): Exchange<never, true> {
  const inbox = yield* begin(commandOf("UNPIN", noteOf(parts), limits), limits);
  try {
    yield* reply(inbox, limits, 231);
  } catch (error) {
    throw inDoubt(error);
  }
  yield* quit();
  return true;
}

/**
 * command = verb SP names [ SP words ] CR LF: all of it escaped as in a URL, so that nothing can end the line.
 *
 * @throws {AccessError} control-octet, too-long.
 */
export function commandOf(verb: string, parts: BoardParts, { maxCommand }: Limits, words = ""): SendStep {
  if (/[\0\r\n]/.test(`${parts.board ?? ""}${parts.note ?? ""}`))
    throw new AccessError("control-octet", "no name on a board has NUL, CR or LF in it");
  const octets = octetsOf(`${verb} /${formatNames(parts)}${words === "" ? "" : ` ${words}`}\r\n`);
  if (octets.length > maxCommand) {
    throw new AccessError("too-long", `the command exceeds the limit of ${maxCommand} bytes`, {
      hint: "increase the limit maxCommand",
    });
  }
  const part = parts.note === undefined ? "board" : "note";
  return { do: "send", octets, ...(parts.board !== undefined && { part }), cite: "README, The protocol" };
}

/** The greeting, and then a command. */
function* begin(command: SendStep, limits: Limits): Exchange<never, Inbox> {
  const inbox = new Inbox();
  yield* reply(inbox, limits, 200);
  if (inbox.size > 0) throw new AccessError("desync", "the server answers what it has not been asked");
  yield command;
  return inbox;
}

/** Says goodbye. Whatever comes of it, all is done. */
function* quit(): Exchange<never> {
  try {
    yield { do: "send", octets: octetsOf("QUIT\r\n"), cite: "README, The protocol" };
    yield { do: "receive", phase: "farewell" };
  } catch {
    // It has left already.
  }
}

function noteOf(parts: BoardParts): BoardParts {
  if (parts.note !== undefined) return parts;
  throw new AccessError("is-a-directory", "the URL names a board, and no note", {
    hint: "list shows its notes",
  });
}

/** name SP ( date SP author SP title / "-" ), or "*" SP text: all but the date escaped as in a URL. */
function listedIn(line: string): Listed {
  const [name = "", date = "", author = "", title = "", ...more] = line.split(" ");
  if (name === "" || date === "" || more.length > 0)
    throw new AccessError("protocol-error", "invalid line in the listing");
  if (name === "*")
    return { name: readField(date), modified: undefined, author: "", title: "", isText: true };
  return {
    name: readField(name),
    modified: dateIn(date),
    author: readField(author),
    title: readField(title),
  };
}

/** Decodes a field of the server. Its escapes are not those of the URL: if one is invalid, the URL is not. */
function readField(text: string): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) throw new AccessError("protocol-error", "invalid escape");
  return decodeText(text);
}

/** "2001-02-03T04:05:06Z"; `undefined` if it is not a date. */
function dateIn(text: string): Date | undefined {
  if (!/^[0-9]{4}(?:-[0-9]{2}){2}T(?:[0-9]{2}:){2}[0-9]{2}Z$/.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A change with an unknown outcome is not retryable: the second time the note would be missing. */
function inDoubt(error: unknown): unknown {
  const { code, message, retryable, replyCode } = error as AccessError;
  return retryable !== true || replyCode !== undefined
    ? error
    : new AccessError(code, message, { cause: error, retryable: false });
}
