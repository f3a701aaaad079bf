/**
 * Measures the size of the built packages in a browser: bundled, minified, and gzipped. Fails if one exceeds its limit
 * in size-limits.json, or imports a Node module, even lazily. A goal is the wanted size; a limit prevents growth.
 * `--modules` prints the size of each module.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type Bundle, bundle, gzipped } from "./bundle.ts";
import limits from "./size-limits.json" with { type: "json" };

interface Row {
  readonly name: string;
  /** Bytes, gzipped. */
  readonly size: number;
  readonly goal?: number;
  readonly limit?: number;
  /** For a scheme: the size of parsing and formatting only. */
  readonly syntax?: number;
  readonly syntaxLimit?: number;
  /** Bytes, gzipped, of what is loaded when something is opened. */
  readonly later?: number;
  /** Characters of each module, before minifying. */
  readonly modules: ReadonlyMap<string, number>;
}

const ROOT = join(import.meta.dirname, "../..");
const CORE = 'export * from "@anyurl/core";';
const PARSE = 'export { parse } from "@anyurl/core";';
const SYNTAX_LIMITS: Readonly<Record<string, number | undefined>> = limits.schemes.syntaxLimits;
/** The libraries for Node.js that the access code of a scheme wraps: such a scheme opens nothing in a browser. */
const NODE_LIBRARIES: Readonly<Record<string, readonly string[] | undefined>> = limits.schemes.nodeLibraries;

const rows: Row[] = [];
const faults: string[] = [];

for (const { name, code, goal, limit } of limits.entries) {
  const { initial, modules } = await checked(name, code, ROOT);
  rows.push({ name, size: gzipped(initial), goal, limit, modules });
}
const folders = readdirSync(join(ROOT, "packages")).filter(
  (folder) => folder.startsWith("scheme-") && isBuilt(folder),
);
const inAnyurl = folders.filter((folder) => manifestOf(folder).anyurl?.collection === undefined);
for (const { name, of, goal, limit } of limits.together) {
  const { initial, modules } = await checked(name, PARSE + syntaxOf(inAnyurl, of), ROOT);
  rows.push({ name, size: gzipped(initial), goal, limit, modules });
}
for (const folder of folders) rows.push(await rowOfScheme(folder));
for (const folder of folders.filter(hasSyntaxEntry))
  for (const scheme of syntaxesOf(folder)) rows.push(await rowOfParser(folder, scheme));
for (const folder of ["core", ...folders]) await checkEntries(folder);
for (const { name, code } of limits.peers) {
  const { initial, modules } = await bundle(code, { from: ROOT });
  rows.push({ name, size: gzipped(initial), modules });
}

for (const { name, size, limit, syntax, syntaxLimit } of rows) {
  if (limit !== undefined && size > limit) faults.push(`${name} has ${size} bytes; its limit is ${limit}`);
  if (syntax !== undefined && syntaxLimit !== undefined && syntax > syntaxLimit)
    faults.push(`the syntax of ${name} has ${syntax} bytes; its limit is ${syntaxLimit}`);
}
console.log(table(rows));
if (process.argv.includes("--modules")) for (const row of rows) console.log(modulesOf(row));
for (const fault of faults) console.error(fault);
console.log(`size: ${rows.length} bundles, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;

/** Can a program parse the URLs of this scheme without the rest of it? */
function hasSyntaxEntry(folder: string): boolean {
  return "./syntax" in manifestOf(folder).exports;
}

/** The schemes whose syntaxes an entry exports: "tel" of `telSyntax`. */
function syntaxesOf(folder: string): readonly string[] {
  const source = readFileSync(join(ROOT, "packages", folder, "src/parser.ts"), "utf8");
  return [...source.matchAll(/^export const (\w+)Syntax\b/gm)].map(([, scheme]) => scheme!);
}

/** The size of a program that parses the URLs of one scheme. */
async function rowOfParser(folder: string, scheme: string): Promise<Row> {
  const constant = `${scheme}Syntax`;
  const code = `import { createParser } from "@anyurl/core"; import { ${constant} } from "${nameOf(folder)}/syntax"; export const { parse } = createParser(${constant});`;
  const name = `typed ${scheme} URLs`;
  const { initial, modules } = await checked(name, code, join(ROOT, "packages", folder));
  return { name, size: gzipped(initial), ...limits.typed, modules };
}

/** The size that a scheme adds to a program with all of core, without its access code. */
async function rowOfScheme(folder: string): Promise<Row> {
  const from = join(ROOT, "packages", folder);
  const name = nameOf(folder);
  const without = await checked("@anyurl/core", CORE, from);
  const syntax = CORE + syntaxOf([folder], ["parse", "format", "normalize"]);
  const own = await checked(name, `${CORE} export * from ${JSON.stringify(name)};`, from);
  return {
    name,
    size: gzipped(own.initial) - gzipped(without.initial),
    syntax: gzipped((await bundle(syntax, { from })).initial) - gzipped(without.initial),
    syntaxLimit: SYNTAX_LIMITS[folder.slice("scheme-".length)] ?? limits.schemes.syntaxLimit,
    // An empty gzip file has 20 bytes.
    later: own.lazy.size === 0 ? 0 : gzipped([...own.lazy.values()].join("")),
    modules: new Map([...own.modules].filter(([id]) => !without.modules.has(id))),
  };
}

/** Only the syntax of the schemes. A package with several schemes has a folder with a syntax.js for each. */
function syntaxOf(of: readonly string[], names: readonly string[]): string {
  return of
    .flatMap((folder) => {
      const dist = join(ROOT, "packages", folder, "dist");
      const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
      return files.filter((file) => basename(file) === "syntax.js").map((file) => join(dist, file));
    })
    .map((file, index) => {
      const from = JSON.stringify(file);
      const all = names.map((name) => `own${index}.${name}`).join(", ");
      return `\nimport * as own${index} from ${from}; export const all${index} = [${all}];`;
    })
    .join("");
}

/** Every entry of a package must run in a browser. */
async function checkEntries(folder: string): Promise<void> {
  const { exports } = manifestOf(folder);
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === "string" && target.endsWith(".json")) continue;
    const specifier = nameOf(folder) + subpath.slice(1);
    await checked(specifier, `export * from ${JSON.stringify(specifier)};`, join(ROOT, "packages", folder));
  }
}

async function checked(name: string, code: string, from: string): Promise<Bundle> {
  const scheme = /^packages\/scheme-(.*)$/.exec(relative(ROOT, from))?.[1] ?? "";
  const built = await bundle(code, { from, without: NODE_LIBRARIES[scheme] ?? [] });
  faults.push(...built.builtins.map((each) => `${name} has ${each}, which browsers do not have`));
  faults.push(...built.warnings.map((each) => `${name}: ${each}`));
  return built;
}

function isBuilt(folder: string): boolean {
  const path = join(ROOT, "packages", folder);
  if (!existsSync(join(path, "package.json"))) return false;
  if (existsSync(join(path, "dist", "index.js"))) return true;
  faults.push(`packages/${folder} is not built`);
  return false;
}

function nameOf(folder: string): string {
  return manifestOf(folder).name;
}

function manifestOf(folder: string): {
  readonly name: string;
  readonly exports: Record<string, unknown>;
  readonly anyurl?: { readonly collection?: string };
} {
  return JSON.parse(readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8"));
}

function table(each: readonly Row[]): string {
  const width = Math.max(...each.map(({ name }) => name.length));
  const line = (name: string, ...cells: readonly (string | number | undefined)[]) =>
    name.padEnd(width) + cells.map((cell = "") => String(cell).padStart(8)).join("");
  return [
    line("", "bytes", "goal", "limit", "syntax", "limit", "later"),
    ...each.map(({ name, size, goal, limit, syntax, syntaxLimit, later }) =>
      line(name, size, goal, limit, syntax, syntaxLimit, later),
    ),
  ].join("\n");
}

function modulesOf({ name, modules }: Row): string {
  const lines = [...modules]
    .sort(([, a], [, b]) => b - a)
    .map(([id, length]) => `${String(length).padStart(8)}  ${relative(ROOT, id)}`);
  return [`\n${name}`, ...lines].join("\n");
}
