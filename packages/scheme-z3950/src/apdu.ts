import { AccessError } from "@anyurl/core";
import { Inbox } from "@anyurl/core/exchange";

/** Limits of one message of the server. */
export interface ApduLimits {
  /** Bytes. */
  readonly maxApdu: number;
  /** BER elements. */
  readonly maxElements: number;
}

/** Nested elements in one message. */
export const MAX_DEPTH = 32;

/** The bytes of a length, after its first one. */
const MAX_LENGTH_BYTES = 4;
/** The bytes of a tag: Z39.50 has none above 16383. */
const MAX_TAG_BYTES = 4;

/**
 * Splits the bytes of a server into APDUs, which follow each other without a header. BER has two kinds of lengths: a
 * definite one says where an element ends; an element of indefinite length ends with two zeros, after its members. Members
 * of definite length are skipped and never entered, so each byte is looked at once, however the bytes arrive.
 */
export class ApduInbox {
  readonly #inbox = new Inbox();
  readonly #maxApdu: number;
  /** Offset of the next header in the unread bytes. */
  #at = 0;
  /** The open elements of indefinite length. */
  #depth = 0;

  constructor({ maxApdu }: Pick<ApduLimits, "maxApdu">) {
    this.#maxApdu = maxApdu;
  }

  /** Are there unread bytes? */
  get isEmpty(): boolean {
    return this.#inbox.size === 0;
  }

  /** Adds received bytes, which belong to the inbox from now on. */
  push(octets: Uint8Array): void {
    this.#inbox.adopt(octets);
  }

  /**
   * Takes the next APDU; `undefined` if it has not arrived completely.
   *
   * @throws {AccessError} too-large: it is longer than `maxApdu`, which is known before it arrives; protocol-error: the
   *   bytes are not BER, or not from a Z39.50 server.
   */
  take(): Uint8Array | undefined {
    const octets = this.#inbox.peek();
    // Every APDU is a constructed element with a context tag.
    if (octets.length > 0 && (octets[0]! & 0xe0) !== 0xa0)
      throw new AccessError("protocol-error", "the server does not use Z39.50", {
        hint: "check the host and the port",
      });
    while (!this.#isWhole()) {
      const header = readHeader(octets, this.#at);
      if (header === undefined) {
        this.#checkSize(octets.length);
        return undefined;
      }
      this.#enter(header);
    }
    const end = this.#at;
    if (end > octets.length) return undefined;
    this.#inbox.skip(end);
    this.#at = 0;
    return octets.subarray(0, end);
  }

  /** Has the header of the APDU been read, and its end been found, even if the bytes before it have not arrived? */
  #isWhole(): boolean {
    return this.#at > 0 && this.#depth === 0;
  }

  /** Goes to the next header: after an element of definite length, or into one of indefinite length. */
  #enter({ start, length, isEnd }: ElementHeader): void {
    if (isEnd) this.#depth--;
    else if (length === undefined && ++this.#depth > MAX_DEPTH)
      throw invalidError(`more than ${MAX_DEPTH} nested elements`);
    this.#at = start + (length ?? 0);
    this.#checkSize(this.#at);
  }

  #checkSize(size: number): void {
    if (size > this.#maxApdu)
      throw new AccessError("too-large", `the server sent a message longer than ${this.#maxApdu} bytes`, {
        hint: "increase the z39.50 option maxApdu",
      });
  }
}

interface ElementHeader {
  /** Offset of the content. */
  readonly start: number;
  /** `undefined`: indefinite. */
  readonly length: number | undefined;
  /** Two zeros: the end of an element of indefinite length. */
  readonly isEnd: boolean;
}

/** Reads the header at an offset; `undefined` if not all of it is there. @throws {AccessError} protocol-error */
function readHeader(octets: Uint8Array, at: number): ElementHeader | undefined {
  const tag = octets[at];
  if (tag === undefined) return undefined;
  let next = at + 1;
  if ((tag & 0x1f) === 0x1f) {
    while (next < octets.length && octets[next]! >= 0x80) next++;
    next++;
    if (next - at > MAX_TAG_BYTES) throw invalidError(`a tag of more than ${MAX_TAG_BYTES} bytes`);
  }
  const first = octets[next];
  if (first === undefined) return undefined;
  const start = next + 1;
  if (first < 0x80) return { start, length: first, isEnd: tag === 0 && first === 0 };
  const count = first - 0x80;
  if (count === 0) {
    if ((tag & 0x20) === 0) throw invalidError("a value of indefinite length");
    return { start, length: undefined, isEnd: false };
  }
  if (count > MAX_LENGTH_BYTES) throw invalidError(`a length of more than ${MAX_LENGTH_BYTES} bytes`);
  if (octets.length < start + count) return undefined;
  let length = 0;
  for (let i = start; i < start + count; i++) length = length * 256 + octets[i]!;
  return { start: start + count, length, isEnd: false };
}

/** Creates the error of a message that is not valid. */
export function invalidError(what: string): AccessError {
  return new AccessError("protocol-error", `the server sent a message with ${what}`, {
    hint: "check that the host and the port are those of a Z39.50 server",
  });
}
