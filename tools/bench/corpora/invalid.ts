import { type Random, randomOf } from "./random.ts";
import { hostName, path, segment, WORDS } from "./words.ts";

/** Each way to go wrong that every parser here notices, in URLs of usual length. */
const FAULTS: readonly ((random: Random) => string)[] = [
  (random) => `http://${random.pick(WORDS)}.example:${random.pick(WORDS)}/${path(random, 4)}`,
  (random) => `https://${random.pick(WORDS)}.example:80${random.pick([..."abcdefxyz"])}/${path(random, 4)}`,
  (random) => `https://${random.pick(WORDS)} ${random.pick(WORDS)}.example/${path(random, 4)}`,
  (random) => `https://${random.pick(WORDS)}<${random.pick(WORDS)}>.example/${path(random, 4)}`,
  (random) =>
    `http://${random.pick(WORDS)}^.example/${path(random, 4)}?${random.pick(WORDS)}=${segment(random)}`,
  (random) =>
    `http://[${random.pick(["::g", "1:2:3", "::1::", "12345::", "1.2.3.4", ""])}]/${path(random, 4)}`,
  (random) => `https://[2001:db8::${random.between(1, 9999)}/${path(random, 4)}`,
  (random) => `https://[2001:db8::1]${random.pick(WORDS)}/${path(random, 4)}`,
  (random) => `http://${random.pick(WORDS)}%${random.pick(["zz", "4", "g1", ""])}.example/${path(random, 4)}`,
  (random) => `${random.between(1, 9)}http://${hostName(random)}/${path(random, 4)}`,
  (random) => `ht tp://${hostName(random)}/${path(random, 4)}`,
  (random) => `ht_tp://${hostName(random)}/${path(random, 4)}`,
  (random) => `x-${random.pick(WORDS)}://${random.pick(WORDS)}:1a/${path(random, 4)}`,
];

export function invalid(count: number): readonly string[] {
  const random = randomOf(0xbad);
  return Array.from({ length: count }, (_, i) => FAULTS[i % FAULTS.length]!(random));
}
