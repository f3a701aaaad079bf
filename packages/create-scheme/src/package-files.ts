import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { findIanaScheme } from "@anyurl/iana";
import type { Answers, Kind } from "./answers.ts";
import { findArticle } from "./article.ts";
import { createIdentifiers } from "./identifiers.ts";
import { getLicenseText } from "./license.ts";
import { createManifest, formatPackageName } from "./manifest.ts";
import { selectSections } from "./sections.ts";
import { readPackageVersions } from "./versions.ts";

/** The files of a package by path (with "/"), sorted. */
export type PackageFiles = ReadonlyMap<string, string>;

const TEMPLATE = join(import.meta.dirname, "..", "template");

/** File names that a template cannot have, because npm would leave them out of our own package, or act on them. */
const REAL_NAMES: readonly (readonly [template: string, real: string])[] = [
  ["gitignore", ".gitignore"],
  ["github/", ".github/"],
  ["changeset/", ".changeset/"],
];

/** The folders of templates of each kind. A file of a later folder replaces one with the same path. */
const FOLDERS: Readonly<Record<Kind, readonly string[]>> = {
  tcp: ["any", "tcp"],
  tls: ["any", "tcp", "tls"],
  wrap: ["any", "wrap"],
  local: ["any", "local"],
  syntax: ["any", "syntax"],
};

/** Returns all files of the package for the answers. */
export function createPackageFiles(answers: Answers): PackageFiles {
  const name = formatPackageName(answers);
  const license = getLicenseText(answers.license, name);
  const files = new Map([
    ["package.json", `${JSON.stringify(createManifest(answers, readPackageVersions()), null, 2)}\n`],
    ...(license === undefined ? [] : [["LICENSE", license] as const]),
  ]);
  for (const folder of FOLDERS[answers.kind]) {
    for (const [path, text] of readTexts(join(TEMPLATE, folder))) {
      const written = renderFile(path, text, answers);
      if (written !== undefined) files.set(toRealName(path), written);
    }
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readTexts(folder: string): readonly (readonly [path: string, text: string])[] {
  const isFile = (entry: Dirent) => entry.isFile();
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(isFile)
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path, "utf8")]);
}

function toRealName(path: string): string {
  const found = REAL_NAMES.find(([template]) => path === template || path.startsWith(template));
  return found === undefined ? path : found[1] + path.slice(found[0].length);
}

/** Returns the text of a file for these answers; `undefined`: the file is not needed. */
function renderFile(path: string, text: string, answers: Answers): string | undefined {
  const { operations } = answers;
  const registration = findIanaScheme(answers.name) === undefined ? "unregistered" : "registered";
  const wanted = [...operations, answers.kind, answers.packageManager, registration];
  if (path.endsWith(".txt") && !operations.includes(findOperation(text) as never)) return undefined;
  const kept = path.endsWith("vectors.json") ? selectVectors(text, answers) : selectSections(text, wanted);
  return kept.trim() === "" ? undefined : replaceNames(kept, answers);
}

/** Returns the operation of a transcript. */
function findOperation(transcript: string): string {
  return /^OP: ([A-Za-z]+)/m.exec(transcript)?.[1] ?? "get";
}

/** Returns the rows for these operations; offsets in a URL are shifted by the length of the scheme's name. */
function selectVectors(text: string, { name, operations }: Answers): string {
  const more = name.length - TEMPLATE_NAME.length;
  const moved = text.replace(/("start": )([0-9]+)/g, (_, key, start) => key + String(Number(start) + more));
  const rows = JSON.parse(moved) as readonly { readonly operation?: string }[];
  const fits = ({ operation = "get" }) => operation === "get" || operations.includes(operation as never);
  // A byte that is not UTF-8 stays an escape.
  return rows.every(fits) ? moved : `${JSON.stringify(rows.filter(fits), null, 2)}\n`;
}

/** The name of the scheme in the templates. */
const TEMPLATE_NAME = "x-demo";

/** Inserts the scheme's own name, identifiers, port, and package into the text. */
function replaceNames(text: string, answers: Answers): string {
  const { value, type } = createIdentifiers(answers.name);
  return text
    .replaceAll(
      /\b([Aa])n( `?)(?=x-demo)/g,
      (_, a, blank) => `${a}${findArticle(answers.name).slice(1)}${blank}`,
    )
    .replaceAll("anyurl-scheme-x-demo", formatPackageName(answers))
    .replaceAll("X-DEMO", answers.name.toUpperCase())
    .replaceAll("x-demo", answers.name)
    .replaceAll("XDemo", type)
    .replaceAll("xDemo", value)
    .replaceAll("7391", String(answers.port));
}
