import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Client, createClient, type SyncResult } from "@anyurl/client";
import { file } from "@anyurl/scheme-file";
import { ftp } from "@anyurl/scheme-ftp";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedFtp } from "./seeds.ts";
import { missing, type Peer, startPeer } from "./start.ts";

/** Each FTP server, and the writable directory of alice, relative to her login directory. */
const SERVERS: readonly (readonly [name: string, home: string])[] = [
  ["vsftpd", ""],
  ["pure-ftpd", ""],
  ["proftpd", ""],
  ["pyftpdlib", "home/alice/"],
  ["inetutils-ftpd", ""],
];

/** Unusual names, which every one of these servers can have. */
const FILES: Readonly<Record<string, string>> = {
  ".env": "hidden",
  ".well-known/security.txt": "hidden directory",
  "-dash.txt": "dash",
  "a:b.txt": "colon",
  "con.txt": "device",
  "what?.txt": "question",
  'quo"te.txt': "quote",
  "UPPER.TXT": "upper",
  "upper.txt": "lower",
  "sp ace/ä/deep.txt": "deep",
  "empty.txt": "",
  "100%.txt": "percent",
};

for (const [name, home] of SERVERS) {
  const reason = missing(name);
  describe.skipIf(reason !== undefined)(
    `trees with ${name}${reason === undefined ? "" : `: ${reason}`}`,
    () => {
      let peer: Peer;
      let directory = "";
      let client: Client<typeof ftp | typeof file>;
      const remote = (path: string) =>
        `ftp://alice:s3cr%3At%40%2F%25@127.0.0.1:${peer.port}/${home}${path}` as const;
      const local = (path: string) => `${pathToFileURL(join(directory, path)).href}/` as `file://${string}`;

      beforeAll(async () => {
        directory = await mkdtemp(join(tmpdir(), "anyurl-trees-"));
        peer = await startPeer(name, seedFtp);
        client = createClient({
          schemes: [ftp, file] as const,
          transport: nodeTransport(),
          policy: { files: { roots: [directory], write: true, followLinks: true } },
          connections: { idle: 5_000 },
          // vsftpd has no MLSD.
          options: { ftp: { hiddenFiles: true } },
        });
        for (const [path, text] of Object.entries(FILES)) {
          await mkdir(dirname(join(directory, "site", path)), { recursive: true });
          await writeFile(join(directory, "site", path), text);
          await utimes(join(directory, "site", path), new Date("2026-01-01"), new Date("2026-01-01"));
        }
        await mkdir(join(directory, "site/empty"));
      });
      afterAll(async () => {
        client.close();
        await peer?.stop();
        await rm(directory, { recursive: true });
      });

      async function tree(root: string): Promise<Readonly<Record<string, string>>> {
        const found: Record<string, string> = {};
        for (const entry of await readdir(join(directory, root), { recursive: true, withFileTypes: true })) {
          const path = join(entry.parentPath, entry.name);
          const key = path.slice(join(directory, root).length + 1).normalize("NFC");
          found[key] = entry.isDirectory() ? "/" : await readFile(path, "utf8");
        }
        return found;
      }
      const count = async (results: AsyncGenerator<SyncResult, void, void>) => {
        const counts: Record<string, number> = {};
        for await (const { did, entry, ...rest } of results) {
          if (did === "failed") throw new Error(`${entry.name}: ${(rest as { why?: string }).why}`);
          if (entry.kind !== "directory") counts[did] = (counts[did] ?? 0) + 1;
        }
        return counts;
      };

      it("copies every file up and down, and nothing the second time", async () => {
        const files = Object.keys(FILES).length;
        expect(await count(client.sync(local("site"), remote("site/")))).toEqual({ copied: files });
        expect(await count(client.sync(local("site"), remote("site/")))).toEqual({ unchanged: files });
        expect(await count(client.sync(remote("site/"), local("mirror")))).toEqual({ copied: files });
        expect(await count(client.sync(remote("site/"), local("mirror")))).toEqual({ unchanged: files });
        expect(await tree("mirror")).toEqual(await tree("site"));
      });

      it("copies what has changed, and removes what is gone", async () => {
        await writeFile(join(directory, "site/con.txt"), "a longer text");
        await rm(join(directory, "site/.well-known"), { recursive: true });
        const files = Object.keys(FILES).length;
        expect(await count(client.sync(local("site"), remote("site/"), { delete: true }))).toEqual({
          copied: 1,
          unchanged: files - 2,
          removed: 1,
        });
        expect(await count(client.sync(remote("site/"), local("mirror"), { delete: true }))).toEqual({
          copied: 1,
          unchanged: files - 2,
          removed: 1,
        });
        expect(await tree("mirror")).toEqual(await tree("site"));
      });

      it("copies into an existing empty directory", async () => {
        await client.makeDirectory(remote("there/"));
        const results = [];
        for await (const { did } of client.copyTree(local("site"), remote("there/"))) results.push(did);
        expect(results).not.toContain("failed");
      });
    },
  );
}
