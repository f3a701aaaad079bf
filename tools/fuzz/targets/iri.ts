import {
  displayIri,
  hostProblem,
  iriToUri,
  normalizeGeneric,
  parse,
  tryParse,
  tryParseIri,
  type Url,
} from "@anyurl/core";
import { demand, type Input, type Outcome, outcome, type Target } from "../target.ts";
import { codesOf, firstOf, isOk, shapeOf } from "./shape.ts";

/** Parsing of IRIs, and the display form of URLs. */
export const iriTarget: Target = { name: "iri", arity: 1, run };

function run([text = ""]: Input): Outcome {
  const { ok, url, problems } = tryParseIri(text, { percentEncodeHost: true });
  const codes = codesOf(text, problems);
  demand(ok === isOk(problems), "a value exactly if there is no error", ok, codes);
  const plain = tryParse(text);
  if (plain.ok) demand(url?.href === text, "a URI is an IRI, and converts to itself", url?.href);
  if (url === undefined) return { rough: firstOf(problems), fine: codes };
  demand(
    parse(url.href).href === iriToUri(text, { percentEncodeHost: true }),
    "an IRI has one URI",
    url.href,
  );
  if (url.host !== undefined) hostProblem(url.host);
  const shown = outcome(() => displayIri(url));
  if (!("value" in shown)) return { rough: shown.code, fine: shapeOf(url) };
  demandShown(url, shown.value);
  return { rough: shown.value === url.href ? "plain" : "shown", fine: shapeOf(url) };
}

/** The display form is an IRI for an equivalent URL, except for a hidden password. */
function demandShown(url: Url, shown: string): void {
  if (url.password !== undefined && url.password !== "") return;
  const back = tryParseIri(shown, { percentEncodeHost: true, maxUrlLength: Number.POSITIVE_INFINITY });
  demand(back.ok, "the display form is an IRI", shown, back.problems[0]?.code);
  const [a, b] = [url, back.url!].map((each) =>
    normalizeGeneric(each, { hierarchical: false, defaultPort: undefined }),
  );
  demand(a === b, "the display form is for the same URL", shown, a, b);
}
