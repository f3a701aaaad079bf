import { describe, expect, it } from "vitest";
import { type ExtractOptions, extract } from "../../src/extract/index.ts";
import { urls } from "./schemes.ts";

const guess = { "www.": "http://", "ftp.": "ftp://", "@": "mailto:" };

/**
 * What a text holds: the mode, the offsets of the wrapper and the content (start, contentStart, contentEnd, end), the URL,
 * or "!" and the text of an invalid one, and the problems.
 */
function find(text: string, options: ExtractOptions): readonly string[] {
  return [...extract(text, urls, { ...options, includeInvalid: true })].map((found) => {
    const { mode, start, contentStart, contentEnd, end, problems } = found;
    const url = found.url === undefined ? `!${found.text}` : found.url.href;
    const codes = problems.map(({ code, start: from, end: to }) => `${code} ${from}-${to}`);
    return [`${mode} ${start}-${contentStart}-${contentEnd}-${end} ${url}`, ...codes].join(" ");
  });
}

describe("the authority of a URL", () => {
  it.each([
    [
      "http://a.example,http://b.example",
      "bare 0-0-16-16 http://a.example",
      "bare 17-17-33-33 http://b.example",
    ],
    ["http://a.example,b@c.example/x", "bare 0-0-30-30 http://a.example,b@c.example/x"],
    ["http://a;b@h.example/", "bare 0-0-21-21 http://a;b@h.example/"],
    ["http://a,b,c@h/x", "bare 0-0-16-16 http://a,b,c@h/x"],
    ["http://u@[::1],x", "bare 0-0-14-14 http://u@[::1]"],
    ["http://u@h,v@i,w", "bare 0-0-14-14 !http://u@h,v@i bad-userinfo 12-13"],
    ["http://[::1"],
    ["http://[::1]]", "bare 0-0-12-12 http://[::1]"],
    ["http://[::1]/a[", "bare 0-0-14-14 http://[::1]/a cut-short 14-15"],
    ["http://h%41.example/", "bare 0-0-20-20 http://h%41.example/"],
    ["http://h%4/", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h%", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h%4g", "bare 0-0-8-8 !http://h cut-short 8-9"],
    [`http://[${"a".repeat(62)}]/`, `bare 0-0-72-72 !http://[${"a".repeat(62)}]/ bad-ip-literal 7-71`],
    [`http://[${"a".repeat(63)}]/`, `bare 0-0-73-73 !http://[${"a".repeat(63)}]/ bad-ip-literal 7-72`],
    [`http://[${"a".repeat(64)}]/`],
    ["http://h?a,b", "bare 0-0-12-12 http://h?a,b"],
    ["http://h#a", "bare 0-0-10-10 http://h#a"],
    ["http://h,", "bare 0-0-8-8 http://h"],
    ["http://h\\a", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h%41é", "bare 0-0-11-11 !http://h%41 cut-short 11-12"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, {})).toEqual(found);
  });
});

describe("the end of a URL", () => {
  it.each([
    ["http://h/a#b#c", "bare 0-0-12-12 http://h/a#b cut-short 12-13"],
    ["http://h/#a##", "bare 0-0-11-11 http://h/#a cut-short 11-12"],
    ["http://h/a&lt;b", "bare 0-0-10-10 http://h/a"],
    ["http://h/a&gt;", "bare 0-0-10-10 http://h/a"],
    ["http://h/a&quot;b", "bare 0-0-10-10 http://h/a"],
    ["http://h/a&nbsp;", "bare 0-0-10-10 http://h/a"],
    ["http://h/a&lt", "bare 0-0-13-13 http://h/a&lt"],
    ["http://h/?a=b;c", "bare 0-0-15-15 http://h/?a=b;c"],
    ["http://h/&amp;x", "bare 0-0-15-15 http://h/&amp;x"],
    ["&lt;http://h/a&gt;", "bare 4-4-14-14 http://h/a"],
    ["http://h/a%zz", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["http://h/a%4", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["http://h/a%41", "bare 0-0-13-13 http://h/a%41"],
    ["http://h/%", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["(http://h/a)b", "bare 1-1-11-11 http://h/a"],
    ["(see http://h/a_(b))", "bare 5-5-19-19 http://h/a_(b)"],
    ["http://h/a)b", "bare 0-0-12-12 http://h/a)b"],
    ["http://h/a)", "bare 0-0-10-10 http://h/a"],
    ["http://h/a) b", "bare 0-0-10-10 http://h/a"],
    ["http://h/a).b", "bare 0-0-13-13 http://h/a).b"],
    ["(http://h/a).", "bare 1-1-11-11 http://h/a"],
    ["http://h/(a", "bare 0-0-11-11 http://h/(a"],
    ["(\nhttp://h/a)b", "bare 2-2-14-14 http://h/a)b"],
    ["()http://h/a)b", "bare 2-2-14-14 http://h/a)b"],
    [") http://h/a)b", "bare 2-2-14-14 http://h/a)b"],
    ["(()http://h/a)b", "bare 3-3-13-13 http://h/a cut-short 13-14"],
    ["(\u0085http://h/a)b", "bare 2-2-14-14 http://h/a)b"],
    ["(\u0086http://h/a)b", "bare 2-2-12-12 http://h/a cut-short 12-13"],
    [`(${"x".repeat(255)}http://h/a)b`],
    [`(${"-".repeat(255)}http://h/a)b`, "bare 256-256-266-266 http://h/a cut-short 266-267"],
    [`(${"-".repeat(256)}http://h/a)b`, "bare 257-257-269-269 http://h/a)b"],
    [`(${" ".repeat(255)}http://h/a)b`, "bare 256-256-266-266 http://h/a cut-short 266-267"],
    [`(${" ".repeat(256)}http://h/a)b`, "bare 257-257-269-269 http://h/a)b"],
    ["http://h/a.,;:!?", "bare 0-0-10-10 http://h/a"],
    ["http://h/a?", "bare 0-0-10-10 http://h/a"],
    ["*http://h/a*", "bare 1-1-11-11 http://h/a"],
    ["_http://h/a_", "bare 1-1-11-11 http://h/a"],
    ["~http://h/a~", "bare 1-1-11-11 http://h/a"],
    ["*http://h/a_", "bare 1-1-12-12 http://h/a_"],
    ["http://h/a*", "bare 0-0-11-11 http://h/a*"],
    ["news:*", "bare 0-0-6-6 news:*"],
    ["*news:**", "bare 1-1-7-7 news:*"],
    ["*news:*", "bare 1-1-7-7 news:*"],
    ["http://h/a))", "bare 0-0-10-10 http://h/a"],
    ["http://h/(a))", "bare 0-0-12-12 http://h/(a)"],
    ["http://h/(a).)", "bare 0-0-12-12 http://h/(a)"],
    ["http://h/(a)).", "bare 0-0-12-12 http://h/(a)"],
    ["http://h/a'", "bare 0-0-10-10 http://h/a"],
    ["http://h.", "bare 0-0-8-8 http://h"],
    ["http://h./", "bare 0-0-10-10 http://h./"],
    ["http://."],
    ["news:."],
    ["news:a.b.", "bare 0-0-8-8 news:a.b"],
    ["http://hü.example", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h/ü", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["http://h/ü)", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["mailto:a@b.cü"],
    ["mailto:a@b.c[", "bare 0-0-12-12 mailto:a@b.c cut-short 12-13"],
    ["http://h[a", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h{a", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h/{a", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["http://h]a", "bare 0-0-8-8 http://h"],
    ["http://h%zz", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h|a", "bare 0-0-8-8 http://h"],
    ["http://h/a\u202eb", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["http://h\u202eb", "bare 0-0-8-8 http://h cut-short 8-9"],
    ["http://h/a\\b", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["http://h/a\\n", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ['http://h"a', "bare 0-0-8-8 http://h"],
    ["http://h/a\ud83d\ude00", "bare 0-0-10-10 http://h/a"],
    ["http://h\ud83d\ude00", "bare 0-0-8-8 http://h"],
    ["http://h/\ud801\udc00", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["http://h/a%g1", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["news:a.b%g1", "bare 0-0-8-8 news:a.b cut-short 8-9"],
    ["news:a.b%1", "bare 0-0-8-8 news:a.b cut-short 8-9"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, {})).toEqual(found);
  });
});

describe("the end of a URL without IRIs", () => {
  it.each([
    ["http://h/ü", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["http://hü.example", "bare 0-0-8-8 !http://h cut-short 8-9"],
    ["http://h/aü.", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["mailto:a@b.cü"],
    ["news:é"],
    ["http:é"],
    ["http://h/a\ud801\udc00", "bare 0-0-10-10 http://h/a cut-short 10-11"],
    ["http://h/漢", "bare 0-0-9-9 http://h/ cut-short 9-10"],
    ["urn:éa"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, { iri: false })).toEqual(found);
  });
});

describe("an IRI", () => {
  it.each([
    ["http://h/ü", "bare 0-0-10-10 http://h/%C3%BC"],
    ["http://h/aü.", "bare 0-0-11-11 http://h/a%C3%BC"],
    ["http://h/\ud801\udc00.", "bare 0-0-11-11 !http://h/\ud801\udc00 too-long 0-11"],
    ["http://h/\ud801\udc00\ud83d\ude00", "bare 0-0-11-11 !http://h/\ud801\udc00 too-long 0-11"],
    ["http://h/漢)b", "bare 0-0-12-12 http://h/%E6%BC%A2)b"],
    ["(http://h/漢)b", "bare 1-1-11-11 http://h/%E6%BC%A2"],
    ["http://h/é#é#é", "bare 0-0-12-12 !http://h/é#é too-long 0-12"],
    ["http://h/?é%4", "bare 0-0-11-11 http://h/?%C3%A9 cut-short 11-12"],
    ["mailto:a@b.cü", "bare 0-0-13-13 mailto:a@b.c%C3%BC"],
    ["news:é"],
    ["http:é"],
    ["http://é", "bare 0-0-8-8 !http://é bad-host 7-8"],
    ["“http://h/é”", "quoted 0-1-11-12 http://h/%C3%A9"],
    ["“http://h/é b”", "bare 1-1-11-11 http://h/%C3%A9"],
    ["“http://h/a\ud83d\ude00”", "bare 1-1-11-11 http://h/a"],
    ["“http://h/é\u00aba”", "bare 1-1-11-11 http://h/%C3%A9"],
    ['“http://h/é"”', "bare 1-1-11-11 http://h/%C3%A9"],
    ["<http://h/é>", "angle 0-1-11-12 http://h/%C3%A9"],
    ["<URL:http://h/é\nb>", "wrapped 0-5-17-18 http://h/%C3%A9b"],
    ["www.h.example/ü"],
    ["http://h/éééééééééééé x", "bare 0-0-21-21 !http://h/éééééééééééé too-long 20-21"],
    ["http://h/a*é*", "bare 0-0-13-13 http://h/a*%C3%A9*"],
    ["*http://h/é*", "bare 1-1-11-11 http://h/%C3%A9"],
    ["http://h/é\u3002", "bare 0-0-10-10 http://h/%C3%A9"],
    ["http://h/é\u200bx", "bare 0-0-10-10 http://h/%C3%A9"],
    ["http://h/\u00a0", "bare 0-0-9-9 http://h/"],
    ["http://h/\u00aa", "bare 0-0-10-10 http://h/%C2%AA"],
    ["urn:éa", "bare 0-0-6-6 urn:%C3%A9a"],
    [
      `http://h/${"a".repeat(12)}ééb\u{10400}c d`,
      "bare 0-0-27-27 !http://h/aaaaaaaaaaaaééb\u{10400}c too-long 20-27",
    ],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, { iri: true, guess, maxUrlLength: 20 })).toEqual(found);
  });
});

describe("the start of a URL", () => {
  it.each([
    ["xhttp://h/"],
    ["git+http://h/"],
    ["u@http://h/"],
    ["//http://h/", "bare 2-2-11-11 http://h/"],
    [" //http://h/", "bare 3-3-12-12 http://h/"],
    ["a//http://h/"],
    ["/http://h/"],
    [" /http://h/"],
    ["\n///http://h/", "bare 4-4-13-13 http://h/"],
    ["\\nhttp://h/", "bare 2-2-11-11 http://h/"],
    ["\\xhttp://h/"],
    ["\\thttp://h/", "bare 2-2-11-11 http://h/"],
    ["end.http://h/", "bare 4-4-13-13 http://h/"],
    ["see-http://h/", "bare 4-4-13-13 http://h/"],
    ["see-.http://h/", "bare 5-5-14-14 http://h/"],
    ["-http://h/", "bare 1-1-10-10 http://h/"],
    ["1http://h/"],
    ["éhttp://h/", "bare 1-1-10-10 http://h/"],
    ["漢http://h/", "bare 1-1-10-10 http://h/"],
    ["\ud801\udc00http://h/", "bare 2-2-11-11 http://h/"],
    [":http://h/", "bare 1-1-10-10 http://h/"],
    ["http:http://h/", "bare 5-5-14-14 http://h/"],
    ["HTTP://h/", "bare 0-0-9-9 HTTP://h/"],
    ["hTTp://h/", "bare 0-0-9-9 hTTp://h/"],
    [`${"x".repeat(63)}-http://h/`, "bare 64-64-73-73 http://h/"],
    ["x-foo://h/"],
    ["javascript://h/"],
    ["http:"],
    ["http: //h"],
    ["http:/h"],
    ["http://"],
    ["http:// h"],
    ["news: a.b"],
    ["news:a"],
    ["news:a.b", "bare 0-0-8-8 news:a.b"],
    ["mailto:a"],
    ["https://h:x/", "bare 0-0-12-12 !https://h:x/ bad-port 10-11"],
    ["http://h:99999/a,http://i/", "bare 0-0-26-26 !http://h:99999/a,http://i/ bad-port 9-14"],
    ["news:a/b.c", "bare 0-0-10-10 news:a/b.c"],
    ["urn:/a:b", "bare 0-0-8-8 urn:/a:b"],
    ["<urn: b>"],
    ["http://h/ hxxp://h/", "bare 0-0-9-9 http://h/"],
    ["ftp://h/ ftpx://i/", "bare 0-0-8-8 ftp://h/"],
    ["http://h/ https://i/", "bare 0-0-9-9 http://h/", "bare 10-10-20-20 https://i/"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, {})).toEqual(found);
  });
});

describe("a URL between angle brackets", () => {
  it.each([
    ["<URL:http://h/a", "bare 5-5-15-15 http://h/a unterminated-wrapper 0-5"],
    ["<URL: http://h/a b", "bare 6-6-16-16 http://h/a unterminated-wrapper 0-6"],
    ["<URL: news:a.b", "bare 6-6-14-14 news:a.b unterminated-wrapper 0-6"],
    ["<URL:x-foo:a>", "wrapped 0-5-12-13 x-foo:a"],
    ["<URL:x-foo://h/a b>", "wrapped 0-5-18-19 x-foo://h/ab"],
    ["URL:http://h/a", "prefixed 0-4-14-14 http://h/a"],
    ["URL: http://h/a", "bare 5-5-15-15 http://h/a"],
    ["URL:x-foo://h"],
    ["url:http://h/a.", "prefixed 0-4-14-14 http://h/a"],
    ["<URL:>", "wrapped 0-5-5-6 ! no-scheme 5-5"],
    ["<URL: >", "wrapped 0-6-6-7 ! no-scheme 6-6"],
    ["<URL"],
    ["<http://h/a b>", "angle 0-1-13-14 http://h/ab"],
    ["<http://h/a http://i/b>", "bare 1-1-11-11 http://h/a", "bare 12-12-22-22 http://i/b"],
    ["<http://h/a\nhttp://i/b>", "bare 1-1-11-11 http://h/a", "bare 12-12-22-22 http://i/b"],
    ["<http://h/a", "bare 1-1-11-11 http://h/a unterminated-wrapper 0-1"],
    ["<http://h/a>b", "angle 0-1-11-12 http://h/a"],
    ["<x-foo://h/a>", "angle 0-1-12-13 x-foo://h/a"],
    ["<x-foo:a>"],
    ["<news:a.b>", "angle 0-1-9-10 news:a.b"],
    ["<news:a>", "angle 0-1-7-8 news:a"],
    ["<URL:http://h/{>", "wrapped 0-5-15-16 !http://h/{ illegal-character 14-15"],
    ["<URL:javascript:1>"],
    ["<javascript:1>"],
    ["<javascript://h/>"],
    ["<http:a>"],
    ["<URL:http://h/a-\nb>", "wrapped 0-5-18-19 http://h/a-b"],
    ["<http://h/a\n\nb>", "bare 1-1-11-11 http://h/a unterminated-wrapper 0-1"],
    ["<URL:http://h/a\n\nb>", "wrapped 0-5-18-19 http://h/ab"],
    ["<URL:h>", "wrapped 0-5-6-7 !h no-scheme 5-5"],
    ["<URL::>", "wrapped 0-5-6-7 !: no-scheme 5-5"],
    ["<http://h/a>http://i/b", "angle 0-1-11-12 http://h/a", "bare 12-12-22-22 http://i/b"],
    ["< URL:http://h/a>", "prefixed 2-6-16-16 http://h/a"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, {})).toEqual(found);
  });
});

describe("a URL in quotation marks", () => {
  it.each([
    ['"http://h/a b"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a"', "quoted 0-1-11-12 http://h/a"],
    ['"http://"'],
    ['"http://h"', "quoted 0-1-9-10 http://h"],
    ['"news:"'],
    ['"news:a"'],
    ['"news:a.b"', "quoted 0-1-9-10 news:a.b"],
    ["“http://h/é”", "bare 1-1-10-10 http://h/ cut-short 10-11"],
    ['“http://h/a"', "bare 1-1-11-11 http://h/a"],
    ["\u2018http://h/a\u2019", "quoted 0-1-11-12 http://h/a"],
    ["\u00abhttp://h/a\u00bb", "quoted 0-1-11-12 http://h/a"],
    ["'http://h/a'b", "quoted 0-1-11-12 http://h/a"],
    ["'http://h/a'http://h/b'", "quoted 0-1-11-12 http://h/a", "bare 12-12-22-22 http://h/b"],
    ['"http://h/a"http://h/b"', "quoted 0-1-11-12 http://h/a", "bare 12-12-22-22 http://h/b"],
    ['"http://[::1]/"', "quoted 0-1-14-15 http://[::1]/"],
    ['"http://h/[]"', "bare 1-1-10-10 http://h/ cut-short 10-11"],
    ['"http://h/a\u3000"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a“"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a\ud83d\ude00"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a\nb"', "bare 1-1-11-11 http://h/a"],
    ['" http://h/a"', "bare 2-2-12-12 http://h/a"],
    ['"http://h/a', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a{"', "bare 1-1-11-11 http://h/a cut-short 11-12"],
    ['"http://h/a|b"', "bare 1-1-11-11 http://h/a"],
    ['"urn:a"', "quoted 0-1-6-7 urn:a"],
    ['"urn:ab"', "quoted 0-1-7-8 urn:ab"],
    ['"https://"'],
    ['"urn:"'],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, {})).toEqual(found);
  });
});

describe("a URL in quotation marks over two lines", () => {
  it.each([
    ['"http://h/a\nb"', "quoted 0-1-13-14 http://h/ab"],
    ['"http://h/a\nb c"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a\n\nb"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a b"', "bare 1-1-11-11 http://h/a"],
    ['"http://h/a\n', "bare 1-1-11-11 http://h/a"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, { multiline: true })).toEqual(found);
  });
});

describe("a URL without a scheme", () => {
  it.each([
    ["www.h.example", "bare 0-0-13-13 http://www.h.example guessed-scheme 0-13"],
    ["xwww.h.example"],
    ["éwww.h.example"],
    ["\ud801\udc00www.h.example"],
    ["www.-h"],
    ["www."],
    ["www"],
    ["ww.h.example"],
    ["WWW.h.example", "bare 0-0-13-13 http://WWW.h.example guessed-scheme 0-13"],
    ["/www.h.example"],
    ["http://www.h.example", "bare 0-0-20-20 http://www.h.example"],
    ["www.h.example:80/x", "bare 0-0-18-18 http://www.h.example:80/x guessed-scheme 0-18"],
    ["(www.h.example)b", "bare 1-1-14-14 http://www.h.example guessed-scheme 1-14"],
    ["www.h.example.", "bare 0-0-13-13 http://www.h.example guessed-scheme 0-13"],
    ["www.h.example/ü", "bare 0-0-14-14 http://www.h.example/ guessed-scheme 0-14"],
    ["a@b.example", "bare 0-0-11-11 mailto:a@b.example guessed-scheme 0-11"],
    [".a@b.example"],
    ["a.@b.example"],
    ["a@b"],
    ["a@b."],
    ["a@b.c.", "bare 0-0-5-5 mailto:a@b.c guessed-scheme 0-5"],
    ["a@-b.example"],
    ["a@b-.example"],
    ["a@b..example"],
    ["@b.example"],
    ["x a.b+c@d.example y", "bare 2-2-17-17 mailto:a.b+c@d.example guessed-scheme 2-17"],
    [`${"x".repeat(64)}@b.example`, `bare 0-0-74-74 mailto:${"x".repeat(64)}@b.example guessed-scheme 0-74`],
    [`${"x".repeat(65)}@b.example`],
    [`a@b.${"c".repeat(252)}`, `bare 0-0-256-256 mailto:a@b.${"c".repeat(252)} guessed-scheme 0-256`],
    [`a@b.${"c".repeat(253)}`],
    [`a@b.${"c".repeat(254)}`],
    ["<a@b.example>", "angle 0-1-12-13 mailto:a@b.example guessed-scheme 1-12"],
    ["<www.h.example>", "angle 0-1-14-15 http://www.h.example guessed-scheme 1-14"],
    ["<www.h.example", "bare 1-1-14-14 http://www.h.example guessed-scheme 1-14"],
    ["\ud801\udc00a@b.example"],
    ["\ud83d\ude00a@b.example", "bare 2-2-13-13 mailto:a@b.example guessed-scheme 2-13"],
    ["éa@b.example"],
    ["/a@b.example"],
    ["a@b.example/c", "bare 0-0-11-11 mailto:a@b.example guessed-scheme 0-11"],
    ["ftp.h.example", "bare 0-0-13-13 ftp://ftp.h.example guessed-scheme 0-13"],
    ["ftp://a@b.example/", "bare 0-0-18-18 ftp://a@b.example/"],
    ["a@b.example@c.example", "bare 0-0-11-11 mailto:a@b.example guessed-scheme 0-11"],
    [
      "a@b.example,c@d.example",
      "bare 0-0-11-11 mailto:a@b.example guessed-scheme 0-11",
      "bare 12-12-23-23 mailto:c@d.example guessed-scheme 12-23",
    ],
    ["a@b.example-", "bare 0-0-11-11 mailto:a@b.example guessed-scheme 0-11"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, { guess })).toEqual(found);
  });
});

describe("a URL of at most 20 characters", () => {
  it.each([
    ["http://h/aaaaaaaaaaa", "bare 0-0-20-20 http://h/aaaaaaaaaaa"],
    ["http://h/aaaaaaaaaaaa", "bare 0-0-21-21 !http://h/aaaaaaaaaaaa too-long 20-21"],
    ["http://h/aaaaaaaaaa.", "bare 0-0-19-19 http://h/aaaaaaaaaa"],
    ["http://h/aaaaaaaaaaa.", "bare 0-0-21-21 !http://h/aaaaaaaaaaa. too-long 20-21"],
    [
      "http://h/aaaaaaaaaaaa http://i/",
      "bare 0-0-21-21 !http://h/aaaaaaaaaaaa too-long 20-21",
      "bare 22-22-31-31 http://i/",
    ],
    ["www.h.aaaaaaaaaaaaaa"],
    ["www.h.aaaaaaaaaaaaaaa"],
    ['"http://h/aaaaaaaaaaa"', "quoted 0-1-21-22 http://h/aaaaaaaaaaa"],
    ['"http://h/aaaaaaaaaaaa"', "bare 1-1-22-22 !http://h/aaaaaaaaaaaa too-long 21-22"],
    ["<http://h/aaaaaaaaaaaa>", "bare 1-1-22-22 !http://h/aaaaaaaaaaaa too-long 21-22"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, { guess, maxUrlLength: 20 })).toEqual(found);
  });
});

describe("two attempts in a run without white space", () => {
  it.each([
    [
      "http://:x,http://h/ http://i/",
      "bare 0-0-9-9 !http://:x bad-port 8-9",
      "bare 10-10-19-19 http://h/",
      "bare 20-20-29-29 http://i/",
    ],
    [
      "http://:x,http://:x,http://h/ http://i/",
      "bare 0-0-9-9 !http://:x bad-port 8-9",
      "bare 10-10-19-19 !http://:x bad-port 18-19",
      "bare 30-30-39-39 http://i/",
    ],
    [
      "http://:x/ http://:x/ http://:x/ http://i/",
      "bare 0-0-10-10 !http://:x/ bad-port 8-9",
      "bare 11-11-21-21 !http://:x/ bad-port 19-20",
      "bare 22-22-32-32 !http://:x/ bad-port 30-31",
      "bare 33-33-42-42 http://i/",
    ],
    ["news:a,news:a,news:b.c news:d.e", "bare 0-0-22-22 news:a,news:a,news:b.c", "bare 23-23-31-31 news:d.e"],
    ["http://h/a:http://:x,http://i/", "bare 0-0-30-30 http://h/a:http://:x,http://i/"],
  ])("%j has exactly the expected URLs", (text, ...found) => {
    expect(find(text, { maxAttempts: 2 })).toEqual(found);
  });
});

describe("a guess of two characters", () => {
  it("is found at the start of a text", () => {
    expect(find("w.h.example w.i", { guess: { "w.": "http://" } })).toEqual([
      "bare 0-0-11-11 http://w.h.example guessed-scheme 0-11",
      "bare 12-12-15-15 http://w.i guessed-scheme 12-15",
    ]);
  });
});
