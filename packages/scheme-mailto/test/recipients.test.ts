import { createRegistry } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailto } from "../src/index.ts";

const urls = createRegistry(mailto);
const codesOf = (text: string) =>
  urls.tryParse(text).problems.map(({ code, start, end }) => [code, start, end]);

describe("the recipients of a mailto URL", () => {
  it("mailto:a%2Cb@h has one recipient, never two", () => {
    // A comma is valid only in quotes, so this is not an address; but it is never split into "a" and "b@h".
    expect(codesOf("mailto:a%2Cb@h")).toEqual([["bad-address", 7, 14]]);
    expect(urls.parse("mailto:%22a%2Cb%22@h").parts.to).toEqual(['"a,b"@h']);
    expect(urls.parse("mailto:a@h,b@h").parts.to).toEqual(["a@h", "b@h"]);
    expect(urls.format("mailto", { to: ['"a,b"@h', "c@h"] })).toBe("mailto:%22a%2Cb%22@h,c@h");
    expect(codesOf("mailto:a@h%2Cb@h")).toEqual([["bad-address", 7, 16]]);
  });

  it("%25 is a percent sign and is decoded once", () => {
    expect(urls.parse("mailto:a%25b@h").parts.to).toEqual(["a%b@h"]);
    expect(urls.parse("mailto:a%2540b@h").parts.to).toEqual(["a%40b@h"]);
    expect(urls.format("mailto", { to: ["a%40b@h"] })).toBe("mailto:a%2540b@h");
    expect(urls.parse("mailto:a@h?subject=%2520").parts.hfields).toEqual([
      { hfname: "subject", hfvalue: "%20" },
    ]);
  });

  it("a ? belongs to the address if it is percent-encoded, or by RFC 1738", () => {
    expect(urls.parse("mailto:a%3Fb@h").parts).toEqual({ to: ["a?b@h"], hfields: [] });
    expect(urls.parse("mailto:a?b@h", { profile: "rfc1738" }).parts).toEqual({ to: ["a?b@h"], hfields: [] });
    expect(codesOf("mailto:a?b@h").map(([code]) => code)).toEqual(["bad-address", "bad-header-field"]);
  });

  it("reports the position of each invalid address", () => {
    expect(codesOf("mailto:a@b,c,d@e,,f@@g")).toEqual([
      ["bad-address", 11, 12],
      ["bad-address", 17, 17],
      ["bad-address", 18, 22],
    ]);
  });

  it("are changed by url.with, and the rest stays the same", () => {
    const url = urls.parse("mailto:a@b?subject=x#y");
    expect(String(url.with({ to: ["c,d@e"].map((each) => `"${each.split("@")[0]}"@e`) }))).toBe(
      "mailto:%22c%2Cd%22@e?subject=x#y",
    );
    expect(String(url.with({ hfields: [{ hfname: "body", hfvalue: "1\n2" }] }))).toBe(
      "mailto:a@b?body=1%0D%0A2#y",
    );
    for (const hfname of ["BODY", "Body"])
      expect(String(url.with({ hfields: [{ hfname, hfvalue: "1\n2" }] }))).toBe(
        `mailto:a@b?${hfname}=1%0D%0A2#y`,
      );
    expect(() => url.with({ host: "h", path: "" })).toThrow(
      expect.objectContaining({ code: "authority-not-allowed" }),
    );
  });

  // In time that grows with the square of the length, this would take minutes.
  it.each(["a,", "%22", "%40", "@", "a@b,", "%2C", "a.", "(", "%20"])(
    "takes time that grows with the length, not with its square: %s",
    (shape) => {
      const options = { maxUrlLength: 1e6 };
      for (const text of [`mailto:${shape.repeat(200_000)}`, `mailto:%22${shape.repeat(200_000)}%22@h`]) {
        const { ok, problems } = urls.tryParse(text, options);
        expect(ok).toBe(problems.length === 0);
        expect(urls.tryParse(text, { ...options, profile: "rfc1738" })).toHaveProperty("ok");
      }
    },
  );
});

it("each byte of ASCII is accepted, encoded or not, as RFC 6068 §2 and RFC 5322 §3.2.3 have it", () => {
  const atext = "!#$%&'*+-/=?^_`{|}~abcxyzABCXYZ0189";
  for (let code = 0; code < 0x80; code++) {
    const char = String.fromCharCode(code);
    const isAtext = /[a-z0-9]/i.test(char) || atext.includes(char);
    const hex = code.toString(16).padStart(2, "0");
    // An encoded "." is the "." between two atoms.
    for (const escaped of [`%${hex}`, `%${hex.toUpperCase()}`])
      for (const address of [`${escaped}@b`, `a${escaped}c@b`, `a@${escaped}`, `a@b${escaped}c`])
        expect([address, urls.tryParse(`mailto:${address}`).ok]).toEqual([
          address,
          isAtext || (char === "." && /c/.test(address)),
        ]);
    if (/[\w!$'*+/=~-]/.test(char))
      for (const address of [`${char}@b`, `a${char}c@b`, `a@${char}`, `a@b${char}c`])
        expect([address, urls.tryParse(`mailto:${address}`).ok]).toEqual([address, true]);
  }
});

it("an address of any length is checked: its message has the limit of 320 characters", () => {
  for (const length of [63, 64, 65, 200])
    for (const atom of ["a".repeat(length), "%41".repeat(length), "a.".repeat(length).slice(0, -1)]) {
      expect(codesOf(`mailto:${atom}@${atom}`)).toEqual([]);
      expect(codesOf(`mailto:${atom}@${atom}@`)).toMatchObject([["bad-address", 7, expect.any(Number)]]);
    }
});

describe("header injection", () => {
  const breaks = ["%0D%0A", "%0A", "%0D", "%00", "%0d%0a%20"];

  it.each(breaks)("%s in the name of a field is an error", (each) => {
    for (const name of [`subject${each}`, `${each}bcc`, `x${each}Bcc:%20c@d${each}y`])
      expect(codesOf(`mailto:a@b?${name}=x`)).toEqual([["bad-header-field", 11, 11 + name.length]]);
  });

  it.each(breaks)("%s in the value of a field is a warning, and no message is created", (each) => {
    const text = `mailto:a@b?subject=x${each}Bcc:%20c@d`;
    expect(codesOf(text)).toContainEqual(["control-octet", 20, 23]);
    expect(() => urls.plan(text)).toThrow(expect.objectContaining({ code: "control-octet" }));
  });

  it.each(["\r\n", "\n", "\r", "\0", "\u001b"])("%j in a field is rejected by format", (each) => {
    const code = (hfname: string, hfvalue: string) => {
      try {
        return urls.format("mailto", { to: ["a@b"], hfields: [{ hfname, hfvalue }] });
      } catch (error) {
        return (error as { readonly code?: string }).code;
      }
    };
    expect(code("subject", `x${each}Bcc: c@d`)).toBe("control-octet");
    expect(code(`x${each}Bcc`, "c@d")).toBe("bad-header-field");
    expect(code("cc", `x@y${each}`)).toBe("control-octet");
  });

  it("is impossible in an address", () => {
    for (const each of breaks) expect(urls.tryParse(`mailto:a${each}b@c`).ok).toBe(false);
    for (const each of breaks) expect(urls.tryParse(`mailto:%22a${each}b%22@c`).ok).toBe(false);
    for (const each of breaks)
      expect(urls.tryParse(`mailto:%22a${each}b%22@c`, { profile: "rfc1738" }).ok).toBe(
        each === "%0d%0a%20" && false,
      );
  });
});

describe("a mailto URL by RFC 1738", () => {
  /** mailtourl = "mailto:" 1*xchar   (§5) */
  const MAILTOURL = /^mailto:(?:[\w$.+!*'(),;/?:@&=-]|%[\da-f]{2})+$/i;

  it("accepts only URLs that its BNF derives", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."abzAZ09$-_.+!*'(),;/?:@&=~#%\"<> é", "%40", "%22", "%20", "%5C", "%zz"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (rest) => {
        const url = `mailto:${rest}`;
        if (urls.tryParse(url, { profile: "rfc1738" }).ok) expect(url).toMatch(MAILTOURL);
      }),
      { numRuns: 3000 },
    );
  });

  it("accepts every address of atoms that its BNF derives", () => {
    const atom = fc.string({
      unit: fc.constantFrom(..."abz09$-_+!*'/?&=", "%23", "%7E", "%25"),
      minLength: 1,
    });
    const words = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join("."));
    fc.assert(
      fc.property(words, words, fc.constantFrom("@", "%40"), (left, right, at) => {
        fc.pre(!left.startsWith("//"));
        expect(urls.tryParse(`mailto:${left}${at}${right}`, { profile: "rfc1738" }).ok).toBe(true);
      }),
    );
  });
});

describe("a mailto URL in running text", () => {
  it.each([
    ["mailto:a@b", true],
    ["mailto:", false],
    ["mailto:?subject=x", false],
  ])("%s: %s", (text, expected) => {
    expect(mailto.inText?.(urls.parse(text as "mailto:"))).toBe(expected);
  });
});
