import {
  type AccessCode,
  AccessError,
  type Attributes,
  isAccessError,
  type Limits,
  octetsOf,
  parseLogin,
  textOf,
} from "@anyurl/core";
import { type Exchange, Inbox, ListingLines, readLine } from "@anyurl/core/exchange";
import { type EchoUrl, PORT } from "./syntax.ts";

/** The operation on a text, or on the list of all texts. */
export type Wish = "get" | "list" | "stat" | "put" | "remove";

/** A request for the next bytes of an upload: the caller sets `octets` before the exchange continues. */
export interface Pull {
  octets?: Uint8Array | undefined;
}

/** Bytes of a text, a line of the list, metadata, or a request for bytes. */
export type EchoEvent = Uint8Array | { readonly begins: number } | Attributes | Pull;

export type Echo = (url: EchoUrl, limits: Limits, wish: Wish) => Exchange<EchoEvent, true>;

/** Error codes by the number of a reply. */
const CODES: ReadonlyMap<string, AccessCode> = new Map([
  ["401", "auth-failed"],
  ["403", "permission-denied"],
  ["404", "not-found"],
  ["500", "unsupported"],
]);

/** Reads the greeting, logs in, and performs one command. */
export function* echo(url: EchoUrl, limits: Limits, wish: Wish): Exchange<EchoEvent, true> {
  const inbox = new Inbox();
  const reply = function* (code: string): Exchange<never, string> {
    const octets = yield* readLine(inbox, { maxLine: limits.maxLine });
    if (octets === undefined) throw new AccessError("truncated", "the server closed instead of replying");
    const line = textOf(octets);
    if (line.startsWith(`${code} `) && !line.includes("\r")) return line.slice(4);
    const known = /^[0-9]{3} /.test(line) ? CODES.get(line.slice(0, 3)) : undefined;
    throw new AccessError(known ?? "protocol-error", "the server rejected the command", {
      ...(known !== undefined && { reply: line, replyCode: Number(line.slice(0, 3)) }),
    });
  };
  const command = function* (verb: string, text: string, code: string, part?: string) {
    if (inbox.size > 0) throw new AccessError("desync", "the server sent a reply without a command");
    const octets = lineOf(verb, text);
    const secret = part === "password" ? ([verb.length + 1, octets.length - 2] as const) : undefined;
    yield { do: "send", octets, ...(part && { part }), ...(secret && { secret }) } as const;
    return yield* reply(code);
  };
  const { name } = url.parts;
  const { user, password } = parseLogin(url, PORT);
  // Reject values that cannot be sent before sending anything.
  for (const text of [name, user ?? "", password ?? ""]) lineOf("", text);
  yield* reply("200");
  if (user !== undefined) yield* command("USER", user, "200", "user");
  if (password !== undefined) yield* command("PASS", password, "200", "password");
  switch (wish) {
    case "get": {
      const size = sizeIn(yield* command("GET", name, "200", "name"));
      yield { do: "emit", event: { begins: size } };
      yield* body(inbox, size);
      yield* last(reply("200"));
      return true;
    }
    case "list":
      yield* command("LIST", name, "200", "name");
      return yield* lines(inbox, limits);
    case "stat": {
      const size = sizeIn(yield* command("STAT", name, "200", "name"));
      yield { do: "emit", event: { kind: "file", size } };
      return true;
    }
    case "put":
      yield* command("PUT", name, "100", "name");
      yield* upload();
      yield* settled(command(".", "", "200"));
      return true;
    default:
      yield* settled(command("REMOVE", name, "200", "name"));
      return true;
  }
}

function lineOf(verb: string, text: string): Uint8Array {
  if (/[\0\r\n]/.test(text))
    throw new AccessError("control-octet", "a line of the protocol cannot contain NUL, CR, or LF");
  return octetsOf(`${verb}${verb === "." ? "" : " "}${text}\r\n`);
}

function sizeIn(text: string): number {
  const [size = ""] = text.split(" ", 1);
  if (/^[0-9]{1,16}$/.test(size) && Number.isSafeInteger(Number(size))) return Number(size);
  throw new AccessError("protocol-error", "the server sent an invalid size");
}

/** Reads this number of bytes; some may be in the inbox already. */
function* body(inbox: Inbox, size: number): Exchange<Uint8Array> {
  for (let left = size; left > 0; ) {
    if (inbox.size === 0) {
      const octets = yield { do: "receive", phase: "body" };
      if (octets === undefined) throw new AccessError("truncated", "the text is shorter than its size");
      inbox.push(octets);
    }
    const piece = inbox.take(left);
    left -= piece.length;
    yield { do: "emit", event: piece };
  }
}

/** Reads the final reply: any other data means that the text was longer or shorter than its size. */
function* last(reply: Exchange<never, string>): Exchange<never> {
  try {
    yield* reply;
  } catch (cause) {
    const isOther = isAccessError(cause) && !["timeout", "too-large"].includes(cause.code);
    throw isOther
      ? new AccessError("truncated", "the length of the text differs from its size", { cause })
      : cause;
  }
}

/** Reads lines that begin with "+", up to a line ".". */
function* lines(inbox: Inbox, limits: Limits): Exchange<Uint8Array, true> {
  const listing = new ListingLines(limits);
  listing.push(inbox.take());
  for (;;) {
    for (const line of listing.take()) {
      if (textOf(line) === ".") return true;
      if (line[0] === 0x2b) yield { do: "emit", event: line.slice(1) };
    }
    const octets = yield { do: "receive", phase: "body" };
    if (octets === undefined)
      throw new AccessError("truncated", "the connection was closed before the end of the list");
    listing.push(octets);
  }
}

/** Sends the text, with the dot at the start of a line doubled, and ends its last line. */
function* upload(): Exchange<Pull> {
  let before = 0x0a;
  for (;;) {
    const pull: Pull = {};
    yield { do: "emit", event: pull };
    if (pull.octets === undefined) break;
    const out: number[] = [];
    for (const octet of pull.octets) {
      if (before === 0x0a && octet === 0x2e) out.push(0x2e);
      out.push(octet);
      before = octet;
    }
    yield { do: "send", octets: Uint8Array.from(out), body: true };
  }
  if (before !== 0x0a) yield { do: "send", octets: octetsOf("\r\n"), body: true };
}

/** Makes an error not retryable: without the reply, the server may have carried out the command. */
function* settled(last: Exchange<never, string>): Exchange<never> {
  try {
    yield* last;
  } catch (cause) {
    if (!isAccessError(cause)) throw cause;
    const { reply, replyCode } = cause;
    throw new AccessError(cause.code, cause.message, { cause, reply, replyCode, retryable: false });
  }
}
