/**
 * Writes the sections of docs/errors.md that explain the codes of a UrlSyntaxError and an AccessError. With --check,
 * writes nothing and reports whether the page is out of date.
 *
 *   node --conditions=anyurl-source tools/scripts/errors-page.ts [--check]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACCESS_CODES, ACCESS_TEXTS } from "../../packages/core/src/codes/access-codes.ts";
import type { CodeFacts, CodeText } from "../../packages/core/src/codes/code.ts";
import { SCHEME_CODES, SCHEME_TEXTS } from "../../packages/core/src/codes/scheme-codes.ts";
import { SYNTAX_CODES, SYNTAX_TEXTS } from "../../packages/core/src/codes/syntax-codes.ts";

type Facts = Readonly<Record<string, CodeFacts>>;
type Texts = Readonly<Record<string, CodeText>>;

/** Of a text that cannot be opened. The page says so once. */
const USUAL: CodeFacts = { exit: 4, status: 400 };
const PAGE = join(import.meta.dirname, "../../docs/errors.md");
const BEGIN = "<!-- Written by tools/scripts/errors-page.ts from packages/core/src/codes. -->";
const END = "<!-- The end of what is written. -->";

/** Returns the page with its sections of codes written again. */
export function errorsPage(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`docs/errors.md has no "${BEGIN}" before "${END}"`);
  const facts: Facts = { ...SYNTAX_CODES, ...SCHEME_CODES };
  const texts: Texts = { ...SYNTAX_TEXTS, ...SCHEME_TEXTS };
  const sections = [
    "## Parsing and formatting",
    ...Object.entries(texts).map(([code, text]) => section(code, facts[code]!, text)),
    "## Opening",
    ...Object.entries(ACCESS_TEXTS as Texts).map(([code, text]) =>
      section(code, (ACCESS_CODES as Facts)[code]!, text),
    ),
  ];
  return `${page.slice(0, begin + BEGIN.length)}\n\n${sections.join("\n\n")}\n\n${page.slice(end)}`;
}

function section(code: string, { exit, status, retryable }: CodeFacts, text: CodeText): string {
  const { means, example, fix } = text;
  const facts = `exit ${exit}, HTTP ${status}${retryable === true ? ", retryable" : ""}`;
  const isUsual = exit === USUAL.exit && status === USUAL.status;
  const lines = [
    `- Means: ${means}`,
    `- Example: ${example}`,
    `- Fix: ${fix}`,
    ...(isUsual ? [] : [`- Status: ${facts}`]),
  ];
  return `### \`${code}\`\n\n${lines.join("\n")}`;
}

if (import.meta.main) {
  const found = readFileSync(PAGE, "utf8");
  const page = errorsPage(found);
  if (page === found) console.log("docs/errors.md is up to date");
  else if (process.argv.includes("--check")) {
    console.error("docs/errors.md is out of date: run tools/scripts/errors-page.ts");
    process.exitCode = 1;
  } else writeFileSync(PAGE, page);
}
