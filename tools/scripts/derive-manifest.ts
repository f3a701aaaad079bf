/** The contents of a package.json. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The fields that every published package has from the package.json of the workspace. */
export const DERIVED_FIELDS = ["homepage", "bugs", "repository", "license", "author"] as const;

/**
 * Returns the package.json of a package with the fields that follow from the one of the workspace. npm resolves the
 * relative links of a README against `repository.directory`, and provenance requires `repository`.
 *
 * @param folder the folder in packages/.
 */
export function deriveManifest(manifest: Manifest, workspace: Manifest, folder: string): Manifest {
  const { bugs, author, license, homepage, repository } = workspace as {
    readonly homepage: string;
    readonly repository: { readonly type: string; readonly url: string };
  } & Manifest;
  const { name, version, description, keywords, files, ...rest } = manifest;
  const directory = `packages/${folder}`;
  const others = Object.entries(rest).filter(([field]) => !DERIVED_FIELDS.includes(field as never));
  const [before, after] = [others.filter(isBeforeFiles), others.filter((entry) => !isBeforeFiles(entry))];
  return {
    ...{ name, version, description, keywords },
    homepage: `${homepage.replace(/#.*$/, "")}/tree/main/${directory}#readme`,
    bugs,
    repository: { ...repository, directory },
    ...{ license, author },
    ...Object.fromEntries(before),
    files: withChangelog(files as readonly string[]),
    ...Object.fromEntries(after),
  };
}

function isBeforeFiles([field]: readonly [string, unknown]): boolean {
  return ["type", "sideEffects", "engines", "bin", "man"].includes(field);
}

/** The changelog is written by `changeset version`, and npm leaves it out if "files" does not name it. */
function withChangelog(files: readonly string[]): readonly string[] {
  return ["CHANGELOG.md", ...files.filter((file) => file !== "CHANGELOG.md")];
}
