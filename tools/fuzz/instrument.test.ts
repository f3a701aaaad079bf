import { stripTypeScriptTypes } from "node:module";
import { describe, expect, it } from "vitest";
import { withMarks } from "./instrument.ts";

/** Runs the function `f` of a text with each value in turn. Returns its results, and the marks that each one adds. */
function run(
  text: string,
  values: readonly unknown[],
): readonly (readonly [result: unknown, news: number])[] {
  let marks = 0;
  const javascript = stripTypeScriptTypes(withMarks("a.ts", text, () => marks++));
  const reached = new Uint8Array(1_000);
  let news = 0;
  const report = (mark: number): void => {
    reached[mark] = 1;
    news++;
  };
  const code = `${javascript.replace(/globalThis\.\$fuzz/g, "marks.")};return f;`;
  const f = new Function("marks", code)({ Reached: reached, Report: report }) as (value: unknown) => unknown;
  return values.map((value) => {
    news = 0;
    return [f(value), news];
  });
}

describe("an instrumented file", () => {
  // The first call also reaches the body of the function.
  it.each([
    ["if without else", "function f(a) { if (a) return 1; return 2; }", [1, 0, 1], [2, 1, 0]],
    [
      "else if",
      "function f(a) { if (a === 1) return 1; else if (a) return 2; else return 3; }",
      [1, 2],
      [2, 2],
    ],
    ["?:", "const f = (a) => { return a ? 1 : 2; };", [1, 0, 0], [2, 1, 0]],
    ["&&", "const f = (a) => { return a && 2; };", [0, 1, 1], [1, 1, 0]],
    ["??=", "const f = (a) => { let b = a; b ??= 2; return b; };", [1, null], [1, 1]],
    ["a default", "const f = (a) => { const { b = 2 } = a; return b; };", [{ b: 1 }, {}], [1, 1]],
    ["a loop", "const f = (a) => { while (a-- > 5) if (a > 8) return a; return 0; };", [5, 7, 10], [1, 2, 1]],
    [
      "switch",
      "const f = (a) => { switch (a) { case 1: case 2: return 2; } return 3; };",
      [3, 1, 2],
      [1, 1, 0],
    ],
    ["an arrow", "const g = (a: number): object => ({ a }), f = (a) => { return g(a); };", [1, 2], [2, 0]],
    [
      "catch",
      "const f = (a) => { try { return a.b.c; } catch { return 1; } };",
      [{ b: { c: 1 } }, {}],
      [2, 1],
    ],
    ["nested branches", "const f = (a) => { return a > 2 ? a > 4 ? 1 : a && 2 : 3; };", [1, 3, 5], [2, 3, 1]],
  ])("does the same, and marks what runs first: %s", (_, text, values, news) => {
    const found = run(text, values);
    const plain = new Function(`${stripTypeScriptTypes(text)};return f;`)() as (value: unknown) => unknown;
    expect(found.map(([result]) => result)).toEqual(values.map((value) => plain(value)));
    expect(found.map(([, marks]) => marks)).toEqual(news);
  });

  it("keeps its lines, and marks nothing in types", () => {
    const text = "type A<T> = T extends string\n  ? 1\n  : 2;\nexport const a: A<string> = 1;\n";
    const marked = withMarks("a.ts", text, () => 0);
    expect(marked.endsWith(text)).toBe(true);
    expect(marked.split("\n").length).toBe(text.split("\n").length);
  });
});
