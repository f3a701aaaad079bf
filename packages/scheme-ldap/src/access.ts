import { AccessError, type Attributes, type Entity, type Entry, isAccessError } from "@anyurl/core";
import {
  type Context as AnyContext,
  answerLogins,
  bodyFromExchange,
  concat,
  type Exchange,
  isLoginQuestion,
  type LoginQuestion,
  perform,
} from "@anyurl/core/exchange";
import {
  describeEntry,
  LDIF_TYPE,
  LISTED_ATTRIBUTES,
  referenceEntry,
  toContexts,
  toEntry,
} from "./entries.ts";
import { type SearchEvent, type SearchTarget, search as searching } from "./exchange.ts";
import { escapeFilterValue } from "./filter.ts";
import { formatComment, formatRecord, LDIF_HEADER, writeLdif } from "./ldif.ts";
import type { FoundEntry } from "./message.ts";
import { fillSearchFilter, type LdapSettings } from "./options.ts";
import { chooseReferral, notFollowedError, parseReferral } from "./referral.ts";
import { Referral } from "./result.ts";
import { checkLogin, type SessionInit } from "./session.ts";
import { isDefaultFilter, type LdapUrl } from "./syntax.ts";
import { isRoot, toListing, toSearch, toServer } from "./target.ts";

type Context = AnyContext<LdapSettings>;

/**
 * Downloads the entries of a search as LDIF (RFC 2849). Resolves after the server has accepted the search.
 *
 * @throws {AccessError} not-found: the server has no such entry, or it does not match the filter; redirect-refused,
 *   permission-denied, auth-required, …
 */
export async function get(url: LdapUrl, context: Context): Promise<Entity> {
  const target = toSearch(url);
  const references: (readonly string[])[] = [];
  const format = (event: LoginQuestion | SearchEvent) => {
    if (isLoginQuestion(event) || event.is === "begun") return undefined;
    if (event.is === "entry") return formatRecord(event.entry);
    if (!context.options.followReferrals) return formatReference(event.urls, url);
    references.push(event.urls);
    return "";
  };
  const events = await run(url, context, (init) => writeLdif(searching(target, init), format));
  try {
    // "begun": an error before it is thrown here.
    await events.next();
  } catch (error) {
    if (!(error instanceof Referral)) throw error;
    if (!context.options.followReferrals) throw notFollowedError(error.urls, url);
    return refer(chooseReferral(error.urls, url, false), context);
  }
  const body = withHeader(bodyFromExchange(events), target.scope === "base");
  return {
    mediaType: LDIF_TYPE,
    framing: "reply",
    body: context.options.followReferrals
      ? withReferences(body, references, url, context)
      : await started(body),
  };
}

/** Reads ahead to the first chunk, so that an entry that is missing is an error of `get`. */
async function started(body: AsyncGenerator<Uint8Array, true>): Promise<AsyncGenerator<Uint8Array, true>> {
  const first = await body.next();
  return (async function* () {
    try {
      if (first.done === true) return first.value;
      yield first.value;
      return yield* body;
    } finally {
      await body.return(true);
    }
  })();
}

const HEADER: Uint8Array = new TextEncoder().encode(LDIF_HEADER);

/** Yields the header of LDIF and the body. @throws {AccessError} not-found: one entry is required, but not found. */
async function* withHeader(
  body: AsyncGenerator<Uint8Array, true>,
  isRequired: boolean,
): AsyncGenerator<Uint8Array, true, void> {
  let isEmpty = true;
  try {
    for (;;) {
      const next = await body.next();
      if (next.done === true) break;
      yield isEmpty ? concat(HEADER, next.value) : next.value;
      isEmpty = false;
    }
  } finally {
    await body.return(true);
  }
  if (isEmpty && isRequired) throw noEntryError();
  if (isEmpty) yield HEADER;
  return true;
}

function noEntryError(): AccessError {
  return new AccessError("not-found", "the entry does not match the filter, or may not be read", {
    hint: "remove the filter, or log in",
  });
}

/** Yields the body, and then the entries of other servers, without their headers. */
async function* withReferences(
  body: AsyncGenerator<Uint8Array, true>,
  references: readonly (readonly string[])[],
  url: LdapUrl,
  context: Context,
): AsyncGenerator<Uint8Array, true, void> {
  yield* body;
  if (references.length > context.limits.maxReferrals)
    throw new AccessError(
      "too-many-redirects",
      `the server sent ${references.length} search result references`,
      {
        hint: "increase the limit maxReferrals, or set the ldap option followReferrals to false",
      },
    );
  for (const urls of references) {
    const entity = await refer(chooseReferral(urls, url, true), context);
    try {
      yield* withoutHeader(entity.body);
    } catch (error) {
      // Of a search of one level, the other server has one entry, which need not match the filter.
      if (!(isAccessError(error) && error.code === "not-found" && error.replyCode === undefined)) throw error;
    }
  }
  return true;
}

async function* withoutHeader(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let matched = 0;
  for await (const chunk of body) {
    let at = 0;
    while (matched < HEADER.length && chunk[at] === HEADER[matched]) {
      matched++;
      at++;
    }
    if (at < chunk.length) {
      matched = HEADER.length;
      yield chunk.subarray(at);
    }
  }
}

function refer(to: string, context: Context): Promise<Entity> {
  if (context.refer === undefined)
    throw new AccessError("unsupported", "cannot follow a referral from here", { hint: `open ${to}` });
  return context.refer(to);
}

function formatReference(urls: readonly string[], url: LdapUrl): string {
  const valid = urls.map((each) => parseReferral(each, url)).find((each) => each !== undefined);
  return formatComment(`search result reference: ${valid ?? "not a valid LDAP URL"}`);
}

/**
 * Lists the entries below an entry, those of a search, or the naming contexts of a server.
 *
 * @throws {AccessError} not-a-directory: the URL names one entry by its attributes or its filter.
 */
export async function* list(url: LdapUrl, context: Context): AsyncGenerator<Entry, void, void> {
  yield* listSearch(url, toListing(url), context);
}

/** Searches everything below the entry of the URL for words. The option searchFilter says how. */
export async function* search(
  url: LdapUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  const text = words.trim();
  if (text === "") throw new AccessError("bad-argument", "missing search words");
  const found = fillSearchFilter(context.options, escapeFilterValue(text));
  const { filter } = url.parts;
  const target = {
    ...toListing({ ...url, parts: { ...url.parts, scope: "sub", attributes: [] } } as LdapUrl),
    filter: filter === undefined || isDefaultFilter(filter) ? found : `(&${filter}${found})`,
  };
  yield* listSearch(url, target, context);
}

async function* listSearch(
  url: LdapUrl,
  target: SearchTarget,
  context: Context,
): AsyncGenerator<Entry, void, void> {
  const isContexts = isRoot(url) && target.scope === "base";
  const events = await run(url, context, (init) => searching(target, init, context.limits.maxListing));
  try {
    for await (const event of events) {
      if (isLoginQuestion(event) || event.is === "begun") continue;
      if (isContexts && event.is === "entry") yield* toContexts(event.entry, url);
      else yield toEntry(event, url);
    }
  } catch (error) {
    if (!(error instanceof Referral)) throw error;
    yield referenceEntry(error.urls, url, false);
  }
}

/**
 * Returns what the server says about an entry, without the entry: whether others are below it, its object classes, and
 * its date.
 *
 * @throws {AccessError} not-found, redirect-refused, …
 */
export async function stat(url: LdapUrl, context: Context): Promise<Attributes> {
  const target: SearchTarget = { ...toSearch(url), scope: "base", attributes: LISTED_ATTRIBUTES };
  const isSearch = (url.parts.scope ?? "base") !== "base";
  const events = await run(url, context, (init) =>
    searching(isSearch ? { ...target, filter: "(objectClass=*)" } : target, init),
  );
  let found: FoundEntry | undefined;
  try {
    for await (const event of events)
      if (!isLoginQuestion(event) && event.is === "entry") found ??= event.entry;
  } catch (error) {
    throw error instanceof Referral ? notFollowedError(error.urls, url) : error;
  }
  if (found === undefined) throw noEntryError();
  const { kind, mediaType, ...rest } = describeEntry(found);
  if (isRoot(url) || isSearch) return { kind: "directory", ...rest };
  return url.parts.attributes.length > 0
    ? { kind: "file", mediaType: LDIF_TYPE, ...rest }
    : { kind, ...(mediaType !== undefined && { mediaType }), ...rest };
}

/** Connects, performs an exchange, and answers its requests for credentials. */
async function run<Event>(
  url: LdapUrl,
  context: Context,
  exchangeOf: (init: SessionInit) => Exchange<Event, true>,
): Promise<AsyncGenerator<Event, true, void>> {
  const { hostname, port } = toServer(url);
  const tls = url.scheme === "ldaps";
  const init: SessionInit = { options: context.options, limits: context.limits, tls };
  checkLogin(init);
  const exchange = exchangeOf(init);
  const connection = await context.connect({ host: hostname, port, tls });
  return answerLogins(perform(exchange, connection, context), (ask) =>
    context.ask({ scheme: url.scheme, host: hostname, port, user: ask.user, wanted: ask.wanted }),
  );
}
