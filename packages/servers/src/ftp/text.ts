import { type Content, contentSize, measureNetworkLines } from "../library/content.ts";

const CR = 0x0d;
const LF = 0x0a;

/** Returns the bytes that a type would send. `undefined`: unknown without generating the whole document. */
export function getTransferSize(content: Content, type: "A" | "I"): number | undefined {
  if (type === "I") return contentSize(content);
  return content instanceof Uint8Array ? measureNetworkLines(content) : undefined;
}

/** Converts the lines of a received text to local lines. */
export interface LineConverter {
  convert(octets: Uint8Array): Uint8Array;
  /** A CR at the end of the previous chunk. */
  end(): Uint8Array;
}

/** Converts CR LF to LF (RFC 959 §3.1.1.1), however the chunks are split. A bare CR or LF stays unchanged. */
export function createLineConverter(): LineConverter {
  let held = false;
  return {
    convert(octets) {
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

/** Passes bytes through unchanged. */
export function createPassThrough(): LineConverter {
  return { convert: (octets) => octets, end: () => new Uint8Array(0) };
}
