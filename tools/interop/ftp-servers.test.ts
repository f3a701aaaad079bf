import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallOptions, type Client, createClient, Transcript } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { nodeTransport } from "@anyurl/transport-node";
import { beforeAll, describe, expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";
import { FTP_DOCUMENTS, seedFtp } from "./seeds.ts";

interface Server {
  readonly name: string;
  /** The writable directory of alice, relative to her login directory. */
  readonly home: string;
  readonly tls: "none" | "offered" | "one session";
  readonly env?: Readonly<Record<string, string>>;
}

const SERVERS: readonly Server[] = [
  { name: "vsftpd", home: "", tls: "one session", env: { FTP_TLS_REUSE: "YES" } },
  { name: "pure-ftpd", home: "", tls: "offered" },
  { name: "proftpd", home: "", tls: "one session" },
  { name: "pyftpdlib", home: "home/alice/", tls: "none" },
  { name: "inetutils-ftpd", home: "", tls: "none" },
];

const ALICE = "alice:s3cr%3At%40%2F%25@";

for (const { name, home, tls, env } of SERVERS) {
  describePeer({ name, seed: seedFtp, env }, (peer) => {
    let client: Client<typeof ftp>;
    const at = (path: string) => `ftp://127.0.0.1:${peer.port}/${path}` as const;
    const own = (path: string) => `ftp://${ALICE}127.0.0.1:${peer.port}/${home}${path}` as const;
    const ca = () => readFileSync(join(peer.root, "../tls/cert.pem"), "utf8");
    const made = (options: Readonly<Record<string, unknown>> = {}, idle = 0) =>
      createClient({
        schemes: [ftp] as const,
        transport: nodeTransport(),
        connections: { idle },
        options: { ftp: options },
        ...(tls !== "none" && { tls: { ca: ca() } }),
      });

    beforeAll(() => {
      client = made();
    });

    const read = async (url: `ftp://${string}`, by = client) => (await by.get(url)).text();
    const said = (text: string): AsyncIterable<Uint8Array> => once(new TextEncoder().encode(text));

    it("gives the reason for a 550, whose text often has none", async () => {
      const failure = async (call: Promise<unknown>) =>
        ((await call.catch((error) => error)) as { code: string }).code;
      expect(await failure(client.get(at("pub/dir")))).toBe("is-a-directory");
      expect(await failure(client.get(at("pub/nosuch")))).toBe("not-found");
      await client.makeDirectory(own("reasons/"));
      await client.put(own("reasons/a.txt"), said("a\n"));
      expect(await failure(client.makeDirectory(own("reasons/")))).toBe("already-exists");
      // inetutils removes a directory by DELE as well.
      expect(await failure(client.remove(own("reasons")))).toMatch(/^(?:is-a-directory|not-empty)$/);
      expect(await failure(client.put(own("reasons"), said("x")))).toBe("is-a-directory");
      expect(await failure(client.remove(own("reasons/a.txt/")))).toBe("not-a-directory");
      expect(await failure(client.remove(own("reasons/nosuch")))).toBe("not-found");
      await client.remove(own("reasons/a.txt"));
      await client.remove(own("reasons/"));
    });

    it.each(["rfc1738", "cwd-once", "full-path"])("reads a file with the path strategy %s", async (path) => {
      const by = made({ path });
      expect(await read(at("pub/dir/sub/deep.txt"), by)).toBe("deep\n");
      expect(await read(at("pub/dir%20with%20spaces/in%20it.txt"), by)).toBe("in it\n");
      expect((await names(by, at("pub/dir/"))).sort()).toEqual(["sub"]);
    });

    it("keeps only the old file if an upload with the option atomic fails", async () => {
      await client.put(own("kept.txt"), said("what was there"));
      async function* failing(): AsyncGenerator<Uint8Array, void, void> {
        for (let i = 0; i < 3; i++) yield new Uint8Array(200_000);
        throw new Error("the source is gone");
      }
      const put = client.put(own("kept.txt"), failing(), { atomic: true });
      await expect(put).rejects.toThrow("the source is gone");
      expect(await read(own("kept.txt"))).toBe("what was there");
      expect((await names(client, own(""))).filter((each) => each.includes("anyurl"))).toEqual([]);
      const transcript = new Transcript();
      await client.put(own("kept.txt"), said("new"), { atomic: true, transcript });
      const sent = transcript.entries.filter(({ kind }) => kind === "send").map(({ text = "" }) => text);
      expect(sent.find((line) => line.startsWith("STOR"))).toMatch(/^STOR \.anyurl-\S+\.kept\.txt\n?$/);
      expect(sent.some((line) => line.startsWith("RNTO kept.txt"))).toBe(true);
      expect(await read(own("kept.txt"))).toBe("new");
      await client.remove(own("kept.txt"));
    });

    it("lists the types and the unchanged names of entries", async () => {
      const entries = new Map((await all(client, at("pub/"))).map((entry) => [entry.name, entry]));
      for (const path of FTP_DOCUMENTS.keys()) {
        const [folder, file = ""] = path.split("/");
        if (
          folder === "pub" &&
          path.split("/").length === 2 &&
          (name !== "pyftpdlib" || !file.includes("latin"))
        )
          expect([...entries.keys()]).toContain(file);
      }
      expect(entries.get("dir")?.kind).toBe("directory");
      expect(entries.get("lf.txt")).toMatchObject({ kind: "file", size: 32 });
      expect(entries.get("lf.txt")?.modified?.toISOString().slice(0, 10)).toBe("2001-02-03");
      expect(await read(entries.get(" leading space.txt")!.url as `ftp://${string}`)).toBe("lead\n");
    });

    it("returns size, date, and type without a transfer", async () => {
      expect(await client.stat(at("pub/lf.txt"))).toMatchObject({
        kind: "file",
        size: 32,
        modified: new Date("2001-02-03T04:05:06Z"),
        modifiedZone: "UTC",
      });
      expect(await client.stat(at("pub/dir/"))).toMatchObject({ kind: "directory" });
      expect(await client.stat(at("pub/dir"))).toMatchObject({ kind: "directory" });
      await expect(client.stat(at("pub/nothing"))).rejects.toMatchObject({ code: "not-found" });
    });

    it("returns a range, and the size of the whole file", async () => {
      const part = await client.get(at("pub/bytes.bin"), { range: { start: 200, end: 210 } });
      expect([...(await part.bytes())]).toEqual([200, 201, 202, 203, 204, 205, 206, 207, 208, 209]);
      expect(part.size).toBe(256);
    });

    it("writes, appends, resumes an upload, renames, and removes", async () => {
      await client.makeDirectory(own("new/"));
      await client.put(own("new/a.txt"), said("one\n"));
      await client.append(own("new/a.txt"), said("two\n"));
      expect(await read(own("new/a.txt"))).toBe("one\ntwo\n");
      await client.put(own("new/a.txt"), said("TWO\n"), { range: { start: 4 } });
      expect(await read(own("new/a.txt"))).toBe("one\nTWO\n");
      await expect(client.put(own("new/a.txt"), said("x"), { range: { start: 400 } })).rejects.toMatchObject({
        code: "changed",
      });
      await client.rename(own("new/a.txt"), own("new/b c.txt".replace(" ", "%20")));
      expect(await read(own("new/b%20c.txt"))).toBe("one\nTWO\n");
      await client.makeDirectory(own("new/deeper"));
      await client.rename(own("new/b%20c.txt"), own("new/deeper/d%20e"));
      expect(await read(own("new/deeper/d%20e"))).toBe("one\nTWO\n");
      await client.put(own("new/deeper/d%20e"), said("short"));
      expect(await read(own("new/deeper/d%20e"))).toBe("short");
      await expect(client.remove(own("new/"))).rejects.toMatchObject({ code: expect.any(String) });
      await client.remove(own("new/deeper/d%20e"));
      await client.remove(own("new/deeper/"));
      await client.remove(own("new/"));
      await expect(client.get(own("new/b%20c.txt"))).rejects.toMatchObject({ code: "not-found" });
    });

    // pyftpdlib has only names in UTF-8.
    if (name !== "pyftpdlib")
      it("makes, reads, renames, and removes a name with the byte FF", async () => {
        const below = own("telnet%FFdata/");
        await client.makeDirectory(below);
        expect(await names(client, own(""))).toContain("telnet\udcffdata");
        await client.put(`${below}a%FFXb`, said("odd"));
        await client.put(`${below}ab`, said("plain"));
        expect((await names(client, below)).sort()).toEqual(["ab", "a\udcffXb"]);
        expect(await read(`${below}a%FFXb`)).toBe("odd");
        const part = await client.get(`${below}a%FFXb`, { range: { start: 1, end: 3 } });
        expect(await part.text()).toBe("dd");
        await client.rename(`${below}ab`, `${below}%FF`);
        await client.rename(`${below}a%FFXb`, `${below}ab`);
        await expect(client.remove(`${below}a%FFXb`)).rejects.toMatchObject({ code: "not-found" });
        expect((await names(client, below)).sort()).toEqual(["ab", "\udcff"]);
        await client.remove(`${below}ab`);
        await client.remove(`${below}%FF`);
        await client.remove(below);
      });

    it("converts the line ends of a text in both directions", async () => {
      const local = made({ lineEnds: "lf" });
      await local.put(own("text.txt;type=a"), said("one\ntwo\n"));
      expect(await read(own("text.txt;type=a"), local)).toBe("one\ntwo\n");
      expect(await read(own("text.txt;type=a"))).toBe("one\r\ntwo\r\n");
      expect(await read(own("text.txt;type=i"))).toBe("one\ntwo\n");
      await client.remove(own("text.txt"));
    });

    it("writes 1 MiB, and reads the same bytes", async () => {
      const octets = new Uint8Array(1024 * 1024).map((_, i) => (i * 7919) >> 3);
      await client.put(own("big.bin"), once(octets));
      const got = await (await client.get(own("big.bin"))).bytes();
      expect(sha(got)).toBe(sha(octets));
      await client.remove(own("big.bin"));
    });

    it("fails with an access error if the server denies a write", async () => {
      await expect(client.put(at("pub/forbidden.txt"), said("x"))).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:permission-denied|auth-required|not-found)$/),
      });
      await expect(client.makeDirectory(own("pub/../text/x/"))).rejects.toMatchObject({
        code: expect.any(String),
      });
    });

    it("lists a directory whose URL looks like a file", async () => {
      const listing = made({ autoList: true });
      // Some servers also list "." and "..".
      expect((await read(at("pub/dir"), listing)).split("\r\n")).toContain("sub");
      await expect(client.get(at("pub/dir"))).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:is-a-directory|not-found)$/),
      });
    });

    it("uses one connection for files in several directories", async () => {
      await using keeping = made({}, 30_000);
      for (let i = 0; i < 3; i++) {
        expect(await read(at("pub/lf.txt"), keeping)).toBe(FTP_DOCUMENTS.get("pub/lf.txt"));
        expect(await read(at("pub/dir/sub/deep.txt"), keeping)).toBe("deep\n");
        expect((await names(keeping, at("pub/dir/"))).sort()).toEqual(["sub"]);
        expect(await read(at("where.txt"), keeping)).toBe("root of the server\n");
        await expect(keeping.get(at("pub/nothing"))).rejects.toMatchObject({ code: "not-found" });
        await keeping.put(own("kept.txt"), said(`${i}`));
        expect(await read(own("kept.txt"), keeping)).toBe(`${i}`);
      }
      await read(at("where.txt"), keeping);
      const { body, transcript } = await keeping.get(at("where.txt"));
      await new Response(body).arrayBuffer();
      expect(transcript.entries[0]).toMatchObject({ kind: "open", reused: true });
      await keeping.remove(own("kept.txt"));
    });

    it("accepts connections from the server in active mode", async () => {
      const active = made({ data: "active" });
      expect(await read(at("pub/lf.txt"), active)).toBe(FTP_DOCUMENTS.get("pub/lf.txt"));
      expect((await names(active, at("pub/dir/"))).sort()).toEqual(["sub"]);
      await active.put(own("active.txt"), said("x"));
      await active.remove(own("active.txt"));
    });

    it("runs eight transfers in parallel", async () => {
      await using keeping = made({}, 30_000);
      const texts = Array.from({ length: 24 }, () => read(at("pub/dir/sub/deep.txt"), keeping));
      expect(await Promise.all(texts)).toEqual(Array.from({ length: 24 }, () => "deep\n"));
    });

    const withTls = () => {
      it.each(["required", "preferred"])("protects both connections: %s", async (mode) => {
        const secure = made({ tls: mode });
        const { body, transcript } = await secure.get(at("pub/bytes.bin"));
        const octets = new Uint8Array(await new Response(body).arrayBuffer());
        expect([...octets]).toEqual(Array.from({ length: 256 }, (_, i) => i));
        expect(transcript.entries.filter(({ kind }) => kind === "secure").map(({ on }) => on)).toEqual([
          "control",
          "data",
        ]);
        expect((await names(secure, at("pub/dir/"))).sort()).toEqual(["sub"]);
      });

      it("writes over TLS, and reuses the connection", async () => {
        await using secure = made({ tls: "required" }, 30_000);
        for (const text of ["one", "two", "three"]) {
          await secure.put(own("secret.txt"), said(text));
          expect(await read(own("secret.txt"), secure)).toBe(text);
        }
        await secure.remove(own("secret.txt"));
      });

      it("rejects an unknown certificate", async () => {
        const wary = createClient({
          schemes: [ftp] as const,
          transport: nodeTransport(),
          options: { ftp: { tls: "required" } },
        });
        await expect(wary.get(at("pub/lf.txt"))).rejects.toMatchObject({ code: "tls-failed" });
      });
    };

    const withoutTls = () => {
      it("fails before the login if TLS is required", async () => {
        const { transcript, error } = await failure(made({ tls: "required" }), own("where.txt"));
        expect(error).toMatchObject({ code: "tls-required" });
        expect(transcript.entries.some(({ text }) => text?.startsWith("USER"))).toBe(false);
        expect(await read(at("pub/dir/sub/deep.txt"), made({ tls: "preferred" }))).toBe("deep\n");
      });
    };

    describe("TLS", tls === "none" ? withoutTls : withTls);
  });
}

/** Servers that can reject names with a leading dot, such as the temporary name of an atomic write. */
for (const { name, env } of SERVERS.slice(0, 3)) {
  const dotless = { title: `${name} without dot files`, env: { ...env, FTP_NO_DOT_NAMES: "YES" } };
  describePeer({ name, seed: seedFtp, ...dotless }, (peer) => {
    const client = createClient({ schemes: [ftp] as const, transport: nodeTransport() });
    const url = () => `ftp://${ALICE}127.0.0.1:${peer.port}/kept.txt` as const;
    const put = (text: string, atomic: CallOptions["atomic"] = false, transcript = new Transcript()) =>
      client.put(url(), once(new TextEncoder().encode(text)), { atomic, transcript });
    const read = async () => (await client.get(url())).text();

    it("rejects an atomic write, and keeps the old file", async () => {
      await put("old");
      await expect(put("new", true)).rejects.toMatchObject({
        target: "unchanged",
        replyCode: expect.any(Number),
        hint: expect.stringContaining("preferred"),
      });
      expect(await read()).toBe("old");
    });

    it('writes directly if atomic is "preferred", and notes this in the transcript', async () => {
      const transcript = new Transcript();
      await put("new", "preferred", transcript);
      expect(await read()).toBe("new");
      expect(transcript.entries.filter(({ kind }) => kind === "note")).toHaveLength(1);
      const there = await names(client, `ftp://${ALICE}127.0.0.1:${peer.port}/`);
      expect(there.filter((each) => each.includes("anyurl"))).toEqual([]);
    });
  });
}

async function failure(client: Client<typeof ftp>, url: `ftp://${string}`) {
  const transcript = new Transcript();
  const error = await client.get(url, { transcript }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { transcript, error };
}

async function all(client: Client<typeof ftp>, url: `ftp://${string}`): Promise<readonly Entry[]> {
  return collect(client.list(url));
}

async function names(client: Client<typeof ftp>, url: `ftp://${string}`): Promise<string[]> {
  return (await all(client, url)).map(({ name }) => name);
}

async function* once(octets: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < octets.length; at += 65_536) yield octets.slice(at, at + 65_536);
}

function sha(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}
