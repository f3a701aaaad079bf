import type { Script } from "./transcript.ts";

/** How the server's bytes are split into packets. */
export type Cut =
  /** One packet for all bytes between two lines of the client. */
  | { readonly into: "whole" }
  | { readonly into: "octets" }
  /** Two packets: split before offset `at` of all bytes of the server. */
  | { readonly into: "halves"; readonly at: number };

export const WHOLE: Cut = { into: "whole" };
export const OCTETS: Cut = { into: "octets" };

/** Maximum number of splits. Longer transcripts are split at evenly spread offsets. */
const MAX_CUTS = 4096;

/** Returns all ways to split the server's bytes in two. */
export function everyCut(script: Script): readonly Cut[] {
  const total = script.lines.reduce(
    (sum, { from, octets }) => sum + (from === "server" ? octets.length : 0),
    0,
  );
  const stride = Math.max(1, Math.ceil(total / MAX_CUTS));
  const cuts: Cut[] = [];
  for (let at = 1; at < total; at += stride) cuts.push({ into: "halves", at });
  return cuts;
}

/** Splits bytes into packets. `start` is their offset among all bytes of the server. */
export function splitIntoPackets(octets: Uint8Array, start: number, cut: Cut): readonly Uint8Array[] {
  if (cut.into === "octets") return Array.from(octets, (octet) => Uint8Array.of(octet));
  const at = cut.into === "halves" ? cut.at - start : 0;
  if (at <= 0 || at >= octets.length) return [octets.slice()];
  return [octets.slice(0, at), octets.slice(at)];
}
