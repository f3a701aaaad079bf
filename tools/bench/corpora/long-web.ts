import { type Random, randomOf } from "./random.ts";
import { hostName, path, segment, WORDS } from "./words.ts";

/** Web addresses of shops, mailings and search engines: deep paths, many parameters. */
export function longWeb(count: number): readonly string[] {
  const random = randomOf(0x10_96);
  return Array.from({ length: count }, () => longUrl(random));
}

function longUrl(random: Random): string {
  const scheme = random.once(8) ? "http" : "https";
  const port = random.once(30) ? `:${random.between(1024, 65_535)}` : "";
  const front = `${scheme}://${hostName(random)}${port}/${segment(random)}/${path(random, 5)}`;
  const pairs = Array.from({ length: random.between(2, 8) }, () => pair(random));
  return `${front}?${pairs.join("&")}${random.once(6) ? `#${segment(random)}` : ""}`;
}

function pair(random: Random): string {
  const name = random.once(4) ? `utm_${random.pick(WORDS)}` : random.pick(WORDS);
  if (random.once(12)) return `${name}=`;
  if (random.once(10)) return `${name}=https%3A%2F%2F${random.pick(WORDS)}.example%2F${random.pick(WORDS)}`;
  if (random.once(4)) return `${name}=${random.join([..."0123456789abcdef"], 16, "")}`;
  return `${name}=${random.join(WORDS, random.between(1, 3), "+")}`;
}
