import fc from "fast-check";

/** Text of any code points. The unit "binary" of fast-check maps all of them first, which takes more than a second. */
export function anyUnicode(constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  const codePoint = fc.nat(0x10ffff).filter((code) => code < 0xd800 || code > 0xdfff);
  return fc.string({ ...constraints, unit: codePoint.map((code) => String.fromCodePoint(code)) });
}

/** Texts for testing a parser: URLs by the grammar of RFC 3986, and the same with errors. */

const ALNUM = "abcXYZ019";
const UNRESERVED = [...`${ALNUM}-._~`];
const SUB_DELIMS = [..."!$&'()*+,;="];
const ESCAPES = [
  "%41",
  "%2F",
  "%2f",
  "%7e",
  "%00",
  "%0D",
  "%25",
  "%C3%A9",
  "%e9",
  "%FF",
  "%3a",
  "%40",
  "%2e",
];

const made = (pieces: readonly string[], maxLength = 6): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((each) => each.join(""));

const scheme = fc.constantFrom("x", "http", "FTP", "a.b-c+1", "Z39.50r", "constructor");
const userinfo = made([...UNRESERVED, ...SUB_DELIMS, ...ESCAPES, ":", ":"]);
const regName = made([...UNRESERVED, ...SUB_DELIMS, ...ESCAPES]);
const host = fc.oneof(
  { weight: 4, arbitrary: regName },
  { weight: 1, arbitrary: fc.ipV4() },
  { weight: 2, arbitrary: fc.ipV6().map((address) => `[${address}]`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("[v1.a]", "[VF.a:b!c]", "[::]", "[::ffff:1.2.3.4]", "[1::8]", "h.example."),
  },
);
const port = fc.oneof(
  fc.constant(""),
  fc.nat({ max: 99_999 }).map(String),
  fc.constantFrom("00", "0080", "65535"),
);
const optional = (mark: string, arbitrary: fc.Arbitrary<string>) =>
  fc.option(arbitrary).map((text) => (text === null ? "" : mark + text));
const authority = fc
  .tuple(
    fc.option(userinfo).map((text) => (text === null ? "" : `${text}@`)),
    host,
    optional(":", port),
  )
  .map((each) => `//${each.join("")}`);

const PCHAR = [...UNRESERVED, ...SUB_DELIMS, ...ESCAPES, ":", "@"];
const segment = fc.oneof(made(PCHAR), fc.constantFrom(".", "..", "", "...", "%2e", "%2E.", ".%2e"));
const segments = fc.array(segment, { maxLength: 5 });
const abempty = segments.map((each) => each.map((text) => `/${text}`).join(""));
/** A path that is not an authority: it does not begin with "//". */
const bare = fc
  .tuple(fc.boolean(), segments)
  .map(([rooted, each]) => (rooted ? "/" : "") + each.join("/"))
  .map((path) => path.replace(/^\/{2,}/, "/"));
const query = optional("?", made([...PCHAR, "/", "?"]));
const fragment = optional("#", made([...PCHAR, "/", "?"]));

/** URLs, with every production of the grammar. */
export const urlText: fc.Arbitrary<string> = fc
  .tuple(scheme, fc.oneof(fc.tuple(authority, abempty), fc.tuple(fc.constant(""), bare)), query, fragment)
  .map(([name, [front, path], q, f]) => `${name}:${front}${path}${q}${f}`);

/** Relative references. */
export const relativeText: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      fc.tuple(authority, abempty),
      fc.tuple(
        fc.constant(""),
        bare.map((path) => path.replace(/^[^/]*:/, "./a:")),
      ),
    ),
    query,
    fragment,
  )
  .map(([[front, path], q, f]) => front + path + q + f);

/** Difficult input for parsers: delimiters, malformed escapes, controls, letters beyond ASCII, halves of characters. */
const STRANGE = [
  ...'[]%@:/?#\\|^`{}<>" \t\r\n\0\x7f',
  ...[
    "::",
    "//",
    "@@",
    "%4",
    "%zz",
    "%%",
    "[::1]",
    "[",
    "]",
    "]:",
    ":@",
    "é",
    "\u0131",
    "\u212a",
    "\uff0f",
    "\u3002",
  ],
  ...[
    "😀",
    "\ud800",
    "\udc80",
    "\udcff",
    "\u202e",
    "\ufeff",
    "a",
    "0",
    "%41",
    "v1.",
    "::1",
    "1.2.3.4",
    "\u0080",
  ],
];

/** `text` with up to four insertions, replacements and removals. */
export function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...STRANGE));
  return fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([whole, edits]) =>
    edits.reduce((now, [at, removed, piece]) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + piece + now.slice(place + removed);
    }, whole),
  );
}

/** URLs, references, near misses, and any text. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  urlText,
  relativeText,
  mutated(urlText),
  mutated(relativeText),
  anyUnicode(),
  fc.array(fc.constantFrom(...STRANGE), { maxLength: 12 }).map((each) => each.join("")),
);

/** Bytes, with much valid and nearly valid UTF-8. */
export const someOctets: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        0x41,
        0x25,
        0xc3,
        0xa9,
        0xe2,
        0x82,
        0xac,
        0xf0,
        0x9f,
        0x98,
        0x80,
        0xed,
        0xa0,
        0xc0,
        0xff,
      ),
      {
        maxLength: 24,
      },
    )
    .map((each) => Uint8Array.from(each)),
  fc.string({ unit: "grapheme" }).map((text) => new TextEncoder().encode(text)),
);
