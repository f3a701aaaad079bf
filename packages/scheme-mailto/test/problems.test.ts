import { createRegistry } from "@anyurl/core";
import { explain } from "@anyurl/core/explain";
import { describe, expect, it } from "vitest";
import { mailto } from "../src/index.ts";

const urls = createRegistry(mailto);
const problemsOf = (text: string) => urls.tryParse(text).problems;

describe("a problem of an address", () => {
  it.each([
    ["mailto:a@b,,c@d", "remove the comma, or add the missing address"],
    ["mailto:Joe%20%3Ca@b%3E", 'keep only the address between "<" and ">"'],
    [
      "mailto:a@h%2Cb@h",
      'separate addresses with an unencoded ","; quote a comma within an address: "%22a%2Cb%22@…"',
    ],
    ["mailto:joe", 'write the "@" between the two parts unencoded'],
    ["mailto:a@@b", undefined],
  ])("%s has the hint that fits: %s", (text, hint) => {
    expect(problemsOf(text)).toMatchObject([{ code: "bad-address" }]);
    expect(problemsOf(text)[0]!.hint).toBe(hint);
  });
});

it.each([
  ["mailto:", undefined],
  ["mailto:a@b,c@d", undefined],
  ["mailto:joe", undefined],
  ["mailto:Joe%20%3Ca@b%3E", 'keep only the address between "<" and ">"'],
])("a problem of the one address of RFC 1738 has no hint about delimiters: %s", (text, hint) => {
  const { problems } = urls.tryParse(text, { profile: "rfc1738" });
  expect(problems).toMatchObject([
    { code: "bad-address", component: "path", start: 7, end: text.length, cite: "RFC 1738 §3.5" },
  ]);
  expect(problems[0]!.hint).toBe(hint);
});

it.each([
  ["rfc3986", "RFC 6068 §2"],
  ["rfc1738", "RFC 1738 §3.5"],
] as const)("a problem of an authority cites the RFC of the profile %s: %s", (profile, cite) => {
  expect(urls.tryParse("mailto://a@b", { profile }).problems).toMatchObject([
    { code: "authority-not-allowed", cite },
  ]);
});

describe("a problem of a header field", () => {
  it.each(["subject=a&Subject=b", "SUBJECT=a&subject=b", "Subject=a&subJECT=b"])(
    "%s: the field may occur once, in any case (RFC 5322 §3.6)",
    (fields) => {
      const start = `mailto:a@b?${fields}`.indexOf("&") + 1;
      expect(problemsOf(`mailto:a@b?${fields}`)).toMatchObject([
        { code: "bad-header-field", severity: "warning", start, end: start + 7 },
      ]);
    },
  );

  it.each(["to", "cc", "keywords", "comments", "body"])(
    "%s may occur several times (RFC 6068 §2)",
    (name) => {
      expect(problemsOf(`mailto:?${name}=a@b&${name}=c@d`)).toEqual([]);
    },
  );

  it.each(["bcc", "BCC", "Bcc"])("%s hides recipients from the others (RFC 6068 §7)", (name) => {
    expect(problemsOf(`mailto:a@b?${name}=c@d`)).toMatchObject([
      { code: "unsafe-header", message: "some recipients are hidden from the others" },
    ]);
  });

  it.each(["from", "X-Mailer", "attach"])("%s is not added to the message (RFC 6068 §4)", (name) => {
    expect(problemsOf(`mailto:a@b?${name}=c@d`)).toMatchObject([
      { code: "unsafe-header", severity: "warning", message: "this field is not added to the message" },
    ]);
  });

  it("is an empty name, or a missing =", () => {
    expect(problemsOf("mailto:a@b?=x")).toMatchObject([{ code: "bad-header-field", start: 11, end: 11 }]);
    expect(problemsOf("mailto:a@b?x")).toMatchObject([
      { code: "bad-header-field", start: 11, end: 12, hint: 'write "=" and the value after the name' },
    ]);
  });

  // A digit before the escape must not make it look printable.
  it.each(["2%0A", "7%0DX", "33%00", "%25%1B", "a%20%0A", "%7F", "a%7fb"])(
    "is the control of %s",
    (value) => {
      const start = 19 + value.search(/%[01]|%7f/i);
      expect(problemsOf(`mailto:a@b?subject=${value}`)).toMatchObject([
        { code: "control-octet", start, end: start + 3 },
      ]);
    },
  );
});

it.each([
  ["mailto:joe@h.example", "joe", "h.example", "rfc3986"],
  ["mailto:%22a@b%22@h.example", '"a@b"', "h.example", "rfc3986"],
  ["mailto:joe%40h.example", "joe", "h.example", "rfc1738"],
] as const)(
  "%s has a mailbox and a domain, without the @ between them",
  (text, localPart, domain, profile) => {
    const values = Object.fromEntries(
      explain(text, urls, { profile }).parts.map(({ name, value }) => [name, value]),
    );
    expect(values).toMatchObject({ "to[0].localPart": localPart, "to[0].domain": domain });
  },
);

it.each([
  ["mailto:?to=a@b,c@d", "mailto:a@b,c@d"],
  // A list with an empty address is not only addresses.
  ["mailto:?to=a@b,", "mailto:?to=a@b,"],
  ["mailto:?to=a@b,%20", "mailto:?to=a@b,%20"],
  // Nor is one without commas, or with anything else.
  ["mailto:?to=a@b%20c@d", "mailto:?to=a@b%20c@d"],
  ["mailto:?to=a@b,c", "mailto:?to=a@b,c"],
  ["mailto:?to=Joe", "mailto:?to=Joe"],
  ["mailto:?to=%20a@b", "mailto:?to=%20a@b"],
  ["mailto:a@b?to=c@d%20,%20e@f%09&to=&cc=x", "mailto:a@b,c@d,e@f?cc=x"],
  ["mailto:a@b?to=c@d&to=e", "mailto:a@b?to=c@d&to=e"],
])("the normal form of %s is %s (RFC 6068 §2)", (text, normal) => {
  expect(urls.normalize(text)).toBe(normal);
});

describe("the whole report of a URL", () => {
  const address = (start: number, end: number, hint?: string) => ({
    ...{ severity: "error", code: "bad-address", component: "path", start, end, cite: "RFC 6068 §2" },
    message: 'an address must be a local-part, "@" and a domain, without a name, comments or spaces',
    ...(hint !== undefined && { hint }),
  });
  const ampersand = (start: number) => ({
    ...{ severity: "error", code: "bad-address", component: "path", start, end: start + 1 },
    message: 'a "&" in an address must be percent-encoded',
    ...{ hint: 'write "%26", or begin the header fields with "?"', cite: "RFC 6068 §6.1" },
  });
  const field = (start: number, end: number, message: string, hint: string, severity = "error") => ({
    ...{ severity, code: "bad-header-field", component: "query", start, end, message, hint },
    cite: "RFC 6068 §2",
  });
  const empty = (start: number) => field(start, start + 1, "empty header field", "remove it", "warning");
  const name = (start: number, end: number) =>
    field(
      start,
      end,
      'the name of a header field must be printable ASCII without spaces and ":"',
      "correct the name",
    );
  const again = (start: number, end: number) =>
    field(
      start,
      end,
      "a message has only one such field: the first one is used",
      "remove the others",
      "warning",
    );
  const value = (start: number, end: number) =>
    field(start, end, "the value of a header field must be UTF-8", "percent-encode the bytes of its UTF-8");
  const question = (start: number) =>
    field(start, start + 1, 'a second "?" in the header fields', 'separate header fields with "&"');
  const equals = (start: number, end: number) =>
    field(start, end, 'a header field must have a "="', 'write "=" and the value after the name');
  const unsafe = (start: number, end: number, more: object = {}) => ({
    ...{ severity: "warning", code: "unsafe-header", component: "query", start, end },
    ...{ message: "this field is not added to the message", cite: "RFC 6068 §4", ...more },
  });
  const html = { hint: 'write "&" instead of "&amp;" outside of HTML' };
  const hidden = { message: "some recipients are hidden from the others" };
  const control = (start: number) => ({
    ...{ severity: "warning", code: "control-octet", component: "query", start, end: start + 3 },
    message: "control character: the URL is valid, but no message is created from it",
    cite: "RFC 6068 §5",
  });
  const comma = "remove the comma, or add the missing address";
  const at = 'write the "@" between the two parts unencoded';

  it.each<[url: string, problems: readonly object[]]>([
    // A fragment does not belong to the addresses and fields.
    ["mailto:a@b#,x?y&z", []],
    ["mailto:a@b?subject=x#?&y&&z", []],
    ["mailto:a@b?subject#=", [equals(11, 18)]],
    ["mailto:#f", []],
    // Nor is a query a part of the addresses.
    ["mailto:a@b?to=c@d,e@f", []],
    ["mailto:x?to=c@d,e@f", [address(7, 8, at)]],
    ["mailto:,a@b", [address(7, 7, comma)]],
    ["mailto:a@b,", [address(11, 11, comma)]],
    ["mailto:,", [address(7, 7, comma), address(8, 8, comma)]],
    ["mailto:a&b@c", [ampersand(8)]],
    ["mailto:&a@c", [ampersand(7)]],
    ["mailto:x@y,a@b&subject=x", [ampersand(14)]],
    ["mailto:a%26b@c", []],
    ["mailto:a@b,c&&d", [ampersand(12)]],
    ["mailto:joe%40h.example", [address(7, 22, at)]],
    // In quotes a "@" is data, encoded or not, and the next one is the delimiter.
    ["mailto:%22a%40b%22@h,%22a@b%22@h", []],
    ["mailto:%22a%40b%22%40h", [address(7, 22, at)]],
    ["mailto:%22a@b%22%40h", [address(7, 20)]],
    ["mailto:a%FFb@c", [address(7, 14)]],
    ["mailto:a@b?", [empty(10)]],
    ["mailto:?", [empty(7)]],
    ["mailto:a@b?&", [empty(10), empty(11)]],
    ["mailto:a@b?subject=x&", [empty(20)]],
    ["mailto:a@b?&subject=x&&cc=c@d", [empty(10), empty(21)]],
    ["mailto:a@b?subject=?", [question(19)]],
    ["mailto:a@b??subject=x", [question(11), unsafe(11, 19)]],
    ["mailto:a@b?cc=c@d?bcc=e@f?", [question(17)]],
    ["mailto:a@b?x&cc=&y", [equals(11, 12), equals(17, 18)]],
    ["mailto:a@b?=", [name(11, 11)]],
    ["mailto:a@b?cc=c@d&a%3Ab=x&a%20=&%FF=", [name(18, 23), name(26, 30), name(32, 35)]],
    ["mailto:a@b?amp;cc=c@d&cc=&amp;to=", [unsafe(11, 17, html), unsafe(26, 32, html)]],
    ["mailto:a@b?ampcc=&x-amp;y=", [unsafe(11, 16), unsafe(18, 25)]],
    ["mailto:?bcc=a@b&From=c", [unsafe(8, 11, hidden), unsafe(16, 20)]],
    ["mailto:?subject=&in-reply-to=&subject=&Subject=", [again(30, 37), again(39, 46)]],
    ["mailto:?references=&In-Reply-To=&in-reply-to=", [again(33, 44)]],
    ["mailto:?subject=a%FF&body=%FF%00", [value(16, 20), value(26, 32), control(29)]],
    ["mailto:?cc=%C3%BC&cc=%C3", [value(21, 24)]],
    ["mailto:?subject=%09%0A%0b%0C%0D", [19, 22, 25, 28].map(control)],
    ["mailto:?subject=%00%08%0e%1F%7f", [16, 19, 22, 25, 28].map(control)],
    ["mailto:?body=%09%0A%0D%0D%0A", []],
    ["mailto:?body=%00%08%0b%0C%0e%1F%7f", [13, 16, 19, 22, 25, 28, 31].map(control)],
    ["mailto:?body=a%0D%0A%0D%0A%1b", [control(26)]],
    ["mailto:?BODY=%0D%0A&Subject=%0D%0A", [control(28), control(31)]],
    ["mailto:?x=%00%20", [unsafe(8, 9), control(10)]],
  ])("%s", (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });
});

describe("a URL that cannot be built", () => {
  it.each<[init: object, code: string, message: string]>([
    [{ to: ["a"] }, "bad-address", "an address must be a local-part"],
    [{ to: ["a@b", 7] }, "bad-address", "an address must be a local-part"],
    [{ hfields: [{ hfname: "a:b", hfvalue: "" }] }, "bad-header-field", "the name of a header field must be"],
    [{ hfields: [{ hfname: "", hfvalue: "" }] }, "bad-header-field", "the name of a header field must be"],
    [{ hfields: [{ hfvalue: "" }] }, "bad-header-field", "the name of a header field must be"],
    [
      { hfields: [{ hfname: "cc", hfvalue: "\udc80" }] },
      "bad-header-field",
      "the value of a header field must be",
    ],
    [{ hfields: [{ hfname: "cc" }] }, "bad-header-field", "the value of a header field must be"],
    [{ hfields: [{ hfname: "cc", hfvalue: 7 }] }, "bad-header-field", "the value of a header field must be"],
    [
      { hfields: [{ hfname: "cc", hfvalue: "\n" }] },
      "control-octet",
      "control characters are not allowed here",
    ],
    [
      { hfields: [{ hfname: "Body", hfvalue: "\0" }] },
      "control-octet",
      "control characters are not allowed here",
    ],
  ])("%j: %s, which says why", (init, code, message) => {
    expect(() => urls.format("mailto", init)).toThrow(
      expect.objectContaining({
        ...{ name: "UrlSyntaxError", code, message: expect.stringContaining(message), cite: "RFC 6068 §2" },
        ...{ component: code === "bad-address" ? "path" : "query", start: 0, end: 0 },
      }),
    );
  });
});
