import { describe, expect, it } from "vitest";
import { createRegistry, defineScheme } from "../../src/index.ts";
import {
  type LenientOptions,
  type LocalFiles,
  suggestUrls,
  tryParseLenient,
} from "../../src/lenient/index.ts";
import { idna, urls } from "./schemes.ts";

const localFiles: LocalFiles = {
  toAbsolutePath: (path) => (path.startsWith("/") ? path : `/home/joe/${path}`),
  exists: (path) => path === "docs.example",
};

/** The URL and the place of each change in the text; without a URL, the place of each problem. */
function read(typed: string, options: LenientOptions): readonly string[] {
  const { url, changes, problems } = tryParseLenient(typed, urls, options);
  const places = url === undefined ? problems : changes;
  return [
    ...(url === undefined ? [] : [url.href]),
    ...places.map(({ code, start, end }) => `${code} ${start}-${end}`),
  ];
}

function suggest(typed: string, options: LenientOptions): readonly string[] {
  return suggestUrls(typed, urls, options).map(({ url, message }) => `${url} ${message}`);
}

describe("a typed text", () => {
  it.each([
    ["h.example", "webs://h.example", "added-scheme 0-0"],
    ["hüt.example", "webs://xn--hue-t.example", "added-scheme 0-0", "ascii-host 0-11"],
    [
      "<hüt.example/ü>",
      "webs://xn--hue-t.example/%C3%BC",
      "delimiters 0-1",
      "added-scheme 1-1",
      "ascii-host 1-12",
      "encoded-character 13-14",
      "delimiters 14-15",
    ],
    ["webs://hüt.example/", "webs://xn--hue-t.example/", "ascii-host 7-18"],
    [
      "<webs://hüt.example>",
      "webs://xn--hue-t.example",
      "delimiters 0-1",
      "ascii-host 8-19",
      "delimiters 19-20",
    ],
    ["webs://joe@hüt.example/@", "webs://joe@xn--hue-t.example/@", "ascii-host 11-22"],
    [
      "<webs://joe@hüt.example/a@b>",
      "webs://joe@xn--hue-t.example/a@b",
      "delimiters 0-1",
      "ascii-host 12-23",
      "delimiters 27-28",
    ],
    ["disk:///ü", "disk:///%C3%BC", "encoded-character 8-9"],
    ["//h.example/a b", "webs://h.example/a%20b", "added-scheme 0-0", "encoded-character 13-14"],
    ["<//here/a>", "web://here/a", "delimiters 0-1", "added-scheme 1-1", "delimiters 9-10"],
    ["//hüt.example:70", "menu://xn--hue-t.example:70", "added-scheme 0-0", "ascii-host 2-13"],
    ["<joe@h.example>", "post:joe@h.example", "delimiters 0-1", "added-scheme 1-1", "delimiters 14-15"],
    ["h.example/a b", "webs://h.example/a%20b", "added-scheme 0-0", "encoded-character 11-12"],
    ["h.example?/@b", "webs://h.example?/@b", "added-scheme 0-0"],
    ["h.example/?@b", "webs://h.example/?@b", "added-scheme 0-0"],
    ["docs:99/a", "docs:99/a"],
    ["webs://h.example/a#b#c", "webs://h.example/a#b%23c", "encoded-character 20-21"],
    ["webs://h.example/a?b?c#d?e", "webs://h.example/a?b?c#d?e"],
    [
      "webs://h.example/[]|^`",
      "webs://h.example/%5B%5D%7C%5E%60",
      "encoded-character 17-18",
      "encoded-character 18-19",
      "encoded-character 19-20",
      "encoded-character 20-21",
      "encoded-character 21-22",
    ],
    [
      "webs://h.example/?[]|^`{}",
      "webs://h.example/?%5B%5D%7C%5E%60%7B%7D",
      "encoded-character 18-19",
      "encoded-character 19-20",
      "encoded-character 20-21",
      "encoded-character 21-22",
      "encoded-character 22-23",
      "encoded-character 23-24",
      "encoded-character 24-25",
    ],
    [
      "webs://h.example/#[]",
      "webs://h.example/#%5B%5D",
      "encoded-character 18-19",
      "encoded-character 19-20",
    ],
    ["webs://h.example/?\ue000", "webs://h.example/?%EE%80%80", "encoded-character 18-19"],
    ["webs://h.example/a\ud83d\ude00b", "webs://h.example/a%F0%9F%98%80b", "encoded-character 18-20"],
    [
      "“webs://h.example/ü”",
      "webs://h.example/%C3%BC",
      "delimiters 0-1",
      "encoded-character 18-19",
      "delimiters 19-20",
    ],
    [
      "“webs://h.example/\ud83d\ude00”",
      "webs://h.example/%F0%9F%98%80",
      "delimiters 0-1",
      "encoded-character 18-20",
      "delimiters 20-21",
    ],
    ["joe@1.2.3.4", "post:joe@1.2.3.4", "added-scheme 0-0"],
    ["webs://h.example/%00 b", "webs://h.example/%00%20b", "encoded-character 20-21"],
    [
      "webs://h.example/ü b",
      "webs://h.example/%C3%BC%20b",
      "encoded-character 17-18",
      "encoded-character 18-19",
    ],
    ["webs://h.example/\u{10000}b", "webs://h.example/%F0%90%80%80b", "encoded-character 17-19"],
    ["webs://h.example/%", "webs://h.example/%25", "encoded-percent 17-18"],
    ["webs://h.example/%4", "webs://h.example/%254", "encoded-percent 17-18"],
    [
      "webs://h.example/%41%4g%%41",
      "webs://h.example/%41%254g%25%41",
      "encoded-percent 20-21",
      "encoded-percent 23-24",
    ],
    ["webs://h.example/a\t\n b", "webs://h.example/ab", "line-break 18-21"],
    [
      "webs://h.example/a  b",
      "webs://h.example/a%20%20b",
      "encoded-character 18-19",
      "encoded-character 19-20",
    ],
    ["webs://h.example/a\rb", "webs://h.example/ab", "line-break 18-19"],
    ["webs://h.example?a@b", "webs://h.example?a@b"],
    ["x-demo://h.example?a@b", "x-demo://h.example?a@b"],
  ])("%j is the URL %s, with the changes at their places in the text", (typed, ...expected) => {
    expect(read(typed, { idna })).toEqual(expected);
  });

  it.each([
    [
      "\ufeff/etc/motd\n",
      "disk:///etc/motd",
      "surrounding-space 0-1",
      "local-path 1-10",
      "surrounding-space 10-11",
    ],
    ["/a\\b", "disk:///a%5Cb", "local-path 0-4"],
    ["a.txt?b", "webs://a.txt?b", "added-scheme 0-0"],
    ["a.txt/b", "webs://a.txt/b", "added-scheme 0-0"],
    ["there.example/a?b", "webs://there.example/a?b", "added-scheme 0-0"],
    ["joe@h.txt", "post:joe@h.txt", "added-scheme 0-0"],
    ["docs:99", "docs:99"],
  ])("%j is the URL %s for a program that reads local files", (typed, ...expected) => {
    expect(read(typed, { idna, localFiles })).toEqual(expected);
  });

  it.each([
    ["webs:///ü/", "missing-host 7-7"],
    ["webs://hü%41.example/", "illegal-character 8-9"],
    ["webs://a@hü@t.example/", "bad-userinfo 11-12"],
    ["webs://hü t.example/", "illegal-character 8-9", "illegal-character 9-10"],
    ["webs://a.example webs://b.example", "ambiguous-text 0-33"],
    ["<webs://a.example\nwebs://b.example>", "ambiguous-text 1-34"],
    ["webs://h.example/a\nb c", "ambiguous-text 16-22"],
    ["<webs://h.example/a\nb c>", "ambiguous-text 17-23"],
    ["joe@h\u0430t.example", "confusable-host 4-15"],
    ["joe@h", "no-scheme 0-0"],
    ["webs//h.example", "no-scheme 0-0"],
    ["h\u0430/b", "no-scheme 0-0", "illegal-character 1-2"],
    ["<h\u0430t.example/b>", "confusable-host 1-12"],
    ["h.example?a@b", "ambiguous-text 0-13"],
    ["h.example#@evil.example", "ambiguous-text 0-23"],
    ["docs", "no-scheme 0-0"],
    ["a!b", "no-scheme 0-0"],
    ["<>", "no-scheme 2-2"],
    ["1.2.3", "bad-host 0-5"],
    ["h.0x1f/", "bad-host 0-6"],
    ["<docs/a>", "no-scheme 1-1"],
    [" webs://h.example?a@b", "ambiguous-authority 17-21"],
    ["h.example/\u0001", "illegal-character 10-11"],
    ["<webs://h.example/\u0001>", "illegal-character 18-19"],
    ["webs://h.example/ü\u0001", "illegal-character 18-19"],
    ["webs://h.example/\u0001ü", "illegal-character 17-18"],
    ["webs://h.example/%\u0001%", "illegal-character 18-19"],
    ["h.example:99999", "bad-port 10-15"],
    ["menu://joe@hüt.example/", "userinfo-not-allowed 7-11"],
    [`webs://${"ü".repeat(70)}.example/`, "bad-host 7-85"],
    ["  <URL: h.example/ü\u0001 >", "illegal-character 19-20"],
    ["webs://h.example/\ue000", "illegal-character 17-18"],
    ["webs://h.example/#\ue000", "illegal-character 18-19"],
    ["webs://h.example/\ud83d", "illegal-character 17-18"],
    ["webs://h.example/a\tb", "illegal-character 18-19"],
    ["webs://h.example/a\u007fb", "illegal-character 18-19"],
    ["webs://h.example/a\\b", "illegal-character 18-19"],
    ["menu://joe@h.example?x@y", "userinfo-not-allowed 7-11", "ambiguous-authority 20-24"],
    ["/etc/motd", "no-scheme 0-0"],
    ["<C:\\a b>", "no-scheme 1-1"],
    ["./a", "no-scheme 0-0"],
    ["\\\\server\\share\\a", "no-scheme 0-0"],
  ])("%j is not a URL, with the problems at their places in the text", (typed, ...expected) => {
    expect(read(typed, { idna })).toEqual(expected);
  });
});

describe("a host beyond ASCII", () => {
  it("is the same in another width and case, and with other dots", () => {
    const one = { toAscii: () => "xn--ht-hka.example", toUnicode: () => "hüt.example" };
    for (const typed of ["HÜT.example", "ｈüt｡example", "hu\u0308t。example"])
      expect(read(`webs://${typed}`, { idna: one })[0]).toBe("webs://xn--ht-hka.example");
  });

  it("is replaced as a whole, so a problem in a part of its ASCII form concerns all of it", () => {
    const part = createRegistry(
      defineScheme({
        ...{ name: "part", cite: ["x"], format: () => "", examples: [] },
        check: ({ offsets: { hostStart, hostEnd } }, report) =>
          report({
            ...{ code: "bad-host", component: "host", start: hostStart + 1, end: hostEnd - 1 },
            message: "not allowed",
            cite: "x",
          }),
      }),
    );
    const { problems } = tryParseLenient("part://hüt.example/", part, { idna });
    expect(problems).toMatchObject([{ code: "bad-host", start: 7, end: 18 }]);
  });

  it("passes on an error of idna that is not about the host", () => {
    const broken = {
      ...idna,
      toAscii: () => {
        throw new RangeError("no table");
      },
    };
    expect(() => tryParseLenient("webs://hüt.example/", urls, { idna: broken })).toThrow(RangeError);
  });
});

describe("suggestUrls", () => {
  it.each([
    ["h.example", 'webs://h.example added the scheme "webs"'],
    ["docs", "webs://docs a host"],
    ["docs:99", "webs://docs:99 a host"],
    ["a!b"],
    ["<docs/a>", "webs://docs/a a host"],
    ["/etc/motd", "disk:///etc/motd a local path"],
    ["<C:\\a b>", "disk:///C:/a%20b a local path"],
    ["./a"],
    ["\\\\server\\share\\a", "disk://server/share/a a local path"],
    ["webs://h.example?a@b"],
    ["menu://joe@hüt.example/", "menu://xn--hue-t.example/ without the login"],
    ["<webs://h.example/", "webs://h.example/ without an unpaired delimiter"],
    ["webs://h.example/\u0001>."],
    ["“webs://h.example/", "webs://h.example/ without an unpaired delimiter"],
    ["webs://h.example>", "webs://h.example without an unpaired delimiter"],
    ["webs://h.example>!", "webs://h.example without an unpaired delimiter"],
    ["<<h.example\"'.", "webs://h.example without an unpaired delimiter"],
    ["WEBS://WEB://h.example/", "WEB://h.example/ without the first of two schemes"],
    ["webs://Menu//h.example"],
    [
      "wbes://menu://h.example",
      "menu://h.example without the first of two schemes",
      'webs://menu://h.example with the scheme "webs"',
    ],
    ["webs:/h.example/a", 'webs://h.example/a with "://" after the scheme'],
    ["webs//h.example/a", 'webs://h.example/a with "://" after the scheme'],
    ["webs;//h.example/a", 'webs://h.example/a with "://" after the scheme'],
    ["webs:\\\\h.example\\a", 'webs://h.example/a with "://" after the scheme'],
    ["WEBS:/h.example", 'WEBS://h.example with "://" after the scheme'],
    ["note://h.example\\a", 'note://h.example/a with "/" for each backslash'],
    ["webs:h.example", 'webs://h.example with "://" after the scheme'],
    ["webs:h"],
    ["webs;h.example", 'webs://h.example with "://" after the scheme'],
    ["webs h.example"],
    ["webs ://h.example", 'webs://h.example with "://" after the scheme'],
    ["webs: //h.example", 'webs://h.example with "://" after the scheme'],
    ["webs/h.example"],
    ["webs\\\\h.example", 'webs://h.example with "://" after the scheme'],
    ["webs:\\h@b", 'webs://h@b with "://" after the scheme'],
    ["webs:\\h\\@b"],
    ["post:/joe"],
    ["wbes:/h.example"],
    ["note//h.example/"],
    ["wbes://h.example/a", 'webs://h.example/a with the scheme "webs"'],
    ["manu://h.example", 'menu://h.example with the scheme "menu"'],
    ["webss://h.example/", 'webs://h.example/ with the scheme "webs"'],
    ["wab://h.example/", 'web://h.example/ with the scheme "web"'],
    ["we://h.example/"],
    ["xebs;//h.example"],
    ["disk://C:/a", "disk:///C:/a with the drive in the path"],
    ["disk:///C|/a", "disk:///C%7C/a percent-encoded characters that are not allowed in a URL"],
    ["disk:/c|\\a\\b", "disk:///c:/a/b with the drive in the path"],
    ["DISK://c:/a", "DISK:///c:/a with the drive in the path"],
    ["disk:///c:a\\b"],
    [
      "disk://C:/a\\b",
      "disk:///C:/a/b with the drive in the path",
      'disk://C:/a/b with "/" for each backslash',
      "disk://C:/a%5Cb with encoded backslashes",
    ],
    ["note://C:/a"],
    ["note://C|/a"],
    ["disk:////c|\\a"],
    ["disk:c|\\a"],
    ["disk:///cc|\\a"],
    ["menu://joe:pw@h.example/a@b", "menu://h.example/a@b without the login"],
    ["menu://joe@h.example?a@b"],
    ["menu:joe@h.example"],
    ["webs://::1/", "webs://[::1]/ with brackets around the address"],
    ["2001:db8::1", "webs://[2001:db8::1] with brackets around the address"],
    ["webs://2001:DB8::1/a?b", "webs://[2001:DB8::1]/a?b with brackets around the address"],
    ["::1?x", "webs://[::1]?x with brackets around the address"],
    ["::1#x", "webs://[::1]#x with brackets around the address"],
    ["::1", "webs://[::1] with brackets around the address"],
    ["1.2.3"],
    ["webs://::1 /"],
    [
      "webs://h.example/a\\b\\c",
      'webs://h.example/a/b/c with "/" for each backslash',
      "webs://h.example/a%5Cb%5Cc with encoded backslashes",
    ],
    ["webs://h.example\\a\\b", 'webs://h.example/a/b with "/" for each backslash'],
    ["webs://joe@h.example\\a"],
    ["webs://h.example/a\\b@c"],
    [
      "webs://h.example/a\\b?c\\d",
      'webs://h.example/a/b?c/d with "/" for each backslash',
      "webs://h.example/a%5Cb?c%5Cd with encoded backslashes",
    ],
    [
      "note://h.example/a\\b",
      'note://h.example/a/b with "/" for each backslash',
      "note://h.example/a%5Cb with encoded backslashes",
    ],
    [" webs://h\u0430t.example/ü", "webs://xn--ha-t.example/%C3%BC with the A-labels of the host"],
    ["joe@h\u0430t.example", "post:joe@xn--ha-t.example with the A-labels of the host"],
    ["h\u0430/b"],
    ["a b"],
    ["webs://"],
    ["menu://h.example?a@b"],
  ])("corrects in %j only one obvious error, and gives its reason", (typed, ...expected) => {
    expect(suggest(typed, { idna })).toEqual(expected);
  });

  it.each([
    ["<//h.example/a>", "webs://h.example/a a host", "disk:///h.example/a a local path"],
    ["<docs>", "webs://docs a host", "disk:///home/joe/docs a local path"],
    ["<a.txt>", "webs://a.txt a host", "disk:///home/joe/a.txt a local path"],
    ["docs.example?b", "webs://docs.example?b a host", "disk:///home/joe/docs.example%3Fb a local path"],
    ["docs.example#b", "webs://docs.example#b a host", "disk:///home/joe/docs.example%23b a local path"],
    ["docs?a", "webs://docs?a a host", "disk:///home/joe/docs%3Fa a local path"],
    ["a!b"],
    ["1.2.3"],
  ])("gives both readings of %j to a program that reads local files", (typed, ...expected) => {
    expect(suggest(typed, { idna, localFiles })).toEqual(expected);
  });

  it("corrects a misspelled scheme to at most two with a port, that of bare hosts first", () => {
    const scheme = { cite: ["x"], format: () => "", examples: [] };
    const near = createRegistry(
      defineScheme({ ...scheme, name: ["abcd", "abcf"], defaultPort: { abcd: 1, abcf: 2 } }),
      defineScheme({ ...scheme, name: "abcg" }),
      defineScheme({
        ...{ ...scheme, name: "abce", defaultPort: 3 },
        shorthands: [{ form: "host", name: "abce" }],
      }),
    );
    expect(suggestUrls("abcx://h", near).map(({ url }) => url)).toEqual(["abce://h", "abcd://h"]);
  });

  it("removes the slashes of a scheme without an authority", () => {
    const flat = createRegistry(
      defineScheme({
        ...{ name: "flat", cite: ["x"], format: () => "", examples: [] },
        check({ offsets }, report) {
          const [start, end] = [offsets.schemeEnd + 1, offsets.pathStart];
          if (offsets.hostStart < 0) return;
          report({
            ...{ code: "authority-not-allowed", component: "authority", start, end },
            message: "no authority",
            cite: "x",
          });
        },
      }),
    );
    expect(suggestUrls("flat://joe//a", flat)).toEqual([{ url: "flat:joe//a", message: 'without "//"' }]);
  });

  it("corrects no text of more than 2048 characters, because longer ones were not typed", () => {
    const typed = "webs:/h.example/".padEnd(2048, "a");
    expect(suggest(` ${typed}`, {})).toHaveLength(1);
    expect(suggest(`${typed}a`, {})).toEqual([]);
  });
});
