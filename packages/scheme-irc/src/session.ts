import { AccessError, displayText, octetsOf, type Session, textOf, tooLongError } from "@anyurl/core";
import { type Connection, type Context, perform, type SendStep } from "@anyurl/core/exchange";
import { converse, Dialogue } from "./exchange.ts";
import { formatMessage, type IrcMessage, isSameName, nickOf, splitText, textOfMessage } from "./message.ts";
import type { Destination } from "./target.ts";

/** A session in a channel, with a user, or with a server. */
export interface IrcSession extends Session {
  /** What the others say and do: lines of text with LF, without control characters. CTCP requests are never answered. */
  readonly readable: AsyncIterable<Uint8Array>;
  /**
   * Sends lines. Each is said to the channel or the user. "/me waves" is an action; after any other "/" the rest is a
   * command of IRC, such as "/NAMES #c"; "//" begins a line with one "/". Without a channel or a user, every line is a
   * command.
   *
   * @throws {AccessError} control-octet, too-long, truncated: the session has ended.
   */
  write(octets: Uint8Array): Promise<void>;
  /** The nickname: the server may have confirmed another one, and NICK changes it. */
  readonly nick: string;
  /** Adds a listener for every message, called while `readable` is read. Returns a function that removes it. */
  onMessage(listener: (message: IrcMessage) => void): () => void;
}

/**
 * Registers and joins the channel, and creates a session. Later messages arrive only while `readable` is read.
 *
 * @throws {AccessError} auth-failed, permission-denied, not-found, busy, …
 */
export async function createSession(
  connection: Connection,
  context: Context,
  { who, target }: Destination,
): Promise<IrcSession> {
  const dialogue = new Dialogue(who, context.limits);
  const listeners = new Set<(message: IrcMessage) => void>();
  const events = perform(converse(dialogue, target, who), connection, context);
  const entering: IrcMessage[] = [];
  for (
    let next = await events.next();
    next.done !== true && !("begun" in next.value);
    next = await events.next()
  )
    entering.push(next.value);
  let isOver = false;
  let typed = "";

  function* show(message: IrcMessage): Generator<Uint8Array> {
    for (const listener of [...listeners]) listener(message);
    const line = renderMessage(message, target?.name);
    if (line !== undefined) yield octetsOf(`${line}\n`);
  }

  async function* read(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (const message of entering.splice(0)) yield* show(message);
      for await (const message of events) if (!("begun" in message)) yield* show(message);
    } catch (error) {
      // A session ends with the connection: by the server's ERROR or close, or because it was disposed of.
      const isEnd = isOver || (error as AccessError).code === "truncated";
      if (!isEnd || context.signal.aborted) throw error;
    } finally {
      close();
    }
  }

  function close(): void {
    isOver = true;
    connection.close();
  }

  const pieces = read();
  return {
    readable: { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) },
    async write(octets) {
      if (isOver) throw new AccessError("truncated", "the session has ended; nothing was sent");
      typed += textOf(octets);
      const lines = typed.split(/\r\n|\n|\r/);
      typed = lines.pop()!;
      if (octetsOf(typed).length > context.limits.maxCommand)
        throw tooLongError(`a line exceeds the limit of ${context.limits.maxCommand} bytes`, "maxCommand");
      const messages = lines.flatMap((line) =>
        line === "" || line === "/" ? [] : formatLine(line, dialogue.nick, target?.name),
      );
      for (const message of messages) {
        context.record({ do: "send", on: "control", octets: message.octets, body: true });
        await connection.send(message.octets);
      }
    },
    get nick() {
      return dialogue.nick;
    },
    onMessage: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.asyncDispose]: async () => close(),
  };
}

/** Formats a typed line as messages. */
function formatLine(line: string, nick: string, target: string | undefined): readonly SendStep[] {
  const isCommand = target === undefined || /^\/(?!\/|me )/i.test(line);
  if (isCommand) return [formatRaw(line.replace(/^\//, ""))];
  const [, action] = /^\/me (.*)$/is.exec(line) ?? [];
  if (action !== undefined)
    return splitText(action, nick, target, "\x01ACTION \x01").map((text) =>
      formatMessage(["PRIVMSG", target], { text: `\x01ACTION ${text}\x01` }),
    );
  const text = line.startsWith("//") ? line.slice(1) : line;
  return splitText(text, nick, target).map((piece) => formatMessage(["PRIVMSG", target], { text: piece }));
}

/** Formats a command that the user typed: its parameters are already separated. */
function formatRaw(line: string): SendStep {
  const [, head = "", text] = /^(.*?)(?: :(.*))?$/s.exec(line) ?? [];
  const words = head.split(" ").filter((word) => word !== "");
  return formatMessage(words, text === undefined ? {} : { text });
}

/** Returns a message as a line for people; `undefined` if it says nothing to them. */
function renderMessage(message: IrcMessage, target: string | undefined): string | undefined {
  const { command, parameters } = message;
  const nick = nickOf(message);
  const [first = "", second = ""] = parameters;
  const text = textOfMessage(message);
  const reason = (index: number) => (parameters[index] ? ` (${parameters[index]})` : "");
  const shown: Readonly<Record<string, string | undefined>> = {
    PRIVMSG: renderSpeech(nick, text, !isSameName(first, target ?? "")),
    NOTICE: `-${nick}- ${text}`,
    JOIN: `* ${nick} joined ${first}`,
    PART: `* ${nick} left ${first}${reason(1)}`,
    QUIT: `* ${nick} quit${reason(0)}`,
    KICK: `* ${nick} kicked ${second} from ${first}${reason(2)}`,
    NICK: `* ${nick} is now ${text}`,
    TOPIC: `* ${nick} changed the topic: ${text}`,
    332: `* Topic: ${text}`,
    353: `* Users: ${text}`,
    366: undefined,
    PONG: undefined,
  };
  // The first parameter of a numeric reply is our own nickname.
  const others = /^[0-9]/.test(command) ? parameters.slice(1) : [command, ...parameters];
  const line = Object.hasOwn(shown, command) ? shown[command] : `* ${others.join(" ")}`;
  return line === undefined ? undefined : displayText(stripFormatting(line));
}

/** Text between \x01 is CTCP. An ACTION is shown; everything else asks for data of this machine and is not answered. */
function renderSpeech(nick: string, text: string, isPrivate: boolean): string {
  const [, request, rest = ""] = /^\x01([A-Z]+) ?([^\x01]*)\x01?$/.exec(text) ?? [];
  if (request === "ACTION") return `* ${nick} ${rest}`;
  if (request !== undefined) return `* ${nick} sent a CTCP request, which was not answered: ${request}`;
  return isPrivate ? `[${nick}] ${text}` : `<${nick}> ${text}`;
}

/** Removes colors and styles, which clients of IRC write as control characters. */
function stripFormatting(text: string): string {
  return text.replaceAll(
    /\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?|\x04[0-9a-fA-F]{0,6}|[\x02\x0f\x11\x16\x1d-\x1f]/g,
    "",
  );
}
