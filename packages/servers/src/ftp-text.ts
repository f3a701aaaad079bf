import { type Content, networkSize, sizeOf } from "./content.ts";

const CR = 0x0d;
const LF = 0x0a;

/** What a type would send, in octets. `undefined`: only to be known by making the whole document. */
export function transferSize(content: Content, type: "A" | "I"): number | undefined {
  if (type === "I") return sizeOf(content);
  return content instanceof Uint8Array ? networkSize(content) : undefined;
}

/** The lines of a text as they come over the network, turned into those of a document here. */
export interface LocalLines {
  turn(octets: Uint8Array): Uint8Array;
  /** A CR that nothing came after. */
  end(): Uint8Array;
}

/** CR LF becomes LF (RFC 959 §3.1.1.1), wherever it is cut. A CR or LF alone stays what it is. */
export function localLines(): LocalLines {
  let held = false;
  return {
    turn(octets) {
      if (octets.length === 0 || (!held && !octets.includes(CR))) return octets;
      const turned = new Uint8Array(octets.length + 1);
      let length = 0;
      for (const octet of octets) {
        if (held && octet !== LF) turned[length++] = CR;
        held = octet === CR;
        if (!held) turned[length++] = octet;
      }
      return turned.subarray(0, length);
    },
    end() {
      const last = held ? Uint8Array.of(CR) : new Uint8Array(0);
      held = false;
      return last;
    },
  };
}

/** Octets as they come. */
export function asSent(): LocalLines {
  return { turn: (octets) => octets, end: () => new Uint8Array(0) };
}
