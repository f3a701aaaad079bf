import type { ByteRange, Entity } from "@anyurl/core";
import type { BodyStatistics } from "@anyurl/core/exchange";
import { CallBody } from "../body/call-body.ts";
import type { GetResult } from "../body/get-result.ts";
import { limitToRange } from "../body/range.ts";
import { ResponseBody } from "../body/response-body.ts";
import { type BodyPart, resumableBody } from "../body/resume.ts";
import { UnreadResult } from "../body/unread-result.ts";
import type { ClientSettings } from "../client-options.ts";
import { Call } from "./call.ts";
import { type CallOptions, resolveCall } from "./call-options.ts";
import { checkEntity } from "./check-result.ts";
import { namedUrl, type UrlOrEntry } from "./provenance.ts";
import { attemptOptions, createRetryState } from "./retry.ts";
import { Transcript } from "./transcript.ts";

/** One attempt: the call, its entity, and a body that starts at the requested offset. */
interface Attempt extends BodyPart {
  readonly call: Call<"get">;
  readonly entity: Entity;
}

/** Gets a resource. Retries, and resumes after a lost connection, as the options say. */
export async function retrieve(
  settings: ClientSettings,
  url: UrlOrEntry,
  given: CallOptions | undefined,
): Promise<GetResult> {
  const options = resolveCall(settings, given);
  const { range, transcript = new Transcript() } = options;
  const named = namedUrl(url, options.namedBy);
  const retrying = createRetryState(settings.clock, options);
  const latest = {} as { call: Call<"get"> };
  const open = async (start: number): Promise<Attempt> => {
    const rest = start === 0 && range?.end === undefined ? undefined : { ...range, start };
    const own = { ...attemptOptions(options, retrying), transcript, range: rest };
    const call = new Call(settings, named, "get", own);
    latest.call = call;
    const entity = await call.run((get, url, context) => get(url, context), "stays open", checkEntity);
    return { call, entity, size: entity.size, body: new CallBody(call, ...describeBody(entity, rest)) };
  };
  const start = range?.start ?? 0;
  let first: Attempt;
  try {
    first = await (retrying === undefined ? open(start) : retrying.run(() => open(start)));
  } catch (error) {
    retrying?.end();
    throw error;
  }
  const { call, entity } = first;
  const body = new ResponseBody({
    source: retrying === undefined ? first.body : resumableBody(first, start, open, retrying),
    total: entity.size === undefined ? undefined : rangeLength(range ?? { start }, entity.size),
    maxBody: call.maxBody,
    maxBuffer: call.limits.maxBuffer,
    ...{ options, retrying, latest },
  });
  return new UnreadResult(call, entity, range, transcript, body);
}

/** Returns the body of an entity, limited to a range, and what is known of its length. */
function describeBody(
  { body, framing, size, start = 0 }: Entity,
  range: ByteRange | undefined,
): [body: Entity["body"], Pick<BodyStatistics, "framing" | "expected" | "wanted">] {
  const expected = size === undefined ? undefined : rangeLength(range ?? { start }, size);
  if (range === undefined) return [body, { framing, expected, wanted: undefined }];
  const wanted = range.end === undefined ? undefined : range.end - range.start;
  return [limitToRange(body, start, range), { framing, expected, wanted }];
}

/** Returns how many bytes of an entity are in a range. */
function rangeLength({ start, end }: ByteRange, size: number): number {
  return Math.max(0, Math.min(end ?? size, size) - start);
}
