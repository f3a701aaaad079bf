import { AccessError, asciiLowerCase, textOf } from "@anyurl/core";

/** A field of a header: the name in lower case, and the unfolded value, which keeps its bytes. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

const LF = 0x0a;
const CR = 0x0d;

/** The name and the value of a field. White space before the colon is obsolete syntax (RFC 5322 §4.5). */
const FIELD = /^([!-9;-~]+)\s*:(.*)$/s;

/** Returns the offset after the line at `at`. */
export function findLineEnd(octets: Uint8Array, at: number): number {
  const found = octets.indexOf(LF, at);
  return found < 0 ? octets.length : found + 1;
}

/** Returns the offset of the line break that ends before `at`, or `at` without one. */
export function beforeLineBreak(octets: Uint8Array, start: number, at: number): number {
  if (at <= start || octets[at - 1] !== LF) return at;
  return octets[at - 2] === CR ? at - 2 : at - 1;
}

/**
 * Reads the header at `start` (RFC 5322 §2.2): fields, which can be folded. An empty line ends it, or a line that
 * `stops`. A line that is not a field is skipped.
 *
 * @returns the offset of the body.
 * @throws {AccessError} too-large: the header exceeds `maxBytes`.
 */
export function readHeader(
  octets: Uint8Array,
  start: number,
  maxBytes: number,
  stops: (at: number) => boolean = () => false,
): { readonly fields: readonly HeaderField[]; readonly bodyStart: number } {
  const fields: HeaderField[] = [];
  let text = "";
  const finish = () => {
    const [, name, value = ""] = FIELD.exec(text) ?? [];
    if (name !== undefined) fields.push({ name: asciiLowerCase(name), value: value.trim() });
  };
  let at = start;
  while (at < octets.length && !stops(at)) {
    const next = findLineEnd(octets, at);
    const end = beforeLineBreak(octets, at, next);
    if (end === at) {
      at = next;
      break;
    }
    if (next - start > maxBytes)
      throw new AccessError("too-large", `a header of the message exceeds ${maxBytes} bytes`, {
        hint: "increase the option maxHeaderSize",
      });
    const line = textOf(octets.subarray(at, end));
    const folded = line.startsWith(" ") || line.startsWith("\t");
    if (folded) text += line;
    else {
      finish();
      text = line;
    }
    at = next;
  }
  finish();
  return { fields, bodyStart: at };
}

/** Returns the value of the first field of this name. */
export function findField(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/**
 * Returns an id without its angle brackets, and without the comments and white space around them (RFC 5322 §3.6.4).
 * Brackets can be missing.
 */
export function readId(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = removeComments(value).trim();
  const id = /<([^<>]*)>/.exec(text)?.[1] ?? text;
  return id === "" ? undefined : id;
}

/**
 * Removes comments, which can be nested (RFC 5322 §3.2.2), outside quoted strings and angle brackets: programs make ids
 * such as "<picture(2).png>" of the names of files.
 */
export function removeComments(value: string): string {
  const lastClose = value.lastIndexOf(">");
  let text = "";
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    const char = value[i]!;
    if (char === "\\" && (quoted || depth > 0)) {
      if (depth === 0) text += char + (value[i + 1] ?? "");
      i++;
      continue;
    }
    if (char === "<" && depth === 0 && !quoted && i < lastClose) {
      const close = value.indexOf(">", i);
      text += value.slice(i, close + 1);
      i = close;
      continue;
    }
    if (char === '"' && depth === 0) quoted = !quoted;
    if (char === "(" && !quoted) depth++;
    if (depth === 0) text += char;
    if (char === ")" && !quoted && depth > 0) depth--;
  }
  return text;
}
