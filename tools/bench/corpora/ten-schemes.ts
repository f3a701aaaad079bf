import { type Random, randomOf } from "./random.ts";
import { hostName, path, segment, WORDS } from "./words.ts";

/** The ten schemes of RFC 1738 §3, equally many of each and in turn. */
const MAKERS: Readonly<Record<string, (random: Random) => string>> = {
  ftp: (random) => {
    const typecode = random.once(5) ? `;type=${random.pick(["a", "i", "d"])}` : "";
    return `ftp://${login(random)}${hostport(random, 21)}/${random.once(9) ? "%2F" : ""}${path(random, 5)}${typecode}`;
  },
  http: (random) => {
    const searchpart = random.once(3) ? `?${random.pick(WORDS)}=${random.join(WORDS, 2, "+")}` : "";
    return `http://${hostport(random, 8080)}/${path(random, 4)}${searchpart}`;
  },
  gopher: (random) => {
    const selector = `/${path(random, 4)}`;
    const search = random.once(5) ? `%09${random.join(WORDS, random.between(1, 3), "%20")}` : "";
    const plus = search !== "" && random.once(3) ? "%09+" : "";
    const item = random.once(6) ? "" : `${search === "" ? random.pick([..."0159gIhs"]) : "7"}${selector}`;
    return `gopher://${hostport(random, 70)}/${item === "" ? "" : item + search + plus}`;
  },
  mailto: (random) => {
    const to = `${random.join(WORDS, random.between(1, 2), ".")}@${plainHost(random)}`;
    const subject = random.once(3) ? `?subject=${random.join(WORDS, random.between(1, 5), "%20")}` : "";
    return `mailto:${to}${subject}`;
  },
  news: (random) => {
    if (random.once(20)) return "news:*";
    if (random.once(3))
      return `news:${random.between(1, 99_999)}.${random.between(100, 999)}@${plainHost(random)}`;
    return `news:${newsgroup(random)}`;
  },
  nntp: (random) => `nntp://${hostport(random, 119)}/${newsgroup(random)}/${random.between(1, 500_000)}`,
  telnet: (random) => `telnet://${login(random)}${hostport(random, 23)}/`,
  wais: (random) => {
    const database = `wais://${hostport(random, 210)}/${random.pick(WORDS)}`;
    if (random.once(3)) return database;
    if (random.once(2)) return `${database}?${random.join(WORDS, random.between(1, 4), "+")}`;
    return `${database}/TEXT/${random.between(1, 70_000)}%20${segment(random)}`;
  },
  file: (random) => `file://${random.once(3) ? plainHost(random) : ""}/${path(random, 6)}`,
  prospero: (random) => {
    const field = random.once(3) ? `;${random.pick(WORDS)}=${random.pick(WORDS)}` : "";
    return `prospero://${hostport(random, 1525)}/${random.once(3) ? "/" : ""}${segment(random)}/${path(random, 3)}${field}`;
  },
};

export const TEN_SCHEMES: readonly string[] = Object.keys(MAKERS);

export function tenSchemes(count: number, names: readonly string[] = TEN_SCHEMES): readonly string[] {
  const random = randomOf(0x17_38);
  return Array.from({ length: count }, (_, i) => MAKERS[names[i % names.length]!]!(random));
}

function login(random: Random): string {
  if (!random.once(4)) return "";
  const password = random.once(2) ? `:${random.pick(WORDS)}${random.once(4) ? "%40" : ""}` : "";
  return `${random.pick(WORDS)}${password}@`;
}

function hostport(random: Random, port: number): string {
  return (
    hostName(random) + (random.once(5) ? `:${random.once(2) ? port : random.between(1024, 65_535)}` : "")
  );
}

function plainHost(random: Random): string {
  return `${random.pick(WORDS)}.${random.pick(WORDS)}.example`;
}

function newsgroup(random: Random): string {
  return `${random.pick(["comp", "rec", "sci", "alt", "de"])}.${random.join(WORDS, random.between(1, 3), ".")}`;
}
