import type { ByteRange, Entity } from "@anyurl/core";
import { BodyProgress } from "../body/body-progress.ts";
import { CallBody } from "../body/call-body.ts";
import type { GetResult } from "../body/get-result.ts";
import { checkRange, limitToRange } from "../body/range.ts";
import { type BodyPart, resumableBody } from "../body/resume.ts";
import { UnreadBody } from "../body/unread-body.ts";
import { UnreadResult } from "../body/unread-result.ts";
import type { CallOptions, ClientSettings } from "../options.ts";
import { CallSetup } from "./call-setup.ts";
import { checkEntity } from "./check-result.ts";
import { namedUrl, setProvenance, type UrlOrEntry } from "./provenance.ts";
import { attemptOptions, createRetryState } from "./retry.ts";
import { Transcript } from "./transcript.ts";

/** One attempt: the call, its entity, and a body that starts at the requested offset. */
interface Attempt extends BodyPart {
  readonly opening: CallSetup<"get">;
  readonly entity: Entity;
}

/** Gets a resource. Retries, and resumes after a lost connection, as the options say. */
export async function retrieve(
  settings: ClientSettings,
  url: UrlOrEntry,
  options: CallOptions,
): Promise<GetResult> {
  const named = namedUrl(url, options.namedBy);
  const range = options.range && checkRange(options.range);
  const transcript = options.transcript ?? new Transcript();
  const retrying = createRetryState(settings, options);
  const course = new BodyProgress(retrying, options);
  const open = (start: number): Promise<Attempt> => {
    const rest = start === 0 && range?.end === undefined ? undefined : { ...range, start };
    const own = { ...attemptOptions(options, retrying), transcript, range: rest };
    const opening = new CallSetup(settings, named, "get", own);
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
  const own = retrying.attempts > 0 ? resumableBody(first, start, open, retrying) : first.body;
  const body = new UnreadBody(own, course, total, opening.limits.maxBuffer);
  const retrieved = new UnreadResult(opening, entity, range, transcript, body, course);
  setProvenance(retrieved, opening.found);
  return retrieved;
}

function attempt(opening: CallSetup<"get">, range: ByteRange | undefined): Promise<Attempt> {
  const found = opening.run((get, url, context) => get(url, context), "stays open", checkEntity);
  return found.then((entity) => {
    const body = range === undefined ? entity.body : limitToRange(entity.body, entity.start ?? 0, range);
    const { framing, size, start } = entity;
    const wanted = range?.end === undefined ? undefined : range.end - range.start;
    const expected = size === undefined ? undefined : lengthOf(range ?? { start: start ?? 0 }, size);
    return { opening, entity, size, body: new CallBody(opening, body, { framing, expected, wanted }) };
  });
}

/** Returns how many bytes of an entity are in a range. */
function lengthOf({ start, end }: ByteRange, size: number): number {
  return Math.max(0, Math.min(end ?? size, size) - start);
}
