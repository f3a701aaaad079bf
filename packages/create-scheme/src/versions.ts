import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns the versions of this project's packages for a new package: those published with this one; from a working
 * copy, the current ones.
 */
export function readPackageVersions(): ReadonlyMap<string, string> {
  const { dependencies, devDependencies } = require("../package.json") as Manifest;
  const all = Object.entries({ ...dependencies, ...devDependencies });
  return new Map(
    all
      .filter(([name]) => name.startsWith("@anyurl/"))
      .map(([name, range]) => [name, range.startsWith("workspace:") ? `^${readVersion(name)}` : range]),
  );
}

function readVersion(name: string): string {
  return (require(`${name}/package.json`) as Manifest).version;
}
