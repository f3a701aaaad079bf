import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { concat, Inbox } from "@anyurl/core/exchange";
import { malformedError } from "./malformed-error.ts";

/*
 * A message is a header of 25 printable bytes, and a body, which is one APDU:
 *
 *     0000000032 z 2 wais       _ _ 0  …
 *     length     │ │ name       │ │ checksum, not used
 *                │ version      │ encoding: a space if absent
 *                type           compression: a space if absent
 */

export const HEADER_BYTES = 25;

/** Larger than any response. Applies even if the limit is higher. */
export const MAX_BODY_BYTES: number = 16 * 1024 * 1024;

/** The header of a message, without its length. Fields are not converted. */
export interface MessageHeader {
  /** "z": an APDU; "a" and "n" acknowledge. Either case. */
  readonly type: string;
  readonly version: string;
  /** At most ten characters. */
  readonly server: string;
  readonly compression: string;
  /** " ": no encoding; "h": printable. Either case. */
  readonly encoding: string;
}

export interface Message {
  readonly header: MessageHeader;
  readonly body: Uint8Array;
}

/** The values that all software sends. */
export const PLAIN_HEADER: MessageHeader = {
  type: "z",
  version: "2",
  server: "wais",
  compression: " ",
  encoding: " ",
};

/**
 * Formats a message with this body.
 *
 * @throws {RangeError} the body is too long.
 */
export function formatMessage(body: Uint8Array, header: MessageHeader = PLAIN_HEADER): Uint8Array {
  const { type, version, server, compression, encoding } = header;
  if (body.length > MAX_BODY_BYTES)
    throw new RangeError(`the body exceeds the limit of ${MAX_BODY_BYTES} bytes`);
  const length = String(body.length).padStart(10, "0");
  return concat(octetsOf(`${length}${type}${version}${server.padEnd(10)}${compression}${encoding}0`), body);
}

/**
 * Assembles messages from data that arrives in chunks. Skips nothing before a header, and allocates no memory for
 * announced data.
 */
export class MessageInbox {
  readonly #inbox = new Inbox();
  readonly #maxMessage: number;
  #header: (MessageHeader & { readonly length: number }) | undefined;

  /** @param maxMessage maximum bytes of a body; more than 16 MiB are never accepted. */
  constructor(maxMessage: number) {
    this.#maxMessage = Math.min(maxMessage, MAX_BODY_BYTES);
  }

  /** Whether no byte of a next message has arrived. */
  get empty(): boolean {
    return this.#header === undefined && this.#inbox.size === 0;
  }

  push(octets: Uint8Array): void {
    this.#inbox.push(octets);
  }

  /**
   * Takes the next message; returns `undefined` if it is incomplete.
   *
   * @throws {AccessError} protocol-error: the data does not begin with a header; too-large: the body would exceed the
   * limit.
   */
  take(): Message | undefined {
    if (this.#header === undefined) {
      if (this.#inbox.size < HEADER_BYTES) return undefined;
      this.#header = this.#checked(readHeader(this.#inbox.take(HEADER_BYTES)));
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
      `the announced message exceeds the limit of ${this.#maxMessage} bytes`,
      {
        hint: this.#maxMessage < MAX_BODY_BYTES ? "increase the limit maxMessage" : undefined,
      },
    );
  }
}

/**
 * Parses the 25 bytes of a header.
 *
 * @throws {AccessError} protocol-error: its length does not have ten digits.
 */
export function readHeader(octets: Uint8Array): MessageHeader & { readonly length: number } {
  const digits = textOf(octets.subarray(0, 10));
  if (octets.length !== HEADER_BYTES || !/^[0-9]{10}$/.test(digits))
    throw malformedError("the data does not begin with the header of a WAIS message");
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
