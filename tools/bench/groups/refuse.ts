import { tryParse } from "@anyurl/core";
import fastUri from "fast-uri";
import { invalid } from "../corpora/invalid.ts";
import { type Group, keep } from "../group.ts";

/** An error records a stack of ten calls, and real programs call the parser from at least that depth. */
const DEPTH = 10;

/** A contender that rejects the input returns its reason. */
export const refuseGroups: readonly Group<string>[] = [
  {
    bench: "refuse",
    corpus: "invalid",
    inputs: () => invalid(10_000),
    contenders: [
      {
        name: "tryParse",
        answer: (text) => (tryParse(text).ok ? undefined : "refused"),
        run: (texts) =>
          deep(DEPTH, () => {
            for (let i = 0; i < texts.length; i++) keep(i, tryParse(texts[i]!).problems);
          }),
      },
      {
        name: "URL",
        answer: (text) => (URL.canParse(text) ? undefined : "refused"),
        run: (texts) => deep(DEPTH, () => catchAll(texts)),
      },
      {
        name: "fast-uri",
        answer: (text) => (fastUri.parse(text).error === undefined ? undefined : "refused"),
        run: (texts) =>
          deep(DEPTH, () => {
            for (let i = 0; i < texts.length; i++) keep(i, fastUri.parse(texts[i]!).error);
          }),
      },
    ],
  },
];

function catchAll(texts: readonly string[]): void {
  for (let i = 0; i < texts.length; i++) {
    try {
      keep(i, new URL(texts[i]!));
    } catch (error) {
      keep(i, error);
    }
  }
}

function deep(calls: number, run: () => void): void {
  if (calls === 0) run();
  else deep(calls - 1, run);
}
