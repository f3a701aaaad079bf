import {
  AccessError,
  decodeText,
  type Entity,
  type Entry,
  parsePort,
  type Source,
  textOf,
  tooLargeError,
} from "@anyurl/core";
import { type Context as AnyContext, ByteCollector, bodyFromExchange, perform } from "@anyurl/core/exchange";
import { listChannels, sendLines } from "./exchange.ts";
import type { IrcSettings } from "./options.ts";
import { createGet } from "./plan.ts";
import { createSession, type IrcSession } from "./session.ts";
import { format, type IrcUrl } from "./syntax.ts";
import { toDestination } from "./target.ts";

type Context = AnyContext<IrcSettings>;

/**
 * Downloads what the server says: topic and users of a channel, WHOIS of a user, or the message of the day. Joins a
 * channel only if the server requires it, or the URL has a key.
 *
 * @throws {AccessError} not-found, auth-failed, permission-denied, busy, unsupported, …
 */
export async function get(url: IrcUrl, context: Context): Promise<Entity> {
  const destination = toDestination(url, context.options);
  const exchange = createGet(destination, context.limits);
  const events = perform(exchange, await context.connect(destination.endpoint), context);
  await events.next();
  return { mediaType: "text/plain; charset=utf-8", framing: "reply", body: bodyFromExchange(events) };
}

/** Lists the channels of a server. @throws {AccessError} not-a-directory: a channel or a user. */
export async function* list(url: IrcUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { endpoint, who, target } = toDestination(url, context.options);
  if (target !== undefined)
    throw new AccessError("not-a-directory", "only a server has a list of channels", { hint: "use get" });
  const { scheme, user, host, port } = url;
  // With the nickname, but without the password.
  const where = {
    ...{ scheme, host: host!, port: parsePort(port) },
    user: user === undefined ? undefined : decodeText(user),
  };
  const exchange = listChannels(who, context.limits);
  for await (const { channel, users, topic } of perform(exchange, await context.connect(endpoint), context)) {
    // A URL without a prefix would name the channel with "#".
    const isSafe = /^[#&+!][^\0\x07\r\n ,]*$/.test(channel);
    yield {
      name: channel,
      kind: "session",
      url: isSafe ? format({ ...where, entity: channel }) : undefined,
      ...(!isSafe && { unsafe: "the name is not one of a channel" }),
      attributes: { users, topic },
    };
  }
}

/**
 * Sends lines of text to a channel or a user. The lines are all that is said; an option "msg" of the URL is not sent.
 *
 * @throws {AccessError} bad-argument: no text, or more lines than the option maxLines; unsupported: the URL names only
 *   a server; not-found, permission-denied, …
 */
export async function send(url: IrcUrl, context: Context, message?: Source): Promise<void> {
  const { endpoint, who, target } = toDestination(url, context.options);
  if (target === undefined)
    throw new AccessError("unsupported", "the URL names no channel or user", {
      hint: 'add one, such as "/%23channel"',
    });
  const lines = await readLines(message, context);
  const events = perform(
    sendLines(target, lines, who, context.limits),
    await context.connect(endpoint),
    context,
  );
  await events.next();
}

async function readLines(
  message: Source | undefined,
  { limits, options }: Context,
): Promise<readonly string[]> {
  const text = new ByteCollector();
  for await (const piece of message ?? []) {
    text.add(piece);
    if (text.length > limits.maxHeld)
      throw tooLargeError(`the text exceeds the limit of ${limits.maxHeld} bytes`, "maxHeld");
  }
  const lines = textOf(text.take())
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== "");
  if (lines.length === 0) throw new AccessError("bad-argument", "no text to send", { hint: "give a text" });
  if (lines.length > options.maxLines)
    throw new AccessError(
      "bad-argument",
      `the text has ${lines.length} lines; at most ${options.maxLines} are sent`,
      {
        hint: "increase the irc option maxLines",
      },
    );
  return lines;
}

/**
 * Opens a session: registers, and joins the channel, if the URL names one.
 *
 * @throws {AccessError} not-found, auth-failed, permission-denied, busy, unsupported, …
 */
export async function open(url: IrcUrl, context: Context): Promise<IrcSession> {
  const destination = toDestination(url, context.options);
  return createSession(await context.connect(destination.endpoint), context, destination);
}
