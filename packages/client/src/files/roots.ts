import { type FileRoot, relativeSegments } from "@anyurl/core/exchange";

/** A directory in which files may be opened. */
export interface FileRootOptions {
  /** An absolute path in the form of its system: "/srv/pub", "C:\\pub". */
  readonly path: string;
  /** Default: the option of the same name for all roots. */
  readonly write?: boolean;
  readonly followLinks?: boolean;
}

export interface FilePolicyOptions {
  /** Only files below these directories may be opened. "/" allows all files. */
  readonly roots: readonly (string | FileRootOptions)[];
  /** Allow writing, renaming and removing. Default false. */
  readonly write?: boolean;
  /** Follow links whose target is below a root. Default false: a path with a link in it is rejected. */
  readonly followLinks?: boolean;
}

/** @throws {RangeError} a path is not absolute, an option is not a boolean, or the policy "untrusted" has roots. */
export function resolveFileRoots(
  options: FilePolicyOptions | undefined,
  profile: string,
): readonly FileRoot[] {
  if (options === undefined) return [];
  if (profile === "untrusted")
    throw new RangeError('the policy "untrusted" does not support the option files');
  const { roots, write = false, followLinks = false } = options;
  if (!Array.isArray(roots))
    throw new RangeError("invalid option files.roots: expected a list of directories");
  return roots.map((root: string | FileRootOptions) => {
    const own = typeof root === "string" ? { path: root } : root;
    const read: FileRoot = { write, followLinks, ...own };
    if (typeof read.path !== "string" || !isPath(read.path))
      throw new RangeError('invalid root: expected an absolute path without "." and ".."');
    for (const name of ["write", "followLinks"] as const) {
      if (typeof read[name] !== "boolean")
        throw new RangeError(`invalid option files.${name}: expected true or false`);
    }
    return Object.freeze(read);
  });
}

function isPath(path: string): boolean {
  return (["posix", "windows"] as const).some((system) => relativeSegments(path, path, system) !== undefined);
}
