import { readdirSync, readFileSync } from "node:fs";

/** A recorded session: complete messages in the order in which they were sent. The source is in `provenance`. */
export interface Fixture {
  readonly name: string;
  readonly provenance: string;
  readonly frames: readonly Frame[];
}

interface Frame {
  readonly from: "client" | "server";
  readonly what: string;
  readonly octets: Uint8Array;
  /** Invented sessions: what a client should do. */
  readonly expect?: string;
}

const FOLDER = new URL("fixtures/", import.meta.url);

export function fixture(name: string): Fixture {
  const { frames, ...rest } = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
  return {
    ...rest,
    frames: frames.map(({ hex, ...frame }: { hex: string }) => ({ ...frame, octets: octetsOfHex(hex) })),
  };
}

/** Sessions recorded from real software. */
export function recorded(): readonly Fixture[] {
  return readdirSync(FOLDER)
    .map((file) => fixture(file.replace(/\.json$/, "")))
    .filter(({ provenance }) => provenance.startsWith("RECORDED"));
}

export function octetsOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
