import { extname } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import type { AnyurlConfig } from "anyurl";
import { displayText } from "anyurl";
import { LocalError } from "../errors.ts";
import { readJsonFile } from "../read-text-file.ts";
import { checkConfig } from "./check-config.ts";
import { withLoadTimeout } from "./load-timeout.ts";
import { formatReason } from "./reason.ts";

/**
 * Reads a config file: runs a program, or parses JSON.
 *
 * @param adapt converts the contents before they are checked.
 * @throws {LocalError} bad-config: the file cannot be read, or a field is invalid.
 */
export async function readConfig(
  file: string,
  features: { readonly typescript?: unknown } = process.features,
  adapt: (found: unknown) => unknown = (found) => found,
): Promise<AnyurlConfig> {
  const found =
    extname(file) === ".json" ? readJsonFile(file, "bad-config") : await importConfig(file, features);
  return checkConfig(await adapt(found), file);
}

async function importConfig(
  file: string,
  { typescript }: { readonly typescript?: unknown },
): Promise<unknown> {
  const suffix = extname(file);
  if (!PROGRAMS.has(suffix))
    throw badConfig(
      file,
      "unsupported file type: expected TypeScript, JavaScript, or JSON",
      "use the suffix .ts, .mts, .js, .mjs, or .json",
    );
  if (TYPED.has(suffix) && (typescript === undefined || typescript === false)) {
    throw badConfig(
      file,
      `Node ${process.versions.node} cannot read TypeScript: version 22.18 or newer is required`,
      "use anyurl.config.js, or a newer Node",
    );
  }
  let exported: { readonly default?: unknown };
  try {
    exported = (await withLoadTimeout(import(pathToFileURL(file).href))) as { readonly default?: unknown };
  } catch (error) {
    throw badConfig(file, formatReason(error));
  }
  if (exported.default === undefined)
    throw badConfig(file, "missing default export", "add: export default { plugins: […] }");
  return exported.default;
}

const TYPED: ReadonlySet<string> = new Set([".ts", ".mts"]);
const PROGRAMS: ReadonlySet<string> = new Set([".js", ".mjs", ...TYPED]);

function badConfig(file: string, why: string, hint?: string): LocalError {
  return new LocalError("bad-config", displayText(`${file}: ${why}`), hint);
}
