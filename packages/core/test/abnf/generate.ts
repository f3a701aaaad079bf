import fc from "fast-check";
import { charactersOf, type Grammar, type Node, ruleOf } from "./grammar.ts";

/** Generates texts that a rule of a grammar derives, with every alternative. */
export function derivationsOf(grammar: Grammar, start: string): fc.Arbitrary<string> {
  const known = new Map<string, fc.Arbitrary<string>>();

  const textsOf = (node: Node): fc.Arbitrary<string> => {
    const chars = charactersOf(grammar, node);
    if (chars !== undefined && !("any" in node)) return fc.constantFrom(...chars);
    if ("exact" in node) return fc.constant(node.exact);
    if ("text" in node) return fc.constantFrom(node.text, node.text.toLowerCase(), node.text.toUpperCase());
    if ("all" in node) return fc.tuple(...node.all.map(textsOf)).map((each) => each.join(""));
    if ("any" in node) return fc.oneof(...node.any.map(textsOf));
    if ("rule" in node) {
      const texts = known.get(node.rule) ?? textsOf(ruleOf(grammar, node.rule));
      known.set(node.rule, texts);
      return texts;
    }
    if (!("repeated" in node)) throw new Error("a range is a set of characters");
    const { repeated, min, max } = node;
    if (max === 0) return fc.constant("");
    const limits = { minLength: min, maxLength: max ?? min + MORE };
    return fc.array(textsOf(repeated), { ...limits, size: "max" }).map((each) => each.join(""));
  };
  return textsOf({ rule: start });
}

/** Maximum number of extra repetitions of an unbounded repetition. */
const MORE = 4;
