import { readFileSync } from "node:fs";
import { createRegistry, octetsOf } from "@anyurl/core";
import { textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileUrl, file, fromPath, isLocal, parseUnc, type System, toPath } from "../src/index.ts";

const urls = createRegistry(file);
const read = (text: string) => urls.parse(text) as FileUrl;

interface Row {
  readonly rule: string;
  readonly system: System;
  readonly path: string;
  readonly url: string;
  readonly unc?: boolean;
}

const rows: readonly Row[] = JSON.parse(readFileSync(new URL("paths.json", import.meta.url), "utf8"));

describe("path ↔ URL, on any system", () => {
  it.each(rows)("$rule, $system: $path is $url", ({ system, path, url, unc = false }) => {
    expect(fromPath(path, { system })).toBe(url);
    expect(toPath(read(url), { system, unc })).toBe(path);
    expect(urls.normalize(url)).toBe(url);
  });

  it("does not depend on the current system", () => {
    expect(() => toPath(read("file:///x"), { system: "plan9" as System })).toThrow(RangeError);
    expect(() => fromPath("/x", { system: "" as System })).toThrow(RangeError);
  });

  const names = textWithout("\0/");
  const system = fc.constantFrom<System>("posix", "windows", "vms");

  it("round-trips every path", () => {
    fc.assert(
      fc.property(
        system,
        fc.array(names, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (system, some, share) => {
          const path = joinSegments(system, some, share);
          const url = attempt(() => fromPath(path, { system }));
          if (url === undefined) return;
          expect(urls.tryParse(url).problems).toEqual([]);
          const again = attempt(() => toPath(read(url), { system, unc: true }));
          // POSIX treats three or more leading slashes as one.
          const kept = system === "posix" ? path.replace(/^\/{3,}/, "/") : path;
          // Only dot segments are removed.
          const segments = some.flatMap((name) => (system === "windows" ? name.split("\\") : name));
          if (!segments.some((name) => name === "." || name === "..")) expect(again).toBe(kept);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("accepts any text as a path, or rejects it with a code", () => {
    fc.assert(
      fc.property(
        system,
        fc.array(textWithout("\0"), { maxLength: 4 }),
        fc.constantFrom([], ["c:"], ["C:"], ["", "Srv", "x"], ["", "", "localhost", "x"]),
        (system, segments, first) => {
          const url = read(urls.format("file", { segments: [...first, ...segments] }));
          const path = attempt(() => toPath(url, { system, unc: true }));
          if (path === undefined) return;
          expect(path).not.toContain("\0");
          // In a URL, "localhost" is this machine, so its shares have no URL.
          if (/^\\\\localhost\\/i.test(path)) {
            refuses(() => fromPath(path, { system }), "unsupported");
            return;
          }
          const again = read(fromPath(path, { system }));
          // A server in a path is as written; as a host it is in lower case (RFC 3986 §6.2.2.1).
          const kept = path.replace(/^\\\\[^\\]+/, (server) => server.toLowerCase());
          expect(attempt(() => toPath(again, { system, unc: true }))).toBe(kept);
        },
      ),
      { numRuns: 2000 },
    );
  });

  function joinSegments(system: System, names: readonly string[], share: boolean): string {
    if (system === "posix") return `/${names.join("/")}`;
    if (system === "windows") return `${share ? "\\\\srv\\" : "C:\\"}${names.join("\\")}`;
    const [name, ...directories] = names.map((each) => each.replace(/[^\w$-]/g, "").toUpperCase());
    return `DKA0:[${directories.join(".") || "000000"}]${name}`;
  }
});

describe("a POSIX path", () => {
  const system = "posix";

  it("keeps all bytes", () => {
    const octets = Uint8Array.of(0x2f, 0x78, 0xff, 0x2f, 0xc3, 0xa9);
    const url = fromPath(octets, { system });
    expect(url).toBe("file:///x%FF/%C3%A9");
    expect(octetsOf(toPath(read(url), { system }))).toEqual(octets);
  });

  it("cannot have NUL or a slash within a name", () => {
    refuses(() => toPath(read("file:///a%2Fb"), { system }), "separator-in-segment");
    refuses(() => toPath(read("file:///a%2F..%2F..%2Fetc/passwd"), { system }), "separator-in-segment");
    refuses(() => toPath(read("file:///a%00b"), { system }), "control-octet");
    refuses(() => fromPath("/a\0b", { system }), "control-octet");
  });

  it("has its dot segments removed before decoding", () => {
    expect(toPath(read("file:///a/%2e%2e/%2E%2E/etc"), { system })).toBe("/etc");
    expect(toPath(read("file:///a/b/.."), { system })).toBe("/a/");
    expect(toPath(urls.parse("file:///a/../b", { profile: "rfc1738" }) as FileUrl, { system })).toBe("/b");
  });

  it("must be absolute, with one slash or more than two", () => {
    for (const path of ["", "a", "./a", "~/a", "C:\\a"])
      refuses(() => fromPath(path, { system }), "bad-path");
    refuses(() => fromPath("//a/b", { system }), "bad-path");
    expect(fromPath("///a/b", { system })).toBe("file:///a/b");
    expect(fromPath("/../a", { system })).toBe("file:///../a");
  });

  it("may contain ? and # in names, because a file URL has no query", () => {
    expect(toPath(read("file:///what?.txt"), { system })).toBe("/what?.txt");
    expect(toPath(read("file:///a?b/c%23d#e"), { system })).toBe("/a?b/c#d");
    expect(toPath(read("file:///what?.txt").with({ query: undefined }), { system })).toBe("/what");
  });

  it("decodes a percent sign once", () => {
    expect(toPath(read("file:///%2525"), { system })).toBe("/%25");
    expect(toPath(read("file:///100%25"), { system })).toBe("/100%");
  });
});

describe("a Windows path", () => {
  const system = "windows";

  it.each([
    ["C:\\a\\b", "file:///C:/a/b"],
    ["C:/a/b", "file:///C:/a/b"],
    ["\\\\?\\C:\\a", "file:///C:/a"],
    ["\\\\?\\UNC\\srv\\s\\x", "file://srv/s/x"],
    ["\\\\?\\unc\\srv\\s", "file://srv/s"],
    ["//srv/s/x", "file://srv/s/x"],
    ["C:\\a\\..\\b", "file:///C:/a/../b"],
  ])("%s is %s", (path, url) => expect(fromPath(path, { system })).toBe(url));

  it.each([
    ["C:x", "bad-path"],
    ["C:", "bad-path"],
    ["\\x", "bad-path"],
    ["x\\y", "bad-path"],
    ["", "bad-path"],
    ["\\??\\C:\\x", "bad-path"],
    ["\\\\.\\PhysicalDrive0", "unsupported"],
    ["//./COM1", "unsupported"],
    ["\\\\?\\Volume{1}\\x", "unsupported"],
    ["//?/C:/x", "unsupported"],
    ["\\\\srv", "bad-path"],
    ["\\\\srv\\", "bad-path"],
    ["\\\\s rv\\x", "bad-host"],
    ["\\\\a%2eb\\x", "bad-host"],
    ["\\\\u@srv\\x", "bad-host"],
    ["\\\\LocalHost\\c$", "unsupported"],
    ["\\\\?\\C:\\a/b", "separator-in-segment"],
    ["\\\\?\\C:\\..\\b", "unsafe-name"],
    ["C:\\a:stream", "separator-in-segment"],
    ["C:\\a*", "bad-path"],
    ["C:\\nul", "unsafe-name"],
    ["C:\\\udcff", "bad-path"],
    ["C:\\\ud800", "bad-path"],
  ])("%s has no URL: %s", (path, code) => refuses(() => fromPath(path, { system }), code));

  const drive = "file:///c:/";
  it.each([
    ["x%5Cy", "separator-in-segment"],
    ["x%2Fy", "separator-in-segment"],
    ["x:y", "separator-in-segment"],
    ["x%00y", "control-octet"],
    ["x%0Ay", "bad-path"],
    ["x*", "bad-path"],
    ["what?", "bad-path"],
    ["x%7C", "bad-path"],
    ["x%FF", "bad-path"],
    ["x.", "unsafe-name"],
    ["x%20", "unsafe-name"],
    ["...", "unsafe-name"],
    ["CON", "unsafe-name"],
    ["a/prn/b", "unsafe-name"],
    ["Aux.txt", "unsafe-name"],
    ["nul%20.txt", "unsafe-name"],
    ["com0", "unsafe-name"],
    ["COM9.a.b", "unsafe-name"],
    ["lpt%C2%B9", "unsafe-name"],
    ["CONIN$", "unsafe-name"],
    ["conout$.x", "unsafe-name"],
  ])(`${drive}%s is refused: %s`, (name, code) =>
    refuses(() => toPath(read(drive + name), { system }), code),
  );

  it("must begin with a drive", () => {
    for (const url of ["file:///", "file:///a/b", "file:///c%7C/x", "file:///cc:/x", "file:///:/x"])
      refuses(() => toPath(read(url), { system }), "bad-path");
    expect(toPath(read("file:///c:"), { system })).toBe("c:\\");
    expect(toPath(read("file:///c%3A/x"), { system })).toBe("c:\\x");
  });

  it("never leaves its drive", () => {
    expect(toPath(read("file:///c:/a/../../x"), { system })).toBe("c:\\x");
    expect(toPath(read("file:///./c:/../x"), { system })).toBe("c:\\x");
    refuses(() => toPath(read("file:///c:/../d:/x"), { system }), "separator-in-segment");
  });
});

describe("the host of a file URL", () => {
  const posix = { system: "posix" } as const;

  it("is this machine if it is missing, empty, or localhost", () => {
    for (const url of [
      "file:/x",
      "file:///x",
      "file://localhost/x",
      "file://LocalHost/x",
      "file://%6cocalhost/x",
    ]) {
      expect(isLocal(read(url))).toBe(true);
      expect(toPath(read(url), posix)).toBe("/x");
    }
  });

  it("is another machine otherwise, without a lookup", () => {
    for (const url of ["file://h.example/x", "file://127.0.0.1/x", "file://[::1]/x", "file://localhost./x"]) {
      expect(isLocal(read(url))).toBe(false);
      refuses(() => toPath(read(url), posix), "host-not-local");
    }
    const localNames = ["H.example", "[0::1]"];
    expect(toPath(read("file://h.EXAMPLE/x"), { ...posix, localNames })).toBe("/x");
    expect(toPath(read("file://[::1]/x"), { ...posix, localNames })).toBe("/x");
  });

  it("can be set for a path of another machine", () => {
    const host = "vms.host.edu";
    const url = "file://vms.host.edu/disk$user/my/notes/note12345.txt";
    const path = "DISK$USER:[MY.NOTES]NOTE12345.TXT";
    expect(fromPath(path, { system: "vms", host })).toBe(url);
    expect(toPath(read(url), { system: "vms", localNames: [host] })).toBe(path);
    expect(fromPath("/x", { system: "posix", host: "h.example" })).toBe("file://h.example/x");
    refuses(() => fromPath("\\\\srv\\s", { system: "windows", host }), "bad-host");
    refuses(() => fromPath("/x", { system: "posix", host: "a/b" }), "bad-host");
  });
});

describe("UNC", () => {
  const windows = { system: "windows", unc: true } as const;

  it.each([
    ["file://srv/share/a/b", { server: "srv", segments: ["share", "a", "b"] }],
    ["file:////srv/share/a", { server: "srv", segments: ["share", "a"] }],
    ["file://///srv/share/a", { server: "srv", segments: ["share", "a"] }],
    ["file://localhost//srv/share", { server: "srv", segments: ["share"] }],
    ["file:///srv/share", undefined],
    ["file://////srv/share", undefined],
    ["file:////", undefined],
  ])("%s names %o", (url, unc) => expect(parseUnc(read(url))).toEqual(unc));

  it("is a UNC path only on Windows with the option unc", () => {
    for (const url of ["file://srv/share/a", "file:////srv/share/a", "file://///srv/share/a"]) {
      expect(toPath(read(url), windows)).toBe("\\\\srv\\share\\a");
      expect(isLocal(read(url))).toBe(false);
      refuses(() => toPath(read(url), { system: "windows" }), "host-not-local");
      refuses(() => toPath(read(url), { system: "posix", unc: true }), "host-not-local");
      refuses(() => toPath(read(url), { system: "vms", unc: true }), "host-not-local");
    }
  });

  it.each([
    ["file:////srv", "bad-path"],
    ["file://srv/", "bad-path"],
    ["file:////?/C:/x", "bad-host"],
    ["file:////%3F/C:/x", "bad-host"],
    ["file:////./C:/x", "bad-host"],
    ["file:////%2Fx/y", "bad-host"],
    ["file:////s%5Cr/share", "bad-host"],
    ["file:////\u212Aelvin/share".replace("\u212A", "%E2%84%AA"), "bad-host"],
    ["file://[2001:db8::1]/share", "unsupported"],
    ["file:////%5B2001:db8::1%5D/share", "unsupported"],
    ["file://srv/share/nul", "unsafe-name"],
    ["file://srv/a%5Cb/c", "separator-in-segment"],
    ["file://////srv/share", "host-not-local"],
  ])("%s has no such path: %s", (url, code) => refuses(() => toPath(read(url), windows), code));
});

describe("a VMS path", () => {
  const system = "vms";

  it("has its node as the host", () => {
    expect(fromPath("vms01::disk$user:[my]a.txt", { system })).toBe("file://vms01/disk$user/my/a.txt");
  });

  it.each([
    ['VMS01"SMITH SECRET"::DISK:[A]B', "userinfo-not-allowed"],
    ["[A]B.TXT", "bad-path"],
    ["DISK:B.TXT", "bad-path"],
    ["DISK:[.A]B.TXT", "bad-path"],
    ["DISK:[-]B.TXT", "bad-path"],
    ["DISK:[A...]B.TXT", "bad-path"],
    ["DISK:[A.][B]C", "bad-path"],
    ["DISK:[A]B*.TXT", "bad-path"],
    ["DISK:[A]B.TXT;0x", "bad-path"],
    ["DI\u017FK:[A]B", "bad-path"],
    ["/disk/a", "bad-path"],
  ])("%s has no URL: %s", (path, code) => refuses(() => fromPath(path, { system }), code));

  it.each([
    "file:///",
    "file:///a%20b/c",
    "file:///d/a.b/c",
    "file:///d/--/c",
    "file:///d/a.b.c",
    "file:///d%C5%BF/x",
  ])("%s has no path", (url) => refuses(() => toPath(read(url), { system }), "bad-path"));
});

describe("the plan of a file URL", () => {
  const opened = (text: string) =>
    urls.plan(text).steps.map((step) => (step.do === "file" ? `${step.system}: ${step.path}` : step.do));

  it("is its path on each system that has one", () => {
    expect(opened("file:///c:/a%20b/c.txt")).toEqual(["posix: /c:/a b/c.txt", "windows: c:\\a b\\c.txt"]);
    expect(opened("file:///disk$user/my/notes/a.txt")).toEqual([
      "posix: /disk$user/my/notes/a.txt",
      "vms: DISK$USER:[MY.NOTES]A.TXT",
    ]);
  });

  it("is of the normal form", () => expect(opened("file:///c:/a/../../x")).toEqual(["posix: /x", "vms: X:"]));

  it("fails for a file on another machine", () => {
    expect(() => urls.plan("file://h.example/x")).toThrow(
      expect.objectContaining({ code: "host-not-local" }),
    );
  });
});

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    expect((error as { code?: unknown }).code).toMatch(/^[a-z-]+$/);
    return undefined;
  }
}

function refuses(action: () => unknown, code: string): void {
  expect(action).toThrow(expect.objectContaining({ code }));
}
