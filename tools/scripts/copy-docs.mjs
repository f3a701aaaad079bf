// Copies pages of docs/ into docs/ of the package in whose folder it is run, before it is packed: a user who has only the
// package can read them. Links to other files lead to the repository.
//
//   node ../../tools/scripts/copy-docs.mjs PAGE...
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "../..");
const { homepage } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const REPOSITORY = `${homepage.replace(/#.*$/, "")}/blob/main/`;

/**
 * Returns the text of a page for a package that contains these pages: relative links to other files become absolute.
 *
 * @param {string} text
 * @param {readonly string[]} pages
 */
export function packagedPage(text, pages) {
  return text.replaceAll(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (link, path, fragment = "") =>
    pages.includes(path) ? link : `](${REPOSITORY}${posix.join("docs", path)}${fragment})`,
  );
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const pages = process.argv.slice(2);
  rmSync("docs", { recursive: true, force: true });
  mkdirSync("docs");
  for (const page of pages)
    writeFileSync(join("docs", page), packagedPage(readFileSync(join(ROOT, "docs", page), "utf8"), pages));
}
