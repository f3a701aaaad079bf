import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
  resolveOptions,
} from "@anyurl/core";
import { type FileRoot, relativeSegments } from "@anyurl/core/exchange";

type LinksFollowed = boolean | "inside";

const ROOT = {
  path: {
    type: "string",
    required: true,
    read: (path: string): string | undefined => (isPath(path) ? path : undefined),
    expected: 'an absolute path without "." and ".."',
    description: 'an absolute path in the form of its system, such as "/srv/pub"',
  },
  write: { type: "boolean", description: "Default: the option of the same name for all roots" },
  followLinks: {
    type: "value",
    read: (value: unknown): LinksFollowed | undefined => readLinks(value),
    expected: 'true, false, or "inside"',
    description: "Default: the option of the same name for all roots",
  },
} as const;

const rootOptions: OptionSet<typeof ROOT> = defineOptions("root", ROOT);

/** A directory in which files may be opened. */
export interface FileRootOptions extends OptionsInput<typeof rootOptions> {}

type Root = ResolvedOptions<typeof rootOptions>;

const DECLARATIONS = {
  roots: {
    type: "value",
    as: undefined as readonly (string | FileRootOptions)[] | undefined,
    read: (roots: unknown): readonly Root[] | undefined =>
      Array.isArray(roots) ? roots.map(readRoot) : undefined,
    expected: "a list of directories",
    default: [],
    description: 'only files below these directories can be opened; "/" allows all files',
  },
  write: { type: "boolean", default: false, description: "allow writing, renaming, and removing" },
  followLinks: {
    type: "value",
    read: (value: unknown): LinksFollowed | undefined => readLinks(value),
    expected: 'true, false, or "inside"',
    default: false,
    description:
      'follow links whose target is below a root, or with "inside" below the same root; otherwise a path with a link is rejected',
  },
} as const;

/** The option `files` of a policy. */
export const fileOptions: OptionSet<typeof DECLARATIONS> = defineOptions("files", DECLARATIONS);

export interface FilePolicyOptions extends OptionsInput<typeof fileOptions> {}

/** Returns the roots of a policy, each with the options of all roots that it does not change. */
export function resolveFileRoots(options: ResolvedOptions<typeof fileOptions>): readonly FileRoot[] {
  return options.roots.map(({ path, write = options.write, followLinks = options.followLinks }) =>
    Object.freeze({ path, write, followLinks }),
  );
}

function readLinks(value: unknown): LinksFollowed | undefined {
  return typeof value === "boolean" || value === "inside" ? value : undefined;
}

function readRoot(root: unknown): Root {
  return resolveOptions(rootOptions, typeof root === "string" ? { path: root } : (root as FileRootOptions));
}

function isPath(path: string): boolean {
  return (["posix", "windows"] as const).some((system) => relativeSegments(path, path, system) !== undefined);
}
