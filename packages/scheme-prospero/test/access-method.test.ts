import { DEFAULT_LIMITS, octetsOf, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { parseAccessMethods } from "../src/access-method.ts";
import { formatTargetUrl, toEntry } from "../src/entry.ts";
import { parseHostport } from "../src/hostport.ts";
import { prosperoOptions } from "../src/options.ts";
import { parseReply } from "../src/reply.ts";
import fixture from "./fixtures/access-methods.json" with { type: "json" };

const NOWHERE = {
  hostType: "INTERNET-D",
  host: "pros.example.org",
  hsonameType: "ASCII",
  hsoname: "/x",
  version: "0",
};
const { accessMethods } = prosperoOptions.defaults;
const reply = (...lines: readonly string[]) =>
  parseReply(octetsOf(lines.map((line) => `${line}\n`).join("")), DEFAULT_LIMITS);
const entry = (...lines: readonly string[]) => toEntry(reply(...lines).links[0]!, accessMethods);
const lower = (url: string) => url.replace(/%[0-9a-f]{2}/gi, (pair) => pair.toUpperCase());

describe("an access method", () => {
  it.each(fixture.cases.map((each) => [each.what, each] as const))("converts to a URL: %s", (_what, each) => {
    const { links, attributes } = reply(...(each.link === undefined ? [] : [each.link]), each.attribute);
    const link = links[0];
    const [method] = parseAccessMethods(link?.attributes ?? attributes, link?.object ?? NOWHERE);
    // The server itself has the contents: the URL is the object's own.
    if (method!.isContents)
      expect(
        link &&
          formatTargetUrl({
            host: "pros.example.org",
            port: 1525,
            hsoname: link.object.hsoname,
            version: 0,
            fieldspecs: [],
          }),
      ).toBe(each.url);
    else expect(method!.url === undefined ? null : lower(method!.url)).toBe(each.url && lower(each.url));
  });

  const url = (words: string) =>
    parseAccessMethods(reply(`ATTRIBUTE CACHED FIELD ACCESS-METHOD ${words}`).attributes, NOWHERE)[0]!.url;

  it.each([
    ["GOPHER INTERNET-D G.EXAMPLE(150) ASCII '1/Fun Stuff'", "gopher://g.example:150/11/Fun%20Stuff"],
    ["FTP INTERNET-D F.EXAMPLE ASCII /ftp/a TEXT", "ftp://f.example/%2Fftp/a;type=a"],
    ["AFTP INTERNET-D f.example ASCII pub/x", "ftp://f.example/pub/x"],
    ["AFTP INTERNET-D 192.0.2.7(2121) ASCII /a;type=a BINARY", "ftp://192.0.2.7:2121/a%3Btype=a;type=i"],
    ["AFTP INTERNET-D '2001:db8::1' ASCII /a BINARY", "ftp://[2001:db8::1]/a;type=i"],
    ["HTTP INTERNET-D h.example(8080) ASCII '/a%20b?c=d'", "http://h.example:8080/a%20b?c=d"],
    ["HTTP INTERNET-D h.example ASCII '/a b'", undefined],
    ["HTTP INTERNET-D h.example ASCII a", undefined],
    ["TN3270 INTERNET-D h.example ASCII ''", "tn3270://h.example/"],
    ["NFS INTERNET-D h.example ASCII /b/c /export", "nfs://h.example/export/b/c"],
    ["AFS INTERNET-D h.example ASCII /afs/x", undefined],
    ["RCP INTERNET-D h.example ASCII /x", undefined],
    ["AFTP HANDLE h.example ASCII /x BINARY", undefined],
    ["AFTP INTERNET-D h.example HANDLE /x BINARY", undefined],
    ["GOPHER INTERNET-D h.example(70) ASCII '/x' 01", undefined],
    ["GOPHER INTERNET-D h.example(70) ASCII '/x'", undefined],
    ["WAIS INTERNET-D h.example(210) ASCII harbour", undefined],
    ["WAIS INTERNET-D g.example ASCII 'WAIS-GW/w.example(210)/TEXT/db/%4'", undefined],
    ["WAIS INTERNET-D g.example ASCII 'WAIS-GW/w.example(99999)/TEXT/db/1'", undefined],
  ])("%s", (words, wanted) => {
    expect(url(words)).toBe(wanted);
  });

  it("escapes the bytes of a name in its URL, and has no URL with NUL, CR, or LF", () => {
    expect(url("AFTP INTERNET-D f.example ASCII '/a DELE x?#%' BINARY")).toBe(
      "ftp://f.example/a%20DELE%20x%3F%23%25;type=i",
    );
    expect(url("GOPHER INTERNET-D g.example(70) ASCII '0/a\t' 0")).toBe("gopher://g.example:70/00/a%09");
    for (const octet of ["\0", "\r", "\n"]) {
      expect(url(`AFTP INTERNET-D f.example ASCII '/a${octet}DELE x' BINARY`)).toBeUndefined();
      expect(url(`NFS INTERNET-D f.example ASCII /a '/x${octet}'`)).toBeUndefined();
    }
  });
});

describe("a Prospero host", () => {
  it.each([
    ["PROS.EXAMPLE.ORG", "pros.example.org", undefined],
    ["pros.example.org(1526)", "pros.example.org", 1526],
    ["192.0.2.1(1)", "192.0.2.1", 1],
    ["::1(65535)", "::1", 65_535],
  ])("parses %s", (text, host, port) => {
    expect(parseHostport(text)).toEqual({ host, port });
  });

  it.each([
    "",
    "h(0)",
    "h(65536)",
    "h(70000)",
    "h(99999999)",
    "h()",
    "h(1)(2)",
    "h(1",
    "h x",
    "h\r\n",
    "h\0",
    "user@h",
    "h/x",
    "h:80",
    "[::1]",
    "a..b",
    "-a.example",
    "127.1",
    "0x7f.1",
    "2130706433",
    "h%2Eexample",
    "é.example",
    "x".repeat(300),
  ])("is undefined for %j", (text) => {
    expect(parseHostport(text)).toBeUndefined();
  });
});

describe("an entry", () => {
  it("has the URL of a file, a directory, an older version, or another port", () => {
    expect(
      entry(
        "LINK  L FILE tide.txt INTERNET-D PROS.EXAMPLE.ORG ASCII AFTP'/pub/tide.txt' 0",
        "ATTRIBUTE CACHED FIELD SIZE '187 bytes'",
        "ATTRIBUTE CACHED FIELD LAST-MODIFIED 20261121030149Z",
        "ATTRIBUTE CACHED FIELD UNIX-MODES -rw-r--r--",
      ),
    ).toEqual({
      name: "tide.txt",
      kind: "file",
      url: "prospero://pros.example.org/AFTP/pub/tide.txt",
      size: 187,
      modified: new Date("2026-11-21T03:01:49Z"),
      attributes: { "UNIX-MODES": "-rw-r--r--", TARGET: "FILE" },
    });
    expect(entry("LINK L DIRECTORY+FILE x INTERNET-D h.example(1526) ASCII '/a;b' 3")).toMatchObject({
      kind: "directory",
      url: "prospero://h.example:1526//a%3Bb;OBJECT-VERSION=3",
    });
  });

  it("has the URL of an access method if it is external, never a prospero URL", () => {
    const link = "LINK L EXTERNAL x INTERNET-D H.EXAMPLE ASCII /pub/x 0";
    const aftp = "ATTRIBUTE CACHED FIELD ACCESS-METHOD AFTP '' '' '' '' BINARY";
    const own = "ATTRIBUTE CACHED FIELD ACCESS-METHOD PROSPERO-CONTENTS '' '' '' ''";
    const telnet = "ATTRIBUTE CACHED FIELD ACCESS-METHOD TELNET INTERNET-D t.example ASCII ''";
    expect(entry(link, aftp)).toMatchObject({ kind: "link", url: "ftp://h.example/pub/x;type=i" });
    expect(entry(link, own, telnet, aftp).url).toBe("ftp://h.example/pub/x;type=i");
    expect(entry(link, own, telnet).url).toBe("telnet://t.example/");
    expect(entry(link, own)).toMatchObject({
      url: undefined,
      unsafe: expect.stringContaining("none of its access methods"),
    });
    expect(entry(link)).toMatchObject({ url: undefined, unsafe: expect.any(String) });
  });

  it.each([
    ["LINK L SYMBOLIC sym VIRTUAL-SYSTEM #'/INET/VS' ASCII '/papers' 0", "virtual system"],
    ["LINK L NULL secret NULL NULL NULL NULL 0", "the server hides it"],
    ["LINK L FP gone INTERNET-D h.example ASCII /x 0", "forwarding pointer"],
    ["LINK Z FILE x INTERNET-D h.example ASCII /x 0", "unknown link type"],
    ["LINK L FILE x INTERNET-D 'h.example(70000)' ASCII /x 0", "host or port"],
    ["LINK L FILE x INTERNET-D 'h.example\r\nX: y' ASCII /x 0", "host or port"],
    ["LINK L FILE x INTERNET-D h.example ASCII 'a\nb' 0", "NUL, CR, or LF"],
    ["LINK L FILE x INTERNET-D h.example HANDLE x 0", "HANDLE"],
    ["LINK L FILE x X-500 h.example ASCII x 0", "X-500"],
    [`LINK L FILE x INTERNET-D h.example ASCII x ${"9".repeat(40)}`, "version"],
  ])("has no URL and a reason if it cannot be opened: %s", (line, why) => {
    expect(entry(line)).toMatchObject({ url: undefined, unsafe: expect.stringContaining(why) });
  });

  it("ignores invalid metadata, and a replacement overrides other attributes", () => {
    const link = "LINK L FILE x INTERNET-D h.example ASCII /x 0";
    for (const value of ["'1e3 bytes'", "'9999999999999999999 bytes'", "'-1 bytes'", "many"])
      expect(entry(link, `ATTRIBUTE CACHED FIELD SIZE ${value}`)).not.toHaveProperty("size");
    for (const time of ["20261332000000Z", "20260231000000Z", "20260101250000Z", "20260101006000Z", "now"])
      expect(entry(link, `ATTRIBUTE CACHED FIELD LAST-MODIFIED ${time}`)).not.toHaveProperty("modified");
    expect(
      entry(link, "ATTRIBUTE OBJECT FIELD SIZE '1 bytes'", "ATTRIBUTE REPLACEMENT FIELD SIZE '2 bytes'").size,
    ).toBe(2);
  });

  it("keeps attributes with any name", () => {
    const link = "LINK L FILE x INTERNET-D h.example ASCII /x 0";
    const { attributes } = entry(
      link,
      "ATTRIBUTE CACHED APPLICATION __proto__ SEQUENCE a",
      "ATTRIBUTE LINK FIELD ID SEQUENCE REMOTE 1",
      "ID REMOTE 2",
    );
    expect(Object.entries(attributes!)).toContainEqual(["__proto__", "a"]);
    expect(attributes!["ID"]).toBe("REMOTE 1\nREMOTE 2");
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});

describe("the options", () => {
  it.each([
    ["accessMethods", 7],
    ["accessMethods", ["a b"]],
    ["accessMethods", ""],
    ["followRedirects", "yes"],
    ["maxUnions", -1],
    ["maxUnions", Number.NaN],
    ["maxUnions", Number.POSITIVE_INFINITY],
    ["retransmitAfter", 0],
    ["retransmissions", "many"],
    ["retransmissions", 1.5],
  ])("reject %s: %j", (name, value) => {
    expect(() => resolveOptions(prosperoOptions, { [name]: value })).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(name) }),
    );
  });
});
