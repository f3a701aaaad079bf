import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor, octetsOf, redact } from "../../src/index.ts";
import { accessErrors, buildErrors, readingsOf, SECRET, texts, urls } from "../secrets.ts";

describe("redact", () => {
  it.each([
    ["ftp://user:secret@h/a", "ftp://user:***@h/a"],
    ["ftp://:secret@h/a", "ftp://:***@h/a"],
    ["ftp://u:p@h/a", "ftp://u:***@h/a"],
    ["ftp://u:p@h", "ftp://u:***@h"],
    ["ftp://user:a:b:c@h/", "ftp://user:***@h/"],
    ["//user:secret@h/a", "//user:***@h/a"],
    // No password to hide.
    ["ftp://user@h/a", "ftp://user@h/a"],
    ["ftp://user:@h/a", "ftp://user:@h/a"],
    ["ftp://h/a", "ftp://h/a"],
    ["ftp://h:21/a@b", "ftp://h:21/a@b"],
    ["http://h/?mail=a@b.c", "http://h/?mail=a@b.c"],
    ["http://[::1]:80/a@b", "http://[::1]:80/a@b"],
    ["mailto:joe@h.example", "mailto:joe@h.example"],
    ["x:y", "x:y"],
    ["", ""],
    // Texts that are not URLs, or are ambiguous: more is hidden, never less.
    ["ftp://user:se@cret@h/a", "ftp://***@h/a"],
    ["ftp://user:se/cret@h/a", "ftp://***@h/a"],
    ["ftp://user:se?cret@h/a", "ftp://***@h/a"],
    ["ftp://user:se#cret@h/a", "ftp://***@h/a"],
    ["ftp://us?er:secret@h/a", "ftp://***@h/a"],
    ["ftp://user:se cret@h/a", "ftp://user:***@h/a"],
    ["ftp://user:sécret@h:x/a", "ftp://user:***@h:x/a"],
    // Without "//", or with one more slash: the password is in the path.
    ["ftp:user:secret@h", "ftp:user:***@h"],
    ["ftp:/user:secret@h/", "ftp:/user:***@h/"],
    ["ftp:///user:secret@h/", "ftp:///user:***@h/"],
    ["///user:secret@h/", "///user:***@h/"],
    ["ftp:\\\\user:secret@h", "ftp:\\\\user:***@h"],
    ["ftp::secret@h", "ftp::***@h"],
    ["ftp:user:a:b:c@h/x@y", "ftp:user:***@h/x@y"],
    ["ftp:user:se@cret@h/", "ftp:***@h/"],
    ["ftp:us@er:secret@h/", "ftp:***@h/"],
    ["sip:user:secret@h", "sip:user:***@h"],
    ["ftp:user:secret@h//bob:other@i", "ftp:***@i"],
    ["ftp:user:@h", "ftp:user:@h"],
    ["ftp:user@h", "ftp:user@h"],
    ["mailto:joe@h.example?body=a:b@c", "mailto:joe@h.example?body=a:b@c"],
    ["tag:joe@h.example,2004:x", "tag:joe@h.example,2004:x"],
    ["news:id@h.example", "news:id@h.example"],
    ["data:text/plain,a:b@c", "data:text/plain,a:b@c"],
    ["file:///c:/a@b", "file:///c:/a@b"],
    ["Contact: Joe: joe@h.example", "Contact: Joe: joe@h.example"],
  ])("%s becomes %s", (text, shown) => expect(redact(text)).toBe(shown));

  it("is idempotent", () => {
    const text = fc.array(fc.constantFrom("//", "/", ":", "@", "?", "#", "a", "x", "[", "]", "1"), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, (pieces) => {
        const shown = redact(`x:${pieces.join("")}`);
        expect(redact(shown)).toBe(shown);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** All implicit output of a value, except that of a console (redact.node.test.ts). */
function showings(value: unknown): string[] {
  const shown = [
    String(JSON.stringify(value)),
    JSON.stringify({ ...(value as object) }),
    JSON.stringify(Object.entries(Object(value))),
  ];
  if (value instanceof Error)
    shown.push(String(value), value.message, value.stack ?? "", ...showings(value.cause ?? null));
  return shown;
}

function expectHidden(values: Iterable<unknown>): void {
  for (const value of values)
    for (const shown of showings(value)) if (shown.includes(SECRET)) expect.fail(shown);
}

describe("a password in any place", () => {
  it.each(texts)("never appears: %j", (text) => {
    expectHidden(readingsOf(text));
    const { ok, url } = urls.tryParse(text);
    if (ok) expect(String(url)).toBe(text);
  });

  it("never appears in an error of a builder", () => expectHidden(buildErrors()));

  it("never appears in an access error", () => expectHidden(accessErrors()));

  it("appears on explicit access", () => {
    const url = urls.parse(`ftp://u:${SECRET}@h/`);
    expect([url.href, url.password, `${url}`]).toEqual([
      `ftp://u:${SECRET}@h/`,
      SECRET,
      `ftp://u:${SECRET}@h/`,
    ]);
    expect(JSON.stringify({ url })).toBe('{"url":"ftp://u:***@h/"}');
  });
});

describe("createRedactor", () => {
  it("hides secrets anywhere in a text, longer ones first, also in base64", () => {
    const hide = createRedactor(["secret", "secret-and-more", undefined, "p%20w"]);
    expect(hide("530 secret-and-more, secret")).toBe("530 ***, ***");
    expect(hide("PASS p%20w")).toBe("PASS ***");
    expect(hide(`AUTH ${btoa("secret")} ${btoa("secret-and-more")}`)).toBe("AUTH *** ***");
    expect(hide("nothing")).toBe("nothing");
  });

  it("treats a secret literally: not as a pattern or a replacement", () => {
    expect(createRedactor(["a.c$&"])("abc a.c$& $&")).toBe("abc *** $&");
  });

  it("does not change a text without secrets, or with secrets that are too short", () => {
    expect(createRedactor([])("abc")).toBe("abc");
    expect(createRedactor([undefined, "", "ab"])("about")).toBe("about");
    // Its Base64 is not too short.
    expect(createRedactor(["ab"])("YWI=")).toBe("***=");
  });

  it("hides a secret that is not UTF-8, and a very long one", () => {
    const long = "é".repeat(200_000);
    const base64 = btoa(Array.from(octetsOf(long), (octet) => String.fromCharCode(octet)).join(""));
    expect(createRedactor(["\udce9\udce8\udce7"])("a\udce9\udce8\udce7b")).toBe("a***b");
    expect(createRedactor([long])(`x ${long} ${base64.replace(/=+$/, "")}`)).toBe("x *** ***");
  });
});
