import { longWeb } from "./long-web.ts";
import { type Random, randomOf } from "./random.ts";
import { realWeb } from "./real-web.ts";
import { tenSchemes } from "./ten-schemes.ts";
import { hostName, path, segment, WORDS } from "./words.ts";

/** A base, and a reference as it stands in a page of that address. */
export type Pair = readonly [base: string, reference: string];

const MAKERS: readonly ((random: Random) => string)[] = [
  (random) => `${random.pick(WORDS)}.html`,
  (random) => `/${random.pick(WORDS)}/${path(random, 3)}`,
  (random) => `../${random.pick(WORDS)}/${segment(random)}.png`,
  (random) => `../../${segment(random)}`,
  (random) => `./${segment(random)}`,
  (random) => `?${random.pick(WORDS)}=${random.pick(WORDS)}`,
  (random) => `#${random.pick(WORDS)}`,
  (random) => `//${hostName(random)}/${path(random, 3)}`,
  (random) => `https://${hostName(random)}/${path(random, 3)}`,
  (random) => `${random.pick(WORDS)}/../${random.pick(WORDS)}/./${segment(random)}?${random.pick(WORDS)}`,
];

/** Bases are real web addresses, every fifth a long one. */
export function references(count: number): readonly Pair[] {
  const random = randomOf(0x5_4);
  const [real, long] = [realWeb(count), longWeb(count)];
  return Array.from({ length: count }, (_, i) => {
    const base = (random.once(5) ? long : real)[i]!;
    return [base, MAKERS[i % MAKERS.length]!(random)] as const;
  });
}

/** Kinds of references that do not depend on the path of their base, which is opaque in some schemes. */
const OPAQUE_MAKERS: readonly ((random: Random) => string)[] = [
  (random) => `/1/${random.pick(WORDS)}/${segment(random)}`,
  (random) => `#${random.pick(WORDS)}`,
  (random) => `//${hostName(random)}/0/${segment(random)}`,
  (random) => `gopher://${hostName(random)}/1/${segment(random)}`,
];

/** Bases of one scheme without a typecode, and references as they stand in its documents and menus. */
export function referencesIn(scheme: "http" | "ftp" | "gopher", count: number): readonly Pair[] {
  const random = randomOf(0x5_5);
  const makers = scheme === "gopher" ? OPAQUE_MAKERS : MAKERS;
  return tenSchemes(count, [scheme]).map((base, i) => {
    return [base.replace(/;.*/, ""), makers[i % makers.length]!(random)] as const;
  });
}
