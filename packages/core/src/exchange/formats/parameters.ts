import { octetsOf } from "../../syntax/escape.ts";
import { decodeEncodedWords } from "./encoded-words.ts";

/** The name of a parameter: `name*0*`, with a number if it is continued and "*" if it is encoded (RFC 2231 §3, §4). */
const CONTINUED = /^([^*]+)(?:\*([0-9]{1,4}))?(\*)?$/;

/**
 * Decodes the parameters of a MIME field, such as Content-Type: joins values that RFC 2231 has split, and decodes its
 * extended values and encoded words (RFC 2047), which many programs send instead.
 *
 * @param raw by name in lower case, as in the message: "filename*0*".
 * @returns by name, without "*".
 */
export function decodeParameters(raw: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of raw) {
    const [, name = key, number, star] = CONTINUED.exec(key) ?? [];
    // The plain value is for programs without RFC 2231, so it counts last.
    if (number === undefined && star === undefined) {
      if (!found.has(name)) found.set(name, decodeEncodedWords(value));
    } else if (number === undefined) found.set(name, decodeExtended([{ value, encoded: true }]));
    else if (number === "0") found.set(name, decodeExtended(collectSegments(raw, name)));
  }
  return found;
}

interface Segment {
  readonly value: string;
  readonly encoded: boolean;
}

function collectSegments(raw: ReadonlyMap<string, string>, name: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (let i = 0; ; i++) {
    const plain = raw.get(`${name}*${i}`);
    const value = plain ?? raw.get(`${name}*${i}*`);
    if (value === undefined) return segments;
    segments.push({ value, encoded: plain === undefined });
  }
}

/** charset "'" language "'" text; only the first segment has a charset (RFC 2231 §4). */
function decodeExtended(segments: readonly Segment[]): string {
  const first = segments[0]!;
  const [, charset = "utf-8", rest = first.value] =
    (first.encoded && /^([^']*)'[^']*'(.*)$/s.exec(first.value)) || [];
  const octets = segments.flatMap(({ value, encoded }, i) => {
    const text = i === 0 ? rest : value;
    return [...octetsOf(encoded ? percentDecode(text) : text)];
  });
  const decoder = createDecoder(charset);
  return decoder.decode(Uint8Array.from(octets));
}

/** Returns text that preserves bytes. A "%" without two digits stays. */
function percentDecode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
    const octet = Number.parseInt(hex, 16);
    return String.fromCharCode(octet < 0x80 ? octet : 0xdc00 + octet);
  });
}

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
