import { expect, it } from "vitest";
import { findArticle } from "../src/article.ts";
import { createPackageFiles, resolveAnswers } from "../src/index.ts";

it.each([
  ["a finger", "a com.example.notes", "a urn", "a dict", "a gemini", "a ws", "a tag"],
  ["an x-demo", "an sftp", "an irc", "an ftp", "an nntp", "an acap", "an h1-x"],
])("knows the article of a name: %s, %s, %s, %s, %s, %s, %s", (...expected) => {
  expect(expected.map((text) => text.split(" ")[1]!).map((name) => `${findArticle(name)} ${name}`)).toEqual(
    expected,
  );
});

it("writes the article of the name into the files", () => {
  const syntax = createPackageFiles(resolveAnswers({ name: "com.example.notes" })).get("src/syntax.ts");
  expect(syntax).toContain("The parts of a com.example.notes URL");
});
