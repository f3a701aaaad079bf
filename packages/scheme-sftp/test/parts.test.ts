import { createRegistry, resolveOptions } from "@anyurl/core";
import { getView } from "@anyurl/core/presentation";
import { describe, expect, it } from "vitest";
import { type SftpInit, sftp } from "../src/index.ts";

const urls = createRegistry(sftp);
const host = "h.example";
const DRAFT = "draft-ietf-secsh-scp-sftp-ssh-uri-04 §2";
/** JavaScript callers may pass anything. */
type Given = { readonly [name in keyof SftpInit]?: unknown };

describe(`format (${DRAFT})`, () => {
  it.each<readonly [fields: SftpInit, expected: string]>([
    [{ host }, "sftp://h.example/"],
    [{ host, scheme: "sftp", port: 22, segments: ["a"], fragment: "f" }, "sftp://h.example:22/a#f"],
    [{ host, segments: [""] }, "sftp://h.example/"],
    [{ host, segments: ["a", "~", ""] }, "sftp://h.example/a/~/"],
    [{ host, segments: ["", "~"] }, "sftp://h.example//~"],
    [{ host, segments: ["~bob"] }, "sftp://h.example/~bob"],
    [{ host, home: false, segments: ["a/b;c?d#e%"] }, "sftp://h.example/a%2Fb%3Bc%3Fd%23e%25"],
    [{ host, home: true }, "sftp://h.example/~"],
    [{ host, home: true, segments: [] }, "sftp://h.example/~"],
    [{ host, home: true, segments: [""] }, "sftp://h.example/~/"],
    [{ host, home: true, segments: ["~", "a"] }, "sftp://h.example/~/~/a"],
    [{ host, segments: ["a"], typecode: "a" }, "sftp://h.example/a;type=a"],
    [{ host, home: true, typecode: "d" }, "sftp://h.example/~;type=d"],
    [{ host, segments: ["a;type=i"], typecode: "i" }, "sftp://h.example/a%3Btype=i;type=i"],
    [{ host, user: "" }, "sftp://@h.example/"],
    [{ host, user: "", params: [["x", undefined]] }, "sftp://;x@h.example/"],
    [{ host, user: "a;b:c@d", password: "p:w" }, "sftp://a%3Bb%3Ac%40d:p%3Aw@h.example/"],
    [{ host, user: "a", password: "", params: [["x", ""]] }, "sftp://a;x=:@h.example/"],
    [
      { host, user: "a", params: [["x=,:;", "=,:;"]], port: 2222, password: "pw" },
      "sftp://a;x%3D%2C%3A;==%2C%3A;:pw@h.example:2222/",
    ],
    [
      {
        host,
        user: "a",
        params: [
          ["x", "1"],
          ["fingerprint", "k-h"],
          ["x", "2"],
        ],
      },
      "sftp://a;x=1,fingerprint=k-h,x=2@h.example/",
    ],
  ])("%j is %s", (fields, expected) => {
    expect(sftp.format(fields)).toBe(expected);
  });

  const PAIRS = "invalid params: expected pairs of a name and a value";
  const NAMES = "invalid params: expected each with a name of its own";
  const USER = "parameters need a user, which may be empty";
  const PATH = 'invalid path: an absolute path has a first segment, which is not "~"';
  const TYPE = 'invalid typecode: expected "a", "i", or "d" at the end of the URL';

  it.each<readonly [fields: Given, code: string, message: string]>([
    [{ user: "a", params: "x" }, "bad-field", PAIRS],
    [{ user: "a", params: null }, "bad-field", PAIRS],
    [{ user: "a", params: ["x"] }, "bad-field", PAIRS],
    [{ user: "a", params: [["x", "1"], "y"] }, "bad-field", PAIRS],
    [{ params: [["x", "1"]] }, "bad-field", USER],
    [{ user: "a", params: [[]] }, "bad-field", NAMES],
    [{ user: "a", params: [["", "1"]] }, "bad-field", NAMES],
    [{ user: "a", params: [[1, "1"]] }, "bad-field", NAMES],
    [{ user: "a", params: [["x", 1]] }, "bad-field", NAMES],
    [{ user: "a", params: [["x", null]] }, "bad-field", NAMES],
    [
      {
        user: "a",
        params: [
          ["fingerprint", "1"],
          ["x", "2"],
          ["fingerprint", "1"],
        ],
      },
      "bad-field",
      NAMES,
    ],
    [{ home: 1 }, "bad-path", PATH],
    [{ home: "~", segments: ["a"] }, "bad-path", PATH],
    [{ segments: [] }, "bad-path", PATH],
    [{ segments: ["~"] }, "bad-path", PATH],
    [{ segments: ["~", "a"] }, "bad-path", PATH],
    [{ segments: "a" }, "bad-path", PATH],
    [{ home: true, segments: "a" }, "bad-path", PATH],
    [{ home: true, segments: [7] }, "bad-path", PATH],
    [{ segments: ["a", undefined] }, "bad-path", PATH],
    [{ typecode: "" }, "bad-ftp-type", TYPE],
    [{ typecode: "x" }, "bad-ftp-type", TYPE],
    [{ typecode: "D" }, "bad-ftp-type", TYPE],
    [{ typecode: "ai" }, "bad-ftp-type", TYPE],
  ])("%j has the problem %s: %s", (fields, code, message) => {
    const [component, hint] = {
      "bad-field": [
        "userinfo",
        'write parameters as "name=value", separated by commas; write "%3B" for a ";" in a user',
      ],
      "bad-path": ["path", "set home to true for a path below the home directory"],
      "bad-ftp-type": ["path", 'write "%3B" for a semicolon in the name'],
    }[code]!;
    expect(() => sftp.format({ host, ...fields } as SftpInit)).toThrow(
      expect.objectContaining({
        message: `${message}, at 0 (${DRAFT}); ${hint}`,
        ...{ code, component, start: 0, end: 0, hint },
      }),
    );
  });
});

describe("what sftp tells about its URLs", () => {
  it.each([
    ["sftp://h.example/", true],
    ["sftp://h.example/a", false],
    ["sftp://h.example/a/", true],
    ["sftp://h.example/a/.", true],
    ["sftp://h.example/a/..", true],
    ["sftp://h.example/a/..;type=i", false],
    ["sftp://h.example/a;type=d", true],
    ["sftp://h.example/a;type=a", false],
    ["sftp://h.example/a/;type=i", false],
    ["sftp://h.example/~", true],
    ["sftp://h.example/~/", true],
    ["sftp://h.example/~/a", false],
  ])("%s is the URL of a directory: %s", (text, expected) => {
    expect(urls.isDirectory(urls.parse(text))).toBe(expected);
  });

  it("is what a listing shows, that its paths are a tree, and that it has links", () => {
    const { columns } = getView(urls.parse("sftp://h.example/"), sftp);
    expect(columns).toEqual([
      { field: "name", title: "Name" },
      { field: "kind", title: "Kind" },
      { field: "size", title: "Size" },
      { field: "modified", title: "Modified" },
      { field: "attributes.mode", title: "Mode" },
    ]);
    expect([sftp.hierarchical, sftp.makesLinks, sftp.defaultPort("sftp")]).toEqual([true, true, 22]);
    for (const { url } of sftp.examples ?? []) expect(urls.normalize(url)).toBe(url);
  });
});

describe("the options of sftp", () => {
  it("have these defaults", () => {
    expect(sftp.options!.defaults).toEqual({ pathBase: "root", requests: 16 });
  });

  it.each([
    ["requests", 1, true],
    ["requests", 0, false],
    ["requests", 64, true],
    ["requests", 65, false],
    ["pathBase", "home", true],
    ["pathBase", "", false],
    ["acceptHostKey", () => true, true],
    ["acceptHostKey", true, false],
    ["knownHosts", "h ssh-ed25519 AAAA", true],
    ["knownHostsFile", 1, false],
  ])("%s can be %s: %s", (name, value, expected) => {
    const resolve = () => resolveOptions(sftp.options!, { [name]: value });
    if (expected) expect(resolve()).toMatchObject({ [name]: value });
    else expect(resolve).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
