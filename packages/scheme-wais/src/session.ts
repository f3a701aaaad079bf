import { AccessError, isAccessError, octetsOf } from "@anyurl/core";
import type { Endpoint, Exchange, Phase, SendStep } from "@anyurl/core/exchange";
import {
  formatInit,
  formatMessage,
  type InitResponse,
  MAX_BODY,
  type Message,
  MessageInbox,
  readInitResponse,
} from "@anyurl/protocol-wais";
import type { Settings } from "./options.ts";

/** What server and client have agreed on: what a connection that is kept has to be remembered by. */
export interface Agreement {
  /** Octets that the body of an answer may have. */
  readonly size: number;
  /** What marks the words that were searched for, in texts. */
  readonly markers: readonly Uint8Array[];
}

/** Software has always asked for so much. */
const PREFERRED_SIZE = 100_000;
/** A marker is an octet or two. */
const MAX_MARKER = 16;
const CITE = "RFC 1625";

/** A connection on which requests are made, one after the other, each after the answer to the one before. */
export class Session {
  readonly #settings: Settings;
  readonly #endpoint: Endpoint;
  #inbox: MessageInbox;
  #agreement: Agreement;
  /** Has the connection served before, and not answered yet? While it rested it may have been closed. */
  #isRested: boolean;
  /** Is it the connection that the exchange began with? No other one can be kept. */
  #isFirst = true;

  /** @param agreement what was agreed on before, on a connection that has served already. */
  constructor(settings: Settings, endpoint: Endpoint, agreement?: Agreement) {
    const { maxMessage } = settings.limits;
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#inbox = new MessageInbox(maxMessage);
    this.#agreement = agreement ?? { size: Math.min(PREFERRED_SIZE, maxMessage, MAX_BODY), markers: [] };
    this.#isRested = agreement !== undefined;
  }

  get agreement(): Agreement {
    return this.#agreement;
  }

  /**
   * Introduces us by an Init, where that is wanted and has not been done. A server that can make nothing of
   * it is asked without.
   *
   * @throws {AccessError} permission-denied: the server refuses.
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
    // An Init may be left out, and some servers know none.
    if (body === undefined) yield* this.#reopen();
    else if (body.length > 0) this.#agreement = agreedIn(readInitResponse(body), size);
  }

  /**
   * Asks, and gives the body of the answer; an empty one is the server's way to say that it cannot answer.
   *
   * @throws {AccessError} truncated: the server closes instead; desync: something came that nobody had asked
   *   for.
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

  /** Lets the connection serve again, where nothing is left unread on it. */
  *keep(): Exchange<never, void> {
    if (this.#isFirst && this.#inbox.empty) yield { do: "keep", state: this.#agreement };
  }

  /** As `#exchange`; that a connection broke while it rested is `undefined`, too. */
  *#asRested(request: SendStep, phase: Phase): Exchange<never, Uint8Array | undefined> {
    try {
      const body = yield* this.#exchange(request, phase);
      if (body !== undefined) this.#isRested = false;
      return body;
    } catch (error) {
      if (this.#isRested && this.#inbox.empty && isBroken(error)) return undefined;
      throw error;
    }
  }

  *#reopen(): Exchange<never, void> {
    yield { do: "open", on: "control", endpoint: this.#endpoint, cite: CITE };
    this.#inbox = new MessageInbox(this.#settings.limits.maxMessage);
    this.#isRested = false;
    this.#isFirst = false;
  }

  /** One request and its answer; `undefined` where the server has closed without an octet. */
  *#exchange(request: SendStep, phase: Phase): Exchange<never, Uint8Array | undefined> {
    if (!this.#inbox.empty)
      throw new AccessError("desync", "the server sent more than the answer to what it was asked");
    yield request;
    for (;;) {
      const message = this.#inbox.take();
      if (message !== undefined) return bodyOf(message);
      const octets = yield { do: "receive", phase };
      if (octets !== undefined) this.#inbox.push(octets);
      else if (this.#inbox.empty) return undefined;
      else
        throw new AccessError("truncated", "the server closed the connection in the middle of an answer", {
          retryable: true,
        });
    }
  }
}

function agreedIn(response: InitResponse, asked: number): Agreement {
  if (!response.accepted)
    throw new AccessError("permission-denied", "the server does not take us in", {
      hint: "set the wais option init to false, to ask without an introduction",
    });
  const { maximumRecordSize = asked, highlightMarker, deHighlightMarker } = response;
  const markers = [highlightMarker, deHighlightMarker]
    .map((marker) => octetsOf(marker ?? ""))
    .filter(({ length }) => length > 0 && length <= MAX_MARKER);
  return { size: Math.min(maximumRecordSize, asked), markers };
}

/** @throws {AccessError} protocol-error: an acknowledgement, or an encoding that nobody has asked for. */
function bodyOf({ header, body }: Message): Uint8Array {
  const { type, compression, encoding } = header;
  if (type.toLowerCase() !== "z")
    throw new AccessError("protocol-error", "the server sent an acknowledgement in the place of an answer");
  if (compression !== " " || encoding !== " ")
    throw new AccessError("protocol-error", "the answer is in an encoding that was not asked for");
  return body;
}

function isBroken(error: unknown): boolean {
  return isAccessError(error) && (error.code === "truncated" || error.code === "connect-failed");
}
