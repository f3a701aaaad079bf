// #if put
import { AccessError, isAccessError, type Limits, octetsOf, type Source } from "@anyurl/core";
import {
  checkNoUnsolicitedData,
  concat,
  type Exchange,
  Inbox,
  type LineDialogue,
} from "@anyurl/core/exchange";
import { awaitReply, sendRequest, startDialogue } from "./reply.ts";
import { formatRequest } from "./request.ts";
import type { XDemoParts } from "./syntax.ts";

/** A request for the next bytes, which are set before the exchange continues; `undefined` at the end. */
export interface Pull {
  octets?: Uint8Array | undefined;
}

/**
 * Writes a document, in place of an existing one. Emits a Pull for each chunk that it needs. It is complete when the
 * server has confirmed it.
 *
 * @throws {AccessError} is-a-directory, permission-denied, desync, truncated, protocol-error, …
 */
export function* store(parts: XDemoParts, limits: Limits): Exchange<Pull, true> {
  if (parts.segments.at(-1) === "") {
    throw new AccessError("is-a-directory", "the URL names a directory", {
      hint: 'remove the "/" from the end',
    });
  }
  const dialogue = startDialogue(limits);
  yield* sendRequest(dialogue, formatRequest("PUT", parts, limits), 300);
  checkNoUnsolicitedData(dialogue, "the body");
  try {
    yield* sendChunks();
  } catch (failure) {
    yield* whyNot(dialogue, failure);
  }
  yield* awaitReply(dialogue, 200);
  return true;
}

/** Bytes of a chunk. */
const CHUNK = 4096;

/** The body, as {@link readChunks} reads it. */
function* sendChunks(): Exchange<Pull> {
  const waiting = new Inbox();
  for (;;) {
    const pull: Pull = {};
    yield { do: "emit", event: pull };
    if (pull.octets === undefined) break;
    waiting.push(pull.octets);
    while (waiting.size >= CHUNK) yield* sendChunk(waiting.take(CHUNK));
  }
  if (waiting.size > 0) yield* sendChunk(waiting.take());
  yield { do: "send", octets: octetsOf("0\r\n"), cite: "README, The protocol" };
}

function* sendChunk(octets: Uint8Array): Exchange<never> {
  const chunk = concat(octetsOf(`${octets.length}\r\n`), octets, octetsOf("\r\n"));
  yield { do: "send", octets: chunk, body: true, cite: "README, The protocol" };
}

/** A server that stops reading may have sent the reason. @throws that error, or else the failure. */
function* whyNot(dialogue: LineDialogue, failure: unknown): Exchange<never, never> {
  try {
    yield* awaitReply(dialogue, 200);
  } catch (error) {
    if (isAccessError(error) && error.reply !== undefined) throw error;
  }
  throw failure;
}

/** Fills each Pull with the next bytes of a source. Ends the source in all cases. */
export async function supply(events: AsyncIterable<Pull>, source: Source): Promise<void> {
  const pieces = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for await (const pull of events) {
      const next = await pieces.next();
      isOver = next.done === true;
      if (next.done !== true) pull.octets = next.value;
    }
  } finally {
    if (!isOver) await pieces.return?.();
  }
}
// #endif
