import { realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { displayText } from "anyurl";
import { readManifest } from "../config/package.ts";
import { PACKAGE_NAME } from "../config/package-name.ts";
import { UsageError } from "../errors.ts";

/** A package to install. */
export interface PackageSpec {
  /** What the package manager takes: `name@range`, or the absolute path of a tarball. */
  readonly text: string;
  /** Absent for a tarball: only its contents have the name. */
  readonly name?: string;
}

/** A version, a range without blanks, or a tag. */
const RANGE = /^[a-z0-9^~<>=.*+-]{1,100}$/i;

/**
 * Parses what a user wants to install: a package of the registry, or a tarball on this machine. Other sources, such as
 * git repositories and URLs, are rejected: what they contain can change, and package managers build it with its scripts.
 *
 * @throws {UsageError}
 */
export function parsePackageSpec(text: string): PackageSpec {
  if (/\.(?:tgz|tar\.gz)$/.test(text) && !/^[a-z][a-z0-9+.-]+:/i.test(text)) return { text: resolve(text) };
  const at = text.indexOf("@", 1);
  const name = at < 0 ? text : text.slice(0, at);
  const range = at < 0 ? undefined : text.slice(at + 1);
  // npm and the others would take a name that begins with "-" for an option.
  if (PACKAGE_NAME.test(name) && !name.startsWith("-") && (range === undefined || RANGE.test(range)))
    return { text, name };
  throw new UsageError(
    `invalid package ${JSON.stringify(displayText(text).slice(0, 100))}: expected the name of a package, with or without @VERSION, or a .tgz file`,
  );
}

/** Returns the name under which a package was installed, or `undefined` if the package.json does not have it. */
export function findInstalledName({ text, name }: PackageSpec, directory: string): string | undefined {
  if (name !== undefined) return name;
  const { dependencies } = readManifest(directory) ?? {};
  const found = Object.entries(Object(dependencies)).find(([, spec]) => isSameFile(spec, text, directory));
  return found?.[0];
}

/** Package managers write the path of a tarball as `file:../a.tgz` or `../a.tgz`. */
function isSameFile(spec: unknown, file: string, directory: string): boolean {
  const path = String(spec).replace(/^file:/, "");
  try {
    return realpathSync(isAbsolute(path) ? path : join(directory, path)) === realpathSync(file);
  } catch {
    return false;
  }
}
