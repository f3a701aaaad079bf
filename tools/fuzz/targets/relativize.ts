import { parse, parseReference, relativize, resolve } from "@anyurl/core";
import { demand, type Input, type Outcome, outcome, type Target } from "../target.ts";
import { shapeOf } from "./shape.ts";

/** relativize: the result resolves to the target. */
export const relativizeTarget: Target = { name: "relativize", arity: 2, run };

function run([base = "", target = ""]: Input): Outcome {
  const found = outcome(() => relativize(base, target));
  if (!("value" in found)) return { rough: found.code, fine: "" };
  const text = found.value;
  const [from, to] = [parse(base), parse(target)];
  const led = resolve(from, text);
  if (text === target) {
    demand(led.href === resolve(from, to).href, "the target's own text resolves to the target", led.href);
  } else {
    // The scheme has the spelling of the base (RFC 3986 §5.2.2).
    const same = led.scheme === to.scheme && restOf(led.href) === restOf(target);
    demand(same, "a relative reference resolves to the target", text, led.href);
    demand(!text.startsWith("//"), "a relative reference does not begin with //", text);
  }
  demand(text.length <= target.length, "a relative reference is no longer than the target", text);
  if (text === target) return { rough: "whole", fine: "" };
  return { rough: "relative", fine: shapeOf(parseReference(text)) };
}

function restOf(href: string): string {
  return href.slice(href.indexOf(":"));
}
