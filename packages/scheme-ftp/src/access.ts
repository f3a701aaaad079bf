import { AccessError, type Entity, type Entry, loginOf } from "@anyurl/core";
import { bodyOf, type Context, type Credentials, entryForSkipped, perform } from "@anyurl/core/exchange";
import { entryOf } from "./entry.ts";
import {
  ANONYMOUS_PASSWORD,
  type Ask,
  type Begin,
  type FtpEvent,
  type FtpLogin,
  retrieve,
} from "./exchange.ts";
import { type ListEvent, list as listing } from "./list.ts";
import { DEFAULT_PORT, type FtpUrl } from "./syntax.ts";

/**
 * Retrieves a file, or of a directory the names in it, one a line. Resolves once the server has agreed to send.
 *
 * @throws {AccessError} auth-required, auth-failed, not-found, permission-denied, is-a-directory, …
 */
export async function get(url: FtpUrl, context: Context): Promise<Entity> {
  const { login, connection } = await prepare(url, context);
  const exchange = retrieve(login, url.parts, context.limits, context.range?.start);
  const events = perform(exchange, await connection(), context);
  try {
    const { size, start } = await begin(events, url, context);
    const names = url.parts.typecode === "d" || url.parts.name === "";
    return {
      body: bodyOf(events),
      start,
      ...(size !== undefined && { size }),
      ...(names && { mediaType: "text/plain" }),
    };
  } catch (error) {
    await events.return(true);
    throw error;
  }
}

/** Answers what the exchange asks, until the server has agreed to send. */
async function begin(
  events: AsyncGenerator<FtpEvent, true, void>,
  url: FtpUrl,
  context: Context,
): Promise<Begin> {
  for (;;) {
    const next = await events.next();
    if (next.done === true || next.value instanceof Uint8Array) {
      throw new AccessError("plugin-fault", "the exchange did not say that it had begun");
    }
    if (!isAsk(next.value)) return next.value;
    await answer(next.value, url, context);
  }
}

/** The entries of the directory that the URL names. */
export async function* list(url: FtpUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { login, connection } = await prepare(url, context);
  const now = new Date(context.now());
  const events = perform(listing(login, url.parts, context.limits, now), await connection(), context);
  for await (const event of events) {
    if (isAsk(event)) await answer(event, url, context);
    else if ("skipped" in event) yield entryForSkipped(event.skipped, context.limits)!;
    else yield entryOf(event, url);
  }
}

async function prepare(url: FtpUrl, context: Context) {
  if (url.scheme === "ftps") {
    throw new AccessError(
      "unsupported",
      "ftps: URLs are read and written, and not opened: FTP over TLS is missing",
      {
        hint: "use ftp: where the server allows it",
      },
    );
  }
  const { user, password, hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  const login: FtpLogin = { user, password, email: emailOf(context.options["email"]) };
  const connection = () => context.connect({ host: hostname, port });
  if (user !== "") return { login, connection };
  // An empty user is not the same as none (RFC 1738 §3.1): it is never taken for anonymous.
  const given = await context.ask({
    scheme: url.scheme,
    host: hostname,
    port,
    user: undefined,
    wanted: "user",
  });
  if (given?.user === undefined || given.user === "") {
    throw new AccessError(
      "auth-required",
      "the URL has an empty user name, and nobody here could tell another",
      {
        hint: 'leave out the "@" to log in as anonymous',
      },
    );
  }
  return {
    login: { ...login, user: given.user, password: given.password ?? password, asked: true },
    connection,
  };
}

/** The address with which an anonymous user logs in (RFC 1738 §3.2.1). Checked whether it will be sent or not. */
function emailOf(option: unknown): string {
  if (option === undefined) return ANONYMOUS_PASSWORD;
  if (typeof option !== "string" || !isWord(option)) {
    throw new TypeError("the ftp option email is an address: text without a space or a control character");
  }
  return option;
}

function isWord(text: string): boolean {
  for (const char of text) if (char <= " " || (char >= "\x7f" && char <= "\xa0")) return false;
  return text !== "";
}

async function answer(question: Ask, url: FtpUrl, context: Context): Promise<void> {
  const { user, hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  const given: Credentials | undefined = await context.ask({
    scheme: url.scheme,
    host: hostname,
    port,
    user: user === "" ? undefined : user,
    wanted: question.wanted,
  });
  question.answer = given;
}

function isAsk(event: FtpEvent | ListEvent): event is Ask {
  return !(event instanceof Uint8Array) && "wanted" in event;
}
