import { isAscii, latin1Of, octetsOf } from "./latin1.ts";
import { attributeValue, MarkupReader } from "./markup.ts";

/** How the characters of a document are written. */
export interface Encoding {
  /** Its name in the Encoding standard; `undefined` where nothing tells it, and the browser guesses. */
  readonly name: string | undefined;
  /** Its octets below 128 are not always ASCII: it is written anew, as UTF-8. */
  readonly isForeign: boolean;
}

/** Octets in which a document says how it is written (HTML §13.2.3.2). */
export const SNIFFED = 1024;

/**
 * By the byte order mark, by what the server tells, by a "meta" element: in this order, as in browsers (HTML §13.2.3).
 *
 * @param first the first octets of the document, {@link SNIFFED} of them or all that there are.
 */
export function encodingOf(first: Uint8Array, told: string | undefined): Encoding {
  const name = byMark(first) ?? encodingNamed(told) ?? byMeta(first);
  return { name, isForeign: name !== undefined && FOREIGN.has(name) };
}

/** The encodings of which an octet that looks like "<" may be half a character. */
const FOREIGN: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", "iso-2022-jp"]);

function byMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xff && b === 0xfe ? "utf-16le" : undefined;
}

function encodingNamed(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // A name that nobody knows says nothing.
    return undefined;
  }
}

function byMeta(first: Uint8Array): string | undefined {
  const reader = new MarkupReader();
  const [text = ""] = latin1Of(first.subarray(0, SNIFFED));
  for (const markup of reader.write(text)) {
    if (markup.is !== "open" || markup.name !== "meta") continue;
    const values = new Map<string, string>();
    for (const { name, start, end } of markup.attributes) {
      if (!values.has(name))
        values.set(
          name,
          attributeValue(markup.source.slice(start, end), (latin1) => latin1),
        );
    }
    const isType = values.get("http-equiv")?.trim().toLowerCase() === "content-type";
    const label = values.get("charset") ?? (isType ? charsetIn(values.get("content")) : undefined);
    const name = encodingNamed(label);
    // Who reads this as ASCII has not got UTF-16 before him.
    if (name !== undefined) return name.startsWith("utf-16") ? "utf-8" : name;
  }
  return undefined;
}

function charsetIn(content: string | undefined): string | undefined {
  return /charset[\t\n\f\r ]*=[\t\n\f\r ]*["']?([^\t\n\f\r "';]{1,40})/i.exec(content ?? "")?.[1];
}

/** Reads octets of a document as text: for what is said in an attribute. */
export function decoderOf({ name, isForeign }: Encoding): (latin1: string) => string {
  const decode = (label: string, latin1: string, fatal = false) =>
    new TextDecoder(label, { fatal, ignoreBOM: true }).decode(octetsOf(latin1));
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
 * The document, a character for each octet that a browser will get. ESC is a space: it would make a browser that
 * guesses take what follows for ISO-2022-JP, and see other tags than those that are here.
 */
export async function* charactersOf(
  pieces: AsyncIterable<Uint8Array>,
  { name, isForeign }: Encoding,
): AsyncGenerator<string, void, void> {
  const decoder = isForeign ? new TextDecoder(name) : undefined;
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    const octets = decoder === undefined ? piece : encoder.encode(decoder.decode(piece, { stream: true }));
    for (const text of latin1Of(octets)) yield text.replaceAll("\x1b", " ");
  }
  if (decoder !== undefined) yield* latin1Of(encoder.encode(decoder.decode()));
}
