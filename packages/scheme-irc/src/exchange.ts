import { AccessError, type Limits, octetsOf, tooLargeError } from "@anyurl/core";
import { ByteCollector, type Exchange, Inbox, readText } from "@anyurl/core/exchange";
import {
  formatMessage,
  type IrcMessage,
  isSameName,
  nickOf,
  parseMessage,
  splitText,
  textOfMessage,
} from "./message.ts";
import { closedError, isErrorReply, toError } from "./status.ts";

/** Who connects. */
export interface Registration {
  readonly nick: string;
  /** The part of the URL with the nickname, if it comes from there. */
  readonly nickPart: "user" | undefined;
  readonly userName: string;
  readonly realName: string;
  readonly password: string | undefined;
}

/** A channel on a server, listed by LIST. */
export interface ListedChannel {
  readonly channel: string;
  /** Digits. */
  readonly users: string;
  readonly topic: string;
}

/** The entity has begun. */
export interface Begun {
  readonly begun: true;
}

/** Maximum bytes to collect before the rest of a packet is read. */
const MAX_CHUNK = 16 * 1024;

/** How often another nickname is tried (433, 436, 437). */
const MAX_NICK_ATTEMPTS = 3;

/** The client's side of a connection to a server. */
export class Dialogue {
  readonly inbox: Inbox = new Inbox();
  readonly limits: Limits;
  /** The nickname that the server confirmed last. */
  nick: string;
  isRegistered = false;
  /** The limit of all messages until the next call of {@link expect}. */
  #limit: "maxReply" | "maxListing" = "maxReply";
  #read = 0;
  #pings = 0;

  constructor({ nick }: Registration, limits: Limits) {
    this.nick = nick;
    this.limits = limits;
  }

  /** Sets the limit of the messages that follow. */
  expect(limit: "maxReply" | "maxListing"): void {
    this.#limit = limit;
    this.#read = 0;
  }

  /**
   * Reads the next message. Answers PING, which can come at any time.
   *
   * @throws {AccessError} truncated, permission-denied: ERROR; protocol-error: not a message; too-large: maxLine, all
   *   messages (maxReply, maxListing), or more than maxReplyLines PINGs.
   */
  *read(phase: "reply" | "body" = "reply"): Exchange<never, IrcMessage> {
    const { limits } = this;
    for (;;) {
      const line = yield* readText(this.inbox, { maxLine: limits.maxLine, phase });
      if (line === undefined) {
        const message = "the server closed the connection instead of replying";
        throw new AccessError("truncated", message, { retryable: true });
      }
      this.#read += octetsOf(line).length + 2;
      if (phase === "reply" && this.#read > limits[this.#limit])
        throw tooLarge("the replies exceed the limit", limits[this.#limit], "bytes", this.#limit);
      if (line === "") continue;
      const message = parseMessage(line);
      if (message === undefined) throw new AccessError("protocol-error", "not a message of an IRC server");
      if (message.command === "ERROR") throw closedError(message, this.isRegistered);
      if (message.command === "NICK" && isSameName(nickOf(message), this.nick))
        this.nick = message.parameters[0] ?? this.nick;
      if (message.command !== "PING") return message;
      if (phase === "reply" && ++this.#pings > limits.maxReplyLines)
        throw tooLarge(
          "the server sent more PINGs than the limit",
          limits.maxReplyLines,
          "",
          "maxReplyLines",
        );
      yield formatMessage(["PONG"], { text: textOfMessage(message), cite: "RFC 2812 §3.7.2" });
    }
  }

  /** Reads until a message with one of these commands. @throws {AccessError} that of a reply that reports an error. */
  *readUntil(...wanted: readonly string[]): Exchange<never, IrcMessage> {
    for (;;) {
      const message = yield* this.read();
      if (wanted.includes(message.command)) return message;
      if (isErrorReply(message)) throw toError(message);
    }
  }
}

function tooLarge(what: string, most: number, unit: string, limit: string): AccessError {
  return tooLargeError(`${what} of ${most} ${unit}`.trimEnd(), limit);
}

/**
 * Registers (RFC 2812 §3.1), and reads up to the message of the day. Returns its first message: 375, or 422 without one.
 *
 * @throws {AccessError} busy: the nickname is in use, with different digits as well; auth-failed, permission-denied, …
 */
function* register(dialogue: Dialogue, who: Registration): Exchange<never, IrcMessage> {
  const { nick, nickPart, userName, realName, password } = who;
  // Format all of them first: nothing is sent if one of them is not valid.
  const pass =
    password === undefined
      ? undefined
      : formatMessage(["PASS"], { secret: password, part: "password", cite: "RFC 2812 §3.1.1" });
  const user = formatMessage(["USER", userName, "0", "*"], { text: realName, cite: "RFC 2812 §3.1.3" });
  const ask = (name: string) =>
    formatMessage(["NICK", name], { cite: "RFC 2812 §3.1.2", ...(nickPart && { part: nickPart }) });
  const first = ask(nick);
  if (pass !== undefined) yield pass;
  yield first;
  yield user;
  for (let attempt = 1; ; ) {
    const message = yield* dialogue.read();
    switch (message.command) {
      case "001":
        dialogue.isRegistered = true;
        dialogue.nick = message.parameters[0] ?? dialogue.nick;
        break;
      case "375":
      case "422":
        if (dialogue.isRegistered) return message;
        break;
      case "433":
      case "436":
      case "437":
        if (attempt++ > MAX_NICK_ATTEMPTS)
          throw new AccessError("busy", "the nickname is in use", { hint: "set the irc option nick" });
        dialogue.nick = nick + String(Math.floor(10_000 + Math.random() * 90_000));
        yield ask(dialogue.nick);
        break;
      case "439":
        // Not an error here: "Please wait while we process your connection."
        break;
      default:
        if (isErrorReply(message) && !dialogue.isRegistered) throw toError(message);
    }
  }
}

/** Registers, and skips the message of the day. */
function* enter(dialogue: Dialogue, who: Registration): Exchange<never> {
  const first = yield* register(dialogue, who);
  if (first.command === "375") yield* dialogue.readUntil("376");
}

/** Retrieves the message of the day (§3.4.1), as lines with CR LF. */
export function* fetchMotd(who: Registration, limits: Limits): Exchange<Begun | Uint8Array, true> {
  const dialogue = new Dialogue(who, limits);
  const text = new ByteCollector();
  let message = yield* register(dialogue, who);
  yield { do: "emit", event: { begun: true } };
  while (message.command !== "376" && message.command !== "422") {
    // Join lines that arrived together: a chunk costs its reader more than the copy.
    if (text.length > 0 && (dialogue.inbox.size === 0 || text.length >= MAX_CHUNK))
      yield { do: "emit", event: text.take() };
    message = yield* dialogue.read("body");
    if (message.command === "372") text.add(octetsOf(`${textOfMessage(message).replace(/^- ?/, "")}\r\n`));
    else if (isErrorReply(message) && message.command !== "422") throw toError(message);
  }
  if (text.length > 0) yield { do: "emit", event: text.take() };
  yield* quit(dialogue);
  return true;
}

/**
 * Retrieves the topic and the users of a channel. Does not join it unless the server requires that, or there is a key.
 *
 * @throws {AccessError} not-found, auth-failed: the key; permission-denied, …
 */
export function* fetchChannel(
  { channel, key }: { readonly channel: string; readonly key: string | undefined },
  who: Registration,
  limits: Limits,
): Exchange<Begun | Uint8Array, true> {
  const dialogue = new Dialogue(who, limits);
  const join = formatJoin(channel, key);
  const ask = formatMessage(["TOPIC", channel], { part: "entity", cite: "RFC 2812 §3.2.4" });
  const askNames = formatMessage(["NAMES", channel], { part: "entity", cite: "RFC 2812 §3.2.5" });
  yield* enter(dialogue, who);
  let topic = "";
  const names: string[] = [];
  let mustJoin = key !== undefined;
  if (!mustJoin) {
    yield ask;
    const reply = yield* dialogue.readUntil("331", "332", "442");
    if (reply.command === "332") topic = textOfMessage(reply);
    mustJoin = reply.command === "442";
  }
  dialogue.expect("maxListing");
  yield mustJoin ? join : askNames;
  for (;;) {
    const reply = yield* dialogue.readUntil("332", "353", "366");
    if (reply.command === "332") topic = textOfMessage(reply);
    else if (reply.command === "366") break;
    else for (const name of textOfMessage(reply).split(" ")) if (name !== "") names.push(name);
    if (names.length > limits.maxEntries)
      throw tooLarge("the channel has more users than the limit", limits.maxEntries, "", "maxEntries");
  }
  yield { do: "emit", event: { begun: true } };
  const lines = [channel, ...(topic === "" ? [] : [`Topic: ${topic}`]), `Users: ${names.length}`, ...names];
  yield { do: "emit", event: octetsOf(`${lines.join("\r\n")}\r\n`) };
  yield* quit(dialogue);
  return true;
}

/** What a server says of a user (§3.6.2), as lines with CR LF. */
export function* fetchUser(
  nick: string,
  who: Registration,
  limits: Limits,
): Exchange<Begun | Uint8Array, true> {
  const dialogue = new Dialogue(who, limits);
  const ask = formatMessage(["WHOIS", nick], { part: "entity", cite: "RFC 2812 §3.6.2" });
  yield* enter(dialogue, who);
  yield ask;
  const lines: string[] = [];
  for (;;) {
    const reply = yield* dialogue.read();
    if (reply.command === "318") break;
    if (isErrorReply(reply)) throw toError(reply);
    // Others are about us: "396 guest HOST :is now your hidden host".
    if (/^[0-9]{3}$/.test(reply.command) && isSameName(reply.parameters[1] ?? "", nick))
      lines.push(lineOfWhois(reply));
  }
  if (lines.length === 0) throw new AccessError("not-found", "the server has no such user");
  yield { do: "emit", event: { begun: true } };
  yield { do: "emit", event: octetsOf(`${lines.join("\r\n")}\r\n`) };
  yield* quit(dialogue);
  return true;
}

/** A reply as a line for people: without our own nickname, which is its first parameter. */
function lineOfWhois({ command, parameters }: IrcMessage): string {
  const [, nick = "", user = "", host = "", ...rest] = parameters;
  if (command === "311") return `${nick}!${user}@${host} (${rest.at(-1) ?? ""})`;
  if (command === "319") return `Channels: ${parameters.at(-1) ?? ""}`;
  if (command === "312") return `Server: ${parameters.slice(2).join(" ")}`;
  return parameters.slice(1).join(" ");
}

/** Lists the channels of the server (§3.2.6). */
export function* listChannels(who: Registration, limits: Limits): Exchange<ListedChannel> {
  const dialogue = new Dialogue(who, limits);
  yield* enter(dialogue, who);
  dialogue.expect("maxListing");
  yield formatMessage(["LIST"], { cite: "RFC 2812 §3.2.6" });
  for (let count = 0; ; ) {
    const reply = yield* dialogue.readUntil("322", "323");
    if (reply.command === "323") break;
    if (++count > limits.maxEntries)
      throw tooLarge("the server has more channels than the limit", limits.maxEntries, "", "maxEntries");
    const [, channel = "", users = "", topic = ""] = reply.parameters;
    yield { do: "emit", event: { channel, users, topic } };
  }
  yield* quit(dialogue);
}

/** To whom a message is sent. */
export interface Target {
  /** A channel, or a nickname. */
  readonly name: string;
  readonly isChannel: boolean;
  readonly key: string | undefined;
}

/**
 * Sends lines to a channel or a user (§3.3.1). A PING after them shows whether the server refused one.
 *
 * @throws {AccessError} not-found, permission-denied, …
 */
export function* sendLines(
  target: Target,
  lines: readonly string[],
  who: Registration,
  limits: Limits,
): Exchange<never> {
  const dialogue = new Dialogue(who, limits);
  const join = target.isChannel ? formatJoin(target.name, target.key) : undefined;
  const messages = lines
    .flatMap((line) => splitText(line, who.nick, target.name))
    .map((text) =>
      formatMessage(["PRIVMSG", target.name], { part: "entity", text, cite: "RFC 2812 §3.3.1" }),
    );
  yield* enter(dialogue, who);
  if (join !== undefined) {
    yield join;
    yield* dialogue.readUntil("366");
  }
  for (const message of messages) yield message;
  yield formatMessage(["PING", "sent"], { cite: "RFC 2812 §3.7.2" });
  yield* dialogue.readUntil("PONG");
  yield* quit(dialogue);
}

/** Enters a channel, and emits every message until the connection ends. Emits {@link Begun} when it has entered. */
export function* converse(
  dialogue: Dialogue,
  target: Target | undefined,
  who: Registration,
): Exchange<IrcMessage | Begun> {
  const join = target?.isChannel ? formatJoin(target.name, target.key) : undefined;
  yield* enter(dialogue, who);
  if (join !== undefined) {
    yield join;
    for (let entered = false; !entered; ) {
      const message = yield* dialogue.readUntil("JOIN", "332", "353", "366");
      entered = message.command === "366";
      yield { do: "emit", event: message };
    }
  }
  yield { do: "emit", event: { begun: true } };
  for (;;) yield { do: "emit", event: yield* dialogue.read("body") };
}

function formatJoin(channel: string, key: string | undefined) {
  return formatMessage(["JOIN", channel], { part: "entity", secret: key, cite: "RFC 2812 §3.2.1" });
}

/** Ends the session. All data have arrived, so errors are ignored. */
function* quit({ inbox }: Dialogue): Exchange<never> {
  try {
    yield { do: "send", octets: octetsOf("QUIT\r\n"), cite: "RFC 2812 §3.1.7" };
    yield { do: "receive", phase: "farewell" };
    inbox.take();
  } catch {
    // The server closed the connection first.
  }
}
