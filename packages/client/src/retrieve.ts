import type { ByteRange, Entity } from "@anyurl/core";
import { BodyOfCall } from "./body-of-call.ts";
import { entityGiven } from "./given.ts";
import { OctetsOf } from "./octets-of.ts";
import { type CallOptions, Opening, type Settings } from "./opening.ts";
import { checkedRange, within } from "./range.ts";
import { type Part, resumed } from "./resume.ts";
import { bodyTooLarge, type Retrieved, readAll, readWhole } from "./retrieved.ts";
import { attemptOf, retryingOf } from "./retry.ts";
import { type BodyHooks, type Ending, streamOf } from "./stream.ts";
import { Transcript } from "./transcript.ts";

/** One attempt: the call, what it has found, and the octets from the one on that was asked for. */
interface Attempt extends Part {
  readonly opening: Opening<"get">;
  readonly entity: Entity;
}

/** Gets what a URL names; again, and from where a connection broke on, as far as the options want it. */
export async function retrieve(settings: Settings, text: string, options: CallOptions): Promise<Retrieved> {
  const range = options.range && checkedRange(options.range);
  const transcript = options.transcript ?? new Transcript();
  const retrying = retryingOf(settings, options);
  /** The attempt that is under way. */
  let opening: Opening<"get">;
  const open = async (start: number): Promise<Attempt> => {
    const rest = start === 0 && range?.end === undefined ? undefined : { ...range, start };
    const own = { ...attemptOf(options, retrying), transcript, range: rest };
    opening = new Opening(settings, text, "get", own);
    return attempt(opening, rest);
  };
  const start = range?.start ?? 0;
  const first = await retrying
    .run(() => open(start))
    .catch((error) => {
      retrying.end();
      throw error;
    });
  const { entity } = first;
  const body = retrying.attempts > 0 ? resumed(first, start, open, retrying) : first.body;
  let settle: (ending: Ending) => void;
  const complete = new Promise<Ending>((resolve) => {
    settle = resolve;
  });
  const { maxBody, limits, shownUrl } = first.opening;
  const total = entity.size === undefined ? undefined : lengthOf(range ?? { start }, entity.size);
  const hooks: BodyHooks = {
    check: () => opening.throwIfAborted(),
    // Between two attempts there is none that would hear the abort.
    translate: (error) => (options.signal?.aborted ? options.signal.reason : opening.told(error)),
    onOctets: (received) => {
      if (received > maxBody) throw bodyTooLarge(maxBody);
      options.onProgress?.({ received, ...(total !== undefined && { total }) });
    },
    onEnd: (ending) => {
      opening.end();
      retrying.end();
      settle(ending);
    },
  };
  // Who wants all of it at once needs no stream.
  let stream: ReadableStream<Uint8Array> | undefined;
  let isRead = false;
  const taken = () => {
    if (isRead || stream !== undefined) throw new TypeError("the body has been read");
    isRead = true;
    return body;
  };
  const bytes = async () =>
    stream !== undefined ? readAll(stream, limits.maxBytes) : readWhole(taken(), hooks, limits.maxBytes);
  return {
    url: shownUrl,
    mediaType: entity.mediaType,
    size: entity.size,
    modified: entity.modified,
    etag: entity.etag,
    range,
    get body() {
      if (isRead) throw new TypeError("the body has been read");
      stream ??= streamOf(body, hooks);
      return stream;
    },
    complete,
    transcript,
    octets: () => new OctetsOf(taken(), hooks),
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

async function attempt(opening: Opening<"get">, range: ByteRange | undefined): Promise<Attempt> {
  const entity = await opening.run(
    async (get, url, context) => entityGiven(await get(url, context)),
    "stays open",
  );
  const body = range === undefined ? entity.body : within(entity.body, entity.start ?? 0, range);
  return { opening, entity, size: entity.size, body: new BodyOfCall(opening, body) };
}

/** How many octets of an entity a range has. */
function lengthOf({ start, end }: ByteRange, size: number): number {
  return Math.max(0, Math.min(end ?? size, size) - start);
}
