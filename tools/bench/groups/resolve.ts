import { parse, resolve, tryParse } from "@anyurl/core";
import fastUri from "fast-uri";
import { type Pair, references } from "../corpora/references.ts";
import { type Group, keep, readBy } from "../group.ts";

type Answer = (pair: Pair) => string | undefined;

const ours: Answer = ([base, reference]) => (tryParse(base).ok ? resolve(base, reference).href : undefined);
const url: Answer = ([base, reference]) => new URL(reference, base).href;

const parsedBases = readBy((base) => parse(base));
const urlBases = readBy((base) => new URL(base));

export const resolveGroups: readonly Group<Pair>[] = [
  {
    // From two strings: the base is parsed each time.
    bench: "resolve",
    corpus: "references",
    inputs: () => references(10_000),
    contenders: [
      {
        name: "resolve",
        answer: ours,
        run: (pairs) => {
          for (let i = 0; i < pairs.length; i++) keep(i, resolve(pairs[i]![0], pairs[i]![1]).href);
        },
      },
      {
        name: "URL",
        answer: url,
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
    // The peers normalize the result, each by its own rules.
    mustAgree: false,
  },
  {
    // Like the links of one page, whose URL was parsed before.
    bench: "resolve",
    corpus: "references to a URL",
    inputs: () => references(10_000),
    contenders: [
      {
        name: "resolve",
        answer: ours,
        run: (pairs) => {
          const bases = parsedBases(pairs);
          for (let i = 0; i < pairs.length; i++) keep(i, resolve(bases[i]!, pairs[i]![1]).href);
        },
      },
      {
        name: "URL",
        answer: url,
        run: (pairs) => {
          const bases = urlBases(pairs);
          for (let i = 0; i < pairs.length; i++) keep(i, new URL(pairs[i]![1], bases[i]!));
        },
      },
    ],
    mustAgree: false,
  },
];
