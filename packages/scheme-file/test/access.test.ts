import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createClient, Transcript } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { file } from "../src/index.ts";
import { clientFor, collected, source, type World, world } from "./world.ts";

const onLinux = process.platform === "linux";
const MIB = 1024 * 1024;

/** Bytes without repeated ranges. */
const octets = (length: number): Buffer => {
  const all = Buffer.alloc(length);
  for (let i = 0; i + 4 <= length; i += 4) all.writeUInt32LE((i * 2_654_435_761) >>> 0, i);
  return all;
};

// Windows paths are tested in windows.test.ts, which runs everywhere.
describe.skipIf(process.platform === "win32")("local files", () => {
  let here: World;
  let client: ReturnType<typeof clientFor>;
  beforeEach(() => {
    here = world();
    client = clientFor(here.root);
  });
  afterEach(async () => {
    // A finished call closes its file without waiting.
    await expect.poll(() => here.open()).toEqual([]);
    here.remove();
  });
  const at = (...names: string[]) => join(here.root, ...names);
  const get = async (url: string, options = {}) => client.get(url, options);

  describe("get", () => {
    it("returns all bytes of a file of any size", async () => {
      for (const size of [0, 1, 1000, MIB - 1, MIB, MIB + 1, 3 * MIB + 17]) {
        const content = octets(size);
        writeFileSync(at("f.txt"), content);
        const found = await get(here.url("f.txt"));
        expect(found).toMatchObject({ size, mediaType: "text/plain" });
        expect(found.modified).toBeInstanceOf(Date);
        expect(Buffer.from(await found.bytes()).equals(content)).toBe(true);
        expect(await found.complete).toBe(true);
      }
    });

    it("returns exactly the bytes of a range", async () => {
      const content = octets(2 * MIB + 5);
      writeFileSync(at("big"), content);
      writeFileSync(at("small"), content.subarray(0, 100));
      await fc.assert(
        fc.asyncProperty(
          fc.boolean(),
          fc.oneof(fc.nat(2 * MIB + 100), fc.nat(150)),
          fc.option(fc.oneof(fc.nat(2 * MIB), fc.nat(100)), { nil: undefined }),
          async (small, start, length) => {
            const range = length === undefined ? { start } : { start, end: start + length };
            const found = await get(here.url(small ? "small" : "big"), { range });
            const expected = content.subarray(0, small ? 100 : undefined).subarray(start, range.end);
            expect(Buffer.compare(Buffer.from(await found.bytes()), expected)).toBe(0);
            expect(found.size).toBe(small ? 100 : content.length);
            expect(await found.complete).toBe(true);
          },
        ),
        { numRuns: 60 },
      );
    });

    it("fills the reader's own buffer of any size", async () => {
      const content = octets(MIB + 5000);
      writeFileSync(at("f"), content);
      for (const size of [1000, 65_536, 3 * MIB]) {
        const reader = (await get(here.url("f"))).body.getReader({ mode: "byob" });
        const found: Buffer[] = [];
        let buffer = new ArrayBuffer(size);
        for (;;) {
          const { done, value } = await reader.read(new Uint8Array(buffer));
          if (done) break;
          found.push(Buffer.from(value));
          buffer = value.buffer as ArrayBuffer;
        }
        expect(Buffer.concat(found).equals(content)).toBe(true);
      }
    });

    it("fails for directories and missing files", async () => {
      mkdirSync(at("d"));
      writeFileSync(at("f"), "");
      await expect(get(here.url("d"))).rejects.toMatchObject({ code: "is-a-directory" });
      await expect(get(here.url("d/"))).rejects.toMatchObject({ code: "is-a-directory" });
      await expect(get(here.url())).rejects.toMatchObject({ code: "is-a-directory" });
      await expect(get(here.url("f/"))).rejects.toMatchObject({ code: "not-a-directory" });
      await expect(get(here.url("f/x"))).rejects.toMatchObject({ code: "not-a-directory" });
      await expect(get(here.url("none"))).rejects.toMatchObject({
        ...{ code: "not-found", scheme: "file", operation: "get" },
      });
      await expect(get(here.url("x".repeat(256)))).rejects.toMatchObject({ code: "bad-path" });
    });

    it("fails with path-blocked outside the root, for every spelling", async () => {
      symlinkSync("/etc/passwd", at("leak"));
      for (const [url, code] of [
        ["file:///etc/passwd", "path-blocked"],
        [here.url("../../etc/passwd"), "path-blocked"],
        [here.url("%2E%2E/%2e%2e/etc/passwd"), "path-blocked"],
        [here.url("..%2F..%2Fetc/passwd"), "separator-in-segment"],
        [here.url("a%00b"), "control-octet"],
        [here.url("leak"), "path-blocked"],
        [here.url("~/x"), "not-found"],
      ] as const)
        await expect(get(url), url).rejects.toMatchObject({ code });
    });

    it("ignores bytes added during a read, and fails with truncated if the file shrinks", async () => {
      const content = octets(3 * MIB);
      writeFileSync(at("f"), content);
      const growing = await get(here.url("f"));
      appendFileSync(at("f"), "more");
      expect(Buffer.from(await growing.bytes()).equals(content)).toBe(true);
      const shrinking = await get(here.url("f"));
      truncateSync(at("f"), MIB + 10);
      await expect(shrinking.bytes()).rejects.toMatchObject({ code: "truncated", retryable: true });
      expect(await shrinking.complete).toBe(false);
    });

    it("handles names that are not UTF-8, and all other valid names", async () => {
      const names = [
        "%FF%FE",
        "a%20b",
        "%C3%A9",
        "e%CC%81",
        "what%3F",
        "100%25",
        "%0A",
        "-rf",
        "a%5Cb",
        ".hidden",
        "c:",
      ];
      for (const name of names) await client.put(here.url(name), source(name));
      for (const name of names) expect(await (await get(here.url(name))).text()).toBe(name);
      expect(readdirSync(here.root)).toHaveLength(names.length);
      // In RFC 1738 a question mark is part of the name, but a fragment is not.
      expect(await (await get(here.url("what?#x"))).text()).toBe("what%3F");
    });

    it("closes the file if its reader stops, aborts, or fails", async () => {
      writeFileSync(at("f"), octets(3 * MIB));
      const left = (await get(here.url("f"))).body.getReader();
      await left.read();
      expect(here.open()).toEqual(onLinux ? [at("f")] : []);
      await left.cancel();
      expect(here.open()).toEqual([]);

      const unread = await get(here.url("f"));
      await unread.body.cancel();
      await expect.poll(() => here.open()).toEqual([]);

      const controller = new AbortController();
      const aborted = (await get(here.url("f"), { signal: controller.signal })).body.getReader();
      await aborted.read();
      controller.abort(new Error("enough"));
      await expect(aborted.read()).rejects.toThrow("enough");
      await expect.poll(() => here.open()).toEqual([]);

      const limited = await get(here.url("f"), { limits: { maxBytes: MIB } });
      await expect(limited.bytes()).rejects.toMatchObject({ code: "too-large" });
      await expect.poll(() => here.open()).toEqual([]);
    });

    it("leaves no handle open after an abort at any time", { timeout: 60_000 }, async () => {
      writeFileSync(at("f"), octets(2 * MIB));
      for (let turns = 0; turns < 150; turns++) {
        const controller = new AbortController();
        const call = (async () => {
          const { body } = await get(here.url("f"), { signal: controller.signal });
          for await (const _ of body);
        })();
        const ended = call.catch((error: unknown) => error);
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
        controller.abort("enough");
        expect([undefined, "enough"]).toContain(await ended);
      }
      await expect.poll(() => here.open()).toEqual([]);
    });

    it("does not need more memory for a large file", { timeout: 60_000 }, async () => {
      writeFileSync(at("sparse"), "");
      truncateSync(at("sparse"), 1024 * MIB);
      const reader = (await get(here.url("sparse"))).body.getReader({ mode: "byob" });
      let buffer = new ArrayBuffer(MIB);
      let read = 0;
      const before = process.memoryUsage();
      let most = 0;
      for (;;) {
        const { done, value } = await reader.read(new Uint8Array(buffer));
        if (done) break;
        read += value.length;
        buffer = value.buffer as ArrayBuffer;
        // Measure only buffers, because other tests run in the same process.
        most = Math.max(most, process.memoryUsage().arrayBuffers - before.arrayBuffers);
      }
      expect(read).toBe(1024 * MIB);
      expect(most).toBeLessThan(64 * MIB);
    });

    describe.runIf(onLinux)("of special files", () => {
      const special = { options: { allowSpecialFiles: true } };

      it("rejects devices and pipes immediately", async () => {
        execFileSync("mkfifo", [at("pipe")]);
        await expect(get(here.url("pipe"))).rejects.toMatchObject({
          ...{ code: "unsupported", hint: expect.stringContaining("allowSpecialFiles") },
        });
        await expect(clientFor("/dev").get("file:///dev/zero")).rejects.toMatchObject({
          code: "unsupported",
        });
      });

      it("reads them with allowSpecialFiles", async () => {
        const dev = clientFor("/dev");
        const zero = await dev.get("file:///dev/zero", { ...special, range: { start: 5, end: 15 } });
        expect(zero.size).toBeUndefined();
        expect(await zero.bytes()).toEqual(new Uint8Array(10));
        expect(await (await dev.get("file:///dev/null", special)).bytes()).toEqual(new Uint8Array(0));
        execFileSync("mkfifo", [at("pipe")]);
        expect(await (await get(here.url("pipe"), special)).text()).toBe("");
      });

      it("reads generated files without a size", async () => {
        const proc = clientFor("/proc/self");
        const status = await proc.get("file:///proc/self/status");
        expect(status.size).toBeUndefined();
        expect(await status.text()).toMatch(/^Name:\t.*\nUmask:/);
        const sys = clientFor("/sys/kernel/mm", { followLinks: true });
        const page = await sys
          .get("file:///sys/kernel/mm/transparent_hugepage/enabled")
          .catch(() => undefined);
        if (page === undefined) return;
        expect(page.size).toBeUndefined();
        expect(await page.text()).toMatch(/\[\w+\]/);
      });
    });
  });

  describe("list", () => {
    it("returns entries with kind, size, and a URL that can be opened", async () => {
      mkdirSync(at("d"));
      for (const name of ["a b.txt", "100%", "c#d", "e?f", "\u00e9"]) writeFileSync(at(name), name);
      writeFileSync(Buffer.from([...Buffer.from(`${here.root}/`), 0xff]), "raw");
      symlinkSync("d", at("link"));
      utimesSync(at("a b.txt"), 1, 1);
      utimesSync(at("100%"), 1.5, 1.5);
      const entries = new Map((await collected(client.list(here.url()))).map((entry) => [entry.name, entry]));
      expect(entries.size).toBe(8);
      expect(entries.get("a b.txt")).toEqual({
        ...{ name: "a b.txt", kind: "file", url: here.url("a%20b.txt"), size: 7, mediaType: "text/plain" },
        modified: new Date(1000),
      });
      const precise = { modified: new Date(1500), modifiedPrecision: "millisecond" };
      expect(entries.get("100%")).toMatchObject(precise);
      expect(entries.get("d")).toMatchObject({ kind: "directory", url: here.url("d/") });
      expect(entries.get("d")).not.toHaveProperty("size");
      expect(entries.get("link")).toMatchObject({ kind: "link", url: here.url("link") });
      expect(entries.get("\udcff")).toMatchObject({ url: here.url("%FF") });
      for (const { kind, url, name } of entries.values()) {
        if (kind === "file") expect((await (await get(url!)).bytes()).length, name).toBeGreaterThan(0);
        if (kind === "directory") expect(await collected(client.list(url as "file:///"))).toEqual([]);
      }
    });

    it("does not need a final slash, and keeps the host", async () => {
      mkdirSync(at("d"));
      writeFileSync(at("d", "f"), "");
      for (const name of ["d", "d/", "d/.", "x/../d"])
        expect((await collected(client.list(here.url(name)))).map(({ url }) => url)).toEqual([
          here.url("d/f"),
        ]);
      const named = here.url("d").replace("file://", "file://LocalHost") as "file://x/";
      expect((await collected(client.list(named))).map(({ url }) => url)).toEqual([here.url("d/f")]);
      const other = here.url("d").replace("file://", "file://Here.example") as "file://x/";
      const options = { options: { localNames: "here.example" } };
      expect((await collected(client.list(other, options))).map(({ url }) => url)).toEqual([
        here.url("d/f").replace("file://", "file://here.example"),
      ]);
    });

    it("fails with not-a-directory for a file", async () => {
      writeFileSync(at("f"), "");
      for (const name of ["f", "f/"])
        await expect(collected(client.list(here.url(name)))).rejects.toMatchObject({
          code: "not-a-directory",
        });
      await expect(collected(client.list(here.url("none/")))).rejects.toMatchObject({ code: "not-found" });
    });

    it("closes the directory if the reader stops", async () => {
      for (let i = 0; i < 300; i++) writeFileSync(at(`f${i}`), "");
      for await (const _ of client.list(here.url())) break;
      await expect.poll(() => here.open()).toEqual([]);
    });

    it("follows links if the policy does", async () => {
      mkdirSync(at("d"));
      symlinkSync("d", at("link"));
      symlinkSync("/etc", at("away"));
      const entries = await collected(clientFor(here.root, { followLinks: true }).list(here.url()));
      expect(entries.map(({ name, kind, url }) => [name, kind, url]).sort()).toEqual([
        ["away", "link", here.url("away")],
        ["d", "directory", here.url("d/")],
        ["link", "directory", here.url("link/")],
      ]);
    });
  });

  it("stat returns metadata without the owner", async () => {
    writeFileSync(at("f.png"), "123");
    symlinkSync("f.png", at("link"));
    utimesSync(at("f.png"), 1.5, 1.5);
    utimesSync(here.root, 1, 1);
    lutimesSync(at("link"), 1, 1);
    const modified = new Date(1000);
    expect(await client.stat(here.url("f.png"))).toEqual({
      ...{ kind: "file", size: 3, mediaType: "image/png" },
      ...{ modified: new Date(1500), modifiedPrecision: "millisecond" },
    });
    expect(await client.stat(here.url())).toEqual({ kind: "directory", modified });
    expect(await client.stat(here.url("link"))).toEqual({ kind: "link", modified });
    const following = clientFor(here.root, { followLinks: true });
    expect(await following.stat(here.url("link"))).toMatchObject({ kind: "file", size: 3 });
    await expect(client.stat(here.url("none"))).rejects.toMatchObject({ code: "not-found" });
  });

  describe("writing", () => {
    const text = (name: string) => readFileSync(at(name), "utf8");

    it("puts a file, and overwrites one unless overwrite is false", async () => {
      const sent: number[] = [];
      await client.put(here.url("f"), source("one", " two"), { onSent: ({ sent: so }) => sent.push(so) });
      expect(text("f")).toBe("one two");
      expect(sent).toEqual([3, 7]);
      await client.put(here.url("f"), source("new"));
      expect(text("f")).toBe("new");
      const options = { overwrite: false };
      await expect(client.put(here.url("f"), source("x"), { options })).rejects.toMatchObject({
        ...{ code: "already-exists", operation: "put" },
      });
      await client.put(here.url("g"), source("x"), { options: { overwrite: false } });
      expect(readdirSync(here.root).sort()).toEqual(["f", "g"]);
    });

    it("keeps the old file if a put is interrupted", async () => {
      writeFileSync(at("f"), "old");
      const controller = new AbortController();
      const half = (async function* () {
        yield new TextEncoder().encode("half");
        expect(readdirSync(here.root)).toHaveLength(2);
        controller.abort(new Error("enough"));
        await new Promise(() => {});
      })();
      await expect(client.put(here.url("f"), half, { signal: controller.signal })).rejects.toThrow("enough");
      expect(text("f")).toBe("old");
      await expect.poll(() => readdirSync(here.root)).toEqual(["f"]);
    });

    it("appends, makes directories, renames and removes", async () => {
      await client.makeDirectory(here.url("d/"));
      await client.append(here.url("d/f"), source("one"));
      await client.append(here.url("d/f"), source(" two"));
      await client.rename(here.url("d/f"), here.url("g"));
      expect(text("g")).toBe("one two");
      await client.put(here.url("h"), source("x"));
      await expect(
        client.rename(here.url("g"), here.url("h"), { options: { overwrite: false } }),
      ).rejects.toMatchObject({ code: "already-exists" });
      await client.rename(here.url("g"), here.url("h"));
      await expect(client.rename(here.url("h"), "ftp://h.example/h")).rejects.toMatchObject({
        code: "unsupported",
        message: "cannot rename a file to a URL of ftp",
      });
      await client.remove(here.url("h"));
      await client.put(here.url("d/x"), source());
      await expect(client.remove(here.url("d/"))).rejects.toMatchObject({ code: "not-empty" });
      await client.remove(here.url("d/x"));
      await client.remove(here.url("d"));
      await expect(client.makeDirectory(here.url("a/b"))).rejects.toMatchObject({ code: "not-found" });
      expect(readdirSync(here.root)).toEqual([]);
    });

    it("copies from one file to another", async () => {
      const content = octets(3 * MIB + 1);
      writeFileSync(at("from"), content);
      expect(await client.copy(here.url("from"), here.url("to"))).toEqual({
        octets: content.length,
        complete: true,
      });
      expect(readFileSync(at("to")).equals(content)).toBe(true);
    });

    it("asks the policy first", async () => {
      writeFileSync(at("f"), "old");
      const reading = clientFor(here.root, { write: false });
      let asked = false;
      const watched = (async function* () {
        asked = true;
        yield new Uint8Array(1);
      })();
      await expect(reading.put(here.url("f"), watched)).rejects.toMatchObject({ code: "path-blocked" });
      expect(asked).toBe(false);
      for (const change of [
        () => reading.append(here.url("f"), source("x")),
        () => reading.remove(here.url("f")),
        () => reading.rename(here.url("f"), here.url("g")),
        () => reading.makeDirectory(here.url("d")),
        () => client.put("file:///etc/anyurl-test", source("x")),
        () => client.rename(here.url("f"), "file:///etc/anyurl-test" as string),
      ])
        await expect(change()).rejects.toMatchObject({ code: "path-blocked" });
      expect(text("f")).toBe("old");
    });
  });

  describe("a host", () => {
    it("is local, or rejected without a lookup", async () => {
      writeFileSync(at("f"), "here");
      const looked: string[] = [];
      const asking = createClient({
        schemes: [file],
        transport: {
          ...nodeTransport(),
          resolve: async (name) => {
            looked.push(name);
            return [];
          },
        },
        policy: { files: { roots: [here.root] } },
      });
      const on = (host: string) => `file://${host}${at("f")}` as "file://h/x";
      const read = async (host: string, options = {}) => (await asking.get(on(host), { options })).text();
      for (const host of ["", "localhost", "LOCALHOST"]) expect(await read(host)).toBe("here");
      for (const host of ["h.example", "127.0.0.1", "[::1]", "localhost."])
        await expect(read(host)).rejects.toMatchObject({ code: "host-not-local" });
      for (const host of ["127.0.0.1", "[::1]", "[0::1]"])
        expect(await read(host, { loopbackIsLocal: true })).toBe("here");
      for (const localNames of [["H.example"], "h.example", ["x.example", "h.example"]])
        expect(await read("h.example", { localNames })).toBe("here");
      await expect(read("h.example", { loopbackIsLocal: true })).rejects.toMatchObject({
        code: "host-not-local",
      });
      expect(looked).toEqual([]);
    });
  });

  it.each([
    ["localNames", 5],
    ["localNames", ["h", ""]],
    ["localNames", ""],
    ["loopbackIsLocal", "yes"],
    ["allowSpecialFiles", 1],
    ["overwrite", null],
  ])("rejects the option %s: %j", async (name, value) => {
    await expect(get(here.url("f"), { options: { [name]: value } })).rejects.toMatchObject({
      ...{ code: "bad-option", message: expect.stringContaining(name) },
    });
  });

  it("has no transcript entries", async () => {
    writeFileSync(at("f"), "x");
    const transcript = new Transcript();
    await (await get(here.url("f"), { transcript })).bytes();
    expect(transcript.entries).toEqual([]);
  });
});
