import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keyv } from "keyv";
import { afterAll, describe, expect, it } from "vitest";
import { openSqliteStore, openStore, readKeyFile } from "../../src/node/index.ts";

const directory = mkdtempSync(join(tmpdir(), "anyurl-gateway-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("sqliteStore", () => {
  it("stores values for two concurrent users, and after a restart", async () => {
    const path = join(directory, "a.db");
    const [one, two] = await Promise.all([openSqliteStore(path), openSqliteStore(path)]);
    await new Keyv({ store: one }).set("k", "värde\u0000\n", 60_000);
    expect(await new Keyv({ store: two }).get("k")).toBe("värde\u0000\n");
    await Promise.all([one.disconnect(), two.disconnect()]);
    const later = await openSqliteStore(path);
    expect(await new Keyv({ store: later }).get("k")).toBe("värde\u0000\n");
    expect(await later.delete("keyv:k")).toBe(true);
    expect(await later.delete("keyv:k")).toBe(false);
    await later.set("x", "y");
    await later.clear();
    expect(await later.get("x")).toBeUndefined();
    await later.disconnect();
  });

  it("deletes expired values, and the oldest ones above maxOctets", async () => {
    const store = await openSqliteStore(":memory:", { maxOctets: 100_000 });
    await store.set("short", "x", 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await store.get("short")).toBeUndefined();
    for (let i = 0; i < 400; i++) await store.set(`k${i}`, "x".repeat(1000), 60_000);
    const kept = await Promise.all(Array.from({ length: 400 }, (_, i) => store.get(`k${i}`)));
    const octets = kept.filter((each) => each !== undefined).length * 1000;
    // The size is computed at every 32nd write.
    expect(octets).toBeLessThanOrEqual(135_000);
    expect(kept[399]).toBeDefined();
    expect(kept[0]).toBeUndefined();
    await store.set("large", "x".repeat(200_000));
    expect(await store.get("large")).toBeUndefined();
    await store.disconnect();
  });

  it("rejects an invalid limit and an invalid file", async () => {
    await expect(openSqliteStore(":memory:", { maxOctets: 0 })).rejects.toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
    await expect(openSqliteStore(join(directory, "no", "such", "place.db"))).rejects.toThrow();
  });
});

describe("storeOf", () => {
  it("opens memory, SQLite or Redis", async () => {
    expect(await openStore("memory:")).toBeUndefined();
    const store = await openStore(`sqlite:${join(directory, "b.db")}`);
    await store?.set("a", "b");
    expect(await store?.get("a")).toBe("b");
    await store?.disconnect();
  });
  it.each(["", "sqlite:", "redis:", "http://h/", "memory"])("rejects %j", async (text) => {
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
});
