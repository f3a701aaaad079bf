import { parseSync } from "oxc-parser";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Nodes of a type that contain a value. Everything else with "TS" in its name is only a type. */
const VALUES = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

/** The start of each instrumented file, on its first line, so that lines keep their numbers. */
const HEAD = "const $reached=globalThis.$fuzzReached,$report=globalThis.$fuzzReport;";

/**
 * Returns the text of a TypeScript file with a mark in each block, branch and default value: the first time that code
 * runs there, it calls `$fuzzReport` with the number of the mark.
 *
 * @param next gives a mark its number.
 * @throws {Error} The text is not TypeScript.
 */
export function withMarks(path: string, text: string, next: () => number): string {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  /** The text to insert at each offset. What opens a node stands before what closes another one at the same offset. */
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  visit(program as unknown as Node);
  let written = HEAD;
  let at = 0;
  for (const offset of [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)) {
    written += text.slice(at, offset) + (after.get(offset) ?? "") + (before.get(offset) ?? "");
    at = offset;
  }
  return written + text.slice(at);

  function mark(): string {
    const id = next();
    return `$reached[${id}]||$report(${id})`;
  }

  function visit(node: Node): void {
    if (node.type.startsWith("TS") && !VALUES.has(node.type)) return;
    // Parents are visited first, and end later than their children at the same offset.
    markIn(node);
    for (const [field, value] of Object.entries(node)) {
      if (field === "typeAnnotation" || field === "typeArguments" || field === "returnType") continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  }

  function markIn(node: Node): void {
    switch (node.type) {
      case "BlockStatement":
        opens(node.start + 1, `${mark()};`);
        return;
      case "IfStatement": {
        if (isNode(node["alternate"])) markStatement(node["alternate"]);
        else closes(node.end, `else{${mark()}}`);
        markStatement(node["consequent"]);
        return;
      }
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        markStatement(node["body"]);
        return;
      case "SwitchCase": {
        const [first] = node["consequent"] as readonly Node[];
        if (first !== undefined) opens(first.start, `${mark()};`);
        return;
      }
      case "ConditionalExpression":
        markExpression(node["consequent"]);
        markExpression(node["alternate"]);
        return;
      case "LogicalExpression":
      case "AssignmentPattern":
        markExpression(node["right"]);
        return;
      case "AssignmentExpression":
        if (/^(?:\?\?|\|\||&&)=$/.test(String(node["operator"]))) markExpression(node["right"]);
        return;
      case "ArrowFunctionExpression":
        if ((node["body"] as Node).type !== "BlockStatement") markExpression(node["body"]);
        return;
    }
  }

  /** A statement in place of a block becomes one. */
  function markStatement(node: unknown): void {
    if (!isNode(node) || node.type === "BlockStatement") return;
    opens(node.start, `{${mark()};`);
    closes(node.end, "}");
  }

  function markExpression(node: unknown): void {
    if (!isNode(node)) return;
    opens(node.start, `(${mark()},`);
    closes(node.end, ")");
  }

  /** Parents come first, and open first. */
  function opens(offset: number, code: string): void {
    before.set(offset, (before.get(offset) ?? "") + code);
  }

  /** Parents come first, and close last. */
  function closes(offset: number, code: string): void {
    after.set(offset, code + (after.get(offset) ?? ""));
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
