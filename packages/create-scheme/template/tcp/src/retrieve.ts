import type { Limits } from "@anyurl/core";
import { type Exchange, Inbox } from "@anyurl/core/exchange";
import { readChunks } from "./read-chunks.ts";
import { reply } from "./reply.ts";
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
  const inbox = new Inbox();
  yield formatRequest("GET", parts, limits);
  const size = yield* reply(inbox, limits, "OK");
  yield { do: "emit", event: { size } };
  yield* readChunks(inbox, limits);
  return true;
}
