import type { Answers, Kind } from "./answers.ts";
import { identifiersOf } from "./identifiers.ts";

/** What a package of the kind needs to run, beside @anyurl/core. */
const NEEDS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  tcp: {},
  wrap: { "smol-toml": "^1.9.1" },
  syntax: {},
};

/** What its tests are made with. */
const TOOLS: Readonly<Record<string, string>> = {
  "@types/node": "^24.0.0",
  "fast-check": "^4.10.2",
  typescript: "^7.0.2",
  vitest: "^5.1.1",
};

/** Packages of this project that open what the tests open. */
const OPENERS = ["@anyurl/client", "@anyurl/transport-node"];

export function packageNameOf({ name }: Pick<Answers, "name">): string {
  return `anyurl-scheme-${name.replaceAll("+", "-plus-")}`;
}

/** @param versions of packages of this project, by name: "^1.2.3". */
export function manifestOf(answers: Answers, versions: ReadonlyMap<string, string>): object {
  const { name, kind, license, packageManager } = answers;
  const of = (...names: readonly string[]) =>
    Object.fromEntries(names.map((each) => [each, versions.get(each) ?? "*"]));
  // "bun build" would be bun's own bundler.
  const run = packageManager === "npm" || packageManager === "bun" ? `${packageManager} run` : packageManager;
  return {
    name: packageNameOf(answers),
    version: "0.0.0",
    description: `${name}: URLs for anyurl`,
    // How it is found: by the keyword, and then by what it says of itself under "anyurl".
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
    anyurl: { schemes: [name], scheme: identifiersOf(name).value },
    scripts: {
      build: "tsc -p tsconfig.build.json",
      types: "tsc -p tsconfig.json",
      test: "vitest run --testTimeout=30000",
      prepack: `${run} build`,
    },
    dependencies: sorted({ ...of("@anyurl/core"), ...NEEDS[kind] }),
    devDependencies: sorted({ ...of("@anyurl/testkit", ...(kind === "syntax" ? [] : OPENERS)), ...TOOLS }),
  };
}

function sorted(object: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
