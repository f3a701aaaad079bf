import type { Connection } from "@anyurl/core/exchange";
import { type DuplexOptions, receiver } from "./duplex.ts";

/** Web streams over a connection, in the shape that libraries for socket APIs of web streams take. */
export interface ConnectionStreams {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  /** Resolves when the connection was closed here or ended by the server; rejects with its error. */
  readonly closed: Promise<void>;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Closes the connection. Idempotent. */
  close(): void;
}

/**
 * Wraps a connection in web streams. They own the connection: canceling or aborting one of them, `close`, an abort of the
 * signal, and an error of the connection close it. Closing `writable` ends the sending direction only, if the connection
 * can do that.
 */
export function toWebStreams(connection: Connection, options: DuplexOptions = {}): ConnectionStreams {
  const { signal } = options;
  const receive = receiver(connection, options);
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const closed = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  // An error is also that of the streams: who does not wait for `closed` need not handle it there.
  closed.catch(() => {});
  let isClosed = false;
  const finish = (settle: () => void) => {
    if (isClosed) return;
    isClosed = true;
    signal?.removeEventListener("abort", onAbort);
    connection.close();
    settle();
  };
  const fail = (error: unknown): never => {
    finish(() => reject(error));
    throw error;
  };
  const close = () => finish(resolve);
  const onAbort = () => {
    finish(() => reject(signal?.reason));
    input.error(signal?.reason);
  };
  let input!: ReadableStreamDefaultController<Uint8Array>;
  const readable = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        input = controller;
      },
      async pull(controller) {
        const octets = await receive().catch(fail);
        if (isClosed) return;
        if (octets !== undefined) return controller.enqueue(octets);
        controller.close();
        resolve();
      },
      cancel: close,
    },
    // Nothing is received before the library reads.
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<Uint8Array>({
    // A copy: the library may reuse its buffer when the write has resolved.
    write: (chunk) => connection.send(new Uint8Array(chunk)).catch(fail),
    close: async () => await connection.end?.().catch(fail),
    abort: close,
  });
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  const { address: remoteAddress, port: remotePort } = connection.remote;
  return { readable, writable, closed, remoteAddress, remotePort, close };
}
