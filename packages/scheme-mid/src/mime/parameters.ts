import { asciiLowerCase, octetsOf } from "@anyurl/core";
import { decodeEncodedWords } from "@anyurl/core/exchange";
import { removeComments } from "./header.ts";

/** A value with parameters, such as that of Content-Type (RFC 2045 §5.1). */
export interface ParameterizedValue {
  /** In lower case. */
  readonly value: string;
  /** By name in lower case, decoded. Of several with one name, the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** ";" attribute "=" value, where the value is a token or a quoted-string. Real tokens have more characters. */
const PARAMETER = /;[\t ]*([^\s;="]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;

/** Reads a value with parameters. Parts of the value that are not parameters are ignored. */
export function readParameters(field: string): ParameterizedValue {
  const text = removeComments(field);
  const semicolon = text.indexOf(";");
  const value = asciiLowerCase((semicolon < 0 ? text : text.slice(0, semicolon)).trim());
  const raw = new Map<string, string>();
  if (semicolon >= 0) {
    for (const [, name = "", quoted, token = ""] of text.slice(semicolon).matchAll(PARAMETER)) {
      const key = asciiLowerCase(name);
      if (!raw.has(key)) raw.set(key, quoted === undefined ? token.trim() : quoted.replace(/\\(.)/gs, "$1"));
    }
  }
  return { value, parameters: joinContinuations(raw) };
}

/** The name of a parameter: `name*0*`, with a number if it is continued and "*" if it is encoded (RFC 2231 §3, §4). */
const CONTINUED = /^([^*]+)(?:\*([0-9]{1,4}))?(\*)?$/;

function joinContinuations(raw: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
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
  const [, charset = "us-ascii", rest = first.value] =
    (first.encoded && /^([^']*)'[^']*'(.*)$/s.exec(first.value)) || [];
  const octets = segments.flatMap(({ value, encoded }, i) => {
    const text = i === 0 ? rest : value;
    return [...octetsOf(encoded ? percentDecode(text) : text)];
  });
  const decoder = createDecoder(charset);
  return decoder.decode(Uint8Array.from(octets));
}

/** Returns text with one character per byte. */
function percentDecode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
    const octet = Number.parseInt(hex, 16);
    // A character of core's text that stands for one byte.
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
