import { parse, tryParse } from "@anyurl/core";
import { URI } from "../../../packages/core/test/abnf.ts";
import { codeOf, demand, type Input, type Outcome, type Target } from "../target.ts";
import { codesOf, demandWhole, firstOf, isOk, shapeOf } from "./shape.ts";

/** parse and tryParse of the generic syntax, against each other and against the grammar of RFC 3986. */
export const parseTarget: Target = { name: "parse", arity: 1, run };

function run([text = ""]: Input): Outcome {
  const { ok, url, problems } = tryParse(text);
  const codes = codesOf(text, problems);
  demand(ok === isOk(problems), "a value exactly if there is no error", ok, codes);
  demand(ok === (url !== undefined), "ok is true exactly if there is a value");
  // Our limits: a scheme has at most 64 characters, and a text 65 536.
  const limited = text.length > 65_536 || /^[^:/?#]{65,}:/.test(text);
  if (!limited)
    demand(ok === URI.test(text), "a URL is accepted exactly if RFC 3986 appendix A derives it", ok);
  try {
    demand(parse(text).href === text && ok, "parse returns the same as tryParse");
  } catch (error) {
    demand(codeOf(error) === problems[0]?.code, "parse throws the first problem", codeOf(error), codes);
  }
  if (url === undefined) return { rough: firstOf(problems), fine: codes };
  demandWhole(url, text);
  demand(problems.length === 0, "the generic syntax has no warnings", codes);
  return { rough: "ok", fine: shapeOf(url) };
}
