import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@anyurl/core";
import { afterAll, describe, expect, it } from "vitest";
import { CachedSource } from "../../src/cache/cached-source.ts";
import type { Source } from "../../src/guard/index.ts";
import { closeStore, openStore, readKeyFile } from "../../src/node/index.ts";

const directory = mkdtempSync(join(tmpdir(), "anyurl-gateway-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("openStore", () => {
  it("opens no store for the cache in memory", async () => {
    expect(await openStore("memory:")).toBeUndefined();
  });

  it("opens a Redis store, without which the cache works if it is down", async () => {
    const store = (await openStore("redis://127.0.0.1:1/0"))!;
    const source = { registry: createRegistry(), stat: async () => ({ kind: "file" }) };
    const cached = new CachedSource(source as unknown as Source, { store });
    expect(await cached.stat("x-a://h/")).toEqual({ kind: "file" });
    expect(cached.state).toBe("failing");
    await closeStore(store);
  });

  it.each(["", "sqlite:a.db", "redis:", "http://h/", "memory"])("rejects %j", async (text) => {
    await expect(openStore(text)).rejects.toThrow(RangeError);
  });
});

describe("readKeyFile", () => {
  const file = (text: string, mode = 0o600) => {
    const path = join(directory, "keys");
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const SECRET = "00ff".repeat(16);

  it("reads one key per line", async () => {
    const keys = await readKeyFile(file(`# of this year\nb ${SECRET}\n\na\t${SECRET.toUpperCase()}ab\n`));
    expect(keys.map(({ id, secret }) => [id, secret.length])).toEqual([
      ["b", 32],
      ["a", 33],
    ]);
  });
  it.each([
    ["", /has no keys/],
    [`b ${SECRET.slice(2)}`, /line 1/],
    [`b ${SECRET}a`, /line 1/],
    [`b c ${SECRET}`, /line 1/],
    [SECRET, /line 1/],
  ])("rejects %j without quoting it", async (text, message) => {
    await expect(readKeyFile(file(text))).rejects.toThrow(message);
    const error = await readKeyFile(file(text)).catch((reason: Error) => reason.message);
    expect(error).not.toContain("00ff");
  });
  it.skipIf(process.platform === "win32")("rejects a file that other users can read", async () => {
    await expect(readKeyFile(file(`b ${SECRET}`, 0o644))).rejects.toThrow(/chmod 600/);
  });
  it("has no modes of files to check on Windows", async () => {
    const { platform } = process;
    Object.defineProperty(process, "platform", { value: "win32" });
    try {
      expect(await readKeyFile(file(`b ${SECRET}`, 0o666))).toMatchObject([{ id: "b" }]);
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
    }
  });
});
