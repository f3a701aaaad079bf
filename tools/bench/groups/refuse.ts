import { tryParse } from "@anyurl/core";
import fastUri from "fast-uri";
import { invalid } from "../corpora/invalid.ts";
import { deep, type Group, keep } from "../group.ts";

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
          deep(() => {
            for (let i = 0; i < texts.length; i++) keep(i, tryParse(texts[i]!).problems);
          }),
      },
      {
        name: "URL",
        answer: (text) => (URL.canParse(text) ? undefined : "refused"),
        run: (texts) => deep(() => catchAll(texts)),
      },
      {
        name: "fast-uri",
        answer: (text) => (fastUri.parse(text).error === undefined ? undefined : "refused"),
        run: (texts) =>
          deep(() => {
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
