import { parseReference, tryParse } from "@anyurl/core";
import { URI_REFERENCE } from "../../../packages/core/test/abnf.ts";
import { demand, type Input, type Outcome, outcome, type Target } from "../target.ts";
import { demandWhole, shapeOf } from "./shape.ts";

/** parseReference, against tryParse and the grammar of RFC 3986. */
export const referenceTarget: Target = { name: "reference", arity: 1, run };

function run([text = ""]: Input): Outcome {
  const found = outcome(() => parseReference(text));
  const ok = "value" in found;
  const limited = text.length > 65_536 || /^[^:/?#]{65,}:/.test(text);
  if (!limited)
    demand(
      ok === URI_REFERENCE.test(text),
      "a URI-reference is accepted exactly if appendix A derives it",
      found,
    );
  if (!ok) {
    demand(!tryParse(text).ok, "a URL is a reference", found.code);
    return { rough: found.code, fine: "" };
  }
  demandWhole(found.value, text);
  demand(tryParse(text).ok === (found.value.scheme !== undefined), "a reference with a scheme is a URL");
  return { rough: "ok", fine: shapeOf(found.value) };
}
