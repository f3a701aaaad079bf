import { normalize, parse, resolve, tryParse } from "anyurl";
import { invalid } from "../corpora/invalid.ts";
import { longWeb } from "../corpora/long-web.ts";
import { realWeb } from "../corpora/real-web.ts";
import { type Pair, referencesIn } from "../corpora/references.ts";
import { tenSchemes } from "../corpora/ten-schemes.ts";
import { unnormal } from "../corpora/unnormal.ts";
import { deep, type Group, keep, readBy } from "../group.ts";

/*
 * The functions of the package `anyurl`, which is what most programs import: the scheme of a URL checks, resolves, and
 * normalizes it.
 */

const COUNT = 10_000;

/** Groups of one benchmark, each with its own contenders. Each group runs in its own process. */
function groupsOf<T>(
  bench: string,
  corpora: Readonly<Record<string, () => readonly T[]>>,
  rest: Pick<Group<T>, "contenders" | "mustAgree">,
): readonly Group<T>[] {
  return Object.entries(corpora).map(([corpus, inputs]) => ({ bench, corpus, inputs, ...rest }));
}

const parsing = groupsOf<string>(
  "parse with all schemes",
  {
    "real web": () => realWeb(COUNT),
    "long web": () => longWeb(COUNT),
    "ten schemes": () => tenSchemes(COUNT),
  },
  {
    contenders: [
      {
        name: "anyurl",
        answer: (text) => tryParse(text).url?.host?.toLowerCase() ?? acceptedWithoutHost(text),
        run: (texts) => {
          for (let i = 0; i < texts.length; i++) keep(i, parse(texts[i]!));
        },
      },
      {
        name: "URL",
        answer: (text) => (URL.canParse(text) ? new URL(text).hostname.toLowerCase() : undefined),
        run: (texts) => {
          for (let i = 0; i < texts.length; i++) keep(i, new URL(texts[i]!));
        },
      },
    ],
  },
);

function acceptedWithoutHost(text: string): string | undefined {
  return tryParse(text).ok ? "" : undefined;
}

/** A rejected text throws, with the code, the position, and the hint. */
const refusing = groupsOf<string>(
  "refuse with all schemes",
  { invalid: () => invalid(COUNT) },
  {
    contenders: [
      {
        name: "anyurl",
        answer: (text) => (tryParse(text).ok ? undefined : "refused"),
        run: (texts) => deep(() => catchAll(texts, parse)),
      },
      {
        name: "URL",
        answer: (text) => (URL.canParse(text) ? undefined : "refused"),
        run: (texts) => deep(() => catchAll(texts, (text) => new URL(text))),
      },
    ],
  },
);

function catchAll(texts: readonly string[], read: (text: string) => unknown): void {
  for (let i = 0; i < texts.length; i++) {
    try {
      keep(i, read(texts[i]!));
    } catch (error) {
      keep(i, error);
    }
  }
}

const parsedBases = readBy((base) => parse(base));
const urlBases = readBy((base) => new URL(base));

/** Like the links of one page or menu, whose URL was parsed before. */
const resolving = groupsOf<Pair>(
  "resolve with all schemes",
  {
    http: () => referencesIn("http", COUNT),
    ftp: () => referencesIn("ftp", COUNT),
    gopher: () => referencesIn("gopher", COUNT),
  },
  {
    contenders: [
      {
        name: "anyurl",
        answer: ([base, reference]) => (tryParse(base).ok ? resolve(base, reference).href : undefined),
        run: (pairs) => {
          const bases = parsedBases(pairs);
          for (let i = 0; i < pairs.length; i++) keep(i, resolve(bases[i]!, pairs[i]![1]).href);
        },
      },
      {
        name: "URL",
        answer: ([base, reference]) => new URL(reference, base).href,
        run: (pairs) => {
          const bases = urlBases(pairs);
          for (let i = 0; i < pairs.length; i++) keep(i, new URL(pairs[i]![1], bases[i]!).href);
        },
      },
    ],
    mustAgree: false,
  },
);

/** From string to string. */
const normalizing = groupsOf<string>(
  "normalize with all schemes",
  { "real web": () => realWeb(COUNT), unnormal: () => unnormal(COUNT) },
  {
    contenders: [
      {
        name: "anyurl",
        answer: (text) => (tryParse(text).ok ? normalize(text) : undefined),
        run: (texts) => {
          for (let i = 0; i < texts.length; i++) keep(i, normalize(texts[i]!));
        },
      },
      {
        name: "URL",
        answer: (text) => new URL(text).href,
        run: (texts) => {
          for (let i = 0; i < texts.length; i++) keep(i, new URL(texts[i]!).href);
        },
      },
    ],
    mustAgree: false,
  },
);

export const anyurlGroups: readonly Group[] = [...parsing, ...refusing, ...resolving, ...normalizing];
