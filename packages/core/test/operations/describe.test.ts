import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, describeAuthority, describeFragment, type Part, parse } from "../../src/index.ts";
import { describeGeneric } from "../../src/operations/describe.ts";
import { urlText } from "../syntax/text.ts";

const byName = (parts: readonly Part[]) => new Map(parts.map((part) => [part.name, part]));

describe("describeGeneric", () => {
  it("covers every component with its range, decoded, in the order of the text", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const url = parse(text);
        const parts = describeGeneric(url);
        let previous = 0;
        for (const { name, start, end, value, secret, meaning, cite } of parts) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThanOrEqual(start);
          previous = end;
          expect(meaning).not.toBe("");
          expect(cite).toMatch(/^RFC \d+ §/);
          const written = text.slice(start, end);
          if (secret === true) expect(value).toBe(written === "" ? "" : "***");
          else if (name === "scheme") expect(value).toBe(written.toLowerCase());
          else if (name !== "host") expect(value).toBe(decodeText(written));
        }
        const found = byName(parts);
        for (const name of ["user", "password", "host", "port", "query", "fragment"] as const) {
          expect(found.has(name)).toBe(url[name] !== undefined);
        }
        expect(found.has("path")).toBe(url.path !== "");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("describeAuthority", () => {
  it.each([
    ["x://@h", "user", "", "an empty user name, which differs from a missing one"],
    ["x://u@h", "user", "u", "the name to log in with"],
    ["x://u:@h", "password", "", "an empty password"],
    ["x://u:pw@h", "password", "***", "a password in plain text"],
    ["x://h:", "port", "", "an empty port: the default applies"],
    ["x://h:021", "port", "021", "the scheme's default port"],
    ["x://h:22", "port", "22", "the port"],
    ["x://", "host", "", "an empty host"],
    ["x://H.Example", "host", "h.example", "a host name"],
    ["x://[::1]", "host", "::1", "an IPv6 address"],
    ["x://192.0.2.1", "host", "192.0.2.1", "an IPv4 address"],
  ])("%s: the %s is %j, %s", (text, name, value, meaning) => {
    expect(byName(describeAuthority(parse(text), 21)).get(name)).toMatchObject({ value, meaning });
  });
});

describe("describeFragment", () => {
  it("describes the fragment decoded, with its range", () => {
    expect(describeFragment(parse("x:a#%C3%A9%25"))).toMatchObject({ start: 4, end: 13, value: "é%" });
    expect(describeFragment(parse("x:a#"))).toMatchObject({ start: 4, end: 4, value: "" });
  });
});
