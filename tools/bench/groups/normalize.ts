import { normalizeGeneric, parse, tryParse } from "@anyurl/core";
import fastUri from "fast-uri";
import { longWeb } from "../corpora/long-web.ts";
import { realWeb } from "../corpora/real-web.ts";
import { unnormal } from "../corpora/unnormal.ts";
import { type Contender, type Group, keep } from "../group.ts";

const HTTPS = { hierarchical: true, defaultPort: 443 } as const;

/** From string to string. `URL` does not decode escapes, and keeps the case of their digits. */
const contenders: readonly Contender<string>[] = [
  {
    name: "normalizeGeneric",
    answer: (text) => {
      const { ok, url } = tryParse(text);
      return ok ? normalizeGeneric(url, HTTPS) : undefined;
    },
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, normalizeGeneric(parse(texts[i]!), HTTPS));
    },
  },
  {
    name: "URL",
    answer: (text) => new URL(text).href,
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, new URL(texts[i]!).href);
    },
  },
  {
    name: "fast-uri",
    answer: (text) => fastUri.normalize(text),
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, fastUri.normalize(texts[i]!));
    },
  },
];

const CORPORA: Readonly<Record<string, () => readonly string[]>> = {
  "real web": () => realWeb(10_000),
  "long web": () => longWeb(10_000),
  unnormal: () => unnormal(10_000),
};

export const normalizeGroups: readonly Group[] = Object.entries(CORPORA).map(([corpus, inputs]) => ({
  ...{ bench: "normalize", corpus, inputs, contenders },
  mustAgree: false,
}));
