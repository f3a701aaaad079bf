import { extract } from "anyurl";
import { LinkifyIt } from "linkify-it";
import { denseText, mixedText, rfcText, sparseText } from "../corpora/texts.ts";
import { type Contender, type Group, keepSum } from "../group.ts";

/** With its defaults: it also finds "www.h.example" and "joe@h.example", for which ours has an option. */
const usual = withSchemes(new LinkifyIt());
/** Only links with a scheme, like ours. */
const withScheme = withSchemes(new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }));

const contenders: readonly Contender<string>[] = [
  { name: "extract", answer: (text) => String(count(text)), run: runOf(count) },
  {
    name: "linkify-it",
    answer: (text) => String((usual.match(text) ?? []).length),
    run: (texts) => {
      let sum = 0;
      for (const text of texts) sum += (usual.match(text) ?? []).length;
      keepSum(sum);
    },
  },
  {
    name: "linkify-it, schemes only",
    answer: (text) => String((withScheme.match(text) ?? []).length),
    run: (texts) => {
      let sum = 0;
      for (const text of texts) sum += (withScheme.match(text) ?? []).length;
      keepSum(sum);
    },
  },
];

const CORPORA: Readonly<Record<string, () => readonly string[]>> = {
  "RFC text": rfcText,
  "a URL in 1,000 characters": sparseText,
  "dense text": denseText,
  "mixed schemes": mixedText,
};

export const extractGroups: readonly Group[] = Object.entries(CORPORA).map(([corpus, inputs]) => ({
  ...{ bench: "extract", corpus, inputs, contenders },
  per: "character",
  // The libraries differ in where a URL ends and in what they accept as a URL.
  mustAgree: false,
}));

function withSchemes(linkify: LinkifyIt): LinkifyIt {
  for (const name of ["gopher:", "telnet:"]) {
    linkify.add(name, {
      // The same rule as its own one for "http:".
      validate: (text, at, { re }) => {
        const rest = re.get_http_validator();
        rest.lastIndex = at;
        return rest.exec(text)?.[0].length ?? 0;
      },
    });
  }
  return linkify.add("news:", {
    validate: (text, at) => /^[^\s<>]{3,}/.exec(text.slice(at, at + 200))?.[0].length ?? 0,
  });
}

function count(text: string): number {
  let sum = 0;
  for (const { end, start } of extract(text)) sum += end > start ? 1 : 0;
  return sum;
}

function runOf(each: (text: string) => number): (texts: readonly string[]) => void {
  return (texts) => {
    let sum = 0;
    for (const text of texts) sum += each(text);
    keepSum(sum);
  };
}
