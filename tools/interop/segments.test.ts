import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Filled, fillPart, type SegmentedSource } from "@anyurl/client";
import { ftp } from "@anyurl/scheme-ftp";
import { http } from "@anyurl/scheme-http";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BIG_SIZE, seedFtpAndBig } from "./seeds.ts";
import { missing, type Peer, startPeer } from "./start.ts";

const SERVERS = [
  ["vsftpd", "ftp", "pub/big.bin"],
  ["pure-ftpd", "ftp", "pub/big.bin"],
  ["nginx", "http", "pub/big.bin"],
  ["apache2", "http", "pub/big.bin"],
] as const;

for (const [name, scheme, path] of SERVERS) {
  const reason = missing(name);
  describe.skipIf(reason !== undefined)(`${name}${reason === undefined ? "" : `: ${reason}`}`, () => {
    let peer: Peer;
    let directory: string;
    const transport = nodeTransport();
    const client = createClient({ schemes: [ftp, http] as const, transport, limits: { deadline: 120_000 } });
    const signal = new AbortController().signal;

    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), "anyurl-segments-"));
      peer = await startPeer(name, seedFtpAndBig);
    });
    afterAll(async () => {
      client.close();
      await peer?.stop();
      await rm(directory, { recursive: true });
    });

    /** Fetches the file in segments, and ends after some bytes if that is given. */
    async function fetchSegments(endAfter = Number.POSITIVE_INFINITY): Promise<Filled | undefined> {
      const url = `${scheme}://127.0.0.1:${peer.port}/${path}` as "ftp://h/" | "http://h/";
      const stop = new AbortController();
      const source: SegmentedSource = {
        get: (range, own) =>
          client.get(url, { range, metadata: "version", signal: AbortSignal.any([own, stop.signal]) }),
        stat: () => client.stat(url),
      };
      let filled: Filled | undefined;
      const how = { url, how: "create" } as const;
      await transport.files!.withPart!(join(directory, "big.bin"), how, signal, async (part) => {
        filled = await fillPart(
          part,
          source,
          { segments: 4 },
          {
            received: (octets) => void (octets >= endAfter && stop.abort(new Error("enough"))),
          },
        );
        await part.complete();
      });
      return filled;
    }

    it("fetches a large file in four ranges, and continues after an interruption", async () => {
      await expect(fetchSegments(BIG_SIZE / 4)).rejects.toThrow("enough");
      const filled = await fetchSegments();
      expect(filled).toMatchObject({ segments: 4, size: BIG_SIZE });
      expect(filled?.begin).toBeGreaterThanOrEqual(BIG_SIZE / 4);
      expect(await readdir(directory)).toEqual(["big.bin"]);
      const got = await readFile(join(directory, "big.bin"));
      expect(got.equals(await readFile(join(peer.root, path)))).toBe(true);
    });
  });
}
