import { AccessError, isAccessError, octetsOf } from "@anyurl/core";
import type { Endpoint, Exchange, Phase, SendStep } from "@anyurl/core/exchange";
import {
  formatInit,
  formatMessage,
  type InitResponse,
  MAX_BODY_BYTES,
  type Message,
  MessageInbox,
  readInitResponse,
} from "@anyurl/protocol-wais";
import type { Settings } from "./options.ts";

/** The negotiated settings, stored with a pooled connection. */
export interface NegotiatedSettings {
  /** Maximum bytes of the body of a response. */
  readonly size: number;
  /** The server's markers around search words in texts. */
  readonly markers: readonly Uint8Array[];
}

/** The message size in bytes that existing software requests. */
const PREFERRED_MESSAGE_BYTES = 100_000;
/** Maximum bytes of a marker; usual ones have one or two. */
const MAX_MARKER_BYTES = 16;
const CITE = "RFC 1625";

/** A connection for sequential requests, each after the response to the one before. */
export class WaisConnection {
  readonly #settings: Settings;
  readonly #endpoint: Endpoint;
  #inbox: MessageInbox;
  #agreement: NegotiatedSettings;
  /** True for a pooled connection before its first response: the server may have closed it while it was idle. */
  #isRested: boolean;
  /** True for the first connection of the exchange: only that one can be pooled. */
  #isFirst = true;

  /** @param agreement the negotiated settings of a pooled connection. */
  constructor(settings: Settings, endpoint: Endpoint, agreement?: NegotiatedSettings) {
    const { maxMessage } = settings.limits;
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#inbox = new MessageInbox(maxMessage);
    this.#agreement = agreement ?? {
      size: Math.min(PREFERRED_MESSAGE_BYTES, maxMessage, MAX_BODY_BYTES),
      markers: [],
    };
    this.#isRested = agreement !== undefined;
  }

  get agreement(): NegotiatedSettings {
    return this.#agreement;
  }

  /**
   * Sends an Init request, if enabled and not yet done. If the server does not understand it, continues without.
   *
   * @throws {AccessError} permission-denied: the server rejected it.
   */
  *begin(): Exchange<never, void> {
    if (this.#isRested || !this.#settings.init) return;
    const { size } = this.#agreement;
    const init = formatInit({
      facilities: ["search"],
      preferredMessageSize: size,
      maximumRecordSize: size,
      idAuthentication: "anyurl",
    });
    const body = yield* this.#exchange({ do: "send", octets: formatMessage(init), cite: CITE }, "reply");
    // An Init is optional, and some servers do not support it.
    if (body === undefined) yield* this.#reopen();
    else if (body.length > 0) this.#agreement = applyInitResponse(readInitResponse(body), size);
  }

  /**
   * Sends a request and returns the body of the response. An empty body means that the server cannot answer.
   *
   * @throws {AccessError} truncated: the server closed the connection; desync: the server sent unrequested data.
   */
  *ask(request: SendStep, phase: Phase): Exchange<never, Uint8Array> {
    let body = yield* this.#asRested(request, phase);
    if (body === undefined && this.#isRested) {
      yield* this.#reopen();
      yield* this.begin();
      body = yield* this.#exchange(request, phase);
    }
    if (body !== undefined) return body;
    throw new AccessError("truncated", "the server closed the connection instead of answering", {
      retryable: true,
    });
  }

  /** Returns the connection to the pool, unless it has unread data. */
  *keep(): Exchange<never, void> {
    if (this.#isFirst && this.#inbox.empty) yield { do: "keep", state: this.#agreement };
  }

  /** Like `#exchange`, but also returns `undefined` if a pooled connection was lost while idle. */
  *#asRested(request: SendStep, phase: Phase): Exchange<never, Uint8Array | undefined> {
    try {
      const body = yield* this.#exchange(request, phase);
      if (body !== undefined) this.#isRested = false;
      return body;
    } catch (error) {
      if (this.#isRested && this.#inbox.empty && isConnectionLost(error)) return undefined;
      throw error;
    }
  }

  *#reopen(): Exchange<never, void> {
    yield { do: "open", on: "control", endpoint: this.#endpoint, cite: CITE };
    this.#inbox = new MessageInbox(this.#settings.limits.maxMessage);
    this.#isRested = false;
    this.#isFirst = false;
  }

  /** Sends one request and returns the response; `undefined` if the server closed without a byte. */
  *#exchange(request: SendStep, phase: Phase): Exchange<never, Uint8Array | undefined> {
    if (!this.#inbox.empty) throw new AccessError("desync", "the server sent data that was not requested");
    yield request;
    for (;;) {
      const message = this.#inbox.take();
      if (message !== undefined) return messageBody(message);
      const octets = yield { do: "receive", phase };
      if (octets !== undefined) this.#inbox.push(octets);
      else if (this.#inbox.empty) return undefined;
      else
        throw new AccessError("truncated", "the server closed the connection in the middle of a response", {
          retryable: true,
        });
    }
  }
}

function applyInitResponse(response: InitResponse, asked: number): NegotiatedSettings {
  if (!response.accepted)
    throw new AccessError("permission-denied", "the server rejected the Init request", {
      hint: "set the wais option init to false",
    });
  const { maximumRecordSize = asked, highlightMarker, deHighlightMarker } = response;
  const markers = [highlightMarker, deHighlightMarker]
    .map((marker) => octetsOf(marker ?? ""))
    .filter(({ length }) => length > 0 && length <= MAX_MARKER_BYTES);
  return { size: Math.min(maximumRecordSize, asked), markers };
}

/** @throws {AccessError} protocol-error: an acknowledgement, or an encoding that was not requested. */
function messageBody({ header, body }: Message): Uint8Array {
  const { type, compression, encoding } = header;
  if (type.toLowerCase() !== "z")
    throw new AccessError("protocol-error", "the server sent an acknowledgement instead of a response");
  if (compression !== " " || encoding !== " ")
    throw new AccessError("protocol-error", "the response has an encoding that was not requested");
  return body;
}

function isConnectionLost(error: unknown): boolean {
  return isAccessError(error) && (error.code === "truncated" || error.code === "connect-failed");
}
