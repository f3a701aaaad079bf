import { TEN_SCHEMES, tenSchemes } from "../corpora/ten-schemes.ts";
import { type Contender, type Group, keep } from "../group.ts";
import { urls } from "../registry.ts";

/** Our result has typed, decoded parts; `URL` does not. */
const contenders: readonly Contender<string>[] = [
  {
    name: "registry.parse",
    answer: (text) => {
      const { url } = urls.tryParse(text);
      return url && (url.host ?? "").toLowerCase();
    },
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, urls.parse(texts[i]!).parts);
    },
  },
  {
    name: "URL",
    answer: (text) => new URL(text).hostname.toLowerCase(),
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, new URL(texts[i]!));
    },
  },
];

const CORPORA: Readonly<Record<string, readonly string[]>> = {
  ftp: ["ftp"],
  gopher: ["gopher"],
  "ten schemes": TEN_SCHEMES,
};

export const typedGroups: readonly Group[] = Object.entries(CORPORA).map(([corpus, names]) => ({
  bench: "parse typed parts",
  corpus,
  inputs: () => tenSchemes(10_000, names),
  contenders,
}));
