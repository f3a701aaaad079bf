import { AccessError, octetsOf } from "@anyurl/core";
import { beforeLineBreak, findField, findLineEnd, type HeaderField, readHeader, readId } from "./header.ts";
import { type ParameterizedValue, readParameters } from "./parameters.ts";

/** Limits of a message. */
export interface MimeLimits {
  readonly maxParts: number;
  readonly maxDepth: number;
  /** Bytes of one header. */
  readonly maxHeaderSize: number;
}

/** A part of a message, or the message itself (RFC 2045 §2.4). */
export interface MimePart {
  /** Its number, such as "1.2" (RFC 3501 §6.4.5); "" for the multipart of the whole message. */
  readonly section: string;
  readonly fields: readonly HeaderField[];
  readonly type: ParameterizedValue;
  /** In lower case. */
  readonly transferEncoding: string;
  /** Without angle brackets; `undefined` without one. */
  readonly contentId: string | undefined;
  readonly parent: MimePart | undefined;
  /** The parts of a multipart; the message of a message/rfc822 or message/global (RFC 6532 §3.7). */
  readonly children: readonly MimePart[];
  /** Offsets of the body in the message. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/**
 * Reads a message as a tree of parts, in one pass over its lines. A multipart ends with its closing delimiter, with a
 * delimiter of an outer one, or with the message (RFC 2046 §5.1).
 *
 * @throws {AccessError} too-large: a limit is exceeded.
 */
export function readMessage(octets: Uint8Array, limits: MimeLimits): MimePart {
  return new MimeReader(octets, limits).read({ prefix: "", isMessage: true });
}

/** A line that separates parts. */
interface Delimiter {
  /** The index of its boundary in the stack. */
  readonly level: number;
  readonly closing: boolean;
}

/** Where a part is. */
interface Place {
  /** The number of the part. For a message: the number of the part that contains it. */
  readonly prefix: string;
  readonly isMessage?: boolean;
  readonly parent?: MimePart;
  readonly depth?: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const DASH = 0x2d;
/** "boundary := 0*69<bchars> bcharsnospace" (RFC 2046 §5.1.1). Longer ones exist. */
const MAX_BOUNDARY = 256;

/** The default of RFC 2045 §5.2. */
const PLAIN_TEXT = "text/plain; charset=us-ascii";

class MimeReader {
  readonly #octets: Uint8Array;
  readonly #limits: MimeLimits;
  /** The boundaries of the open multiparts, as bytes with their "--". */
  readonly #boundaries: Uint8Array[] = [];
  /** The delimiter before `#at`; `undefined` at the end of the message. */
  #delimiter: Delimiter | undefined;
  #at = 0;
  #parts = 0;

  constructor(octets: Uint8Array, limits: MimeLimits) {
    this.#octets = octets;
    this.#limits = limits;
  }

  read({ prefix, isMessage = false, parent, depth = 0 }: Place): MimePart {
    const { maxParts, maxDepth, maxHeaderSize } = this.#limits;
    if (depth > maxDepth) throw limitError(`more than ${maxDepth} levels of parts`, "maxDepth");
    if (this.#parts++ > maxParts) throw limitError(`more than ${maxParts} parts`, "maxParts");
    const isDelimiter = (at: number) => this.#findDelimiter(at) !== undefined;
    const { fields, bodyStart } = readHeader(this.#octets, this.#at, maxHeaderSize, isDelimiter);
    const isInDigest = parent?.type.value === "multipart/digest";
    const defaultType = isInDigest ? "message/rfc822" : PLAIN_TEXT;
    const children: MimePart[] = [];
    const type = readParameters(findField(fields, "content-type") ?? defaultType);
    const isMultipart = type.value.startsWith("multipart/");
    // The parts of a message have its number and their own. A message that is not a multipart has one part.
    const own = isMessage ? addNumber(prefix, 1) : prefix;
    const part: Writable<MimePart> = {
      ...{ section: isMultipart ? prefix : own, fields, type, parent, children, bodyStart },
      bodyEnd: bodyStart,
      transferEncoding: readParameters(findField(fields, "content-transfer-encoding") ?? "7bit").value,
      contentId: readId(findField(fields, "content-id")),
    };
    this.#at = bodyStart;
    const boundary = readBoundary(type);
    if (isMultipart && boundary !== "") part.bodyEnd = this.#readMultipart(part, boundary, children, depth);
    else if (/^message\/(?:rfc822|global)$/.test(type.value) && IDENTITY.has(part.transferEncoding)) {
      children.push(this.read({ prefix: part.section, isMessage: true, parent: part, depth: depth + 1 }));
      part.bodyEnd = children[0]!.bodyEnd;
    } else part.bodyEnd = this.#skipToDelimiter();
    // A multipart without a boundary, or without its delimiters, is one text (RFC 2045 §5.2).
    if (isMultipart && children.length === 0)
      Object.assign(part, { section: own, type: readParameters(PLAIN_TEXT) });
    return part;
  }

  /** Reads the parts of a multipart, and returns the offset of its end. */
  #readMultipart(part: MimePart, boundary: string, children: MimePart[], depth: number): number {
    const level = this.#boundaries.push(octetsOf(`--${boundary}`)) - 1;
    let end = this.#skipToDelimiter();
    while (this.#delimiter?.level === level && !this.#delimiter.closing) {
      const prefix = addNumber(part.section, children.length + 1);
      const child = this.read({ prefix, parent: part, depth: depth + 1 });
      children.push(child);
      end = child.bodyEnd;
    }
    this.#boundaries.pop();
    // After the closing delimiter there is an epilogue. Without one, the line break is that of the outer delimiter.
    return this.#delimiter?.level === level ? this.#skipToDelimiter(part.bodyStart) : end;
  }

  /**
   * Skips the lines before the next delimiter and itself. Returns the offset of the line break before it, which is not
   * before `start`.
   */
  #skipToDelimiter(start = this.#at): number {
    for (let at = this.#at; at < this.#octets.length; at = findLineEnd(this.#octets, at)) {
      const delimiter = this.#findDelimiter(at);
      if (delimiter === undefined) continue;
      this.#delimiter = delimiter;
      this.#at = findLineEnd(this.#octets, at);
      return beforeLineBreak(this.#octets, start, at);
    }
    this.#delimiter = undefined;
    return this.#octets.length;
  }

  /** Returns the delimiter in the line at `at`: "--", a boundary of an open multipart, "--" if it closes, white space. */
  #findDelimiter(at: number): Delimiter | undefined {
    const octets = this.#octets;
    for (let level = this.#boundaries.length - 1; level >= 0; level--) {
      const boundary = this.#boundaries[level]!;
      if (!boundary.every((octet, i) => octets[at + i] === octet)) continue;
      let end = at + boundary.length;
      const closing = octets[end] === DASH && octets[end + 1] === DASH;
      if (closing) end += 2;
      while (octets[end] === 0x20 || octets[end] === 0x09 || octets[end] === 0x0d) end++;
      if (end >= octets.length || octets[end] === 0x0a) return { level, closing };
    }
    return undefined;
  }
}

/** Returns the boundary of a multipart, which never ends with white space (RFC 2046 §5.1.1); "" without a usable one. */
function readBoundary({ parameters }: ParameterizedValue): string {
  const boundary = parameters.get("boundary")?.trimEnd() ?? "";
  return boundary.length <= MAX_BOUNDARY ? boundary : "";
}

function addNumber(prefix: string, number: number): string {
  return prefix === "" ? `${number}` : `${prefix}.${number}`;
}

/** Encodings that change nothing, also as some programs write them. */
export const IDENTITY: ReadonlySet<string> = new Set([
  "",
  "binary",
  ...["7", "8"].flatMap((bits) => ["bit", "bits", "-bit", "-bits"].map((unit) => bits + unit)),
]);

function limitError(message: string, option: string): AccessError {
  return new AccessError("too-large", `the message has ${message}`, {
    hint: `increase the option ${option}`,
  });
}

/** Yields a part and all parts below it, in the order of the message. */
export function* walkParts(part: MimePart): Generator<MimePart, void, void> {
  yield part;
  for (const child of part.children) yield* walkParts(child);
}
