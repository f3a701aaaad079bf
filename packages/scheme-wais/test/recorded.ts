import { readFileSync } from "node:fs";

/** A whole message that was sent, and by whom. */
export interface Frame {
  readonly from: "client" | "server";
  readonly what: string;
  readonly octets: Uint8Array;
  /** Of those that were made up: what a client should do. */
  readonly expect?: string;
}

/**
 * There once for all tests: beside the codecs that have to read them. Where they come from is in each file.
 */
const FOLDER = new URL("../../protocol-wais/test/fixtures/", import.meta.url);

export function framesOf(name: string): readonly Frame[] {
  const { frames } = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
  return frames.map(({ hex, ...frame }: { hex: string }) => ({
    ...frame,
    octets: Uint8Array.from(Buffer.from(hex, "hex")),
  }));
}
