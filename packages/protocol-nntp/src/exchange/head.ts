import { type AccessError, type Limits, textOf, tooLargeError } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";

/** A header field, unfolded (RFC 5536 §2.2). */
export interface Field {
  /** In its original case; names are compared without case. */
  readonly name: string;
  /** Without surrounding white space. Text that keeps its bytes; encoded words are not decoded. */
  readonly body: string;
}

/** The head of an article. All of it is untrusted. */
export interface Head {
  readonly fields: readonly Field[];
  /** Returns the body of the first field with this name, in any case. */
  get(name: string): string | undefined;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Parses header fields. A line that begins with white space continues the one before; a line that is not a field is
 * skipped, with the lines that continue it.
 *
 * @throws {AccessError} too-large: more than maxFields fields.
 */
export function readHead(octets: Uint8Array, { maxFields }: Pick<Limits, "maxFields">): Head {
  const fields: { name: string; body: string }[] = [];
  const bodies: string[][] = [];
  /** The field that a folded line continues. */
  let current: string[] | undefined;
  for (const line of textOf(octets).split("\n")) {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (text.startsWith(" ") || text.startsWith("\t")) {
      current?.push(text);
      continue;
    }
    current = undefined;
    const colon = text.indexOf(":");
    if (colon < 1 || !isName(text, colon)) continue;
    if (fields.length >= maxFields) throw headTooLargeError(`${maxFields} fields`, "maxFields");
    fields.push({ name: text.slice(0, colon), body: "" });
    current = [text.slice(colon + 1)];
    bodies.push(current);
  }
  for (const [i, field] of fields.entries()) field.body = bodies[i]!.join("").trim();
  const first = new Map<string, string>();
  for (const { name, body } of fields) {
    const key = name.toLowerCase();
    if (!first.has(key)) first.set(key, body);
  }
  return { fields, get: (name) => first.get(name.toLowerCase()) };
}

/** field-name = 1*(%d33-57 / %d59-126)   (RFC 5322 §3.6.8) */
function isName(text: string, end: number): boolean {
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x21 || code > 0x7e) return false;
  }
  return true;
}

/** Finds the empty line after a head in bytes that arrive in chunks, and keeps the head. */
export class HeadCollector {
  readonly #maxHead: number;
  readonly #kept: ByteCollector = new ByteCollector();
  /** What precedes in the current line: nothing, only a CR, or other bytes. */
  #place: "start" | "start cr" | "within" = "start";
  #complete = false;

  constructor({ maxHead }: Pick<Limits, "maxHead">) {
    this.#maxHead = maxHead;
  }

  /** Whether the empty line was found. */
  get complete(): boolean {
    return this.#complete;
  }

  /**
   * Keeps bytes and returns those after the empty line.
   *
   * @throws {AccessError} too-large: more than maxHead bytes without an empty line.
   */
  push(octets: Uint8Array): Uint8Array {
    const end = this.#endIn(octets);
    const part = octets.subarray(0, end);
    if (this.#kept.length + part.length > this.#maxHead)
      throw headTooLargeError(`${this.#maxHead} bytes`, "maxHead");
    this.#kept.add(part);
    return octets.subarray(end);
  }

  /** Takes the bytes that were kept: the head, with its empty line if there was one. */
  take(): Uint8Array {
    return this.#kept.take();
  }

  #endIn(octets: Uint8Array): number {
    for (let i = 0; i < octets.length; i++) {
      const octet = octets[i]!;
      if (octet === LF) {
        if (this.#place !== "within") {
          this.#complete = true;
          return i + 1;
        }
        this.#place = "start";
      } else this.#place = octet === CR && this.#place === "start" ? "start cr" : "within";
    }
    return octets.length;
  }
}

function headTooLargeError(what: string, limit: string): AccessError {
  return tooLargeError(`the head of the article exceeds the limit of ${what}`, limit);
}
