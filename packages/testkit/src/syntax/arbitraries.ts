import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import fc from "fast-check";

/** Bytes with a special meaning: delimiters, line ends, Telnet's FF, parts of UTF-8. */
const SPECIAL_BYTES: readonly number[] = [
  ...octetsOf("/:;?#@%[]&=+.~*\\\"'<>|{}^` -_\t\r\n\0"),
  0x7f,
  0x80,
  0xc3,
  0xa9,
  0xed,
  0xff,
];

const octet: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 3, arbitrary: fc.constantFrom(...SPECIAL_BYTES) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
);

/** Strings that reveal double decoding, late splitting, and lookups of names in an object. */
const TOKENS: readonly Uint8Array[] = [
  ...["%25", "%2525", "%41", "%2F", "%0D%0A", "%", ".", "..", "/../", "//", ";type=a", "__proto__"],
  ...["constructor", "\r\n", "é", "日本", "e\u0301", "😀", "\u202E", "[::1]", "user:pw@", ":80"],
].map(octetsOf);

const piece: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: octet.map((one) => Uint8Array.of(one)) },
  { weight: 1, arbitrary: fc.constantFrom(...TOKENS) },
);

/**
 * Generates any text that can be encoded to bytes without loss: the decoding of arbitrary bytes.
 *
 * @param constraints maxLength: maximum length in bytes.
 */
export function anyText({ maxLength = 40 }: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc
    .array(piece, { maxLength, size: "max" })
    .map((pieces) => textOf(joinBytes(pieces).subarray(0, maxLength)));
}

/** Generates text like {@link anyText}, without any of `chars` (ASCII). */
export function textWithout(
  chars: string,
  constraints: { readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  const unwanted = new Set(octetsOf(chars));
  // Filter bytes, not characters: the remaining bytes may join to a character.
  return anyText(constraints).map((text) => textOf(octetsOf(text).filter((each) => !unwanted.has(each))));
}

const codePoint: fc.Arbitrary<string> = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/**
 * Generates text of any code points, without lone surrogates. The unit "binary" of fast-check does the same, but takes
 * more than a second for its first text.
 */
export function anyUnicode(constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: codePoint });
}

/** Generates any host of a URL: names in any case and in UTF-8, IPv4 and IPv6 addresses. */
export function anyHost(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      "h.example",
      "Host.Example",
      "localhost",
      "a-b.example.",
      "x_y.example",
      "m%c3%bcnchen.example",
    ),
    fc.domain({ size: "small" }),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  );
}

export interface AuthorityFields {
  readonly host: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
}

/** Generates a host and a port and, if the scheme has them, a user and a password. */
export function anyAuthority({
  login = false,
}: {
  readonly login?: boolean;
} = {}): fc.Arbitrary<AuthorityFields> {
  const hostport = fc.record(
    { host: anyHost(), port: fc.integer({ min: 0, max: 65_535 }) },
    { requiredKeys: ["host"] },
  );
  if (!login) return hostport as fc.Arbitrary<AuthorityFields>;
  const loginOrNone = fc.oneof(
    fc.constant({}),
    fc.record({ user: anyText(), password: anyText() }, { requiredKeys: ["user"] }),
  );
  return fc
    .tuple(hostport, loginOrNone)
    .map(([first, second]) => ({ ...first, ...second }) as AuthorityFields);
}
