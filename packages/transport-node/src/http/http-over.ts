import type { Duplex } from "node:stream";
import { AccessError } from "@anyurl/core";
import {
  type Connection,
  copyBytes,
  type HttpConnection,
  type HttpOptions,
  type HttpResponse,
} from "@anyurl/core/exchange";
import type { Client } from "undici";
import { Content } from "./content.ts";
import { faultOf } from "./fault.ts";
import { ResponseHeadFilter } from "./head-gate.ts";

type Asked = Parameters<HttpConnection["request"]>[0];
type Answered = Omit<HttpResponse, "remote">;

/**
 * Creates an HTTP client on an open connection. It uses undici, which is large and therefore loaded with the first
 * request.
 */
export function httpOver(connection: Connection, options: HttpOptions): HttpConnection {
  return new HttpOver(connection, options);
}

class HttpOver implements HttpConnection {
  readonly #connection: Connection;
  readonly #options: HttpOptions;
  readonly #gate: ResponseHeadFilter;
  #wire: Duplex | undefined;
  #client: Client | undefined;
  /** The response that is being read. */
  #content: Content | undefined;
  #isFree = false;
  #isClosed = false;

  constructor(connection: Connection, options: HttpOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#gate = new ResponseHeadFilter(options);
  }

  get reusable(): boolean {
    return this.#isFree && !this.#isClosed && this.#wire?.destroyed === false;
  }

  rest(resting: boolean): void {
    this.#connection.rest?.(resting);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#content?.fail(new AccessError("truncated", "the connection was closed", { retryable: true }));
    this.#client?.destroy().catch(() => {});
    this.#wire?.destroy();
    this.#connection.close();
  }

  async request(request: Asked, signal: AbortSignal): Promise<Answered> {
    if (signal.aborted) this.close();
    signal.throwIfAborted();
    if (this.#isClosed || (this.#client !== undefined && !this.reusable))
      throw new AccessError("busy", "the last response on this connection has not been read to its end");
    this.#isFree = false;
    const stop = () => this.close();
    signal.addEventListener("abort", stop, { once: true });
    const letGo = () => signal.removeEventListener("abort", stop);
    try {
      const client = await this.#clientOf();
      signal.throwIfAborted();
      return await this.#exchange(client, request, letGo);
    } catch (error) {
      letGo();
      this.close();
      throw signal.aborted ? signal.reason : error;
    }
  }

  async #exchange(client: Client, request: Asked, letGo: () => void): Promise<Answered> {
    const { keepAlive = false, maxFields } = this.#options;
    const { method, target, authority, fields, body, length } = request;
    const source = body && new Source(body);
    const gate = this.#gate;
    const content = new Content({
      head: () => gate.head,
      maxFields,
      fault: (error) => source?.failure?.error ?? faultOf(error, gate.head !== undefined),
      endFailure: () => gate.endFailure,
      ended: () => {
        letGo();
        gate.rest();
        if (keepAlive) this.#isFree = true;
        else this.close();
      },
      left: () => {
        letGo();
        this.close();
      },
    });
    this.#content = content;
    gate.expect(method);
    client.dispatch(
      {
        path: target,
        method,
        headers: [
          ["host", authority],
          ...fields,
          ...(length === undefined || body === undefined ? [] : [["content-length", String(length)]]),
        ].flat(),
        body: (source?.octets() ?? null) as null,
        reset: !keepAlive,
        blocking: false,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      content,
    );
    const head = await content.begun;
    const isProven = head.framing === "close" && this.#connection.tls?.closeNotify === true;
    return { ...head, ...(isProven && { framing: "close-notify" }), body: content.octets() };
  }

  async #clientOf(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    const [undici, { wireOver }] = await Promise.all([import("undici"), import("./wire.ts")]);
    const wire = wireOver(this.#connection, this.#gate);
    this.#wire = wire;
    const { maxHead } = this.#options;
    this.#client = new undici.Client("http://localhost", {
      // Not synchronously: undici continues only if the connection comes later.
      connect: (_, give) => queueMicrotask(() => give(null, wire as never)),
      maxHeaderSize: Math.min(Math.max(1, Math.floor(maxHead)) + ROOM, Number.MAX_SAFE_INTEGER),
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      pipelining: 1,
    });
    if (this.#isClosed) this.#client.destroy().catch(() => {});
    return this.#client;
  }
}

/** Extra head size for undici: the maximum difference between how the gate and undici count it. */
const ROOM = 1024;

/** The source of a body. Stores its error in an object, because the error can be any value. */
class Source {
  failure: { readonly error: unknown } | undefined;
  readonly #octets: AsyncIterable<Uint8Array>;

  constructor(octets: AsyncIterable<Uint8Array>) {
    this.#octets = octets;
  }

  async *octets(): AsyncGenerator<Uint8Array> {
    try {
      // Copy the chunk: undici asks for the next one while this one waits to be written, and the caller may reuse the
      // buffer.
      for await (const octets of this.#octets) yield copyBytes(octets);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}
