import type { Answers, Kind } from "./answers.ts";
import { createIdentifiers } from "./identifiers.ts";

/** The libraries of each kind. */
const LIBRARIES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  tcp: {},
  tls: {},
  wrap: { "vscode-jsonrpc": "^10.0.0" },
  local: { "smol-toml": "^1.9.1" },
  syntax: {},
};

/** The package with the stream over a connection, for libraries that take one. */
const STREAMS = "@anyurl/duplex";

/** The dependencies of its tests. */
const DEV_DEPENDENCIES: Readonly<Record<string, string>> = {
  "@types/node": "^24.0.0",
  // The version of the testkit: the types of two copies do not match.
  "fast-check": "4.10.2",
  typescript: "^7.0.2",
  vitest: "^5.1.1",
};

/** Packages of this project that open the URLs of the tests. */
const TEST_DEPENDENCIES = ["@anyurl/client", "@anyurl/transport-node"];

export function formatPackageName({ name }: Pick<Answers, "name">): string {
  return `anyurl-scheme-${name.replaceAll("+", "-plus-")}`;
}

/** @param versions versions of this project's packages by name: "^1.2.3". */
export function createManifest(answers: Answers, versions: ReadonlyMap<string, string>): object {
  const { name, kind, license, packageManager } = answers;
  const of = (...names: readonly string[]) =>
    Object.fromEntries(names.map((each) => [each, versions.get(each) ?? "*"]));
  const packages = ["@anyurl/core", ...(kind === "wrap" ? [STREAMS] : [])];
  const tests = ["@anyurl/testkit", ...(kind === "syntax" ? [] : TEST_DEPENDENCIES)];
  // "bun build" would run bun's own bundler.
  const run = packageManager === "npm" || packageManager === "bun" ? `${packageManager} run` : packageManager;
  return {
    name: formatPackageName(answers),
    version: "0.0.0",
    description: `${name}: URLs for anyurl`,
    // Users find it by the keyword, and then by the data under "anyurl".
    keywords: ["anyurl", "anyurl-scheme", "url", "uri", name],
    license,
    type: "module",
    sideEffects: false,
    engines: { node: ">=22.12" },
    files: ["dist", "src"],
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    anyurl: { schemes: [name], scheme: createIdentifiers(name).value },
    scripts: {
      build: "tsc -p tsconfig.build.json",
      types: "tsc -p tsconfig.json",
      test: "vitest run --testTimeout=30000",
      prepack: `${run} build`,
    },
    dependencies: sortKeys({
      ...of(...packages),
      ...LIBRARIES[kind],
    }),
    devDependencies: sortKeys({
      ...of(...tests),
      ...DEV_DEPENDENCIES,
    }),
  };
}

function sortKeys(object: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
