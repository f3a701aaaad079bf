import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { resolvePackage } from "../config/package.ts";

/** What a plugin can do, as it reports itself. */
export interface PluginReport {
  readonly schemes: readonly ReportedScheme[];
  /** The modules of Node that it imports itself, such as "fs"; `undefined` if this Node cannot tell. */
  readonly modules: readonly string[] | undefined;
}

export interface ReportedScheme {
  readonly names: readonly { readonly name: string; readonly port?: number }[];
  readonly operations: readonly string[];
}

/**
 * Loads a plugin in a process of its own that can read only the directory of the packages: it cannot write files, read
 * other files, run programs, or see the environment.
 *
 * @param directory where the package is installed.
 * @throws {Error} why the plugin does not load.
 */
export async function inspectPlugin(name: string, directory: string, file: string): Promise<PluginReport> {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const args = [
    ...["--no-warnings", permission, `--allow-fs-read=${realpathSync(directory)}/*`, "--input-type=module"],
    ...["--eval", PROGRAM, "--", pathToFileURL(resolvePackage(name, file)).href],
  ];
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: {},
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  let text = "";
  const output = child.stdio[3] as NodeJS.ReadableStream;
  output.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_REPORT_CHARACTERS) child.kill("SIGKILL");
  });
  await once(child, "close");
  const { error, ...report } = parseReport(text);
  if (error !== undefined) throw new Error(error);
  if (report.schemes.length === 0) throw new TypeError("the package exports no scheme");
  return report;
}

const TIMEOUT_MS = 10_000;
const MAX_REPORT_CHARACTERS = 64 * 1024;

/** A plugin can write the report itself, so its types are checked. */
function parseReport(text: string): PluginReport & { readonly error?: string } {
  const none = { schemes: [], modules: undefined };
  let found: Readonly<Record<string, unknown>>;
  try {
    found = Object(JSON.parse(text));
  } catch {
    return { ...none, error: "it ended, or took longer than 10 s, without a report" };
  }
  const { error, schemes, modules } = found;
  if (error !== undefined) return { ...none, error: String(error) };
  return {
    schemes: toList(schemes).map((scheme) => {
      const { names, operations } = Object(scheme);
      return { names: toList(names).map(toNamedPort), operations: toList(operations).map(String) };
    }),
    modules: modules === undefined ? undefined : toList(modules).map(String),
  };
}

function toNamedPort(value: unknown): { readonly name: string; readonly port?: number } {
  const { name, port } = Object(value);
  return { name: String(name), ...(typeof port === "number" && { port }) };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Imports the module in its argument, and writes what it exports to file descriptor 3. A scheme is recognized by its
 * names, as the command does it when it loads the plugin.
 */
const PROGRAM = `
import { writeSync } from "node:fs";
import module from "node:module";
const write = (report) => writeSync(3, JSON.stringify(report));
const modules = typeof module.registerHooks === "function" ? new Set() : undefined;
modules && module.registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url.startsWith("node:")) modules.add(found.url.slice(5));
    return found;
  },
});
try {
  const exported = await import(process.argv.at(-1));
  const isScheme = (each) => typeof each === "object" && each !== null && Array.isArray(each.names) && typeof each.format === "function";
  const found = [...new Set(Object.values(exported).flat())].filter(isScheme);
  const schemes = await Promise.all(found.map(async (scheme) => ({
    names: scheme.names.map((name) => ({ name, port: scheme.defaultPort(name) })),
    operations: Object.keys((await scheme.access?.()) ?? {}),
  })));
  write({ schemes, modules: modules && [...modules].sort() });
} catch (error) {
  write({ error: String(error).split("\\n")[0].slice(0, 300) });
}
process.exit();
`;
