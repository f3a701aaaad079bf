import type { Random } from "./random.ts";

export const WORDS: readonly string[] = (
  "about archive article asset author blog book build cache catalog chapter code comment community config data " +
  "design detail docs download draft edition event example export feed file forum gallery guide history home icon " +
  "image index info item journal kernel label latest library link list login manual map media member message mirror " +
  "module news note notice order package page paper photo post press product profile project pub public readme " +
  "reference release report research review sale schema search section service session shop site source stable " +
  "static store story style support table tag team terms test theme thread tool topic update user version video view"
).split(" ");

const TLDS = ["example", "com", "org", "net", "edu", "co.uk", "de", "fr", "gov", "io", "info"];

/** A host as they are: mostly two or three labels, now and then a number, a hyphen, or an address. */
export function hostName(random: Random): string {
  if (random.once(40)) return `192.0.2.${random.between(1, 254)}`;
  if (random.once(400)) return `[2001:db8::${random.between(1, 9999)}]`;
  const name = random.once(6)
    ? `${random.pick(WORDS)}-${random.pick(WORDS)}`
    : random.once(9)
      ? `${random.pick(WORDS)}${random.between(1, 99)}`
      : random.pick(WORDS);
  const front = random.once(2) ? "www." : random.once(3) ? `${random.pick(WORDS)}.` : "";
  return `${front}${name}.${random.pick(TLDS)}`;
}

/** A segment of a path: a word, a number, words with hyphens, now and then an escape. */
export function segment(random: Random): string {
  if (random.once(12)) return `${random.pick(WORDS)}%20${random.pick(WORDS)}`;
  if (random.once(25)) return `%C3%A9${random.pick(WORDS)}`;
  if (random.once(5)) return String(random.between(1, 99_999));
  return random.join(WORDS, random.between(1, 3), random.pick(["-", "_", "."]));
}

export function path(random: Random, most: number): string {
  return Array.from({ length: random.between(0, most) }, () => segment(random)).join("/");
}
