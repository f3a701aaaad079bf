import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateAssetsModule } from "../build/built-module.ts";
import { bundleLive } from "../build/bundle-live.ts";
import { ASSETS, findAsset, ICON, LIVE, STYLE } from "../src/assets/index.ts";

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

describe("assets", () => {
  it.each([
    [STYLE, "text/css; charset=utf-8"],
    [LIVE, "text/javascript; charset=utf-8"],
    [ICON, "image/svg+xml"],
  ])("are served from source without caching: %s", async (path, type) => {
    const asset = await findAsset(path);
    expect(asset).toMatchObject({ type, cacheControl: "no-cache" });
    expect(asset!.octets.length).toBeGreaterThan(100);
  });

  it.each(["", "/", `${ASSETS}x.js`, `${ASSETS}../index.ts`, `${ASSETS}built.d.ts`, "/style.css"])(
    "do not include %j",
    async (path) => expect(await findAsset(path)).toBeUndefined(),
  );

  it("refer to no third-party fonts or images", async () => {
    const style = new TextDecoder().decode((await findAsset(STYLE))!.octets);
    expect(style).not.toMatch(/url\(|@import|@font-face|https?:/);
  });
});

describe("the built package", () => {
  let folder: string;
  let built: typeof import("#assets");

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "anyurl-assets-"));
    const path = join(folder, "built.mjs");
    await writeFile(path, await generateAssetsModule());
    built = await import(path);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("has all assets in one module, under names with a hash", async () => {
    for (const name of Object.values(built.names)) {
      expect(name).toMatch(/^[a-z]+-[A-Za-z0-9_-]{8}\.(css|js|svg)$/);
      expect(await built.load(name)).toMatchObject({ name, hashed: true });
    }
    expect(await built.load("style.css")).toBeUndefined();
    expect(await built.load("constructor")).toBeUndefined();
  });

  it("has every file that the script imports", async () => {
    const { text } = (await built.load(built.names.live))!;
    const asked = [...text.matchAll(/"\.\/([^"]+\.js)"|`\.\/([^`]+\.js)`/g)].map(([, a, b]) => a ?? b!);
    expect(asked.length).toBeGreaterThan(9);
    for (const name of asked) expect(await built.load(name)).toBeDefined();
  });

  it("has no imports", async () => {
    const module = await generateAssetsModule();
    expect(module).not.toMatch(/^import /m);
  });

  it("renames only changed files", async () => {
    expect(await generateAssetsModule()).toBe(await generateAssetsModule());
  });
});

describe("the script", async () => {
  const chunks = await bundleLive({ hashed: true });

  const sizes = new Map(chunks.map(({ name, text }) => [name, gzipped(text)]));
  /** Returns a file and everything that it imports. */
  const loadedFor = (...names: readonly string[]): number => {
    const all = new Set(names);
    // The loop also visits items that are added while it runs.
    for (const name of all)
      for (const each of chunks.find((chunk) => chunk.name === name)!.imports) all.add(each);
    return [...all].reduce((sum, name) => sum + sizes.get(name)!, 0);
  };
  const schemes = chunks.map(({ name }) => name).filter((name) => /^scheme-[a-z]+-/.test(name));

  it("is at most 29 KiB compressed with the page: core, and the loader of its language", () => {
    expect(loadedFor(chunks[0]!.name)).toBeLessThan(29 * 1024);
  });

  it.each(schemes)(
    "is at most 48 KiB compressed with %s, which is loaded when a URL of it is typed",
    (name) => {
      expect(loadedFor(chunks[0]!.name, name)).toBeLessThan(48 * 1024);
    },
  );

  it("has a separate file for every scheme of anyurl", () => {
    const packages = new URL("../../", import.meta.url);
    const folders = readdirSync(packages).filter((name) => {
      if (!name.startsWith("scheme-")) return false;
      const manifest = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), "utf8"));
      return manifest.anyurl.collection === undefined;
    });
    expect(new Set(schemes.map((name) => name.split("-")[1]))).toEqual(
      new Set(folders.map((name) => name.slice("scheme-".length))),
    );
  });

  it("has no code that opens connections or that the content policy blocks", () => {
    for (const { text } of chunks) {
      expect(text).not.toMatch(
        /\bfetch\(|XMLHttpRequest|new WebSocket|sendBeacon|\beval\(|new Function|document\.write/,
      );
      expect(text).not.toMatch(/["'`]node:/);
    }
  });
});
