import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  isAccessError,
  parseLogin,
} from "@anyurl/core";
import { type Context as AnyContext, skippedLinesEntry } from "@anyurl/core/exchange";
import type { AccessMethod } from "./access-method.ts";
import { formatMethods, sortByPreference, toEntry } from "./entry.ts";
import { type FoundObject, fetchContents, findObject, type ProsperoSession } from "./exchange.ts";
import { type ListEvent, list as listing } from "./list.ts";
import { toMetadata } from "./metadata.ts";
import type { ProsperoSettings, ResolvedProsperoOptions } from "./options.ts";
import { performDatagrams, runToResult } from "./perform.ts";
import { ReferralChain } from "./referral-chain.ts";
import { type Target, toTarget } from "./request.ts";
import { DEFAULT_PORT, type ProsperoUrl } from "./syntax.ts";

type Context = AnyContext<ResolvedProsperoOptions>;

/**
 * Downloads an object: asks the server for its access methods, and uses the first supported one in the order of the
 * option `accessMethods`. The server may have the contents itself; otherwise the URL of the method is opened, under the
 * policy.
 *
 * @throws {AccessError} not-found, is-a-directory; unsupported: no usable method; too-many-redirects, …
 */
export async function get(url: ProsperoUrl, context: Context): Promise<Entity> {
  const { target, session } = createSession(url, context);
  const trip = new ReferralChain(session);
  const found = await runToResult(performDatagrams(findObject(target, trip, session), context));
  if (found.isDirectory)
    throw new AccessError("is-a-directory", "cannot download a directory", { hint: "use list" });
  let failure: AccessError | undefined;
  for (const method of usableMethods(found, session)) {
    try {
      return method.isContents
        ? createEntity(
            await runToResult(performDatagrams(fetchContents(found, trip, session), context)),
            found,
          )
        : await openMethodUrl(method.url!, context);
    } catch (error) {
      if (!isAccessError(error) || context.signal.aborted || !TRY_NEXT_METHOD_CODES.has(error.code))
        throw error;
      failure ??= error;
    }
  }
  throw failure ?? noMethodError(found);
}

/** After these errors another access method may work. */
const TRY_NEXT_METHOD_CODES: ReadonlySet<string> = new Set([
  "unsupported",
  "unknown-scheme",
  "scheme-not-installed",
  "scheme-blocked",
  "no-such-host",
  "connect-failed",
]);

/** Lists a directory, including the directories that its union links point to. */
export function list(url: ProsperoUrl, context: Context): AsyncGenerator<Entry, void, void> {
  return listEntries(url, context, []);
}

/**
 * Lists the entries of a directory with a matching name: "*" matches any bytes and "?" one byte. "a/b" is looked up
 * within `a`, on the server of `a`.
 */
export function search(url: ProsperoUrl, context: Context, words: string): AsyncGenerator<Entry, void, void> {
  return listEntries(url, context, words.split("/"));
}

async function* listEntries(
  url: ProsperoUrl,
  context: Context,
  names: readonly string[],
): AsyncGenerator<Entry, void, void> {
  const { target, session } = createSession(url, context);
  for await (const event of performDatagrams(listing(target, names, session), context))
    yield toListEntry(event, session);
}

function toListEntry(event: ListEvent, { accessMethods, limits }: ProsperoSettings): Entry {
  switch (event.kind) {
    case "link":
      return toEntry(event.link, accessMethods);
    case "unexpanded": {
      const entry = toEntry(event.link, accessMethods);
      return {
        ...entry,
        attributes: { ...entry.attributes, UNION: `entries missing: ${event.why}` },
      };
    }
    case "warning":
      return { name: event.text, kind: "information", url: undefined };
    case "skipped":
      return skippedLinesEntry(event.lines, limits)!;
  }
}

/** Returns the attributes of an object, including its access methods. */
export async function stat(url: ProsperoUrl, context: Context): Promise<Attributes> {
  const { target, session } = createSession(url, context);
  const found = await runToResult(
    performDatagrams(findObject(target, new ReferralChain(session), session), context),
  );
  const { size, modified, others } = toMetadata(found.attributes);
  const methods = found.methods;
  return {
    kind: found.isDirectory ? "directory" : methods.length > 0 ? "file" : "unknown",
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    attributes: { ...others, ...(methods.length > 0 && { "ACCESS-METHOD": formatMethods(methods) }) },
  };
}

function createSession(
  url: ProsperoUrl,
  context: Context,
): { readonly target: Target; readonly session: ProsperoSession } {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return {
    target: toTarget(url.parts, { host: hostname, port }),
    session: { ...context.options, limits: context.limits, connectionId: randomId },
  };
}

/** Random, so that only a host that sees our packets can answer them. */
function randomId(): number {
  const [id = 0] = crypto.getRandomValues(new Uint16Array(1));
  return id === 0 ? randomId() : id;
}

/** Returns the usable methods, in the order of preference. */
function usableMethods(
  { methods, target }: FoundObject,
  { accessMethods }: ProsperoSettings,
): readonly AccessMethod[] {
  const able = methods.filter(
    ({ method, url, isContents }) => accessMethods.includes(method) && (isContents || url !== undefined),
  );
  const ordered = sortByPreference(able, accessMethods);
  // A server of 1994 crashes on a request for the contents of such a name. For other servers, order does not matter.
  if (!target.hsoname.startsWith("AFTP/")) return ordered;
  return [
    ...ordered.filter(({ isContents }) => !isContents),
    ...ordered.filter(({ isContents }) => isContents),
  ];
}

function createEntity(octets: Uint8Array, { attributes }: FoundObject): Entity {
  const { modified } = toMetadata(attributes);
  return {
    size: octets.length,
    ...(modified !== undefined && { modified }),
    framing: "length",
    body: (async function* () {
      if (octets.length > 0) yield octets;
      return true as const;
    })(),
  };
}

async function openMethodUrl(url: string, context: Context): Promise<Entity> {
  if (context.refer === undefined)
    throw new AccessError("unsupported", `cannot follow the access method: the object is at ${url}`, {
      hint: "open that URL",
    });
  return context.refer(url);
}

function noMethodError({ methods }: FoundObject): AccessError {
  const offered = [...new Set(methods.map(({ method }) => method))].join(", ");
  if (offered === "") return new AccessError("unsupported", "the server has no access method for the object");
  return new AccessError(
    "unsupported",
    "the server has only access methods that are disabled or unsupported",
    {
      reply: offered,
      hint: "set the prospero option accessMethods",
    },
  );
}
