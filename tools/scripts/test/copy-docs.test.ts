import { expect, it } from "vitest";
// @ts-expect-error: a program without types, which runs in every version of Node
import { packagedPage } from "../copy-docs.mjs";

it.each([
  ["[errors](errors.md#bad-host)", "[errors](errors.md#bad-host)"],
  ["[the exam](exam.md)", "[the exam](https://github.com/anyurl/anyurl/blob/main/docs/exam.md)"],
  [
    "[a](../packages/core/README.md#b)",
    "[a](https://github.com/anyurl/anyurl/blob/main/packages/core/README.md#b)",
  ],
  ["[npm](https://www.npmjs.com/), [above](#limits)", "[npm](https://www.npmjs.com/), [above](#limits)"],
])("keeps links within the package, and makes others absolute: %s", (text, expected) => {
  expect(packagedPage(text, ["errors.md"])).toBe(expected);
});
