import { AccessError, octetsOf, textOf } from "@anyurl/core";

/** The character set that the caller says a server writes in. Gopher has no way to tell it. */
export interface Charset {
  /** As the Encoding Standard has it: "windows-1252" for "iso-8859-1". */
  readonly name: string;
  /** A text that keeps its octets, as characters of the set. */
  decode(text: string): string;
  /**
   * Characters as text that keeps the octets of the set. @throws {AccessError} unsupported: it has no such
   * one.
   */
  encode(text: string): string;
}

/** @throws {RangeError} no such character set is known here. */
export function charsetOf(label: string): Charset {
  const decoder = new TextDecoder(label);
  const name = decoder.encoding;
  const decode = (text: string) => (isAscii(text) ? text : decoder.decode(octetsOf(text)));
  if (name === "utf-8") return { name, decode, encode: (text) => text };
  const octets = octetByCharacter(decoder);
  return {
    name,
    decode,
    encode(text) {
      const encoded = Array.from(text, (character) => {
        const octet = octets.get(character);
        if (octet !== undefined) return octet;
        throw new AccessError("unsupported", `the words have a character that ${name} cannot write here`, {
          hint: "leave the option charset out, and they go as UTF-8",
        });
      });
      return textOf(encoded);
    },
  };
}

/** The characters of a set that are one octet each. */
function octetByCharacter(decoder: TextDecoder): ReadonlyMap<string, number> {
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
