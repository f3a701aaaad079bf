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
