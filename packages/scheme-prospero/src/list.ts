import { AccessError, isAccessError } from "@anyurl/core";
import { listingTooLargeError, type Remote } from "@anyurl/core/exchange";
import { toLinkTarget } from "./entry.ts";
import { checkFields, findObject, type ProsperoSession, type ServedReply, sendRequest } from "./exchange.ts";
import { ReferralChain, referralLoopError, requestKey } from "./referral-chain.ts";
import type { Link } from "./reply.ts";
import { formatListRequest, type Target } from "./request.ts";
import type { DatagramExchange } from "./step.ts";

export type ListEvent =
  | { readonly kind: "link"; readonly link: Link }
  /** A union link whose entries are missing, and why. */
  | { readonly kind: "unexpanded"; readonly link: Link; readonly why: string }
  | { readonly kind: "warning"; readonly text: string }
  /** The number of lines that were skipped because they were too long. */
  | { readonly kind: "skipped"; readonly lines: number };

/** A directory to list. */
interface DirectoryToList {
  readonly target: Target;
  readonly sentBy: Remote | undefined;
  /** The union link that led here; `undefined` for the directory of the URL. */
  readonly link: Link | undefined;
}

/**
 * Lists the links of a directory. With `names`, only matching links; each name is looked up within the one before.
 * Union links are expanded, each directory once. If a server resolves only a part of the names, the rest is looked up
 * on the server that it refers to.
 *
 * @throws {AccessError} not-found, not-a-directory, permission-denied, too-many-redirects, too-large, …
 */
export function* list(
  target: Target,
  names: readonly string[],
  session: ProsperoSession,
): DatagramExchange<ListEvent, void> {
  const trip = new ReferralChain(session);
  const places: DirectoryToList[] = [{ target, sentBy: undefined, link: undefined }];
  const known = new Set([requestKey(target)]);
  const { maxEntries, maxListing } = session.limits;
  let entries = 0;
  let size = 0;
  for (let next = places.shift(); next !== undefined; next = places.shift()) {
    const answered = yield* listDirectory(next, names, trip, session);
    if (answered === undefined) continue;
    size += answered.size;
    if (size > maxListing) throw listingTooLargeError("bytes", "maxListing", maxListing);
    const { links, warnings, skipped } = answered.reply;
    for (const text of warnings) yield { do: "emit", event: { kind: "warning", text } };
    for (const link of links) {
      if (++entries > maxEntries) throw listingTooLargeError("entries", "maxEntries", maxEntries);
      if (link.linktype !== "U") yield { do: "emit", event: { kind: "link", link } };
      else {
        const there = toLinkTarget(link.object);
        if (typeof there === "string") yield unexpandedEvent(link, there);
        else if (known.has(requestKey(there))) continue;
        else if (!trip.union())
          yield unexpandedEvent(link, `the listing exceeds the limit of ${session.maxUnions} union links`);
        else {
          known.add(requestKey(there));
          places.push({ target: there, sentBy: answered.remote, link });
        }
      }
    }
    if (skipped > 0) yield { do: "emit", event: { kind: "skipped", lines: skipped } };
  }
}

/** Returns the reply for a directory; `undefined` if a union link fails, which does not fail the listing. */
function* listDirectory(
  { target, sentBy, link }: DirectoryToList,
  names: readonly string[],
  trip: ReferralChain,
  session: ProsperoSession,
): DatagramExchange<ListEvent, ServedReply | undefined> {
  try {
    return yield* resolveNames(target, sentBy, names, trip, session);
  } catch (error) {
    if (!isAccessError(error)) throw error;
    if (link !== undefined) {
      yield unexpandedEvent(link, error.message);
      return undefined;
    }
    // The server reports a file like a missing name.
    if (error.code === "not-a-directory" && names.length === 0) yield* findObject(target, trip, session);
    throw error;
  }
}

/** Looks up names, and continues with unresolved names on the next server. */
function* resolveNames(
  first: Target,
  sentBy: Remote | undefined,
  names: readonly string[],
  trip: ReferralChain,
  session: ProsperoSession,
): DatagramExchange<never, ServedReply> {
  let place: { target: Target; sentBy: Remote | undefined } = { target: first, sentBy };
  let left = names;
  const asked = new Set<string>();
  for (;;) {
    asked.add(requestKey(place.target, left));
    const write = (of: Target) => formatListRequest(of, left, session.limits);
    const answered = yield* sendRequest({ ...place, write }, trip, session);
    const { attributes, links, unresolved } = answered.reply;
    checkFields(attributes, answered.target);
    if (unresolved === undefined) return answered;
    const target = lastLinkTarget(links);
    if (asked.has(requestKey(target, unresolved))) throw referralLoopError();
    trip.refer();
    place = { target, sentBy: answered.remote };
    left = unresolved;
  }
}

/** Returns the target where unresolved names continue. Every reply includes the union links. */
function lastLinkTarget(links: readonly Link[]): Target {
  const link = links.findLast(({ linktype }) => linktype === "L") ?? links.at(-1);
  if (link === undefined)
    throw new AccessError(
      "protocol-error",
      "the server resolved a part of the name but did not send the link",
    );
  const target = toLinkTarget(link.object);
  if (typeof target === "string")
    throw new AccessError("redirect-refused", `cannot follow the server's referral: ${target}`);
  return target;
}

function unexpandedEvent(link: Link, why: string) {
  return { do: "emit", event: { kind: "unexpanded", link, why } } as const;
}
