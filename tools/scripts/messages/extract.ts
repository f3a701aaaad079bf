/** Finds the texts of a source file that people can read: literals of prose, with "{0}", "{1}" for their values. */
import { parseSync } from "oxc-parser";

/** A text in a source file. */
export interface SourceText {
  readonly text: string;
  readonly offset: number;
}

/** Alternatives of one template literal at most: `${a ? "x" : "y"}` has two. */
const MAX_ALTERNATIVES = 16;

/** The texts of programmers: their errors are not shown to users. */
const PROGRAMMER_ERRORS: ReadonlySet<string> = new Set(["TypeError", "RangeError"]);

/** Lists the texts of a source file. A condition in a template gives a text for each branch. */
export function extractTexts(file: string, source: string): readonly SourceText[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: SourceText[] = [];
  const visit = (node: any): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (node === null || typeof node !== "object" || typeof node.type !== "string") return;
    if (node.type.startsWith("Import") || node.type === "ExportAllDeclaration") return;
    if (node.type.startsWith("TS") && !KEPT.has(node.type)) return;
    if (node.type === "NewExpression" && PROGRAMMER_ERRORS.has(node.callee.name)) return;
    if (isText(node)) {
      for (const text of patternsOf(node)) found.push({ text: fillNumbers(text), offset: node.start });
      for (const value of nestedValues(node)) visit(value);
      return;
    }
    for (const [key, value] of Object.entries(node)) if (key !== "type") visit(value);
  };
  visit(program.body);
  return found;
}

/** Expressions of TypeScript that contain other expressions. */
const KEPT: ReadonlySet<string> = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

/** Marks a value of a template until the alternatives are known. */
const VALUE = "\uE000";

function isText(node: any): boolean {
  if (node.type === "Literal") return typeof node.value === "string";
  if (node.type === "TemplateLiteral") return true;
  return node.type === "BinaryExpression" && node.operator === "+" && isText(unwrap(node.left));
}

function unwrap(node: any): any {
  return node.type === "ParenthesizedExpression" ? unwrap(node.expression) : node;
}

/** Returns the alternatives of an expression; an unknown one is a value. */
function patternsOf(given: any): readonly string[] {
  const node = unwrap(given);
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node.type === "ConditionalExpression")
    return [...patternsOf(node.consequent), ...patternsOf(node.alternate)];
  if (node.type === "BinaryExpression" && node.operator === "+")
    return combine([patternsOf(node.left), patternsOf(node.right)]);
  if (node.type !== "TemplateLiteral") return [VALUE];
  return combine(
    node.quasis.flatMap(({ value }: any, i: number) => [
      [value.cooked as string],
      ...(i < node.expressions.length ? [patternsOf(node.expressions[i])] : []),
    ]),
  );
}

function combine(parts: readonly (readonly string[])[]): readonly string[] {
  let all: readonly string[] = [""];
  for (const part of parts) {
    const next = all.flatMap((before) => part.map((each) => before + each));
    all = next.length > MAX_ALTERNATIVES ? all.map((before) => before + VALUE) : next;
  }
  return all;
}

/** Expressions in a template can contain texts of their own. */
function nestedValues(node: any): readonly any[] {
  if (node.type === "TemplateLiteral") return node.expressions;
  return node.type === "BinaryExpression"
    ? [...nestedValues(node.left), ...nestedValues(node.right), node.right]
    : [];
}

function fillNumbers(pattern: string): string {
  let count = 0;
  return pattern.replaceAll(VALUE, () => `{${count++}}`);
}
