import { readdirSync, readFileSync } from "node:fs";

/** Complete messages in the order in which real software sent them: see `provenance` in each file. */
export interface Fixture {
  readonly name: string;
  readonly frames: readonly {
    readonly from: "client" | "server";
    readonly what: string;
    readonly octets: Uint8Array;
  }[];
}

/** Stored once for all tests, in the package of the codecs. */
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
