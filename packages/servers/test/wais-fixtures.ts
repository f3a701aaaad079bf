import { readdirSync, readFileSync } from "node:fs";

/** Whole messages, in the order in which real software has sent them: see `provenance` in each file. */
export interface Fixture {
  readonly name: string;
  readonly frames: readonly {
    readonly from: "client" | "server";
    readonly what: string;
    readonly octets: Uint8Array;
  }[];
}

/** There once for all tests: beside the codecs that have to read them. */
const FOLDER = new URL("../../protocol-wais/test/fixtures/", import.meta.url);

export function recordedConversations(): readonly Fixture[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const { name, provenance, frames } = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
    if (!provenance.startsWith("RECORDED")) return [];
    return [
      {
        name,
        frames: frames.map(({ hex, ...frame }: { hex: string }) => ({
          ...frame,
          octets: Uint8Array.from(Buffer.from(hex, "hex")),
        })),
      },
    ];
  });
}
