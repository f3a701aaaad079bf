import type { ByteRange } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import { limitToRange } from "../body/range.ts";
import { ResponseBody } from "../body/response-body.ts";
import { type BodyAttempt, Resumption } from "../body/resume.ts";
import { UnreadResult } from "../body/unread-result.ts";
import type { ClientSettings } from "../client-options.ts";
import { Call } from "./call.ts";
import { type CallOptions, resolveCall } from "./call-options.ts";
import { checkEntity } from "./check-result.ts";
import { namedUrl, type UrlOrEntry } from "./provenance.ts";
import { RetryState } from "./retry.ts";
import { Transcript } from "./transcript.ts";

/** One attempt: the call, its entity, and a body that starts at the requested offset. */
interface Attempt extends BodyAttempt {
  readonly call: Call<"get">;
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
  const retrying = options.retry.attempts === 0 ? undefined : new RetryState(settings.clock, options);
  const open = (start: number): Promise<Attempt> => {
    const rest = start === 0 && range?.end === undefined ? undefined : { ...range, start };
    const own = { ...(retrying?.limit(options) ?? options), transcript, range: rest };
    const call = new Call(settings, named, "get", own);
    return call
      .run((get, url, context) => get(url, context), "stays open", checkEntity)
      .then((entity) => {
        const { body, framing, size, start: at = 0 } = entity;
        const expected = size === undefined ? undefined : rangeLength(rest ?? { start: at }, size);
        const wanted = rest?.end === undefined ? undefined : rest.end - rest.start;
        const source = rest === undefined ? body : limitToRange(body, at, rest);
        return { call, entity, source, frame: { framing, expected, wanted } };
      });
  };
  const start = range?.start ?? 0;
  try {
    const first = await (retrying === undefined ? open(start) : retrying.run(() => open(start)));
    const { call, entity } = first;
    const { size } = entity;
    const total = size === undefined ? undefined : rangeLength(range ?? { start }, size);
    const resumption = retrying && new Resumption({ start, size, retrying, open });
    const body = new ResponseBody({ first, total, options, resumption });
    return new UnreadResult(call, entity, range, body);
  } catch (error) {
    retrying?.end();
    throw error;
  }
}

/** Returns how many bytes of an entity are in a range. */
function rangeLength({ start, end }: ByteRange, size: number): number {
  return Math.max(0, Math.min(end ?? size, size) - start);
}
