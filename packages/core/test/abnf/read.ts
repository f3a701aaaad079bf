import { readFileSync, writeFileSync } from "node:fs";
import { parseString } from "abnf";
import type { Grammar, Node } from "./grammar.ts";

/*
 * Reads the grammars of this folder with a parser of ABNF that is not ours, and writes what it makes of them
 * to grammars.json, so that a browser can use them as well:
 *
 *     node packages/core/test/abnf/read.ts && pnpm exec biome check --write packages/core/test/abnf
 */

/** What the parser gives. It comes without types. */
interface Read {
  readonly type: string;
  readonly str?: string;
  readonly name?: string;
  readonly elements?: readonly Read[];
  readonly alts?: readonly Read[];
  readonly alt?: Read;
  readonly rep?: { readonly min: number; readonly max: number | null };
  readonly el?: Read;
  readonly first?: number;
  readonly last?: number;
  readonly def?: Read;
}

/** A grammar and the core rules that it uses. */
function readGrammar(name: "rfc3986" | "rfc1738"): Grammar {
  return { ...rulesOf("rfc5234"), ...rulesOf(name) };
}

/** What belongs into grammars.json. */
export function readGrammars(): Readonly<Record<string, Grammar>> {
  return { rfc3986: readGrammar("rfc3986"), rfc1738: readGrammar("rfc1738") };
}

function rulesOf(name: string): Grammar {
  const text = readFileSync(new URL(`${name}.abnf`, import.meta.url), "utf8");
  const { defs } = parseString(text, name) as { defs: Record<string, Read> };
  return Object.fromEntries(Object.values(defs).map((rule) => [rule.name!.toLowerCase(), nodeOf(rule.def!)]));
}

function nodeOf(read: Read): Node {
  switch (read.type) {
    case "caseInsensitveString":
      return { text: read.str! };
    case "caseSensitveString":
      return { exact: read.str! };
    case "range":
      return { range: [read.first!, read.last!] };
    case "ruleref":
      return { rule: read.name! };
    case "group":
      return nodeOf(read.alt!);
    case "concatenation":
      return { all: read.elements!.map(nodeOf) };
    case "alternation":
      return { any: read.alts!.map(nodeOf) };
    case "repetition": {
      const { min, max } = read.rep!;
      // 0<pchar>: what is prose is not derived.
      return { repeated: max === 0 ? { exact: "" } : nodeOf(read.el!), min, max };
    }
    default:
      throw new Error(`no rule here has a ${read.type}`);
  }
}

if (import.meta.main) {
  writeFileSync(
    new URL("grammars.json", import.meta.url),
    `${JSON.stringify(readGrammars(), undefined, 2)}\n`,
  );
}
