import { resolve, tryParse } from "@anyurl/core";
import fastUri from "fast-uri";
import { type Pair, references } from "../corpora/references.ts";
import { type Group, keep } from "../group.ts";

/** From two texts, the base read anew each time, as all three offer it. */
export const resolveGroups: readonly Group<Pair>[] = [
  {
    bench: "resolve",
    corpus: "references",
    inputs: () => references(10_000),
    contenders: [
      {
        name: "resolve",
        answer: ([base, reference]) => (tryParse(base).ok ? resolve(base, reference).href : undefined),
        run: (pairs) => {
          for (let i = 0; i < pairs.length; i++) keep(i, resolve(pairs[i]![0], pairs[i]![1]).href);
        },
      },
      {
        name: "URL",
        answer: ([base, reference]) => new URL(reference, base).href,
        run: (pairs) => {
          for (let i = 0; i < pairs.length; i++) keep(i, new URL(pairs[i]![1], pairs[i]![0]));
        },
      },
      {
        name: "fast-uri",
        answer: ([base, reference]) => {
          try {
            return fastUri.resolve(base, reference);
          } catch {
            return undefined;
          }
        },
        run: (pairs) => {
          for (let i = 0; i < pairs.length; i++) keep(i, fastUri.resolve(pairs[i]![0], pairs[i]![1]));
        },
      },
    ],
    // The peers normalize what they resolve, each in its own way.
    mustAgree: false,
  },
];
