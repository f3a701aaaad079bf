import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { textOf } from "@anyurl/core";
import type { Files } from "@anyurl/core/exchange";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { never, PINNINGS, source, type World, withCode, world } from "./world.ts";

const onPosix = process.platform !== "win32";
const asRoot = process.getuid?.() === 0;

describe.each(PINNINGS)("writing, with directories held by %s", (pinning) => {
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
  const text = (...names: string[]) => readFileSync(at(...names), "utf8");
  const listed = () => readdirSync(here.root).sort();
  const mode = (name: string) => statSync(at(name)).mode & 0o7777;

  it("writes a new file and replaces an old one", async () => {
    await files.write(at("f"), source("one", " two"), "replace", never);
    expect(text("f")).toBe("one two");
    await files.write(at("f"), source("three"), "replace", never);
    expect(text("f")).toBe("three");
    await files.write(at("empty"), source(), "create", never);
    expect(text("empty")).toBe("");
    expect(listed()).toEqual(["empty", "f"]);
  });

  it("creates a file only if it does not exist", async () => {
    await files.write(at("f"), source("one"), "create", never);
    let asked = false;
    const never2 = (async function* () {
      asked = true;
      yield new Uint8Array(1);
    })();
    await expect(files.write(at("f"), never2, "create", never)).rejects.toEqual(withCode("EEXIST"));
    expect(asked).toBe(false);
    const late = (async function* () {
      yield new Uint8Array(1);
      writeFileSync(at("g"), "somebody else's");
    })();
    await expect(files.write(at("g"), late, "create", never)).rejects.toEqual(withCode("EEXIST"));
    expect(text("g")).toBe("somebody else's");
    expect(listed()).toEqual(["f", "g"]);
  });

  it("appends to a file, and creates it if it does not exist", async () => {
    await files.write(at("f"), source("one"), "append", never);
    await files.write(at("f"), source(" two", " three"), "append", never);
    expect(text("f")).toBe("one two three");
    expect(listed()).toEqual(["f"]);
  });

  it("keeps the old file and leaves no temporary file if the source fails", async () => {
    writeFileSync(at("f"), "old");
    const failing = (async function* () {
      yield new TextEncoder().encode("half");
      expect(listed()).toHaveLength(2);
      throw new Error("the source is dry");
    })();
    await expect(files.write(at("f"), failing, "replace", never)).rejects.toThrow("the source is dry");
    expect(text("f")).toBe("old");
    expect(listed()).toEqual(["f"]);
  });

  it("keeps the old file and leaves no temporary file after an abort, without waiting for a source that hangs", async () => {
    writeFileSync(at("f"), "old");
    const controller = new AbortController();
    let returned = false;
    const hanging: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => {
        let given = false;
        return {
          next: () => {
            if (given) {
              queueMicrotask(() => controller.abort(new Error("enough")));
              return new Promise(() => {});
            }
            given = true;
            return Promise.resolve({ done: false, value: new Uint8Array(100_000) });
          },
          return: () => {
            returned = true;
            return new Promise(() => {});
          },
        };
      },
    };
    await expect(files.write(at("f"), hanging, "replace", controller.signal)).rejects.toThrow("enough");
    expect(returned).toBe(true);
    expect(text("f")).toBe("old");
    expect(listed()).toEqual(["f"]);
  });

  it("accepts only Uint8Array chunks", async () => {
    const texts = (async function* () {
      yield "text" as unknown as Uint8Array;
    })();
    await expect(files.write(at("f"), texts, "replace", never)).rejects.toThrow(TypeError);
    expect(listed()).toEqual([]);
  });

  it("keeps what was appended before a failure", async () => {
    writeFileSync(at("f"), "old");
    const failing = (async function* () {
      yield new TextEncoder().encode(" half");
      throw new Error("the source is dry");
    })();
    await expect(files.write(at("f"), failing, "append", never)).rejects.toThrow("the source is dry");
    expect(text("f")).toBe("old half");
  });

  it("shows readers a complete file or none", async () => {
    writeFileSync(at("f"), "old");
    const watched = (async function* () {
      yield new TextEncoder().encode("new ");
      expect(text("f")).toBe("old");
      const part = listed().find((name) => name !== "f")!;
      expect(part).toMatch(/^\.f\.[0-9a-f]{16}\.part$/);
      if (onPosix) expect(mode(part)).toBe(0o600);
      yield new TextEncoder().encode("text");
    })();
    await files.write(at("f"), watched, "replace", never);
    expect(text("f")).toBe("new text");
  });

  it("does not change another hard link of the replaced file", async () => {
    writeFileSync(at("f"), "old");
    linkSync(at("f"), at("other"));
    await files.write(at("f"), source("new"), "replace", never);
    expect(text("other")).toBe("old");
  });

  it("accepts names as long as the system does, with any bytes", async () => {
    const names = ["x".repeat(255), `${"é".repeat(127)}x`, textOf([0xff, 0xfe])];
    for (const name of onPosix ? names : names.slice(0, 1))
      await files.write(`${here.root}/${name}`, source("x"), "replace", never);
    expect(listed()).toHaveLength(onPosix ? 3 : 1);
  });

  it("rejects directories, and names below a missing directory", async () => {
    mkdirSync(at("d"));
    for (const how of ["replace", "create", "append"] as const) {
      await expect(files.write(at("d"), source("x"), how, never)).rejects.toEqual(withCode("is-a-directory"));
      await expect(files.write(`${at("new")}/`, source("x"), how, never)).rejects.toEqual(
        withCode("is-a-directory"),
      );
      await expect(files.write(at("none", "f"), source("x"), how, never)).rejects.toEqual(withCode("ENOENT"));
    }
    expect(listed()).toEqual(["d"]);
  });

  it.runIf(onPosix)("never adds permissions: a file has those of the one it replaces", async () => {
    await files.write(at("new"), source("x"), "create", never);
    expect(mode("new")).toBe(0o666 & ~umask());
    for (const rights of [0o600, 0o640, 0o644, 0o755, 0o666]) {
      writeFileSync(at("f"), "old");
      chmodSync(at("f"), rights);
      await files.write(at("f"), source("new"), "replace", never);
      expect(mode("f")).toBe(rights);
    }
    chmodSync(at("f"), 0o4755);
    await files.write(at("f"), source("new"), "replace", never);
    expect(mode("f")).toBe(0o755);
  });

  // Only a superuser can change the owner of a file, and only another user is denied.
  it.runIf(onPosix && asRoot)("keeps the owner of a file that it replaces", async () => {
    writeFileSync(at("f"), "old");
    chownSync(at("f"), 12345, 23456);
    await files.write(at("f"), source("new"), "replace", never);
    expect(statSync(at("f"))).toMatchObject({ uid: 12345, gid: 23456 });
  });

  it.runIf(onPosix && !asRoot)("rejects a read-only file", async () => {
    writeFileSync(at("f"), "old");
    chmodSync(at("f"), 0o444);
    for (const how of ["replace", "append"] as const)
      await expect(files.write(at("f"), source("new"), how, never)).rejects.toEqual(withCode("EACCES"));
    chmodSync(here.root, 0o555);
    await expect(files.write(at("g"), source("new"), "create", never)).rejects.toEqual(withCode("EACCES"));
    chmodSync(here.root, 0o755);
  });

  it("removes files and empty directories", async () => {
    mkdirSync(at("d"));
    writeFileSync(at("d", "f"), "x");
    await expect(files.remove(at("d"), never)).rejects.toEqual(withCode("ENOTEMPTY"));
    await expect(files.remove(`${at("d", "f")}/`, never)).rejects.toEqual(withCode("not-a-directory"));
    await files.remove(at("d", "f"), never);
    await files.remove(`${at("d")}/`, never);
    await expect(files.remove(at("d"), never)).rejects.toEqual(withCode("ENOENT"));
    expect(listed()).toEqual([]);
  });

  it("renames, and replaces an existing file if requested", async () => {
    writeFileSync(at("a"), "a");
    writeFileSync(at("b"), "b");
    mkdirSync(at("d"));
    await expect(files.rename(at("a"), at("b"), "create", never)).rejects.toEqual(withCode("EEXIST"));
    expect(text("b")).toBe("b");
    await files.rename(at("a"), at("b"), "replace", never);
    expect(text("b")).toBe("a");
    await files.rename(at("b"), at("d", "c"), "create", never);
    expect(text("d", "c")).toBe("a");
    await expect(files.rename(at("d", "c"), `${at("e")}/`, "replace", never)).rejects.toEqual(
      withCode("not-a-directory"),
    );
    await expect(files.rename(at("none"), at("e"), "replace", never)).rejects.toEqual(withCode("ENOENT"));
    expect(listed()).toEqual(["d"]);
  });

  it("renames directories, but never into their own child", async () => {
    mkdirSync(at("d"));
    writeFileSync(at("d", "f"), "x");
    mkdirSync(at("taken"));
    await expect(files.rename(at("d"), at("taken"), "create", never)).rejects.toEqual(withCode("EEXIST"));
    await files.rename(`${at("d")}/`, `${at("e")}/`, "create", never);
    expect(text("e", "f")).toBe("x");
    await expect(files.rename(at("e"), at("e", "x"), "replace", never)).rejects.toEqual(withCode("EINVAL"));
    await expect(files.rename(at("e"), at("e", "x"), "create", never)).rejects.toEqual(withCode("EINVAL"));
    expect(readdirSync(at("e"))).toEqual(["f"]);
  });

  it("creates one directory at a time", async () => {
    await files.makeDirectory(`${at("d")}/`, never);
    await files.makeDirectory(at("d", "e"), never);
    await expect(files.makeDirectory(at("d"), never)).rejects.toEqual(withCode("EEXIST"));
    await expect(files.makeDirectory(at("x", "y"), never)).rejects.toEqual(withCode("ENOENT"));
    symlinkSync("nowhere", at("l"));
    await expect(files.makeDirectory(at("l"), never)).rejects.toEqual(withCode("EEXIST"));
  });

  it("writes nothing in a read-only root or after an abort", async () => {
    writeFileSync(at("f"), "old");
    const readOnly = here.files({ write: false });
    const changes = (on: Files, signal: AbortSignal): readonly Promise<void>[] => [
      on.write(at("f"), source("x"), "replace", signal),
      on.write(at("g"), source("x"), "create", signal),
      on.write(at("f"), source("x"), "append", signal),
      on.remove(at("f"), signal),
      on.rename(at("f"), at("g"), "replace", signal),
      on.makeDirectory(at("g"), signal),
    ];
    for (const change of changes(readOnly, never))
      await expect(change).rejects.toEqual(withCode("path-blocked"));
    for (const change of changes(files, AbortSignal.abort(new Error("never mind"))))
      await expect(change).rejects.toThrow("never mind");
    expect(text("f")).toBe("old");
    expect(listed()).toEqual(["f"]);
  });
});

function umask(): number {
  return Number.parseInt(
    /^Umask:\t([0-7]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "22",
    8,
  );
}
