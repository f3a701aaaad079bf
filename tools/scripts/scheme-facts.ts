/**
 * Prints the description of each package in packages/scheme-* as JSON: its manifest, what it exports, and the scheme
 * itself, which is loaded from source. A package with several schemes has one description for each. Run by first-party.ts with the condition anyurl-source.
 *
 *   node -C anyurl-source tools/scripts/scheme-facts.ts ROOT
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Example, Scheme } from "@anyurl/core";
import { parseSync } from "oxc-parser";
import type { ExportedName, SchemeFacts } from "./first-party-files.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly anyurl?: {
    readonly schemes?: readonly string[];
    readonly exports?: readonly string[];
    readonly collection?: SchemeFacts["collection"];
  };
}

const root = process.argv[2] ?? join(import.meta.dirname, "../..");
const folders = readdirSync(join(root, "packages")).filter((folder) => folder.startsWith("scheme-"));
console.log(JSON.stringify((await Promise.all(folders.sort().map(factsOf))).flat()));

async function factsOf(folder: string): Promise<readonly SchemeFacts[]> {
  const path = join(root, "packages", folder);
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
  const index = join(path, "src/index.ts");
  const found = schemesIn(await import(pathToFileURL(index).href), folder);
  const schemes = manifest.anyurl?.schemes ?? [];
  const names = found.flatMap(([, scheme]) => scheme.names);
  if (schemes.join() !== names.join()) {
    throw new Error(
      `packages/${folder}/package.json: anyurl.schemes must be ${JSON.stringify(names)}, the names of its schemes`,
    );
  }
  return Promise.all(
    found.map(async ([constant, scheme]) => ({
      folder,
      packageName: manifest.name,
      constant,
      names: scheme.names,
      ports: scheme.names.map((name) => scheme.defaultPort(name) ?? null),
      operations: Object.keys((await scheme.access?.()) ?? {}),
      cite: scheme.cite,
      examples: scheme.examples as readonly Example[],
      exports: exportsOf(index),
      given: manifest.anyurl?.exports ?? [],
      collection: manifest.anyurl?.collection ?? "anyurl",
    })),
  );
}

/** A package exports one scheme, or a few that share their code, each under a name of its own. */
function schemesIn(module: object, folder: string): readonly (readonly [constant: string, scheme: Scheme])[] {
  const found = Object.entries(module).filter(([, value]) => isScheme(value));
  if (found.length === 0) throw new Error(`packages/${folder} exports no scheme`);
  return found;
}

function isScheme(value: unknown): value is Scheme {
  return typeof value === "object" && value !== null && "names" in value && "defaultPort" in value;
}

function exportsOf(path: string): readonly ExportedName[] {
  const { module, errors } = parseSync(path, readFileSync(path, "utf8"));
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]!.message}`);
  return module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, isType }) => {
      if (exportName.name === null) throw new Error(`${path}: each export has a name`);
      return { name: exportName.name, isType };
    }),
  );
}
