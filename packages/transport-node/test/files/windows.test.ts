import type { Stats } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OpenedFile } from "../../src/files/calls.ts";
import { withCode } from "./world.ts";

/*
 * What differs on Windows, tried on any system: paths, and what is not done there. Nothing here opens a file.
 */

const { platform } = process;

/** Loads modules by the rules of Windows: other test files have loaded them by those of this system. */
async function loadFiles() {
  return {
    ...(await import("../../src/files/locate.ts")),
    ...(await import("../../src/files/mode.ts")),
    ...(await import("../../src/files/native.ts")),
    ...(await import("../../src/files/system.ts")),
  };
}

let files: Awaited<ReturnType<typeof loadFiles>>;
beforeAll(async () => {
  Object.defineProperty(process, "platform", { value: "win32" });
  vi.resetModules();
  files = await loadFiles();
});
afterAll(() => {
  Object.defineProperty(process, "platform", { value: platform });
  vi.resetModules();
});

describe("a path on Windows", () => {
  it("has backslashes between names", () => {
    expect(files.SYSTEM).toBe("windows");
    expect(files.joinNativePath("C:\\pub", ["a", "b c"])).toBe("C:\\pub\\a\\b c");
    expect(files.joinNativePath("C:\\", ["a"])).toBe("C:\\a");
    expect(files.joinNativePath("C:\\pub", [])).toBe("C:\\pub");
  });

  it("is text and not bytes, because the system has names in UTF-16", () => {
    const path = "C:\\caf\u00e9\\\u{1f4ff}";
    expect(files.toNativePath(path)).toBe(path);
    expect(files.fromNativePath(files.toNativePath(path))).toBe(path);
  });
});

describe("the root of a path on Windows", () => {
  const root = { path: "C:\\Pub", write: false, followLinks: false } as const;
  const find = (path: string, roots?: readonly (typeof root)[]) => {
    const { root: found, names, isDirectory } = files.findRoot(path, { roots, write: false, last: "follow" });
    return [found, names, isDirectory];
  };

  it("is the drive by default", () => {
    expect(find("C:\\pub\\x")).toEqual(["C:\\", ["pub", "x"], false]);
    expect(find("d:\\")).toEqual(["d:\\", [], true]);
  });

  it("is found in any case", () => {
    expect(find("c:\\pub\\a\\x", [root])).toEqual(["C:\\Pub", ["a", "x"], false]);
  });

  it("is not a directory whose name begins with that of the root, or one of another drive", () => {
    for (const path of ["C:\\Public\\x", "D:\\Pub\\x", "C:\\x"])
      expect(() => find(path, [root]), path).toThrow(withCode("path-blocked"));
  });

  it("has a directory below it if the path ends with a backslash", () => {
    expect(find("C:\\Pub\\a\\", [root])[2]).toBe(true);
    expect(find("C:\\Pub\\a", [root])[2]).toBe(false);
  });
});

it("a new file on Windows keeps the permissions of its directory: there are no modes", async () => {
  const changes: string[] = [];
  const handle = {
    chmod: async () => void changes.push("chmod"),
    chown: async () => void changes.push("chown"),
    stat: async () => ({ uid: 0, gid: 0, mode: 0o666 }),
  } as unknown as OpenedFile;
  await files.settleMode(handle, undefined);
  await files.settleMode(handle, { uid: 1, gid: 1, mode: 0o600 } as Stats);
  expect(changes).toEqual([]);
});
