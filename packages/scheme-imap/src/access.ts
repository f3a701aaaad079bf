import { AccessError, type Attributes, type Entity, type Entry } from "@anyurl/core";
import {
  type Context as AnyContext,
  answerLogins,
  bodyFromExchange,
  type Connection,
  type Credentials,
  type Endpoint,
  type Exchange,
  type Lease,
  type LoginQuestion,
  perform,
  usePooledConnection,
} from "@anyurl/core/exchange";
import { toMailboxEntry, toMessageAttributes, toMessageEntry, toPartEntry } from "./entries.ts";
import { listMailboxes, listMessages, runSession, statMailbox, statMessage } from "./exchange.ts";
import type { MessageFacts } from "./fetch.ts";
import { checkLogin, getPoolKey } from "./login.ts";
import type { ImapSettings } from "./options.ts";
import { type Begun, partError, retrieve, retrieveFound, severalError } from "./retrieve.ts";
import { addWords, readSearchProgram } from "./search-program.ts";
import type { ImapSession, PooledSession, SessionInit } from "./session.ts";
import type { ImapUrl } from "./syntax.ts";
import { requireMailbox, toTarget } from "./target.ts";

type Context = AnyContext<ImapSettings>;
type Work<Event> = (session: ImapSession) => Exchange<Event>;
/** An event without the questions. */
type Told<Event> = Exclude<Event, LoginQuestion>;

/**
 * Downloads a message or a part of it, or the only message that the search of the URL finds. No flag is set.
 *
 * @throws {AccessError} is-a-directory: a server, a mailbox, or a search that finds several messages; not-found, …
 */
export async function get(url: ImapUrl, context: Context): Promise<Entity> {
  const mailbox = requireMailbox(toTarget(url));
  const { uid, section, partial, search } = url.parts;
  const { range } = context;
  if (uid === undefined && search === undefined) throw severalError("the URL has no search");
  const events = run<Begun | Uint8Array>(url, context, (session) =>
    uid === undefined
      ? retrieveFound(session, mailbox, search!, range)
      : retrieve(session, mailbox, { uid, section, partial, range }),
  );
  const first = await events.next();
  if (first.done === true || first.value instanceof Uint8Array) {
    await events.return(true);
    throw new AccessError("plugin-fault", "the exchange emitted no begin event");
  }
  const { mediaType, size, start, modified } = first.value.begun;
  return {
    ...{ body: bodyFromExchange(events), framing: "reply", start },
    ...(mediaType !== undefined && { mediaType }),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
  };
}

/** Lists the mailboxes of a server, the messages of a mailbox, or the parts of a message. */
export async function* list(url: ImapUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { mailbox } = toTarget(url);
  const { uid, section, partial, search } = url.parts;
  if (mailbox === undefined)
    for await (const each of run(url, context, listMailboxes)) yield toMailboxEntry(each, url);
  else if (uid === undefined) yield* listFound(url, context, search);
  else if (section !== undefined || partial !== undefined) throw partError();
  else {
    const { parts } = await first(url, context, (session) => statMessage(session, mailbox, uid));
    for (const part of parts) yield toPartEntry(part, url);
  }
}

/**
 * Searches the texts of the messages of a mailbox, among those that the URL stands for.
 *
 * @throws {AccessError} unsupported: the URL has no mailbox.
 */
export async function* search(
  url: ImapUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  if (url.parts.mailbox === undefined || url.parts.uid !== undefined)
    throw new AccessError("unsupported", "only a mailbox can be searched", {
      hint: "add a mailbox to the URL: imap://USER@HOST/MAILBOX",
    });
  if (words.trim() === "") throw new AccessError("bad-argument", "missing search words");
  const program = addWords(url.parts.search, words);
  readSearchProgram(program);
  yield* listFound(url, context, program);
}

async function* listFound(
  url: ImapUrl,
  context: Context,
  program: string | undefined,
): AsyncGenerator<Entry, void, void> {
  const mailbox = requireMailbox(toTarget(url));
  const events = run(url, context, (session) => listMessages(session, mailbox, program));
  for await (const each of events) yield toMessageEntry(each, url);
}

/**
 * Returns the header and the attachments of a message, or how many messages a mailbox has. For a server, checks that it
 * accepts the login.
 */
export async function stat(url: ImapUrl, context: Context): Promise<Attributes> {
  const { mailbox } = toTarget(url);
  const { uid, section } = url.parts;
  if (mailbox === undefined) {
    for await (const _ of run(url, context, nothing));
    return { kind: "directory" };
  }
  if (uid !== undefined) {
    const facts = await first<MessageFacts>(url, context, (session) => statMessage(session, mailbox, uid));
    return toMessageAttributes(facts, section);
  }
  const numbers = await first(url, context, (session) => statMailbox(session, mailbox));
  const attributes = Object.fromEntries(Array.from(numbers, ([name, value]) => [name, String(value)]));
  return { kind: "directory", attributes };
}

function* nothing(): Exchange<never> {}

async function first<Event>(url: ImapUrl, context: Context, work: Work<Event>): Promise<Event> {
  let found: Event | undefined;
  for await (const event of run(url, context, work)) found ??= event;
  if (found === undefined) throw new AccessError("plugin-fault", "the exchange emitted no event");
  return found;
}

/** Performs work in a session, and answers its requests for credentials. Uses a pooled connection of the same login. */
function run<Event>(
  url: ImapUrl,
  context: Context,
  work: Work<Event>,
): AsyncGenerator<Told<Event>, true, void> {
  const { host, port } = toTarget(url);
  const { options, limits } = context;
  const endpoint: Endpoint = { host, port, tls: url.scheme === "imaps" };
  const init: SessionInit = { options, limits, tls: endpoint.tls === true };
  checkLogin(url.parts, init);
  const ask = createAsk(url, context);
  const performOn = (control: Connection | Lease, kept?: PooledSession) =>
    answerLogins(perform(runSession({ ...init, kept }, url.parts, work), control, context), ask);
  async function* use(control: Connection | Lease) {
    const kept = "giveBack" in control ? (control.state as PooledSession | undefined) : undefined;
    if (kept === undefined || url.parts.user !== undefined) return yield* performOn(control, kept);
    const answer = kept.user === undefined ? undefined : await ask({ wanted: "user", user: undefined });
    if (answer?.user === kept.user) return yield* performOn(control, kept);
    // The caller now names another user.
    (control as Lease).connection.close();
    return yield* performOn(await context.connect(endpoint));
  }
  const key = getPoolKey(url.parts, options);
  return usePooledConnection({ context, endpoint, options: { key }, use, isStale });
}

/** Returns the function that asks the caller for a login. */
function createAsk(url: ImapUrl, context: Context) {
  const { host, port } = toTarget(url);
  return async ({ wanted, user }: LoginQuestion): Promise<Credentials | undefined> => {
    const request = { scheme: url.scheme, host, port, user, wanted };
    const answer = await context.ask(request);
    // A client offers the user of the URL first. By the generic syntax, that is ";AUTH=*".
    return answer?.user?.startsWith(";") === true ? context.ask(request) : answer;
  };
}

/** A server closes an idle connection with BYE or silently (RFC 3501 §7.1.5). */
function isStale({ code, reply }: AccessError): boolean {
  return code === "truncated" || reply?.startsWith("BYE") === true;
}
