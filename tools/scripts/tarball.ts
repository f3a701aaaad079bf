import { dirname, join } from "node:path/posix";
import { DERIVED_FIELDS } from "./derive-manifest.ts";

/** The contents of a published tarball: each file's text by its path, as "package/dist/index.js". */
export type Tarball = ReadonlyMap<string, string>;

/** What a package.json needs for its package to be found and used. */
const REQUIRED_FIELDS = [
  "name",
  "version",
  "description",
  "keywords",
  ...DERIVED_FIELDS,
  "type",
  "sideEffects",
  "engines",
  "exports",
  "files",
];

/** Written with the first version. */
const CHANGELOG = "package/CHANGELOG.md";
const REQUIRED_FILES = ["package/README.md", "package/LICENSE"];

/** Files that a template writes for other packages: their tests and their compiler options. */
const TEMPLATE = "package/template/";
/** Files that only this repository needs. */
const OURS = [/^package\/test\//, /\.tsbuildinfo$/, /\.test\./, /tsconfig/, /(^|\/)\.turbo\//];

/**
 * Returns every fault of a tarball, one sentence each. `machinePaths`: texts that no file may have, such as the
 * repository's path.
 */
export function faultsOf(tarball: Tarball, machinePaths: readonly string[]): readonly string[] {
  const text = tarball.get("package/package.json");
  if (text === undefined) return ["the tarball has no package/package.json"];
  const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const paths = [...tarball.keys()];
  return [
    ...REQUIRED_FIELDS.filter((field) => !(field in manifest)).map(
      (field) => `package.json has no "${field}"; add it`,
    ),
    ...REQUIRED_FILES.filter((path) => !tarball.has(path)).map(
      (path) => `the tarball has no ${path}; write it`,
    ),
    ...paths
      .filter((path) => !path.startsWith(TEMPLATE) && OURS.some((pattern) => pattern.test(path)))
      .map((path) => `the tarball holds ${path}; exclude it in "files"`),
    ...(manifest["version"] !== "0.0.0" && !tarball.has(CHANGELOG)
      ? [`the tarball has no ${CHANGELOG}; add it to "files"`]
      : []),
    ...filesNamedBy([manifest["exports"], manifest["bin"]])
      .filter((path) => !tarball.has(join("package", path)))
      .map(
        (path) => `package.json names ${path}, which is not in the tarball; build it, or add it to "files"`,
      ),
    ...missingEntries(manifest["files"], paths).map(
      (entry) => `"files" names ${entry}, which is not in the tarball; build it, or remove the entry`,
    ),
    ...nodeFaults(manifest["exports"]),
    ...(/"(workspace|catalog):/.test(text)
      ? ["the packed package.json names a version that only this workspace knows"]
      : []),
    ...paths.filter((path) => path.endsWith(".map")).flatMap((path) => mapFaults(path, tarball)),
    ...paths
      .filter((path) => machinePaths.some((machinePath) => tarball.get(path)!.includes(machinePath)))
      .map((path) => `${path} names a path of this machine`),
  ];
}

/** The files and folders of "files" that have nothing in the tarball. The changelog is written with the first version. */
function missingEntries(files: unknown, paths: readonly string[]): readonly string[] {
  return ((files ?? []) as readonly string[]).filter((entry) => {
    const path = join("package", entry);
    const isNamed = !entry.startsWith("!") && !entry.includes("*") && path !== CHANGELOG;
    return isNamed && !paths.some((each) => each === path || each.startsWith(`${path}/`));
  });
}

/** An entry point that is not bundled for Node.js would load a second copy of what the others share. */
function nodeFaults(exports: unknown): readonly string[] {
  const entries = Object.entries((exports ?? {}) as Readonly<Record<string, unknown>>).filter(
    ([, target]) => typeof target === "object",
  );
  const isBundled = ([, target]: readonly [string, unknown]) => "node" in (target as object);
  if (!entries.some(isBundled)) return [];
  return entries
    .filter((entry) => !isBundled(entry))
    .map(([name]) => `the entry point ${name} has no condition "node", which the others have; add it`);
}

/** Every relative file that "exports" or "bin" names, patterns aside. */
function filesNamedBy(value: unknown): readonly string[] {
  if (typeof value === "string") return value.startsWith("./") && !value.includes("*") ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(filesNamedBy);
}

/** A source map without its sources is useless for a debugger. */
function mapFaults(path: string, tarball: Tarball): readonly string[] {
  const { sources = [], sourceRoot = "" } = JSON.parse(tarball.get(path)!) as {
    sources?: readonly string[];
    sourceRoot?: string;
  };
  return sources
    .map((source) => join(dirname(path), sourceRoot, source))
    .filter((source) => !tarball.has(source))
    .map((source) => `${path} points to ${source}, which is not in the tarball; publish the sources`);
}
