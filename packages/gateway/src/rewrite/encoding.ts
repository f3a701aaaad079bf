import { fromLatin1, isAscii, toLatin1Chunks } from "./latin1.ts";
import { MarkupReader, parseAttributeValue } from "./markup.ts";

/** The character encoding of a document. */
export interface Encoding {
  /** Its name in the Encoding standard; `undefined` if unknown, so that the browser guesses. */
  readonly name: string | undefined;
  /** Its bytes below 128 are not always ASCII, so the document is converted to UTF-8. */
  readonly needsConversion: boolean;
}

/** Number of bytes in which a document declares its encoding (HTML §13.2.3.2). */
export const SNIFFED_BYTES = 1024;

/**
 * Detects the encoding by byte order mark, by the server, by a "meta" element, in this order, like browsers (HTML
 * §13.2.3).
 *
 * @param first the first bytes of the document: {@link SNIFFED_BYTES}, or all if it is shorter.
 */
export function detectEncoding(first: Uint8Array, told: string | undefined): Encoding {
  const name = detectByMark(first) ?? findEncoding(told) ?? detectByMeta(first);
  return { name, needsConversion: name !== undefined && NON_ASCII_ENCODINGS.has(name) };
}

/** Encodings in which a byte that looks like "<" may be half of a character. */
const NON_ASCII_ENCODINGS: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", "iso-2022-jp"]);

function detectByMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xff && b === 0xfe ? "utf-16le" : undefined;
}

function findEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // Ignore an unknown name.
    return undefined;
  }
}

function detectByMeta(first: Uint8Array): string | undefined {
  const reader = new MarkupReader();
  const [text = ""] = toLatin1Chunks(first.subarray(0, SNIFFED_BYTES));
  for (const markup of reader.write(text)) {
    if (markup.is !== "open" || markup.name !== "meta") continue;
    const values = new Map<string, string>();
    for (const { name, start, end } of markup.attributes) {
      if (!values.has(name))
        values.set(
          name,
          parseAttributeValue(markup.source.slice(start, end), (latin1) => latin1),
        );
    }
    const isType = values.get("http-equiv")?.trim().toLowerCase() === "content-type";
    const label = values.get("charset") ?? (isType ? parseMetaCharset(values.get("content")) : undefined);
    const name = findEncoding(label);
    // A "meta" element that can be read as ASCII is not in UTF-16.
    if (name !== undefined) return name.startsWith("utf-16") ? "utf-8" : name;
  }
  return undefined;
}

function parseMetaCharset(content: string | undefined): string | undefined {
  return /charset[\t\n\f\r ]*=[\t\n\f\r ]*["']?([^\t\n\f\r "';]{1,40})/i.exec(content ?? "")?.[1];
}

/** Returns a decoder for attribute values. */
export function createDecoder({ name, needsConversion: isForeign }: Encoding): (latin1: string) => string {
  const decode = (label: string, latin1: string, fatal = false) =>
    new TextDecoder(label, { fatal, ignoreBOM: true }).decode(fromLatin1(latin1));
  return (latin1) => {
    if (isAscii(latin1)) return latin1;
    if (isForeign) return decode("utf-8", latin1);
    if (name !== undefined) return decode(name, latin1);
    try {
      return decode("utf-8", latin1, true);
    } catch {
      return decode("windows-1252", latin1);
    }
  };
}

/**
 * Yields the document with one character per byte of the response. ESC becomes a space, because a browser that guesses
 * the encoding could read the text after it as ISO-2022-JP, with other tags.
 */
export async function* readCharacters(
  pieces: AsyncIterable<Uint8Array>,
  { name, needsConversion: isForeign }: Encoding,
): AsyncGenerator<string, void, void> {
  const decoder = isForeign ? new TextDecoder(name) : undefined;
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    const octets = decoder === undefined ? piece : encoder.encode(decoder.decode(piece, { stream: true }));
    for (const text of toLatin1Chunks(octets)) yield text.replaceAll("\x1b", " ");
  }
  if (decoder !== undefined) yield* toLatin1Chunks(encoder.encode(decoder.decode()));
}
