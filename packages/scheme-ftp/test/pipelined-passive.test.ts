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
  shelf: folder({ b: "b", deep: folder({ er: folder({ c: "c" }) }) }),
  other: folder({ deep: folder({ d: "d" }) }),
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
  ...[
    "shelf/deep/er/c",
    "other/deep/d",
    "other/nothing/d",
    "other/deep/d",
    "nothing/deep/d",
    "shelf/deep/er/c",
  ],
  ...["//shelf/b", "shelf//b", "shelf/deep/er/nothing", "%2Fother/deep/d", "a.txt"],
];

/** EPSV and RETR, and the CWDs of a path, are sent together on a pooled connection only, after EPSV has worked. */
describe("commands that are sent together give what single commands give", () => {
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

it("asks a server for its features once, however many connections a client has to it", async () => {
  const files = Array.from({ length: 8 }, (_, i) => [`${i}`, "x"] as const);
  await using server = await startFtpServer({ root: folder(files), features: ["EPSV", "SIZE", "MDTM"] });
  const client = createClient({
    ...{ schemes: [ftp], transport: nodeTransport() },
    connections: { idle: 10_000, perServer: 4 },
  });
  const url = (name: string) => `${server.origin}/${name}` as "ftp://h/";
  await client.stat(url("0"));
  const stats = await Promise.all(files.map(([name]) => client.stat(url(name))));
  expect(stats.map(({ size }) => size)).toEqual(files.map(() => 1));
  await client.close();
  const commands = server.received.map((lines) => lines.map((line) => Buffer.from(line).toString()));
  expect(commands).toHaveLength(4);
  expect(commands.flat().filter((line) => line === "FEAT")).toHaveLength(1);
});
