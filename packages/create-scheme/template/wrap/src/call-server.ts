import { Transform } from "node:stream";
import {
  type AccessCode,
  AccessError,
  displayText,
  isAccessError,
  type Limits,
  tooLargeError,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { toDuplex } from "@anyurl/duplex";
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { toEndpoint } from "./endpoint.ts";
import { toPath } from "./path.ts";
import type { XDemoUrl } from "./syntax.ts";

/**
 * Sends a request to the server of a URL, and returns the result. The library gets a stream over a connection of the
 * context, so that the policy, the timeouts, and the proxy of the client apply to it. It dials nothing itself.
 *
 * @param limit bounds the bytes of the response, as does `maxHeld`: the library holds all of it, and has no limit.
 * @throws {AccessError} the meaning of an error response; truncated, too-large, protocol-error, and those of a connection.
 */
export async function callServer(
  method: string,
  url: XDemoUrl,
  context: Context,
  limit: "maxBytes" | "maxListing",
): Promise<unknown> {
  // Reject an invalid path before dialing.
  const path = toPath(url.parts);
  const stream = toDuplex(await context.connect(toEndpoint(url)), { signal: context.signal });
  const received = stream.pipe(limitBytes(context.limits, limit));
  const reader = new StreamMessageReader(received);
  // The timeouts of the connection suffice; a timer of the library would outlive the call.
  reader.partialMessageTimeout = 0;
  const rpc = createMessageConnection(reader, new StreamMessageWriter(stream));
  try {
    const failed = new Promise<never>((_, reject) => {
      stream.on("error", reject);
      rpc.onError(([error]) => reject(error));
      rpc.onClose(() => void waitForDelivery().then(() => reject(truncatedError())));
    });
    rpc.listen();
    const response = rpc.sendRequest(method, { path });
    // Whichever settles later has no other reader.
    response.catch(() => {});
    return await Promise.race([response, failed]);
  } catch (error) {
    throw toAccessError(error);
  } finally {
    rpc.dispose();
    received.destroy();
    stream.destroy();
  }
}

/** The library delivers a message two turns of the event loop after its last byte; the end of the stream comes at once. */
async function waitForDelivery(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Passes bytes on, up to the lower one of two limits. */
function limitBytes(limits: Limits, given: "maxBytes" | "maxListing"): Transform {
  const limit = limits[given] <= limits.maxHeld ? given : "maxHeld";
  const most = limits[limit];
  let count = 0;
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      count += chunk.length;
      if (count <= most) done(null, chunk);
      else done(tooLargeError(`the response exceeds the limit of ${most} bytes`, limit));
    },
  });
}

function truncatedError(): AccessError {
  return new AccessError("truncated", "the server closed the connection before the end", { retryable: true });
}

/** The codes of error responses: those of the README, and those of JSON-RPC 2.0 §5.1. */
const MEANINGS: ReadonlyMap<number, readonly [code: AccessCode, message: string]> = new Map([
  [403, ["permission-denied", "the server denied the request"]],
  [404, ["not-found", "the server has no such document"]],
  [405, ["is-a-directory", "the URL names a directory"]],
  [406, ["not-a-directory", "the URL names a document, not a directory"]],
  [-32603, ["temporarily-unavailable", "the server cannot answer now"]],
]);

function toAccessError(error: unknown): AccessError {
  if (isAccessError(error)) return error;
  if (error instanceof ResponseError) {
    const [code, message] = MEANINGS.get(error.code) ?? ["unsupported", "the server rejected the request"];
    return new AccessError(code, message, { reply: displayText(error.message).slice(0, 500) });
  }
  // The library's own message can quote the server: use it as the cause, not as the message.
  return new AccessError("protocol-error", "the server sent an invalid message", { cause: error });
}
