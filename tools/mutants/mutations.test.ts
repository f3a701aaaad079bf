import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { findMutations, withMutations } from "./mutations.ts";
import { findStaleEquivalents } from "./select.ts";

/** Every kind of node that changes, and some that must stay. */
const SOURCE = `
type Size = 1 | 2;
const limits: Record<string, number> = { 7: 3, most: 4 };
function check(list: readonly string[] | undefined, size: Size, strict = true): string {
  let seen = "";
  for (let i = 0; i < limits.most!; i++) {
    if (i === 3) break;
    const word = list?.[i]?.trim().toUpperCase() ?? "none";
    if (!strict || word.length > size) seen += word + ",";
  }
  while (seen.endsWith(",")) seen = seen.slice(0, -1);
  return (seen as string) ? seen.toLowerCase() : \`\${limits[7]! * 2 - 1}\`;
}
[check(["a", " bc "], 1), check(undefined, 2), check([], 1, false), check(["a", "b", "c"], 2)].join(" ");
`;

const mutations = findMutations("check.ts", SOURCE);
const mutated = stripTypeScriptTypes(withMutations(SOURCE, new Map(mutations.entries())));

function run(active?: number): unknown {
  let calls = 0;
  const $mutant = (id: number) => {
    if (++calls > 10_000) throw new Error("a loop without an end");
    return id === active;
  };
  try {
    return runInNewContext(mutated, { $mutant });
  } catch (error) {
    return String(error);
  }
}

describe("a file with all its mutations", () => {
  const result = runInNewContext(stripTypeScriptTypes(SOURCE), {});

  it("does the same as without them if none is active", () => expect(run()).toBe(result));

  it("differs for the mutations that are not equivalent", () => {
    const same = mutations.filter((_, id) => run(id) === result).map(({ before, after }) => [before, after]);
    expect(same).toEqual([
      // The loop ends at 3 anyway.
      ["4", "(4 + 1)"],
      ["i < limits.most!", "i <= limits.most!"],
      // Arguments of the calls for which any other value is as good.
      ["2", "(2 + 1)"],
      ["1", "(1 + 1)"],
      ["false", "true"],
      ["2", "(2 + 1)"],
    ]);
  });

  it("changes each kind of expression and statement once, and no type or key", () => {
    expect(mutations.map(({ before, after }) => `${before} => ${after}`)).toMatchInlineSnapshot(`
      [
        "3 => (3 + 1)",
        "4 => (4 + 1)",
        "true => false",
        "0 => (0 + 1)",
        "i < limits.most! => false",
        "i < limits.most! => i <= limits.most!",
        "i++ => i--",
        "i === 3 => true",
        "i === 3 => false",
        "i === 3 => i !== 3",
        "3 => (3 + 1)",
        "break; => ",
        "list?.[i]?.trim().toUpperCase() ?? "none" => (list?.[i]?.trim().toUpperCase()) && ("none")",
        "!strict || word.length > size => true",
        "!strict || word.length > size => false",
        "!strict || word.length > size => (!strict) && (word.length > size)",
        "!strict => strict",
        "word.length > size => word.length >= size",
        "seen += word + ","; => ",
        "seen.endsWith(",") => false",
        "seen = seen.slice(0, -1); => ",
        "seen.slice(0, -1) => seen",
        "0 => (0 + 1)",
        "-1 => 1",
        "1 => (1 + 1)",
        "(seen as string) ? seen.toLowerCase() : \`\${limits[7]! * 2 - 1}\` => undefined",
        "(seen as string) => true",
        "(seen as string) => false",
        "seen.toLowerCase() => seen",
        "limits[7]! * 2 - 1 => limits[7]! * 2 + 1",
        "limits[7]! * 2 => limits[7]! / 2",
        "7 => (7 + 1)",
        "2 => (2 + 1)",
        "1 => (1 + 1)",
        "[check(["a", " bc "], 1), check(undefined, 2), check([], 1, false), check(["a", "b", "c"], 2)].join(" "); => ",
        "1 => (1 + 1)",
        "2 => (2 + 1)",
        "1 => (1 + 1)",
        "false => true",
        "2 => (2 + 1)",
      ]
    `);
  });

  it("says the line", () => {
    expect(mutations.find(({ before }) => before === "i === 3")).toMatchObject({ line: 7, after: "true" });
  });
});

it("equivalent.json lists only mutants of the current source", () =>
  expect(findStaleEquivalents()).toEqual([]));
