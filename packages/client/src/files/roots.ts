import { type FileRoot, relativeSegments } from "@anyurl/core/exchange";

/** A directory in which files may be opened. */
export interface FileRootOptions {
  /** Absolute, as its system writes it: "/srv/pub", "C:\\pub". */
  readonly path: string;
  /** Default: what is said for all roots. */
  readonly write?: boolean;
  readonly followLinks?: boolean;
}

export interface FilePolicyOptions {
  /** What lies in these directories may be opened, and nothing else. "/" is everything. */
  readonly roots: readonly (string | FileRootOptions)[];
  /** May something be written, renamed and removed there? Default false. */
  readonly write?: boolean;
  /** Follow links, as long as they lead into a root. Default false: a path with a link in it is refused. */
  readonly followLinks?: boolean;
}

/** @throws {RangeError} a path that is not absolute; an option that is no boolean; roots for whom nobody knows. */
export function fileRootsOf(options: FilePolicyOptions | undefined, profile: string): readonly FileRoot[] {
  if (options === undefined) return [];
  if (profile === "untrusted")
    throw new RangeError('the policy "untrusted" has no files: it takes no option files');
  const { roots, write = false, followLinks = false } = options;
  if (!Array.isArray(roots)) throw new RangeError("the option files.roots is a list of directories");
  return roots.map((root: string | FileRootOptions) => {
    const own = typeof root === "string" ? { path: root } : root;
    const read: FileRoot = { write, followLinks, ...own };
    if (typeof read.path !== "string" || !isPath(read.path))
      throw new RangeError('a root is the absolute path of a directory, without "." and ".."');
    for (const name of ["write", "followLinks"] as const) {
      if (typeof read[name] !== "boolean") throw new RangeError(`the option files.${name} is true or false`);
    }
    return Object.freeze(read);
  });
}

function isPath(path: string): boolean {
  return (["posix", "windows"] as const).some((system) => relativeSegments(path, path, system) !== undefined);
}
