import { parseReference, resolve } from "@anyurl/core";
import { demand, type Input, type Outcome, outcome, type Target } from "../target.ts";
import { shapeOf } from "./shape.ts";

/** resolve, with each of its options. */
export const resolveTarget: Target = { name: "resolve", arity: 2, run };

function run([base = "", text = ""]: Input): Outcome {
  const found = outcome(() => resolve(base, text));
  for (const options of [{ compatible: true }, { literalDotsOnly: true }, { keepDotSegments: true }]) {
    const other = outcome(() => resolve(base, text, options));
    demand("value" in other === "value" in found, "the options do not affect if there is a target", options);
  }
  if (!("value" in found)) return { rough: found.code, fine: "" };
  const target = found.value;
  const reference = parseReference(text);
  demand(target.fragment === reference.fragment, "the fragment is the reference's", target.href);
  // A reference without a path keeps the path of the base, including dot segments (§5.2.2).
  const whole = reference.scheme !== undefined || reference.authority !== undefined;
  if (whole || reference.path !== "") {
    const again = resolve(base, target.href).href;
    demand(again === target.href, "a target resolves to itself", target.href, again);
    const dots = target.path.split("/").filter((each) => /^(?:\.|%2e){1,2}$/i.test(each));
    // Only the prefix "/." of a path that would begin with "//" may remain.
    demand(
      dots.length <= (target.path.startsWith("/.//") ? 1 : 0),
      "a target has no dot segments",
      target.href,
    );
  }
  const own = resolve(target, "").href;
  demand(own === target.href.replace(/#.*/s, ""), "the empty reference is the base", target.href, own);
  return { rough: "ok", fine: `${shapeOf(reference)} ${shapeOf(target)}` };
}
