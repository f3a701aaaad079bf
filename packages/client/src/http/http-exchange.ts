import { AccessError, isAccessError, octetsOf, type Source } from "@anyurl/core";
import { ALREADY_SENT, concat, type HttpRequest, type HttpResponse } from "@anyurl/core/exchange";
import { timeoutError } from "../call/call-scope.ts";
import type { CallNetwork, NetworkCall } from "../context/call-network.ts";
import { formatResponseHead, type RequestHead } from "./head-text.ts";
import type { HttpLease } from "./http-lease.ts";
import type { ResponseHead } from "./response-head.ts";
import { ResponseReader } from "./response-reader.ts";

/** What an exchange needs of the network of its call. */
interface ExchangeNetwork extends Pick<CallNetwork, "limits"> {
  readonly call: Pick<NetworkCall, "unlessAborted" | "record" | "recordFormatted">;
}

/**
 * One request and its response on a leased connection. The connection is returned to the pool after a response that was
 * read to its end, and closed otherwise. The head must arrive within `replyTimeout` of the request; a body has the same
 * limits as any other.
 */
export class HttpExchange {
  readonly #lease: HttpLease;
  readonly #network: ExchangeNetwork;
  readonly #on: string;
  readonly #reader: ResponseReader;
  #isOver = false;
  /** The body of the request, while it is being sent. */
  #source: AsyncIterator<Uint8Array> | undefined;
  /** Settles when the body was sent or cannot be sent. */
  #sent: Promise<typeof SENT> | undefined;
  /** Why a part of the body could not be sent after the head of the response. */
  #lost: unknown;
  /** The error of the source of the body. */
  #failure: { readonly error: unknown } | undefined;

  /** @param on the channel in the transcript. */
  constructor(lease: HttpLease, network: ExchangeNetwork, on: string, method: string) {
    this.#lease = lease;
    this.#network = network;
    this.#on = on;
    this.#reader = new ResponseReader(method, network.limits);
  }

  /** Sends the request. Resolves when the head of the final response has arrived. */
  async request(head: RequestHead, { secret, body, length }: HttpRequest): Promise<HttpResponse> {
    const { connection } = this.#lease;
    const reader = this.#reader;
    let content = NOTHING;
    try {
      // Throws if the policy does not allow passwords in clear text.
      const sending = connection.send(head.bytes, secret);
      if (sending !== ALREADY_SENT) await sending.catch(ignoreLostConnection);
      this.#network.call.recordFormatted("send", this.#on, head.masked);
      if (body !== undefined) this.#begin(body, length);
      while (reader.head === undefined) {
        const bytes = await (this.#source === undefined ? connection.receive() : this.#receiveWhileSending());
        if (bytes === undefined) reader.end();
        else content = reader.read(bytes);
      }
      return this.#toResponse(reader.head, content);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #toResponse(head: ResponseHead, content: Uint8Array): HttpResponse {
    const { connection } = this.#lease;
    const { status, reason, fields, framing } = head;
    this.#network.call.recordFormatted("receive", this.#on, () => formatResponseHead(head));
    const isProven = framing === "close" && connection.tls?.closeNotify === true;
    return {
      ...{ status, reason, fields, framing: isProven ? "close-notify" : framing },
      ...{ body: this.#body(content), remote: connection.remote },
      trailers: () => this.#reader.trailers,
      ...(this.#source !== undefined && { sent: () => this.#untilSent() }),
    };
  }

  /** Returns the content. Leaving it before its first chunk ends the exchange as well. */
  #body(first: Uint8Array): HttpResponse["body"] {
    const body = this.#readBody(first);
    const end = body.return.bind(body);
    // A generator that has not started does not run its `finally` block.
    // Named first, as in `createContext`: V8 would keep a function that is assigned at once, and all of the call with it.
    const leave: typeof end = (value) => {
      this.#end();
      return end(value);
    };
    body.return = leave;
    return body;
  }

  async *#readBody(first: Uint8Array): HttpResponse["body"] {
    const { connection } = this.#lease;
    const reader = this.#reader;
    try {
      let content = first;
      for (;;) {
        if (content.length > 0) {
          this.#network.call.record({ do: "receive", on: this.#on, octets: content, body: true });
          yield content;
        }
        if (reader.isComplete) return true;
        // On loan: the reader has done with the last chunk when it requests the next one.
        const bytes = await connection.receive("body", true);
        if (bytes === undefined) reader.end();
        content = bytes === undefined ? NOTHING : reader.read(bytes);
      }
    } catch (error) {
      throw this.#failure === undefined ? error : this.#failure.error;
    } finally {
      this.#end();
    }
  }

  /** Ends the exchange: the connection goes back to the pool, or is closed. Idempotent. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const isSent = this.#source === undefined;
    // Do not wait for a source that hangs.
    this.#source?.return?.().catch(() => {});
    const { connection, giveBack } = this.#lease;
    const isKept = isSent && this.#reader.isReusable && giveBack !== undefined;
    if (isKept) giveBack(this.#reader.head!.fields);
    else connection.close();
    this.#network.call.record({ do: isKept ? "keep" : "close", on: this.#on });
  }

  #begin(body: Source, length: number | undefined): void {
    this.#source = body[Symbol.asyncIterator]();
    this.#sent = this.#send(this.#source, length);
    this.#sent.catch((error) => {
      this.#failure = { error };
      this.#lease.connection.close();
    });
  }

  /**
   * Sends the body. If the connection is lost, a response may have arrived before, so the reading side reports it.
   *
   * @throws the error of the source. @throws {AccessError} timeout; bad-option: the body has another length.
   */
  async #send(source: AsyncIterator<Uint8Array>, length: number | undefined): Promise<typeof SENT> {
    let left = length ?? Number.POSITIVE_INFINITY;
    for (;;) {
      const { done, value } = await source.next();
      // A body that is not sent whole must not end as if it were.
      if (this.#isOver) return SENT;
      if (done === true) break;
      if (value.length === 0) continue;
      left -= value.length;
      if (left < 0) throw lengthError(length!);
      this.#network.call.record({ do: "send", on: this.#on, octets: value, body: true });
      if (!(await this.#sendChunk(length === undefined ? toChunk(value) : value))) return SENT;
    }
    if (length !== undefined && left > 0) throw lengthError(length);
    if (length === undefined && !(await this.#sendChunk(LAST_CHUNK))) return SENT;
    this.#source = undefined;
    return SENT;
  }

  /** Returns false if the connection is lost. */
  async #sendChunk(bytes: Uint8Array): Promise<boolean> {
    try {
      await this.#lease.connection.send(bytes);
      return true;
    } catch (error) {
      // After the head, the server decides how much it reads.
      if (this.#reader.head === undefined) ignoreLostConnection(error);
      this.#lost = error;
      return false;
    }
  }

  /** Resolves when the body was sent, which the response did not wait for (RFC 9112 §9.5). */
  async #untilSent(): Promise<void> {
    await this.#sent;
    if (this.#source === undefined) return;
    if (isAccessError(this.#lost) && this.#lost.code === "timeout") throw this.#lost;
    throw new AccessError(
      "truncated",
      "the server responded before the end of the body, and reads no more of it",
      {
        hint: "check what the server has stored, and send it again",
        cause: this.#lost,
      },
    );
  }

  /** Receives while the body is being sent. The timeout starts when all of it was sent. */
  async #receiveWhileSending(): Promise<Uint8Array | undefined> {
    const { call, limits } = this.#network;
    const received = this.#lease.connection.receiveUntimed();
    const first = await Promise.race([received, this.#sent!]);
    if (first !== SENT) return first;
    return call.unlessAborted(received, {
      within: limits.replyTimeout,
      onTimeout: () => timeoutError("the server's reply", limits.replyTimeout, "replyTimeout"),
    });
  }
}

const SENT = "sent";
const NOTHING: Uint8Array = new Uint8Array(0);
const CR_LF: Uint8Array = octetsOf("\r\n");
const LAST_CHUNK: Uint8Array = octetsOf("0\r\n\r\n");

/** chunk = chunk-size CRLF chunk-data CRLF   (RFC 9112 §7.1) */
function toChunk(bytes: Uint8Array): Uint8Array {
  return concat(octetsOf(`${bytes.length.toString(16)}\r\n`), bytes, CR_LF);
}

function ignoreLostConnection(error: unknown): void {
  if (!isAccessError(error) || error.code !== "truncated") throw error;
}

export function lengthError(length: number): AccessError {
  return new AccessError(
    "bad-option",
    `the request body does not have its declared length of ${length} bytes`,
  );
}
