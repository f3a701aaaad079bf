import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { fileTrustStore } from "../../src/credentials/trusted-keys.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
let file: string;
beforeEach(() => {
  file = here("anyurl", "trusted-keys");
});

describe("the file of trusted keys", () => {
  it("keeps keys between runs, readable for its owner only", async () => {
    expect(await fileTrustStore(file).get("h.example:1965")).toBeUndefined();
    await fileTrustStore(file).set("h.example:1965", "sha256/a");
    expect(await fileTrustStore(file).get("h.example:1965")).toBe("sha256/a");
    expect(await fileTrustStore(file).get("h.example:1966")).toBeUndefined();
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("replaces one key, and keeps the other lines", async () => {
    const store = fileTrustStore(file);
    await store.set("a.example:1", "sha256/a");
    writeFileSync(file, `# mine\n${readFileSync(file, "utf8")}b.example:1 sha256/b`);
    await store.set("a.example:1", "sha256/c");
    expect(readFileSync(file, "utf8")).toBe("# mine\nb.example:1 sha256/b\na.example:1 sha256/c\n");
  });

  it("loses none of several writes at once", async () => {
    const store = fileTrustStore(file);
    await Promise.all(Array.from({ length: 20 }, (_, i) => store.set(`h${i}.example:1`, `sha256/${i}`)));
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(21);
    expect(readdirSync(here("anyurl"))).toEqual(["trusted-keys"]);
  });

  it("stores nothing if the user is not told", async () => {
    const store = fileTrustStore(file, async () => {
      throw new Error("no");
    });
    await expect(store.set("h.example:1", "sha256/a")).rejects.toThrow("no");
    expect(await store.get("h.example:1")).toBeUndefined();
  });

  it("fails if the file cannot be read", async () => {
    await expect(fileTrustStore(here()).get("h.example:1")).rejects.toMatchObject({ code: "EISDIR" });
  });
});
