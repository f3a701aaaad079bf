import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import { findCycles } from "./cycles.ts";
import { readSource, type SourceFile } from "./reading.ts";

export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  /** Its own files, by names that begin with "#". */
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package: its folder below packages/, its package.json, its files. */
export interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly SourceFile[];
}

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

type Kind =
  | "core"
  | "protocol"
  | "scheme"
  | "client"
  | "iana"
  | "languages"
  | "smtp"
  | "idna"
  | "duplex"
  | "transport"
  | "testkit"
  | "servers"
  | "anyurl"
  | "all"
  | "cli"
  | "gateway"
  | "create-scheme";

/**
 * The kinds of packages that the sources of a kind may import. Dependencies go one way: core ← protocol ← scheme ←
 * anyurl ← cli, gateway, all; core ← client; core ← duplex ← transport, scheme; core ← iana, idna, languages. A
 * transport may build on another one.
 */
const MAY_IMPORT: Readonly<Record<Kind, readonly Kind[]>> = {
  core: [],
  protocol: ["core"],
  scheme: ["core", "protocol", "duplex"],
  client: ["core"],
  iana: ["core"],
  languages: ["core"],
  smtp: ["core", "scheme"],
  idna: ["core"],
  duplex: ["core"],
  transport: ["core", "duplex", "transport"],
  servers: ["core", "protocol"],
  testkit: ["core", "client"],
  anyurl: ["core", "client", "idna", "transport", "protocol", "scheme"],
  all: ["core", "scheme", "anyurl"],
  cli: ["core", "client", "iana", "idna", "languages", "transport", "anyurl", "gateway", "smtp"],
  gateway: ["core", "client", "iana", "idna", "languages", "transport"],
  "create-scheme": ["core", "iana"],
};

/** Only these use Node; every other package runs in a browser. */
const MAY_USE_NODE: ReadonlySet<Kind> = new Set([
  "duplex",
  "transport",
  "servers",
  "testkit",
  "cli",
  "gateway",
  "create-scheme",
]);

const BUILTINS: ReadonlySet<string> = new Set(builtinModules);

/**
 * Every breach of the arrows, and every package.json that disagrees with what its package imports.
 *
 * @param tools what tests may import without listing it: the root's devDependencies.
 */
export function checkLayers(
  packages: readonly Package[],
  tools: ReadonlySet<string> = new Set(["vitest"]),
): readonly Finding[] {
  const byName = new Map(packages.map((each) => [each.manifest.name, each]));
  return packages.flatMap((each) => [
    ...checkFolder(each),
    ...checkFiles(each, byName, tools),
    ...checkManifest(each, byName),
    ...checkCycles(each),
    ...checkFolderSizes(each),
  ]);
}

/** The kind of a package folder; `undefined` for one that has no place in the design. */
export function kindOf(folder: string): Kind | undefined {
  if (folder.startsWith("protocol-")) return "protocol";
  if (folder.startsWith("scheme-")) return "scheme";
  if (folder.startsWith("transport-")) return "transport";
  return Object.hasOwn(MAY_IMPORT, folder) ? (folder as Kind) : undefined;
}

function checkFolder({ folder }: Package): readonly Finding[] {
  if (kindOf(folder) !== undefined) return [];
  const message = "no such kind of package; give it a place in tools/scripts/layers.ts, or another name";
  return [{ file: `packages/${folder}/package.json`, line: 1, message }];
}

function checkFiles(
  each: Package,
  byName: ReadonlyMap<string, Package>,
  tools: ReadonlySet<string>,
): readonly Finding[] {
  const kind = kindOf(each.folder);
  return each.files.flatMap((file) => {
    const isSource = file.path.startsWith(`packages/${each.folder}/src/`);
    const { imports, doors } = readSource(file);
    const findings: Finding[] = [];
    const find = (offset: number, message: string) =>
      findings.push({ file: file.path, line: lineOf(file.text, offset), message });
    for (const { word: specifier, start } of imports) {
      const fault = importFault(specifier, file, each, byName, kind, isSource);
      const isTool = !isSource && tools.has(packageNameOf(specifier));
      if (fault !== undefined && !isTool) find(start, fault);
    }
    if (isSource && (kind === undefined || !MAY_USE_NODE.has(kind))) {
      for (const { word, start } of doors) {
        find(start, `"${word}" reaches the machine past the transport; ask the context for what you need`);
      }
    }
    return findings;
  });
}

function importFault(
  specifier: string,
  file: SourceFile,
  own: Package,
  byName: ReadonlyMap<string, Package>,
  kind: Kind | undefined,
  isSource: boolean,
): string | undefined {
  if (specifier.startsWith(".")) {
    const target = normalize(join(dirname(file.path), specifier)).replaceAll("\\", "/");
    // Data, and no code, so no arrow: the examples of RFCs are there once for all tests.
    if (!isSource && target.startsWith("tools/vectors/data/")) return undefined;
    if (!isSource && isProtocolTest(target, own)) return undefined;
    if (!target.startsWith(`packages/${own.folder}/`))
      return `"${specifier}" leaves the package; import the other one by its name`;
    if (isSource && !target.startsWith(`packages/${own.folder}/src/`) && !target.endsWith("/package.json")) {
      return `"${specifier}" is not published, so the installed package would miss it; keep it in src`;
    }
    return undefined;
  }
  if (specifier.startsWith("#")) {
    if (Object.hasOwn(own.manifest.imports ?? {}, specifier)) return undefined;
    return `"${specifier}" is not in the imports of packages/${own.folder}/package.json; add it there`;
  }
  const name = packageNameOf(specifier);
  if (specifier.startsWith("node:") || BUILTINS.has(name)) {
    if (!specifier.startsWith("node:")) return `write "node:${specifier}"`;
    if (isSource && (kind === undefined || !MAY_USE_NODE.has(kind))) {
      return `"${specifier}" is Node's; this package runs anywhere, so let a transport do it`;
    }
    return undefined;
  }
  // Modules of Cloudflare's runtime.
  if (specifier.startsWith("cloudflare:") && kind === "transport") return undefined;
  const target = byName.get(name);
  if (target !== undefined && target !== own) {
    const subpath = `.${specifier.slice(name.length)}`;
    if (!Object.hasOwn(target.manifest.exports ?? {}, subpath))
      return `"${specifier}" is not exported by ${name}; import what it exports, or export this there`;
    const targetKind = kindOf(target.folder);
    if (
      isSource &&
      kind !== undefined &&
      targetKind !== undefined &&
      !MAY_IMPORT[kind].includes(targetKind)
    ) {
      return `${own.folder} may not import ${target.folder}: the arrow points the other way; move what both need into core`;
    }
  }
  const { dependencies, peerDependencies, devDependencies } = own.manifest;
  const listed = { ...dependencies, ...peerDependencies, ...(isSource ? {} : devDependencies) };
  if (target === own || Object.hasOwn(listed, name)) return undefined;
  return `"${name}" is not in the ${isSource ? "dependencies" : "devDependencies"} of packages/${own.folder}/package.json; add it there`;
}

/** Is this a test helper of a protocol on which the package depends? Schemes of one protocol have the same server. */
function isProtocolTest(target: string, { manifest }: Package): boolean {
  const [, protocol] = /^packages\/(protocol-[^/]+)\/test\//.exec(target) ?? [];
  return protocol !== undefined && Object.hasOwn(manifest.dependencies ?? {}, `@anyurl/${protocol}`);
}

/** Types count as well: a type that two files need from each other lives in the wrong one of them. */
function checkCycles({ files }: Package): readonly Finding[] {
  const imports = new Map(
    files.map((file) => [
      file.path,
      readSource(file)
        .imports.filter(({ word }) => word.startsWith("."))
        .map(({ word }) => normalize(join(dirname(file.path), word)).replaceAll("\\", "/")),
    ]),
  );
  return findCycles(imports).map((circle) => ({
    file: circle[0]!,
    line: 1,
    message: `these files import each other: ${[...circle, circle[0]].map((path) => path?.split("/").slice(2).join("/")).join(" → ")}`,
  }));
}

/** More files than this in one folder, and a newcomer has to read all names to find one. */
const MAX_FILES_PER_FOLDER = 30;

function checkFolderSizes({ files }: Package): readonly Finding[] {
  const sizes = new Map<string, number>();
  for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return [...sizes]
    .filter(([, size]) => size > MAX_FILES_PER_FOLDER)
    .map(([file, size]) => ({
      file,
      line: 1,
      message: `${size} files in one folder: expected at most ${MAX_FILES_PER_FOLDER}; make folders by topic`,
    }));
}

type Conditions = Readonly<Record<string, string | undefined>>;

function checkManifest(own: Package, byName: ReadonlyMap<string, Package>): readonly Finding[] {
  const { folder, manifest, files } = own;
  const findings: Finding[] = [];
  const find = (message: string) =>
    findings.push({ file: `packages/${folder}/package.json`, line: 1, message });
  const { dependencies = {}, devDependencies = {}, peerDependencies = {}, imports = {} } = manifest;
  // The build makes a part of the package of them.
  const vendored = new Set(Object.values(imports).map((target) => (target as Conditions)["anyurl-source"]));
  const names = (part: readonly SourceFile[]) =>
    new Set(part.flatMap((file) => readSource(file).imports.map(({ word }) => packageNameOf(word))));
  const inSources = names(files.filter(({ path }) => path.startsWith(`packages/${folder}/src/`)));
  const everywhere = names(files);

  if (folder === "core" && Object.keys({ ...dependencies, ...peerDependencies }).length > 0)
    find("core depends on nothing, so that it runs anywhere; let another package ask for it");
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (!inSources.has(name))
      find(`the dependency "${name}" is imported by no source; remove it from package.json`);
  }
  for (const name of Object.keys(devDependencies)) {
    // Type declarations are used by the imports of what they declare.
    if (vendored.has(name)) continue;
    if (!everywhere.has(name) && !everywhere.has(name.replace(/^@types\//, "")))
      find(`the devDependency "${name}" is imported by no test; remove it from package.json`);
  }
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies })) {
    if (byName.has(name) && !range.startsWith("workspace:"))
      find(`"${name}" is of this workspace: write "workspace:^"`);
  }
  return findings;
}

/** "@anyurl/core/x" → "@anyurl/core"; "vitest/config" → "vitest". */
function packageNameOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
