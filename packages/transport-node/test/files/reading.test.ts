import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { textOf } from "@anyurl/core";
import type { FileEntry, Files } from "@anyurl/core/exchange";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/files/node-files.ts";
import { collected, contentOf, never, PINNINGS, type World, withCode, world } from "./world.ts";

const onLinux = process.platform === "linux";

describe.each(PINNINGS)("reading, with directories held by %s", (pinning) => {
  let here: World;
  let files: Files;
  beforeEach(() => {
    here = world(pinning);
    files = here.files();
  });
  afterEach(() => {
    expect(here.open()).toEqual([]);
    here.remove();
  });
  const at = (...names: string[]) => join(here.root, ...names);

  it("returns the bytes at a position, and none at the end", async () => {
    writeFileSync(at("a"), "0123456789");
    const file = await files.open(at("a"), never);
    const into = new Uint8Array(4);
    expect(await file.read(into, 3)).toBe(4);
    expect(textOf(into)).toBe("3456");
    expect(await file.read(into, 8)).toBe(2);
    expect(await file.read(into, 10)).toBe(0);
    expect(await file.read(into, 1e12)).toBe(0);
    expect(file.facts).toMatchObject({ kind: "file", size: 10 });
    truncateSync(at("a"), 5);
    expect(await file.size()).toBe(5);
    await file[Symbol.asyncDispose]();
    await file[Symbol.asyncDispose]();
    await expect(file.read(into, 0)).rejects.toThrow("closed");
    expect(await contentOf(files, at("a"))).toBe("01234");
  });

  it("returns the kind, the size, and the modification time of a name", async () => {
    mkdirSync(at("d"));
    writeFileSync(at("d", "f"), "abc");
    utimesSync(at("d", "f"), 1_000_000, 1_000_000);
    expect(await files.facts(at("d", "f"), never)).toEqual({
      ...{ kind: "file", size: 3, modified: new Date(1_000_000_000) },
    });
    expect((await files.facts(at("d"), never)).kind).toBe("directory");
    expect((await files.facts(`${at("d")}/`, never)).kind).toBe("directory");
    expect((await files.facts(here.root, never)).kind).toBe("directory");
  });

  it("reports what is wrong with a path", async () => {
    mkdirSync(at("d"));
    writeFileSync(at("f"), "");
    await expect(files.open(at("none"), never)).rejects.toEqual(withCode("ENOENT"));
    await expect(files.open(at("none", "f"), never)).rejects.toEqual(withCode("ENOENT"));
    await expect(files.open(at("d"), never)).rejects.toEqual(withCode("is-a-directory"));
    await expect(files.open(here.root, never)).rejects.toEqual(withCode("is-a-directory"));
    await expect(files.open(`${at("f")}/`, never)).rejects.toEqual(withCode("not-a-directory"));
    await expect(files.facts(`${at("f")}/`, never)).rejects.toEqual(withCode("not-a-directory"));
    const below = await files.open(at("f", "x"), never).catch((error) => error.code);
    expect(["ENOTDIR", "not-a-directory"]).toContain(below);
    await expect(files.open(at("x".repeat(300)), never)).rejects.toEqual(withCode("ENAMETOOLONG"));
  });

  it.runIf(onLinux)("handles names as bytes", async () => {
    const name = textOf([0x78, 0xff, 0x0a, 0x79]);
    writeFileSync(
      Buffer.concat([Buffer.from(`${here.root}/`), Buffer.from([0x78, 0xff, 0x0a, 0x79])]),
      "raw",
    );
    expect(await contentOf(files, `${here.root}/${name}`)).toBe("raw");
    expect((await entries(here.root)).map((entry) => entry.name)).toEqual([name]);
  });

  it("lists a directory of any size without . and ..", async () => {
    const names = Array.from({ length: 200 }, (_, i) => `f${i}`);
    for (const name of names) writeFileSync(at(name), name);
    mkdirSync(at("d"));
    symlinkSync("/nowhere", at("l"));
    const found = await entries(here.root);
    expect(found.map(({ name }) => name).sort()).toEqual([...names, "d", "l"].sort());
    const kinds = new Map(found.map(({ name, facts }) => [name, facts]));
    expect(kinds.get("f199")).toMatchObject({ kind: "file", size: 4 });
    expect(kinds.get("d")?.kind).toBe("directory");
    expect(kinds.get("l")?.kind).toBe("link");
    expect(await entries(`${at("d")}/`)).toEqual([]);
  });

  it("closes a directory if the listing is canceled or aborted", async () => {
    for (let i = 0; i < 100; i++) writeFileSync(at(`f${i}`), "");
    for await (const _ of files.entries(here.root, never)) break;
    expect(here.open()).toEqual([]);
    const controller = new AbortController();
    const listing = files.entries(here.root, controller.signal);
    for (let i = 0; i < 64; i++) await listing.next();
    controller.abort(new Error("enough"));
    await expect(listing.next()).rejects.toThrow("enough");
  });

  it("opens nothing after an abort", async () => {
    writeFileSync(at("f"), "abc");
    const signal = AbortSignal.abort(new Error("never mind"));
    await expect(files.open(at("f"), signal)).rejects.toThrow("never mind");
    await expect(files.facts(at("f"), signal)).rejects.toThrow("never mind");
    await expect(files.entries(here.root, signal).next()).rejects.toThrow("never mind");
    const controller = new AbortController();
    const opening = files.open(at("f"), controller.signal);
    controller.abort(new Error("at once"));
    await expect(opening).rejects.toThrow("at once");
  });

  it("waits for a pending read before it closes", async () => {
    writeFileSync(at("f"), "x".repeat(1_000_000));
    const file = await files.open(at("f"), never);
    const reading = file.read(new Uint8Array(1_000_000), 0);
    await file[Symbol.asyncDispose]();
    expect(await reading).toBe(1_000_000);
  });

  it("allows the whole machine without roots", async () => {
    writeFileSync(at("f"), "abc");
    symlinkSync(at("f"), at("l"));
    const all = nodeFiles(pinning);
    expect(await contentOf(all, at("f"))).toBe("abc");
    expect(await contentOf(all, at("l"))).toBe("abc");
  });

  describe.runIf(onLinux)("a special file", () => {
    const special = { special: true } as const;

    it("is rejected at once: a pipe, a socket, a device", async () => {
      execFileSync("mkfifo", [at("pipe")]);
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(at("socket"), resolve));
      const dev = here.files({ path: "/dev" });
      try {
        await expect(files.open(at("pipe"), never)).rejects.toEqual(withCode("unsupported"));
        await expect(files.open(at("socket"), never)).rejects.toEqual(withCode("unsupported"));
        await expect(files.open(at("socket"), never, special)).rejects.toEqual(withCode("unsupported"));
        for (const name of ["zero", "tty", "null"])
          await expect(dev.open(`/dev/${name}`, never)).rejects.toEqual(withCode("unsupported"));
        for (const name of ["pipe", "socket"]) {
          expect((await files.facts(at(name), never)).kind).toBe("special");
          await expect(files.remove(at(name), never)).rejects.toEqual(withCode("unsupported"));
          await expect(files.write(at(name), endless(), "replace", never)).rejects.toEqual(
            withCode("unsupported"),
          );
          await expect(files.write(at(name), endless(), "append", never)).rejects.toEqual(
            withCode("unsupported"),
          );
        }
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    });

    it("is read if allowed, and opening it never blocks", async () => {
      const dev = here.files({ path: "/dev" });
      const zero = await dev.open("/dev/zero", never, special);
      expect(await zero.read(new Uint8Array(10).fill(1), 12)).toBe(10);
      await zero[Symbol.asyncDispose]();
      execFileSync("mkfifo", [at("pipe")]);
      const pipe = await files.open(at("pipe"), never, special);
      expect(pipe.facts.kind).toBe("special");
      expect(await pipe.read(new Uint8Array(10), 0)).toBe(0);
      await pipe[Symbol.asyncDispose]();
    });

    it("is read as data arrives, until the writer closes or until an abort", async () => {
      execFileSync("mkfifo", [at("pipe")]);
      const controller = new AbortController();
      const pipe = await files.open(at("pipe"), controller.signal, special);
      const writer = await nodeFilesWriter(at("pipe"));
      const into = new Uint8Array(10);
      const reading = pipe.read(into, 0);
      await writer.write("abc");
      expect(await reading).toBe(3);
      const waiting = pipe.read(into, 0);
      controller.abort(new Error("no more"));
      await expect(waiting).rejects.toThrow("no more");
      await writer.close();
      await pipe[Symbol.asyncDispose]();
    });

    it("may generate its content on reading: it reports 0 bytes and has some", async () => {
      const proc = here.files({ path: "/proc/self" });
      expect((await proc.facts("/proc/self/status", never)).size).toBe(0);
      expect(await contentOf(proc, "/proc/self/status", 1000)).toMatch(/^Name:/);
    });
  });

  async function entries(path: string): Promise<readonly FileEntry[]> {
    return collected(files.entries(path, never));
  }
});

async function* endless(): AsyncGenerator<Uint8Array, void, void> {
  for (;;) yield new Uint8Array(1);
}

async function nodeFilesWriter(path: string) {
  const { open } = await import("node:fs/promises");
  const handle = await open(path, "w");
  return { write: (text: string) => handle.write(text), close: () => handle.close() };
}
