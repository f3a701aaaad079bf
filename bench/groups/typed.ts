import { createRegistry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { tenSchemes } from "../corpora/ten-schemes.ts";
import { type Contender, type Group, keep } from "../group.ts";

const urls = createRegistry(ftp, gopher);

/** Ours has typed, decoded parts then; `URL` has none. */
const contenders: readonly Contender<string>[] = [
  {
    name: "registry.parse",
    answer: (text) => urls.tryParse(text).url?.host?.toLowerCase(),
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

export const typedGroups: readonly Group[] = ["ftp", "gopher"].map((name) => ({
  bench: "parse typed parts",
  corpus: name,
  inputs: () => tenSchemes(10_000, [name]),
  contenders,
}));
