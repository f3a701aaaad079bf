import { AccessError, type Attributes, type Entity, type Entry, parseLogin } from "@anyurl/core";
import {
  type Context as AnyContext,
  answerLogins,
  bodyFromExchange,
  type Exchange,
  type LineDialogue,
  perform,
  readDateTime,
} from "@anyurl/core/exchange";
import {
  type Begun,
  type ListedMessage,
  listMessages,
  type MailboxFacts,
  requireMessage,
  retrieve,
  statMailbox,
} from "./exchange.ts";
import type { PopSettings } from "./options.ts";
import { checkLogin, runSession } from "./session.ts";
import { DEFAULT_PORT, type PopUrl } from "./syntax.ts";

type Context = AnyContext<PopSettings>;

/**
 * Downloads the message that the options `message` or `uidl` name. It stays in the mailbox.
 *
 * @throws {AccessError} is-a-directory: the options name no message; not-found, auth-failed, …
 */
export async function get(url: PopUrl, context: Context): Promise<Entity> {
  const { options } = context;
  requireMessage(options);
  const events = await run<Begun | Uint8Array>(url, context, (dialogue) => retrieve(dialogue, options));
  const first = await events.next();
  if (first.done === true || first.value instanceof Uint8Array) {
    await events.return(true);
    throw new AccessError("plugin-fault", "the exchange emitted no begin event");
  }
  const { size } = first.value.begun;
  return {
    ...{ body: bodyFromExchange(events), framing: "dot" },
    mediaType: options.part === "header" ? "text/rfc822-headers" : "message/rfc822",
    ...(size !== undefined && { size }),
  };
}

/** Lists the messages of the mailbox. They have no URLs, because a pop URL names a mailbox. */
export async function* list(url: PopUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const events = await run(url, context, (dialogue) => listMessages(dialogue, context.options));
  for await (const message of events) yield toEntry(message);
}

/** Returns how many messages the mailbox has, and their size. */
export async function stat(url: PopUrl, context: Context): Promise<Attributes> {
  let facts: MailboxFacts | undefined;
  for await (const event of await run(url, context, statMailbox)) facts ??= event;
  return { kind: "directory", attributes: { ...facts } };
}

/** The name of a message is its subject. */
function toEntry({ number, size, uidl, header }: ListedMessage): Entry {
  const { subject = "", date = "", ...fields } = Object.fromEntries(header ?? []);
  const modified = readDateTime(date);
  return {
    name: subject || (header === undefined ? `message ${number}` : "(no subject)"),
    ...{ kind: "file", url: undefined, mediaType: "message/rfc822" },
    ...(size !== undefined && { size }),
    unsafe: "a pop URL names a mailbox, not a message",
    ...(modified !== undefined && { modified }),
    attributes: {
      number: String(number),
      ...(uidl !== undefined && { uidl }),
      ...(date !== "" && { date }),
      ...fields,
    },
  };
}

/** Connects, performs work in a session, and answers its requests for credentials. */
async function run<Event>(
  url: PopUrl,
  context: Context,
  work: (dialogue: LineDialogue) => Exchange<Event>,
): Promise<AsyncGenerator<Event, true, void>> {
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  const { options, limits } = context;
  const tls = url.scheme === "pops";
  const login = url.parts;
  checkLogin({ options, limits, tls, login });
  const { md5 } = await import("./digest.ts");
  const exchange = runSession({ options, limits, tls, login, md5 }, work);
  const connection = await context.connect({ host, port, tls });
  return answerLogins(perform(exchange, connection, context), ({ wanted, user }) =>
    context.ask({ scheme: url.scheme, host, port, user, wanted }),
  );
}
