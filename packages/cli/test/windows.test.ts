import { createRegistry } from "@anyurl/core";
import { file } from "@anyurl/scheme-file";
import { ftp } from "@anyurl/scheme-ftp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

/*
 * What differs on Windows, tried on any system: with the rules of Windows for paths, and its variables. Nothing here
 * opens a file.
 */

const { platform } = process;

/** Loads modules of the command by the rules of Windows: other test files have loaded them by those of this system. */
async function loadCommand() {
  return {
    ...(await import("../src/cache-home.ts")),
    ...(await import("../src/config/locate.ts")),
    ...(await import("../src/verbs/common/file-system-roots.ts")),
    ...(await import("../src/verbs/read/glob-entries.ts")),
    ...(await import("../src/verbs/write/url-or-file.ts")),
  };
}

let command: Awaited<ReturnType<typeof loadCommand>>;
beforeAll(async () => {
  Object.defineProperty(process, "platform", { value: "win32" });
  vi.doMock("node:path", async (load) => {
    const { win32 } = await load<typeof import("node:path")>();
    return { ...win32, default: win32 };
  });
  vi.resetModules();
  command = await loadCommand();
});
afterAll(() => {
  Object.defineProperty(process, "platform", { value: platform });
  vi.doUnmock("node:path");
  vi.resetModules();
});

const io = { urls: createRegistry(file, ftp) };

describe("an argument on Windows", () => {
  test.each([
    ["C:\\Users\\joe\\a b.txt", "file:///C:/Users/joe/a%20b.txt", "a b.txt"],
    ["c:/pub/x", "file:///c:/pub/x", "x"],
    ["D:\\pub\\", "file:///D:/pub/", "pub"],
    ["D:/pub/", "file:///D:/pub/", "pub"],
    ["C:\\50%#1.txt", "file:///C:/50%25%231.txt", "50%#1.txt"],
  ])("with a drive is the name of a file (RFC 8089 appendix E.2): %s is %s", (text, url, name) => {
    const read = command.parseUrlOrFile(text, io);
    expect([read.url.href, read.file]).toEqual([url, text]);
    expect(command.fileName(read)).toBe(name);
  });

  test("with a longer scheme is a URL", () => {
    const { url, file: name } = command.parseUrlOrFile("ftp://h.example/C:/a", io);
    expect([url.href, name]).toEqual(["ftp://h.example/C:/a", undefined]);
  });

  test("has a local directory only if it is the name of a file, because the URL of one can name a share", () => {
    expect(command.directoryPath(command.parseUrlOrFile("C:\\pub\\..\\x\\", io))).toBe("C:\\x");
    expect(command.directoryPath(command.parseUrlOrFile("file:///C:/pub/", io))).toBeUndefined();
  });
});

describe("a directory of the user on Windows", () => {
  test("is that of APPDATA and LOCALAPPDATA, unless an XDG variable names another one", () => {
    const env = {
      APPDATA: "C:\\Users\\joe\\Roaming",
      LOCALAPPDATA: "C:\\Users\\joe\\Local",
      HOME: "C:\\home",
    };
    expect(command.configHome(env)).toBe("C:\\Users\\joe\\Roaming\\anyurl");
    expect(command.cacheHome(env)).toBe("C:\\Users\\joe\\Local");
    const xdg = { ...env, XDG_CONFIG_HOME: "D:\\config", XDG_CACHE_HOME: "D:\\cache" };
    expect([command.configHome(xdg), command.cacheHome(xdg)]).toEqual(["D:\\config\\anyurl", "D:\\cache"]);
  });

  test("is missing if the variable is a relative path", () => {
    expect(command.configHome({ APPDATA: "Roaming" })).toBeUndefined();
    expect(command.cacheHome({ LOCALAPPDATA: "Local", HOME: "C:\\home" })).toBeUndefined();
  });
});

test("the whole file system has a root for each drive (RFC 8089 appendix E.2: drive-letter)", () => {
  const roots = command.fileSystemRoots();
  expect(roots).toHaveLength(26);
  expect(roots).toEqual(expect.arrayContaining(["A:\\", "C:\\", "Z:\\"]));
  expect(command.fileSystemRoots("linux")).toEqual(["/"]);
});

test("the names of a server's files are those that Windows allows", () => {
  expect(command.LOCAL_NAMES.system).toBe("windows");
});
