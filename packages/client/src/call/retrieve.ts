import type { ByteRange, Entity } from "@anyurl/core";
import { Course } from "../body/body-progress.ts";
import { BodyOfCall } from "../body/call-body.ts";
import { BodyToRead, type Retrieved } from "../body/get-result.ts";
import { checkedRange, within } from "../body/range.ts";
import { type Part, resumed } from "../body/resume.ts";
import { UnreadBody } from "../body/unread-body.ts";
import { type CallOptions, Opening, type Settings } from "./call-setup.ts";
import { entityGiven } from "./check-result.ts";
import { namedUrl, setProvenance, type UrlOrEntry } from "./provenance.ts";
import { attemptOf, retryingOf } from "./retry.ts";
import { Transcript } from "./transcript.ts";

/** One attempt: the call, what it has found, and the octets from the one on that was asked for. */
interface Attempt extends Part {
  readonly opening: Opening<"get">;
  readonly entity: Entity;
}

/** Gets what a URL names; again, and from where a connection broke on, as far as the options want it. */
export async function retrieve(
  settings: Settings,
  url: UrlOrEntry,
  options: CallOptions,
): Promise<Retrieved> {
  const named = namedUrl(url, options.namedBy);
  const range = options.range && checkedRange(options.range);
  const transcript = options.transcript ?? new Transcript();
  const retrying = retryingOf(settings, options);
  const course = new Course(retrying, options);
  const open = (start: number): Promise<Attempt> => {
    const rest = start === 0 && range?.end === undefined ? undefined : { ...range, start };
    const own = { ...attemptOf(options, retrying), transcript, range: rest };
    const opening = new Opening(settings, named, "get", own);
    course.opening = opening;
    return attempt(opening, rest);
  };
  const start = range?.start ?? 0;
  let first: Attempt;
  try {
    first = await (retrying.attempts > 0 ? retrying.run(() => open(start)) : open(start));
  } catch (error) {
    retrying.end();
    throw error;
  }
  const { opening, entity } = first;
  const total = entity.size === undefined ? undefined : lengthOf(range ?? { start }, entity.size);
  course.begin(opening.maxBody, total);
  const own = retrying.attempts > 0 ? resumed(first, start, open, retrying) : first.body;
  const body = new UnreadBody(own, course, total, opening.limits.maxBuffer);
  const retrieved = new BodyToRead(opening, entity, range, transcript, body, course);
  setProvenance(retrieved, opening.found);
  return retrieved;
}

function attempt(opening: Opening<"get">, range: ByteRange | undefined): Promise<Attempt> {
  const found = opening.run((get, url, context) => get(url, context), "stays open", entityGiven);
  return found.then((entity) => {
    const body = range === undefined ? entity.body : within(entity.body, entity.start ?? 0, range);
    const { framing, size, start } = entity;
    const wanted = range?.end === undefined ? undefined : range.end - range.start;
    const expected = size === undefined ? undefined : lengthOf(range ?? { start: start ?? 0 }, size);
    return { opening, entity, size, body: new BodyOfCall(opening, body, { framing, expected, wanted }) };
  });
}

/** How many octets of an entity a range has. */
function lengthOf({ start, end }: ByteRange, size: number): number {
  return Math.max(0, Math.min(end ?? size, size) - start);
}
