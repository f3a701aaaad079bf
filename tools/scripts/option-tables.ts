/**
 * Compares the tables of options in README files with the options that a scheme or another package declares. With
 * --write, writes the tables.
 *
 *   node --conditions=anyurl-source tools/scripts/option-tables.ts [--write]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  describeValues,
  getOptionSet,
  type OptionDeclaration,
  type OptionDeclarations,
  type OptionSet,
  type Scheme,
} from "@anyurl/core";
import { formatTable, replaceTable } from "./markdown-table.ts";

const PACKAGES = join(import.meta.dirname, "../../packages");

/**
 * Formats declarations as a Markdown table with aligned columns.
 *
 * @param documented declarations that have tables in the same README. Such a group is one row; options that the
 *   declarations have from another set are omitted.
 */
export function formatOptionTable(
  declarations: OptionDeclarations,
  documented: readonly OptionDeclarations[] = [],
): string {
  const inherited = documented.filter((each) => isPartOf(each, declarations)).flatMap(Object.keys);
  const own = Object.entries(declarations).filter(([name]) => !inherited.includes(name));
  const rows = listOptions(Object.fromEntries(own), documented).map(([name, option]) => [
    `\`${name}\``,
    option.type === "choice"
      ? option.choices.map((choice) => `\`${choice}\``).join(", ")
      : describeValues(option),
    formatDefault(option),
    option.description + (option.rule === undefined ? "" : ` (${option.rule})`),
  ]);
  return formatTable([["option", "values", "default", "description"], ...rows]);
}

function isPartOf(some: OptionDeclarations, all: OptionDeclarations): boolean {
  return some !== all && Object.keys(some).every((name) => all[name] === some[name]);
}

/** Lists the options with their names; those of a group have its name in front: "clientRate.burst". */
function listOptions(
  declarations: OptionDeclarations,
  documented: readonly OptionDeclarations[],
  path = "",
): readonly (readonly [name: string, option: OptionDeclaration])[] {
  return Object.entries(declarations).flatMap(([name, option]) =>
    option.type === "group" && !documented.includes(option.options)
      ? listOptions(option.options, documented, `${path}${name}.`)
      : [[path + name, option] as const],
  );
}

function formatDefault(option: OptionDeclaration): string {
  const usual = "default" in option ? option.default : undefined;
  if (option.required === true) return "required";
  if (usual === undefined) return "";
  const choices = "choices" in option ? option.choices : undefined;
  if (Array.isArray(usual) && usual.length === choices?.length) return "all";
  if (Array.isArray(usual))
    return usual.length === 0 ? "none" : usual.map((item) => `\`${item}\``).join(", ");
  if (typeof usual === "object") return "none";
  const unit = option.type === "duration" && usual !== Number.POSITIVE_INFINITY ? " ms" : "";
  return `\`${usual}\`${unit}`;
}

/** Replaces the first table of a section. @throws {Error} the section has no table. */
export function replaceOptionTable(readme: string, table: string, heading = "Options"): string {
  return replaceTable(readme, `##+ ${heading}`, table);
}

/** A table: the package, the section of its README, the module, and the name of the option set that it exports. */
type OptionTable = readonly [folder: string, heading: string, module: string, name: string];

const TABLES: readonly OptionTable[] = [
  ["client", "Client options", "client-options.ts", "clientOptions"],
  ["client", "Call options", "call/call-options.ts", "callOptions"],
  ["client", "Walk options", "tree/walk.ts", "walkOptions"],
  ["client", "Segment options", "segments/segment-options.ts", "segmentOptions"],
  ["client", "Copy options", "tree/copy-options.ts", "treeCopyOptions"],
  ["client", "Sync options", "tree/sync-options.ts", "syncOptions"],
  ["client", "View options", "view/view-options.ts", "viewOptions"],
  ["client", "Policy options", "connection/policy-options.ts", "policyOptions"],
  ["client", "Retry options", "call/retry-options.ts", "retryOptions"],
  ["client", "Connection options", "connection/pool-options.ts", "poolOptions"],
  ["client", "TLS options", "connection/tls-options.ts", "tlsOptions"],
  ["client", "Proxy options", "proxies/settings.ts", "proxyOptions"],
  ["client", "Rate limit options", "layers/rate-limit.ts", "rateLimitOptions"],
  ["client", "Chaos options", "layers/chaos-options.ts", "chaosOptions"],
  ["client", "Limits", "../../core/src/options/limits.ts", "limitOptions"],
  ["scheme-urn", "Options of urn", "options.ts", "urnOptions"],
  ["scheme-mid", "Options of mid", "options.ts", "midOptions"],
  ["smtp", "Options", "options.ts", "smtpOptions"],
  ["gateway", "Options", "options.ts", "gatewayOptions"],
  ["gateway", "Cache options", "cache/options.ts", "cacheOptions"],
  ["gateway", "Signing options", "guard/signing-options.ts", "signingOptions"],
  ["gateway", "Server options", "node/serve-options.ts", "serveOptions"],
  ["gateway", "Client options", "node/gateway-client-options.ts", "gatewayClientOptions"],
];

async function importModule(folder: string, module: string): Promise<object> {
  return (await import(pathToFileURL(join(PACKAGES, folder, "src", module)).href)) as object;
}

/** Returns the option set that a package exports by this name, or that of its scheme. */
async function loadOptions(folder: string, module = "index.ts", name?: string): Promise<OptionSet> {
  const exported = await importModule(folder, module);
  if (name !== undefined) return (exported as Readonly<Record<string, OptionSet>>)[name]!;
  const scheme = Object.values(exported).find((value) => typeof value === "object" && "defaultPort" in value);
  if (scheme === undefined) throw new Error(`packages/${folder} exports no scheme`);
  return getOptionSet(scheme as Scheme);
}

if (import.meta.main) {
  const isWriting = process.argv.includes("--write");
  const schemes = readdirSync(PACKAGES).filter((name) => name.startsWith("scheme-"));
  const tables = [...schemes.map((folder) => [folder] as const), ...TABLES];
  const sets = await Promise.all(tables.map(([folder, , module, name]) => loadOptions(folder, module, name)));
  for (const [i, [folder, heading]] of tables.entries()) {
    const file = join(PACKAGES, folder, "README.md");
    const readme = readFileSync(file, "utf8");
    const { declarations } = sets[i]!;
    // A scheme without options has no table.
    if (Object.keys(declarations).length === 0) continue;
    const documented = sets.filter((_, j) => tables[j]![0] === folder).map((set) => set.declarations);
    const wanted = replaceOptionTable(readme, formatOptionTable(declarations, documented), heading);
    if (wanted === readme) continue;
    if (isWriting) writeFileSync(file, wanted);
    else {
      console.error(`packages/${folder}/README.md: the table of "${heading ?? "Options"}" is out of date`);
      console.error("run node --conditions=anyurl-source tools/scripts/option-tables.ts --write");
      process.exitCode = 1;
    }
  }
}
