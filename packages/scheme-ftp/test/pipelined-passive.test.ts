import { createClient } from "@anyurl/client";
import { isAccessError } from "@anyurl/core";
import { FTP_FEATURES, folder, startFtpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

const ROOT = folder({
  "a.txt": "first\r\n",
  "empty.txt": "",
  "large.bin": Uint8Array.from({ length: 200_000 }, (_, i) => i & 0xff),
  shelf: folder({ b: "b" }),
  // FF is doubled in commands (RFC 854).
  odd: folder([[Uint8Array.of(0x61, 0xff), "FF"]]),
});

const PATHS = [
  ...[
    "a.txt",
    "empty.txt",
    "large.bin",
    "a.txt;type=a",
    "shelf/b",
    "nothing",
    "shelf",
    "shelf/",
    "nothing/b",
  ],
  ...["a.txt", "odd/a%FF", "odd/a%FF", "a.txt"],
];

/** EPSV and RETR are sent together on a pooled connection only, after EPSV has worked. */
describe("EPSV together with the command gives what single commands give", () => {
  it.each([
    ["a server with EPSV", FTP_FEATURES],
    ["a server without EPSV", FTP_FEATURES.filter((feature) => feature !== "EPSV")],
  ] as const)("%s", async (_, features) => {
    await using server = await startFtpServer({ root: ROOT, features });
    const outcomes = async (idle: number) => {
      const client = createClient({ schemes: [ftp], transport: nodeTransport(), connections: { idle } });
      const all: string[] = [];
      for (const path of PATHS) {
        const url = `${server.origin}/${path}` as "ftp://h/";
        all.push(
          await client.get(url).then(
            async (got) => `${Buffer.from(await got.bytes()).toString("base64")} ${await got.complete}`,
            (error: unknown) => (isAccessError(error) ? error.code : String(error)),
          ),
        );
      }
      await client.close();
      return all;
    };
    const before = server.received.length;
    const pooled = await outcomes(10_000);
    const connections = server.received.length - before;
    expect(pooled).toEqual(await outcomes(0));
    expect(connections).toBeLessThan(PATHS.length / 2);
  });
});
