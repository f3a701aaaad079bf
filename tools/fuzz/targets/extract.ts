import { type ExtractOptions, extract } from "@anyurl/core/extract";
import { createAnyurl } from "anyurl";
import { demand, type Input, type Outcome, type Target } from "../target.ts";

/** extract, without options and with all of them. */
export const extractTarget: Target = { name: "extract", arity: 1, run };

const urls = createAnyurl();
const OPTIONS: readonly (ExtractOptions & { readonly includeInvalid?: true })[] = [
  {},
  {
    ...{ schemes: ["http", "mailto", "news", "data", "file"], multiline: true, includeInvalid: true },
    ...{ guess: { "www.": "http://", "@": "mailto:" }, commentLeaders: ["#", "//"], maxHyphens: 2 },
  },
];

function run([text = ""]: Input): Outcome {
  const [plain, ...others] = OPTIONS.map((options) => found(text, options));
  return { rough: plain![0]?.replace(/ \S+/, "") ?? "none", fine: [plain, others].join(" | ") };
}

/** Returns the kinds of the matches. */
function found(text: string, options: ExtractOptions): readonly string[] {
  let last = 0;
  const kinds = new Set<string>();
  for (const each of extract(text, urls, options)) {
    const { mode, raw, start, end, contentStart, contentEnd, problems, url } = each;
    demand(start >= last && end > start, "matches do not overlap", last, start, end);
    last = end;
    demand(text.slice(start, end) === raw, "raw is the text of the range", raw);
    demand(start <= contentStart && contentEnd <= end, "the content lies within", contentStart, contentEnd);
    for (const { start: from, end: to, code } of problems)
      demand(
        from >= 0 && to >= from && to <= text.length,
        "a problem has its range in the text",
        code,
        from,
        to,
      );
    if (url !== undefined) {
      demand(url.href === urls.parse(url.href as string).href, "a match can be parsed", url.href);
      demand(!/[\0- \x7f-\uffff]/.test(url.href), "a match is a URL", url.href);
      demandReference(each as { readonly url: typeof url; readonly reference: Reference });
    }
    const codes = [...new Set(problems.map(({ code }) => code))].sort().join(" ");
    kinds.add(`${mode} ${url?.scheme} ${codes}`);
  }
  return [...kinds].sort();
}

interface Reference {
  readonly url: string;
  readonly fragment: string | undefined;
}

function demandReference({ url, reference }: { readonly url: object; readonly reference: Reference }): void {
  const hash = reference.fragment === undefined ? "" : `#${reference.fragment}`;
  demand(reference.url + hash === String(url), "a reference is a URL and a fragment", reference);
}
