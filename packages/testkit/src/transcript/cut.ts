import type { Script } from "./transcript.ts";

/** How what the peer says is cut into packets. What it says is the same. */
export type Cut =
  /** All that it says between two lines of the client at once. */
  | { readonly into: "whole" }
  | { readonly into: "octets" }
  /** In two: the octets before `at`, counted over all that the peer says, and those from it on. */
  | { readonly into: "halves"; readonly at: number };

export const WHOLE: Cut = { into: "whole" };
export const OCTETS: Cut = { into: "octets" };

/** Transcripts longer than this are cut at so many places, evenly spread. */
const MAX_CUTS = 4096;

/** Every place at which what the peer says can be cut in two. */
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

/** The packets of a stretch of octets that begins at `start` of all that the peer says. */
export function packetsOf(octets: Uint8Array, start: number, cut: Cut): readonly Uint8Array[] {
  if (cut.into === "octets") return Array.from(octets, (octet) => Uint8Array.of(octet));
  const at = cut.into === "halves" ? cut.at - start : 0;
  if (at <= 0 || at >= octets.length) return [octets.slice()];
  return [octets.slice(0, at), octets.slice(at)];
}
