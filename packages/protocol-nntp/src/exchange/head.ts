import { AccessError, type Limits, textOf } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";

/** A header field, its lines put together again (RFC 5536 §2.2). */
export interface Field {
  /** As it stands there; its case does not count. */
  readonly name: string;
  /** Without the blanks around it. Text that keeps its octets; encoded words are what they are. */
  readonly body: string;
}

/** The head of an article. Everything in it is a stranger's word. */
export interface Head {
  readonly fields: readonly Field[];
  /** The body of the first field of this name; its case does not count. */
  get(name: string): string | undefined;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads header fields. A line that begins with a blank goes on with the one before; one that is no field is passed over.
 *
 * @throws {AccessError} too-large: more than maxFields fields.
 */
export function readHead(octets: Uint8Array, { maxFields }: Pick<Limits, "maxFields">): Head {
  const fields: { name: string; body: string }[] = [];
  const bodies: string[][] = [];
  for (const line of textOf(octets).split("\n")) {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (text.startsWith(" ") || text.startsWith("\t")) {
      bodies.at(-1)?.push(text);
      continue;
    }
    const colon = text.indexOf(":");
    if (colon < 1 || !isName(text, colon)) continue;
    if (fields.length >= maxFields) throw tooLarge(`${maxFields} fields`, "maxFields");
    fields.push({ name: text.slice(0, colon), body: "" });
    bodies.push([text.slice(colon + 1)]);
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

/** Looks for the empty line behind a head, in octets that arrive piece by piece, and keeps them. */
export class HeadCollector {
  readonly #maxHead: number;
  readonly #kept: ByteCollector = new ByteCollector();
  /** The octets before: of a line, is there nothing yet, or nothing but a CR? */
  #place: "start" | "start cr" | "within" = "start";
  #complete = false;

  constructor({ maxHead }: Pick<Limits, "maxHead">) {
    this.#maxHead = maxHead;
  }

  /** Has the empty line been seen? */
  get complete(): boolean {
    return this.#complete;
  }

  /**
   * Keeps octets; gives those behind the empty line.
   *
   * @throws {AccessError} too-large: more than maxHead octets, and no empty line.
   */
  push(octets: Uint8Array): Uint8Array {
    const end = this.#endIn(octets);
    const part = octets.subarray(0, end);
    if (this.#kept.length + part.length > this.#maxHead) throw tooLarge(`${this.#maxHead} octets`, "maxHead");
    this.#kept.add(part);
    return octets.subarray(end);
  }

  /** Takes what was kept: the head, with its empty line if there was one. */
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

function tooLarge(what: string, limit: string): AccessError {
  return new AccessError("too-large", `the head of the article has more than ${what}`, {
    hint: `raise the limit ${limit}`,
  });
}
