import { randomOf } from "./random.ts";
import { segment, WORDS } from "./words.ts";

/** Encoded segments without an escape, as most are. */
export function plainFields(count: number): readonly string[] {
  const random = randomOf(0x2_4);
  return Array.from({ length: 4 * count }, () => segment(random))
    .filter((each) => !each.includes("%"))
    .slice(0, count);
}

/** Encoded segments with one escape or more: spaces, delimiters, letters of two and three octets. */
export function escapedFields(count: number): readonly string[] {
  const random = randomOf(0x2_5);
  const escapes = ["%20", "%20", "%20", "%2F", "%C3%A9", "%C3%BC", "%E6%B5%B7", "%26", "%3A"];
  return Array.from(
    { length: count },
    () =>
      `${random.pick(WORDS)}${random.pick(escapes)}${random.pick(WORDS)}${random.once(2) ? random.pick(escapes) : ""}`,
  );
}

/** Decoded text: half of it nothing but unreserved characters, half with something to encode. */
export function decodedFields(count: number): readonly string[] {
  const [plain, escaped] = [plainFields(count), escapedFields(count)];
  return plain.map((text, i) => (i % 2 === 0 ? text : decodeURIComponent(escaped[i]!)));
}
