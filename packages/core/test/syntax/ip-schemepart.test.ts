import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkHostport,
  createRegistry,
  type Problem,
  parse,
  parseLogin,
  parsePort,
  tryParse,
  warnAboutControls,
} from "../../src/index.ts";
import { toProblem } from "../../src/syntax/problems.ts";
import { http } from "../schemes.ts";

const urls = createRegistry(http);

function problemsOf(text: string, userinfo: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  checkHostport(parse(text), (problem) => problems.push(toProblem(problem)), {
    userinfo,
    cite: "RFC 1738 §5",
  });
  return problems;
}

describe("four kinds of userinfo (RFC 1738 §3.1)", () => {
  it.each([
    ["ftp://host.com/", undefined, undefined],
    ["ftp://@host.com/", "", undefined],
    ["ftp://foo@host.com/", "foo", undefined],
    ["ftp://foo:@host.com/", "foo", ""],
    ["ftp://foo:pw@host.com/", "foo", "pw"],
    ["ftp://:pw@host.com/", "", "pw"],
    ["ftp://:@host.com/", "", ""],
    ["ftp://a%3Ab:c%40d%2F:e@host.com/", "a:b", "c@d/:e"],
    ["ftp://%E9:%C3%A9@host.com/", "\udce9", "é"],
  ])("%s", (text, user, password) => {
    const login = parseLogin(parse(text), 21);
    expect([login.user, login.password]).toEqual([user, password]);
  });
});

describe("parseLogin", () => {
  it.each([
    ["x://Host.Example:8042/", "host.example", 8042],
    ["x://h:/", "h", 21],
    ["x://h", "h", 21],
    ["x://h:0", "h", 0],
    ["x://192.0.2.1", "192.0.2.1", 21],
    ["x://[2001:DB8::1]:22", "2001:DB8::1", 22],
    ["x://ex%41mple", "example", 21],
  ])("%s has the host %s and the port %i", (text, hostname, port) => {
    expect(parseLogin(parse(text), 21)).toMatchObject({ hostname, port });
  });

  it("returns a zone in the form of a resolver", () => {
    const url = parse("x://[fe80::1%25eth%30]/", { zoneId: true });
    expect(parseLogin(url, 21).hostname).toBe("fe80::1%eth0");
  });
});

describe("ports", () => {
  it("accept every 16-bit number, and nothing larger", () => {
    for (let port = 0; port <= 65_535; port++) {
      if (parsePort(String(port)) !== port) expect.fail(String(port));
      const high = port + 65_536;
      const text = `http://h:${port}/`;
      if (!urls.tryParse(text).ok) expect.fail(text);
      if (urls.tryParse(`http://h:${high}/`).ok) expect.fail(String(high));
    }
  });

  it("are decimal, leading zeros or not", () => {
    fc.assert(
      fc.property(fc.nat({ max: 65_535 }), fc.nat({ max: 300 }), (port, zeros) => {
        const digits = "0".repeat(zeros) + port;
        expect(parsePort(digits)).toBe(port);
        expect(urls.tryParse(`http://h:${digits}/`).ok).toBe(true);
        expect(urls.parse(`http://h:${digits}/`).parts.effectivePort).toBe(port);
      }),
    );
  });

  it.each([
    "65536",
    "65616",
    "99999",
    "100000",
    "0065536",
    "4294967296",
    "18446744073709551616",
    "9".repeat(400),
  ])("%s is invalid for every scheme, known or unknown", (digits) => {
    for (const scheme of ["http", "x-foo"]) {
      const text = `${scheme}://h:${digits}/`;
      const start = text.indexOf(digits);
      expect(urls.tryParse(text).problems).toEqual([
        expect.objectContaining({ code: "bad-port", component: "port", start, end: start + digits.length }),
      ]);
    }
  });

  it.each(["+80", "-0", "0x50", "8e1", "80abc", " 80", "80 ", "８０", "1_0", "80.", "%38%30"])(
    "%s is invalid by the grammar",
    (port) => {
      expect(tryParse(`x://h:${port}/`).problems[0]?.code).toMatch(/^(bad-port|illegal-character)$/);
    },
  );

  it("are absent or empty without a value", () =>
    expect([parsePort(undefined), parsePort("")]).toEqual([undefined, undefined]));
});

describe("checkHostport", () => {
  it.each([
    ["x:a", false, [["missing-authority", 2, 2]]],
    ["x:/a", false, [["missing-authority", 2, 2]]],
    ["x:///a", false, [["missing-host", 4, 4]]],
    ["x://:80/a", false, [["missing-host", 4, 4]]],
    ["x://u@h/", false, [["userinfo-not-allowed", 4, 6]]],
    ["x://@h/", false, [["userinfo-not-allowed", 4, 5]]],
    ["x://u@h/", true, []],
    ["x://u:@h/", true, []],
    ["x://u:pw@h/", true, [["deprecated-password", 6, 8]]],
    [
      "x://u%0D:p%0a@h/",
      true,
      [
        ["deprecated-password", 9, 13],
        ["control-octet", 5, 8],
        ["control-octet", 10, 13],
      ],
    ],
    [
      "x://u@127.1:70000/",
      false,
      [
        ["userinfo-not-allowed", 4, 6],
        ["bad-host", 6, 11],
        ["bad-port", 12, 17],
      ],
    ],
  ] as const)("%s, userinfo %s", (text, userinfo, expected) => {
    expect(problemsOf(text, userinfo).map(({ code, start, end }) => [code, start, end])).toEqual(expected);
  });

  it("warns of URLs that parse but are never opened", () => {
    for (const problem of problemsOf("x://u%0D:p%0a@h/", true)) expect(problem.severity).toBe("warning");
  });
});

describe("warnAboutControls", () => {
  it("finds NUL, CR, and LF, with digits of both cases, and nothing else", () => {
    for (let octet = 0; octet < 256; octet++) {
      for (const digits of [octet.toString(16), octet.toString(16).toUpperCase()]) {
        const found: unknown[] = [];
        const url = parse(`x:a%25%${digits.padStart(2, "0")}`);
        warnAboutControls(url, [2, 9], "path", ({ start, end }) => found.push([start, end]));
        expect(found).toEqual([0, 10, 13].includes(octet) ? [[6, 9]] : []);
      }
    }
  });

  it("ignores an escaped percent sign", () => {
    const found: unknown[] = [];
    warnAboutControls(parse("x:?%250a%0a"), [3, 11], "query", ({ start }) => found.push(start));
    expect(found).toEqual([8]);
  });

  it("stays within its range", () => {
    const found: unknown[] = [];
    warnAboutControls(parse("x:%0A%0D%00"), [5, 8], "path", ({ start }) => found.push(start));
    expect(found).toEqual([5]);
  });
});
