import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { concat, Inbox } from "@anyurl/core/exchange";
import { malformed } from "./malformed.ts";

/*
 * A message is a header of 25 printable octets, and a body, which is one APDU:
 *
 *     0000000032 z 2 wais       _ _ 0  …
 *     length     │ │ name       │ │ checksum, which nobody computes
 *                │ version      │ encoding: a space for none
 *                type           compression: a space for none
 */

export const HEADER_LENGTH = 25;

/** No answer is so long, whatever a limit says. */
export const MAX_BODY: number = 16 * 1024 * 1024;

/** The header of a message, but for its length. Each field is as it stands there. */
export interface MessageHeader {
  /** "z": an APDU; "a" and "n" acknowledge. Either case. */
  readonly type: string;
  readonly version: string;
  /** Ten characters at most. */
  readonly server: string;
  readonly compression: string;
  /** " ": none; "h": printable. Either case. */
  readonly encoding: string;
}

export interface Message {
  readonly header: MessageHeader;
  readonly body: Uint8Array;
}

/** What everybody sends. */
export const PLAIN_HEADER: MessageHeader = {
  type: "z",
  version: "2",
  server: "wais",
  compression: " ",
  encoding: " ",
};

/** A message around a body. @throws {RangeError} the body is longer than ten digits can say. */
export function formatMessage(body: Uint8Array, header: MessageHeader = PLAIN_HEADER): Uint8Array {
  const { type, version, server, compression, encoding } = header;
  if (body.length > MAX_BODY) throw new RangeError(`a body has at most ${MAX_BODY} octets`);
  const length = String(body.length).padStart(10, "0");
  return concat(octetsOf(`${length}${type}${version}${server.padEnd(10)}${compression}${encoding}0`), body);
}

/**
 * Puts messages together from what has arrived, however it was cut. Nothing is skipped in front of a header,
 * and no room is made for what a header only promises.
 */
export class MessageInbox {
  readonly #inbox = new Inbox();
  readonly #maxMessage: number;
  #header: (MessageHeader & { readonly length: number }) | undefined;

  /** @param maxMessage octets that a body may have; more than 16 MiB are never taken. */
  constructor(maxMessage: number) {
    this.#maxMessage = Math.min(maxMessage, MAX_BODY);
  }

  /** Has nothing of a next message arrived? */
  get empty(): boolean {
    return this.#header === undefined && this.#inbox.size === 0;
  }

  push(octets: Uint8Array): void {
    this.#inbox.push(octets);
  }

  /**
   * The next message; `undefined` when it has not arrived whole.
   *
   * @throws {AccessError} protocol-error: what stands there is no header; too-large: the body would be longer
   *   than
   *   allowed.
   */
  take(): Message | undefined {
    if (this.#header === undefined) {
      if (this.#inbox.size < HEADER_LENGTH) return undefined;
      this.#header = this.#checked(readHeader(this.#inbox.take(HEADER_LENGTH)));
    }
    const { length, ...header } = this.#header;
    if (this.#inbox.size < length) return undefined;
    this.#header = undefined;
    return { header, body: this.#inbox.take(length) };
  }

  #checked<T extends { readonly length: number }>(header: T): T {
    if (header.length <= this.#maxMessage) return header;
    throw new AccessError(
      "too-large",
      `the server announces a message of more than ${this.#maxMessage} octets`,
      {
        hint: this.#maxMessage < MAX_BODY ? "raise the limit maxMessage" : undefined,
      },
    );
  }
}

/** Reads the 25 octets of a header. @throws {AccessError} protocol-error: its length is no ten digits. */
export function readHeader(octets: Uint8Array): MessageHeader & { readonly length: number } {
  const digits = textOf(octets.subarray(0, 10));
  if (octets.length !== HEADER_LENGTH || !/^[0-9]{10}$/.test(digits))
    throw malformed("what was sent does not begin with the header of a WAIS message");
  const field = (start: number, end: number) => textOf(octets.subarray(start, end));
  return {
    length: Number(digits),
    type: field(10, 11),
    version: field(11, 12),
    server: field(12, 22),
    compression: field(22, 23),
    encoding: field(23, 24),
  };
}
