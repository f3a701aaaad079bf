import { AccessError } from "@anyurl/core";
import type { Exchange, LineDialogue } from "@anyurl/core/exchange";
import { attempt, command, rejection } from "./dialogue.ts";
import { type MessageHeader, readHeader } from "./header.ts";
import { emitText, readHeaderText, readLines } from "./lines.ts";
import type { PopSettings } from "./options.ts";

/** A message of a listing. */
export interface ListedMessage {
  /** From 1. It is valid in this session only. */
  readonly number: number;
  /** Bytes; `undefined`: no message is that large. */
  readonly size: number | undefined;
  /** The unique id; `undefined`: the server has none. */
  readonly uidl: string | undefined;
  readonly header: MessageHeader | undefined;
}

/** A message begins. */
export interface Begun {
  readonly begun: { readonly size: number | undefined };
}

/** How many messages a mailbox has, and their bytes. */
export interface MailboxFacts {
  readonly messages: string;
  readonly size: string;
}

const CITE = "RFC 1939 §5";
const OPTIONAL_CITE = "RFC 1939 §7";

/** Lists the messages of the mailbox: their sizes, unique ids, and headers, as far as the server has them. */
export function* listMessages(dialogue: LineDialogue, { headers }: PopSettings): Exchange<ListedMessage> {
  yield* command(dialogue, "LIST", "mailbox", { cite: CITE });
  const sizes = (yield* readLines(dialogue)).map(readScan);
  const ids = sizes.length === 0 ? undefined : yield* fetchIds(dialogue);
  let hasHeaders = headers;
  let hasTop = false;
  for (const { number, size } of sizes) {
    const header: MessageHeader | undefined = hasHeaders ? yield* fetchHeader(dialogue, number) : undefined;
    hasTop ||= header !== undefined;
    // A server without TOP has it for no message. Otherwise it only lacks this message.
    hasHeaders &&= hasTop;
    yield { do: "emit", event: { number, size, uidl: ids?.get(number), header } };
  }
}

/** A scan listing: "3 4096", and text that later versions may add (RFC 1939 §5). */
function readScan(line: string): Pick<ListedMessage, "number" | "size"> {
  const match = /^([1-9][0-9]{0,8}) ([0-9]+)(?: .*)?$/.exec(line);
  if (match === null) throw new AccessError("protocol-error", "the server sent an invalid scan listing");
  const size = Number(match[2]);
  return { number: Number(match[1]), size: Number.isSafeInteger(size) ? size : undefined };
}

/** @returns `undefined`: the server has no unique ids. */
function* fetchIds(dialogue: LineDialogue): Exchange<never, ReadonlyMap<number, string> | undefined> {
  const { isOk } = yield* attempt(dialogue, "UIDL", { cite: OPTIONAL_CITE });
  if (!isOk) return undefined;
  const ids = new Map<number, string>();
  for (const line of yield* readLines(dialogue)) {
    const match = /^([1-9][0-9]{0,8}) ([\x21-\x7e]{1,70})$/.exec(line);
    if (match !== null) ids.set(Number(match[1]), match[2]!);
  }
  return ids;
}

function* fetchHeader(dialogue: LineDialogue, number: number): Exchange<never, MessageHeader | undefined> {
  const { isOk } = yield* attempt(dialogue, `TOP ${number} 0`, { cite: OPTIONAL_CITE });
  return isOk ? readHeader(yield* readHeaderText(dialogue)) : undefined;
}

/**
 * Retrieves a message, or its header. The message is not marked for deletion. Emits `begun` first, then bytes.
 *
 * @throws {AccessError} not-found: there is no such message; unsupported: the server has no unique ids.
 */
export function* retrieve(dialogue: LineDialogue, options: PopSettings): Exchange<Begun | Uint8Array> {
  const number = yield* findNumber(dialogue, options);
  if (options.part === "header") {
    const { isOk, text } = yield* attempt(dialogue, `TOP ${number} 0`, { cite: OPTIONAL_CITE });
    if (!isOk) yield* explainNoHeader(dialogue, number, text);
    yield { do: "emit", event: { begun: { size: undefined } } };
  } else {
    const scan = yield* command(dialogue, `LIST ${number}`, "message", { cite: CITE });
    yield* command(dialogue, `RETR ${number}`, "message", { cite: CITE });
    yield { do: "emit", event: { begun: { size: readScan(scan).size } } };
  }
  yield* emitText(dialogue);
}

/** TOP is optional: is there no such message, or no such command? @throws {AccessError} not-found, unsupported, … */
function* explainNoHeader(dialogue: LineDialogue, number: number, text: string): Exchange<never> {
  const error = rejection(text, "message");
  if (error.code !== "not-found") throw error;
  yield* command(dialogue, `LIST ${number}`, "message", { cite: CITE });
  throw new AccessError("unsupported", "the server sends no header without its message", {
    reply: error.reply,
    hint: 'set the pop option part to "message"',
  });
}

function* findNumber(
  dialogue: LineDialogue,
  { message, uidl }: Pick<PopSettings, "message" | "uidl">,
): Exchange<never, number> {
  if (uidl === undefined) return message!;
  const ids = yield* fetchIds(dialogue);
  if (ids === undefined) throw new AccessError("unsupported", "the mailbox has no unique ids");
  for (const [number, id] of ids) if (id === uidl) return number;
  throw new AccessError("not-found", "the mailbox has no message with this unique id");
}

/** Checks that the options name a message. @throws {AccessError} is-a-directory. */
export function requireMessage({ message, uidl }: PopSettings): void {
  if (message !== undefined || uidl !== undefined) return;
  throw new AccessError("is-a-directory", "a pop URL names a mailbox, not a message", {
    hint: "use list, or set the pop option message to the number of a message",
  });
}

/** Returns how many messages the mailbox has. */
export function* statMailbox(dialogue: LineDialogue): Exchange<MailboxFacts> {
  const text = yield* command(dialogue, "STAT", "mailbox", { cite: CITE });
  const match = /^([0-9]{1,15}) ([0-9]{1,15})(?: .*)?$/.exec(text);
  if (match === null) throw new AccessError("protocol-error", "the server sent an invalid drop listing");
  yield { do: "emit", event: { messages: match[1]!, size: match[2]! } };
}
