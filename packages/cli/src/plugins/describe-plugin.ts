import { displayText } from "anyurl";
import { SCHEME_LOADERS } from "anyurl/lazy";
import type { PackageManifest } from "../config/package.ts";
import { say } from "../language.ts";
import type { PluginReport, ReportedScheme } from "./inspect-plugin.ts";

/** What a user should know before a plugin runs, for JSON. */
export interface PluginFacts {
  readonly package: string;
  readonly version?: string;
  readonly license?: string;
  readonly schemes: PluginReport["schemes"];
  /** The modules of Node that it imports itself; absent if this Node cannot tell. */
  readonly modules?: readonly string[];
  /** Its install scripts, which were not run. */
  readonly scripts: readonly string[];
}

/** Collects the facts of an installed package and of its code. */
export function collectFacts(
  name: string,
  { version, license, scripts }: PackageManifest,
  { schemes, modules }: PluginReport,
): PluginFacts {
  return {
    package: name,
    ...(typeof version === "string" && { version }),
    ...(typeof license === "string" && { license }),
    schemes,
    ...(modules !== undefined && { modules }),
    scripts: INSTALL_SCRIPTS.filter((each) => Object.hasOwn(Object(scripts), each)),
  };
}

const INSTALL_SCRIPTS: readonly string[] = ["preinstall", "install", "postinstall"];

/** Modules of Node by what they give access to, without the policy of anyurl. */
const ACCESS: readonly (readonly [label: string, modules: ReadonlySet<string>])[] = [
  ["network", new Set(["net", "tls", "dgram", "http", "https", "http2", "dns", "dns/promises"])],
  ["files", new Set(["fs", "fs/promises", "sqlite"])],
  ["programs", new Set(["child_process", "cluster", "worker_threads", "module", "vm", "inspector"])],
];

/** Formats the facts as lines. What the package says is untrusted text. */
export function pluginLines(facts: PluginFacts): readonly string[] {
  const { package: name, version = "", license, schemes, scripts } = facts;
  const lines = [
    `${name} ${version}${license === undefined ? "" : ` (${license})`}`,
    ...schemes.flatMap(schemeLines).map((line) => `  ${line}`),
    ...ACCESS.map(([label, modules]) => `  ${say(label)}: ${say(describeAccess(label, modules, facts))}`),
    ...(scripts.length === 0 ? [] : [`  ${say(`install scripts: ${scripts.join(", ")} (not run)`)}`]),
  ];
  return lines.map((line) => displayText(line));
}

function schemeLines({ names, operations }: ReportedScheme): readonly string[] {
  return names.map(({ name, port }) => {
    const at = port === undefined ? "no default port" : `port ${port}`;
    const facts = [say(at), operations.length === 0 ? say("not opened") : operations.join(", ")];
    if (SCHEME_LOADERS.has(name)) facts.push(say("replaces the scheme of anyurl"));
    return `${say("scheme")} ${name}: ${facts.join("; ")}`;
  });
}

function describeAccess(label: string, modules: ReadonlySet<string>, facts: PluginFacts): string {
  const hasPort = facts.schemes.some(({ names }) => names.some(({ port }) => port !== undefined));
  const usual = label === "network" && hasPort ? "through anyurl, under its policy" : "none declared";
  if (facts.modules === undefined)
    return `${usual} (cannot check the imports: Node 22.15 or newer is required)`;
  const direct = facts.modules.filter((each) => modules.has(each)).map((each) => `node:${each}`);
  return direct.length === 0 ? usual : `without the policy of anyurl: it imports ${direct.join(", ")}`;
}
