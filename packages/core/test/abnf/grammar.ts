/**
 * A production, or a part of one. Literals match ASCII letters in any case, but for `exact` (RFC 5234 §2.3).
 */
export type Node =
  | { readonly text: string }
  | { readonly exact: string }
  | { readonly range: readonly [first: number, last: number] }
  | { readonly rule: string }
  | { readonly all: readonly Node[] }
  | { readonly any: readonly Node[] }
  | { readonly repeated: Node; readonly min: number; readonly max: number | null };

/** By the name of the rule, in lower case. */
export type Grammar = Readonly<Record<string, Node>>;

export function ruleOf(grammar: Grammar, name: string): Node {
  const node = grammar[name.toLowerCase()];
  if (node === undefined) throw new Error(`the grammar has no rule ${name}`);
  return node;
}

/**
 * A regular expression for all that a rule derives and nothing else. None of the grammars here refers to
 * itself, so that each is one; and unlike a parser that keeps the first alternative that fits, as most that
 * are made of ABNF do, a regular expression tries them all: `IPv4address / reg-name` says no more than it
 * says in the RFC.
 *
 * @param groups the names of the groups to capture, by the rule whose text they hold. A name that occurs again gets a
 * number: before Node 24, a regular expression has each name only once.
 */
export function patternOf(
  grammar: Grammar,
  start: string,
  groups: Readonly<Record<string, string>> = {},
): RegExp {
  const captured = new Map(Object.entries(groups).map(([rule, group]) => [rule.toLowerCase(), group]));
  const used: string[] = [];

  const sourceOf = (node: Node): string => {
    const chars = charsOf(node);
    if (chars !== undefined) return classOf(chars);
    if ("text" in node || "exact" in node) return literal(node);
    if ("rule" in node) {
      const group = captured.get(node.rule.toLowerCase());
      const source = sourceOf(ruleOf(grammar, node.rule));
      if (group === undefined) return `(?:${source})`;
      used.push(group);
      const number = used.filter((each) => each === group).length;
      return `(?<${group}${number === 1 ? "" : number}>${source})`;
    }
    if ("all" in node) return node.all.map((each) => sourceOf(each)).join("");
    if ("any" in node) return `(?:${alternatives(node.any).join("|")})`;
    if ("repeated" in node) {
      const { repeated, min, max } = node;
      return max === 0 ? "" : `(?:${sourceOf(repeated)}){${min},${max ?? ""}}`;
    }
    throw new Error("a range is a set of characters");
  };

  /** Alternatives of one character each make one class. */
  const alternatives = (nodes: readonly Node[]): readonly string[] => {
    const singles = nodes.map(charsOf).filter((each) => each !== undefined);
    const others = nodes.filter((each) => charsOf(each) === undefined).map(sourceOf);
    return singles.length === 0
      ? others
      : [classOf(new Set(singles.flatMap((each) => [...each]))), ...others];
  };

  const charsOf = (node: Node): ReadonlySet<string> | undefined =>
    "rule" in node && captured.has(node.rule.toLowerCase())
      ? undefined
      : charactersOf(grammar, node, charsOf);

  return new RegExp(`^(?:${sourceOf({ rule: start })})$`);
}

/** Returns the characters that a node derives, if it derives only single characters. */
export function charactersOf(
  grammar: Grammar,
  node: Node,
  recur: (node: Node) => ReadonlySet<string> | undefined = (each) => charactersOf(grammar, each),
): ReadonlySet<string> | undefined {
  if ("text" in node)
    return node.text.length === 1 ? new Set([node.text.toLowerCase(), node.text.toUpperCase()]) : undefined;
  if ("exact" in node) return node.exact.length === 1 ? new Set(node.exact) : undefined;
  if ("range" in node) {
    const [first, last] = node.range;
    return new Set(Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)));
  }
  if ("rule" in node) return recur(ruleOf(grammar, node.rule));
  if (!("any" in node)) return undefined;
  const each = node.any.map(recur);
  return each.includes(undefined) ? undefined : new Set(each.flatMap((chars) => [...chars!]));
}

function classOf(chars: ReadonlySet<string>): string {
  return `[${[...chars].sort().map(escaped).join("")}]`;
}

function literal(node: { readonly text: string } | { readonly exact: string }): string {
  if ("exact" in node) return [...node.exact].map(escaped).join("");
  return [...node.text].map((char) => classOf(new Set([char.toLowerCase(), char.toUpperCase()]))).join("");
}

function escaped(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
