import { describe, expect, it } from "vitest";
import { blocksOf, filesOf, promisedBy } from "../doc-blocks.ts";

const PAGE = `# A page

\`\`\`ts a.ts
one();
\`\`\`

\`\`\`sh
npm test
\`\`\`

\`\`\`\`md README.md
\`\`\`ts
inner();
\`\`\`
\`\`\`\`

\`\`\`ts a.ts
two();
\`\`\`
`;

describe("the blocks of a page", () => {
  it("name their language and their file", () => {
    expect(blocksOf(PAGE).map(({ language, path }) => [language, path])).toEqual([
      ["ts", "a.ts"],
      ["sh", undefined],
      ["md", "README.md"],
      ["ts", "a.ts"],
    ]);
  });

  it("make files: a longer fence holds shorter ones, and one file may have several blocks", () => {
    expect(Object.fromEntries(filesOf(PAGE))).toEqual({
      "a.ts": "one();\n\ntwo();\n",
      "README.md": "```ts\ninner();\n```\n",
    });
  });

  it("are closed", () => {
    expect(() => blocksOf("```ts a.ts\none();\n")).toThrow(SyntaxError);
  });

  it("have the expected output after their calls", () => {
    expect(promisedBy("console.log(1); // 1\nlog(2); // 2\nconsole.log(f(3)); // [ 3 ]\n")).toEqual([
      "1",
      "[ 3 ]",
    ]);
  });
});
