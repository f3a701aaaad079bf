import { parseSync } from "oxc-parser";

/** A small change of one expression or statement, which a test should notice. */
export interface Mutation {
  /** The range that changes, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** A statement is left out. Anything else is an expression. */
  readonly statement: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** The replacements of an operator. "<" to ">=" is not here: a condition becomes true and false anyway. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<="],
  "<=": ["<"],
  ">": [">="],
  ">=": [">"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
};

/** Methods whose result has the type of their object: a call can be left out. */
const LEFT_OUT = new Set(
  "trim trimStart trimEnd toLowerCase toUpperCase slice subarray reverse sort filter replace replaceAll".split(
    " ",
  ),
);

/** Nodes of a type that contain a value. Everything else with "TS" in its name is only a type. */
const VALUES = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

/**
 * Returns all mutations of a file in TypeScript, in the order of the text. Strings and regular expressions stay: their
 * mutants are mostly words of messages.
 *
 * @throws {Error} The text is not TypeScript.
 */
export function findMutations(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found: Mutation[] = [];
  const lineStarts = [...text.matchAll(/^/gm)].map(({ index }) => index);

  const add = (node: Node, after: string, statement = false): void => {
    const line = lineStarts.findLastIndex((start) => start <= node.start) + 1;
    const before = text.slice(node.start, node.end);
    found.push({ start: node.start, end: node.end, line, before, after, statement });
  };
  const source = (node: Node): string => text.slice(node.start, node.end);

  visit(program as unknown as Node);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);

  function visit(node: Node): void {
    if (node.type.startsWith("TS") && !VALUES.has(node.type)) return;
    mutate(node);
    for (const [field, value] of Object.entries(node)) {
      if (field === "typeAnnotation" || field === "typeArguments" || field === "returnType") continue;
      if (field === "key" && node["computed"] !== true) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  }

  function mutate(node: Node): void {
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression": {
        const [left, right, operator] = [
          node["left"] as Node,
          node["right"] as Node,
          String(node["operator"]),
        ];
        // Strings are put together with "+": without it, the result is NaN, which any test notices.
        if (operator === "+" && [left, right].some(isString)) return;
        for (const other of OPERATORS[operator] ?? []) {
          const between = text.slice(left.end, right.start).replace(operator, other);
          // "??" cannot stand beside "&&" and "||" without parentheses.
          add(
            node,
            other === "&&" || other === "||"
              ? `(${source(left)})${between}(${source(right)})`
              : source(left) + between + source(right),
          );
        }
        return;
      }
      case "UnaryExpression":
        if (node["operator"] === "!") add(node, source(node["argument"] as Node));
        if (node["operator"] === "-") add(node, source(node["argument"] as Node));
        return;
      case "UpdateExpression": {
        const argument = source(node["argument"] as Node);
        const operator = node["operator"] === "++" ? "--" : "++";
        add(node, node["prefix"] === true ? operator + argument : argument + operator);
        return;
      }
      case "IfStatement":
      case "ConditionalExpression":
        decide(node["test"] as Node, ["true", "false"]);
        return;
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
        // A loop without an end is never interesting.
        if (isNode(node["test"])) decide(node["test"], ["false"]);
        return;
      case "Literal":
        if (typeof node["value"] === "boolean") add(node, String(!node["value"]));
        if (typeof node["value"] === "number") add(node, `(${source(node)} + 1)`);
        return;
      case "CallExpression": {
        const callee = node["callee"] as Node;
        const property = callee["property"] as Node | undefined;
        // Parentheses within "a?.b.c" would end its short circuit.
        if (source(node).includes("?.") || callee.type !== "MemberExpression") return;
        if (property !== undefined && LEFT_OUT.has(source(property)))
          add(node, source(callee["object"] as Node));
        return;
      }
      case "ReturnStatement":
        if (isNode(node["argument"]) && source(node["argument"]) !== "undefined")
          add(node["argument"], "undefined");
        return;
      case "ExpressionStatement":
        // "use strict" has no effect, and without super() an object cannot exist.
        if (typeof node["directive"] !== "string" && !/^super\b/.test(source(node))) add(node, "", true);
        return;
      case "ContinueStatement":
      case "BreakStatement":
      case "ThrowStatement":
        add(node, "", true);
        return;
    }
  }

  function decide(test: Node, values: readonly string[]): void {
    for (const value of values) if (source(test) !== value) add(test, value);
  }
}

/**
 * Returns the text with all mutations in it: each one takes effect when `$mutant(id)` is true.
 *
 * @param ids The number of each mutation.
 */
export function withMutations(text: string, mutations: ReadonlyMap<number, Mutation>): string {
  /** All mutations of a range, which are the branches of one expression. */
  const groups = new Map<string, { range: Mutation; all: [number, Mutation][] }>();
  for (const entry of mutations) {
    const key = `${entry[1].start} ${entry[1].end}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { range: entry[1], all: [entry] });
    else group.all.push(entry);
  }
  const ranges = [...groups.values()].sort(
    ({ range: a }, { range: b }) => a.start - b.start || b.end - a.end,
  );
  let next = 0;

  function write(start: number, end: number): string {
    let written = "";
    let at = start;
    for (let group = ranges[next]; group !== undefined && group.range.start < end; group = ranges[next]) {
      const { range, all } = group;
      next++;
      written += text.slice(at, range.start);
      at = range.end;
      const inner = write(range.start, range.end);
      written += range.statement
        ? `{if($mutant(${all[0]![0]})){}else ${inner}}`
        : `(${all.map(([id, { after }]) => `$mutant(${id})?(${after}):`).join("")}(${inner}))`;
    }
    return written + text.slice(at, end);
  }
  return write(0, text.length);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function isString(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node["value"] === "string");
}
