import { join } from "node:path/posix";
import type { Tarball } from "./tarball.ts";

/** What links may lead to. */
export interface LinkTargets {
  /** The folder of the package in the repository, where the page of a registry resolves the links of a README. */
  readonly directory: string;
  /** The address of the repository, such as "https://github.com/anyurl/anyurl". */
  readonly repository: string;
  /** Returns whether the repository has a file or folder. */
  readonly isInRepository: (path: string) => boolean;
  /** The tarballs of all packages by name. */
  readonly packages: ReadonlyMap<string, Tarball>;
}

/** Files that a template writes for other packages: their relative links lead to files of these packages. */
const TEMPLATE = "package/template/";
/** Written with the first version. */
const CHANGELOG = "CHANGELOG.md";

const LINK = /\]\((?<target>[^)\s]+)\)/g;
const INSTALLED = /\bnode_modules\/(?<name>(?:@anyurl\/)?[a-z0-9-]+)\/(?<path>[\w./-]*[\w/])/g;

/** Returns a sentence for each link of a Markdown file that leads nowhere, and for each missing file that it names. */
export function linkFaults(tarball: Tarball, targets: LinkTargets): readonly string[] {
  return [...tarball]
    .filter(([path]) => path.endsWith(".md"))
    .flatMap(([path, text]) => {
      const links = groupsOf(text, LINK).map(({ target = "" }) => target.replace(/[#?].*$/, ""));
      return [
        ...links
          .filter((target) => !leadsSomewhere(target, path, tarball, targets))
          .map((target) => `${path} links to ${target}, which does not exist; correct the link`),
        ...groupsOf(text, INSTALLED)
          .filter(({ name = "", path = "" }) => !isInstalled(targets.packages.get(name), path))
          .map(({ name, path: file }) => `${path} names ${file} of ${name}, which its tarball does not have`),
      ];
    });
}

function groupsOf(text: string, pattern: RegExp): readonly Readonly<Record<string, string>>[] {
  return [...text.matchAll(pattern)].map(({ groups = {} }) => groups);
}

function leadsSomewhere(
  target: string,
  from: string,
  tarball: Tarball,
  { directory, repository, isInRepository }: LinkTargets,
): boolean {
  if (target === "") return true;
  if (/^[a-z]+:/.test(target)) {
    const [start = "", path] = target.split(/(?<=\/(?:blob|tree)\/main)\//);
    const isOurs = start === `${repository}/blob/main` || start === `${repository}/tree/main`;
    return !isOurs || path === undefined || isInRepository(decodeURI(path));
  }
  if (from.startsWith(TEMPLATE)) return true;
  if (has(tarball, join(from, "..", target))) return true;
  return from === "package/README.md" && isInRepository(join(directory, target));
}

/** Returns whether a package has a file or folder. A package of others is not checked. */
function isInstalled(tarball: Tarball | undefined, path: string): boolean {
  return tarball === undefined || path === CHANGELOG || has(tarball, join("package", path));
}

function has(tarball: Tarball, path: string): boolean {
  const folder = `${path.replace(/\/$/, "")}/`;
  return tarball.has(path) || [...tarball.keys()].some((each) => each.startsWith(folder));
}
