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

/** IRIs in, and what is shown of URLs. */
export const iriTarget: Target = { name: "iri", arity: 1, run };

function run([text = ""]: Input): Outcome {
  const { ok, url, problems } = tryParseIri(text, { percentEncodeHost: true });
  const codes = codesOf(text, problems);
  demand(ok === isOk(problems), "a value where there is no error, and only there", ok, codes);
  const plain = tryParse(text);
  if (plain.ok) demand(url?.href === text, "a URI is an IRI, and its own URI", url?.href);
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

/** What is shown is an IRI for an equivalent URL, but for a password, which is hidden. */
function demandShown(url: Url, shown: string): void {
  if (url.password !== undefined && url.password !== "") return;
  const back = tryParseIri(shown, { percentEncodeHost: true, maxUrlLength: Number.POSITIVE_INFINITY });
  demand(back.ok, "what is shown is an IRI", shown, back.problems[0]?.code);
  const [a, b] = [url, back.url!].map((each) =>
    normalizeGeneric(each, { hierarchical: false, defaultPort: undefined }),
  );
  demand(a === b, "what is shown is for the same URL", shown, a, b);
}
