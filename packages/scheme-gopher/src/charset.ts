import { AccessError, octetsOf, textOf } from "@anyurl/core";

/** The character set of the server, given by the caller. Gopher cannot declare it. */
export interface Charset {
  /** The name in the Encoding Standard: "windows-1252" for "iso-8859-1". */
  readonly name: string;
  /** Decodes byte-preserving text with the character set. */
  decode(text: string): string;
  /** Encodes characters as byte-preserving text. @throws {AccessError} unsupported: the set lacks a character. */
  encode(text: string): string;
}

/** Returns the character set with this label. @throws {RangeError} unknown character set. */
export function createCharset(label: string): Charset {
  const decoder = new TextDecoder(label);
  const name = decoder.encoding;
  const decode = (text: string) => (isAscii(text) ? text : decoder.decode(octetsOf(text)));
  if (name === "utf-8") return { name, decode, encode: (text) => text };
  const octets = mapCharactersToBytes(decoder);
  return {
    name,
    decode,
    encode(text) {
      const encoded = Array.from(text, (character) => {
        const octet = octets.get(character);
        if (octet !== undefined) return octet;
        throw new AccessError("unsupported", `cannot encode a character of the search words in ${name}`, {
          hint: "omit the option charset to send the words as UTF-8",
        });
      });
      return textOf(encoded);
    },
  };
}

/** Maps each character of a single-byte set to its byte. */
function mapCharactersToBytes(decoder: TextDecoder): ReadonlyMap<string, number> {
  const octets = new Map<string, number>();
  for (let octet = 0; octet < 256; octet++) {
    const character = decoder.decode(Uint8Array.of(octet));
    if (character.length === 1 && character !== "\ufffd") octets.set(character, octet);
  }
  return octets;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
