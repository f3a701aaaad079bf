import type { Limits } from "@anyurl/core";
import { type Exchange, Inbox } from "@anyurl/core/exchange";
import { readChunks } from "./read-chunks.ts";
import { reply } from "./reply.ts";
import { requestOf } from "./request.ts";
import type { XDemoParts } from "./syntax.ts";

/** The server has begun to answer. */
export interface Begun {
  /** Octets, where the server tells: advice. */
  readonly size: number | undefined;
}

/**
 * Gets a document. First of all the exchange says that the server has begun; then it emits the octets.
 *
 * @throws {AccessError} not-found, is-a-directory, permission-denied, truncated, protocol-error, …
 */
export function* retrieve(parts: XDemoParts, limits: Limits): Exchange<Begun | Uint8Array, true> {
  const inbox = new Inbox();
  yield requestOf("GET", parts, limits);
  const size = yield* reply(inbox, limits, "OK");
  yield { do: "emit", event: { size } };
  yield* readChunks(inbox, limits);
  return true;
}
