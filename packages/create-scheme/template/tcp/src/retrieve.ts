import type { Limits } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { readChunks } from "./read-chunks.ts";
import { sendRequest, startDialogue } from "./reply.ts";
import { formatRequest } from "./request.ts";
import type { XDemoParts } from "./syntax.ts";

/** The response has started. */
export interface Begun {
  /** Size in bytes, if the server announces it: advice. */
  readonly size: number | undefined;
}

/**
 * Gets a document. First emits that the response has started, then the bytes.
 *
 * @throws {AccessError} not-found, is-a-directory, permission-denied, truncated, protocol-error, …
 */
export function* retrieve(parts: XDemoParts, limits: Limits): Exchange<Begun | Uint8Array, true> {
  const dialogue = startDialogue(limits);
  const { text } = yield* sendRequest(dialogue, formatRequest("GET", parts, limits), 200);
  const digits = /^[0-9]{1,15}(?= |$)/.exec(text)?.[0];
  yield { do: "emit", event: { size: digits === undefined ? undefined : Number(digits) } };
  yield* readChunks(dialogue.inbox, limits);
  return true;
}
