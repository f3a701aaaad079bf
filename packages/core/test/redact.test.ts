import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeGeneric } from "../src/describe.ts";
import {
  AccessError,
  build,
  concealing,
  createRegistry,
  describeAuthority,
  notInstalled,
  octetsOf,
  parse,
  parseReference,
  redact,
  tryParse,
} from "../src/index.ts";
import { ftp, http } from "./schemes.ts";

const urls = createRegistry(http, ftp);

describe("redact", () => {
  it.each([
    ["ftp://user:secret@h/a", "ftp://user:***@h/a"],
    ["ftp://:secret@h/a", "ftp://:***@h/a"],
    ["ftp://user:a:b:c@h/", "ftp://user:***@h/"],
    ["//user:secret@h/a", "//user:***@h/a"],
    // Nothing to hide.
    ["ftp://user@h/a", "ftp://user@h/a"],
    ["ftp://user:@h/a", "ftp://user:@h/a"],
    ["ftp://h/a", "ftp://h/a"],
    ["ftp://h:21/a@b", "ftp://h:21/a@b"],
    ["http://h/?mail=a@b.c", "http://h/?mail=a@b.c"],
    ["http://[::1]:80/a@b", "http://[::1]:80/a@b"],
    ["mailto:joe@h.example", "mailto:joe@h.example"],
    ["x:y", "x:y"],
    ["", ""],
    // Texts that are no URLs, or are read in two ways: more is hidden, never less.
    ["ftp://user:se@cret@h/a", "ftp://***@h/a"],
    ["ftp://user:se/cret@h/a", "ftp://***@h/a"],
    ["ftp://user:se?cret@h/a", "ftp://***@h/a"],
    ["ftp://user:se#cret@h/a", "ftp://***@h/a"],
    ["ftp://us?er:secret@h/a", "ftp://***@h/a"],
    ["ftp://user:se cret@h/a", "ftp://user:***@h/a"],
    ["ftp://user:sécret@h:x/a", "ftp://user:***@h:x/a"],
  ])("%s is shown as %s", (text, shown) => expect(redact(text)).toBe(shown));

  it("changes nothing twice", () => {
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

const SECRET = "Tr0ub4dor";

/**
 * URLs, good and bad, with a secret wherever someone may put it. Not among them: a password that begins with digits
 * and a slash. `x://u:80/pw@h/` is a port and a path, whatever its writer meant.
 */
const texts = [
  ...[
    "",
    "a",
    "a b",
    "a%20",
    "a%",
    "a@",
    "a/",
    "a?",
    "a#",
    "a:",
    "a\\",
    "a\n",
    "a[",
    "a]",
    "é",
    "\ud800",
  ].flatMap((odd) => [
    ...[
      `ftp://u:${odd}${SECRET}@h.example/x`,
      `ftp://u:${SECRET}${odd}@h.example/x`,
      `ftp://:${odd}${SECRET}@h/`,
    ],
    ...[`ftp://u:${odd}:${SECRET}@h:70000/`, `ftp://u:${odd}${SECRET}@127.1/`, `ftp://u:${odd}${SECRET}@:x/`],
    ...[`ftp://u:${odd}${SECRET}@[::g]/`, `x-foo://u:${odd}${SECRET}@h/a b`, `//u:${odd}${SECRET}@h/`],
    ...[`ftp://u:${odd}${SECRET}@`, `1ftp://u:${odd}${SECRET}@h/`, `http://u:${odd}${SECRET}@h/%zz?%#%`],
    ...[
      `ftp://u%3A:${odd}${SECRET}@h@evil/`,
      `ftp://u:${odd}${SECRET}@h/#a#b`,
      `ftp://u:${SECRET}@h?${odd}@b`,
    ],
  ]),
];

/** Everything that prints itself without being asked, of a value. */
function showings(value: unknown): string[] {
  const shown = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, customInspect: false }),
    inspect([{ value }], { depth: 9 }),
    String(JSON.stringify(value)),
    JSON.stringify({ ...(value as object) }),
    JSON.stringify(Object.entries(Object(value))),
  ];
  if (value instanceof Error)
    shown.push(String(value), value.message, value.stack ?? "", ...showings(value.cause ?? null));
  return shown;
}

function expectHidden(value: unknown): void {
  for (const shown of showings(value)) if (shown.includes(SECRET)) expect.fail(shown);
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("a password in any place", () => {
  it.each(texts)("never shows: %j", (text) => {
    for (const reader of [urls, { parse, tryParse }]) {
      const { ok, url, problems } = reader.tryParse(text);
      for (const problem of problems) {
        expectHidden(problem);
        expectHidden(`${problem.message} ${problem.hint}`);
      }
      expectHidden(errorOf(() => reader.parse(text)));
      if (ok) {
        expectHidden(url);
        expect(String(url)).toBe(text);
        // Only where the generic syntax and the user agree on where the password is can a part of it hide it.
        if (url.password?.includes(SECRET)) {
          expectHidden(describeGeneric(url));
          expectHidden(describeAuthority(url, 21));
        }
      }
    }
    expectHidden(errorOf(() => parseReference(text)));
    expectHidden(errorOf(() => urls.normalize(text)));
    expectHidden(errorOf(() => urls.plan(text)));
    expectHidden(errorOf(() => urls.resolve(text, "b c")));
    expectHidden(redact(text));
  });

  it("never shows in an error of a builder", () => {
    expectHidden(errorOf(() => build({ scheme: "x", host: "h", password: SECRET })));
    expectHidden(errorOf(() => build({ scheme: "x", host: "h", user: "u", password: `${SECRET}\ud800` })));
    expectHidden(errorOf(() => build({ scheme: "x", host: `u:${SECRET}@h` })));
    expectHidden(errorOf(() => build({ scheme: `ftp://u:${SECRET}@h` })));
    expectHidden(errorOf(() => build({ scheme: "x", host: "h", path: `//u:${SECRET}@h/?` })));
    expectHidden(errorOf(() => build({ scheme: "x", user: "u", password: SECRET })));
  });

  it("never shows in an error about access", () => {
    expectHidden(notInstalled("x-foo"));
    expectHidden(
      new AccessError("auth-failed", "no", { cause: errorOf(() => parse(`ftp://u:${SECRET} @h/`)) }),
    );
  });

  it("shows where it was asked for", () => {
    const url = urls.parse(`ftp://u:${SECRET}@h/`);
    expect([url.href, url.password, `${url}`]).toEqual([
      `ftp://u:${SECRET}@h/`,
      SECRET,
      `ftp://u:${SECRET}@h/`,
    ]);
    expect(inspect(url)).toBe("Url <ftp://u:***@h/>");
    expect(JSON.stringify({ url })).toBe('{"url":"ftp://u:***@h/"}');
    expect(inspect(parseReference("//u:pw@h/"))).toBe("Reference <//u:***@h/>");
  });
});

describe("concealing", () => {
  it("hides secrets wherever they stand, the longer ones first, in base64 too", () => {
    const hide = concealing(["secret", "secret-and-more", undefined, "p%20w"]);
    expect(hide("530 secret-and-more, secret")).toBe("530 ***, ***");
    expect(hide("PASS p%20w")).toBe("PASS ***");
    expect(hide(`AUTH ${btoa("secret")} ${btoa("secret-and-more")}`)).toBe("AUTH *** ***");
    expect(hide("nothing")).toBe("nothing");
  });

  it("takes a secret as it is: no pattern, no replacement", () => {
    expect(concealing(["a.c$&"])("abc a.c$& $&")).toBe("abc *** $&");
  });

  it("leaves a text alone when there is nothing to hide, or too little", () => {
    expect(concealing([])("abc")).toBe("abc");
    expect(concealing([undefined, "", "ab"])("about")).toBe("about");
  });

  it("hides a secret that is no UTF-8, and a very long one", () => {
    const long = "é".repeat(200_000);
    const base64 = btoa(Array.from(octetsOf(long), (octet) => String.fromCharCode(octet)).join(""));
    expect(concealing(["\udce9\udce8\udce7"])("a\udce9\udce8\udce7b")).toBe("a***b");
    expect(concealing([long])(`x ${long} ${base64.replace(/=+$/, "")}`)).toBe("x *** ***");
  });
});
