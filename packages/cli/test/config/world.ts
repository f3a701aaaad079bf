import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary directory of files, removed when disposed. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  /** Returns the path of a file in it. */
  at(...names: readonly string[]): string;
}

/** Creates files by name. Values that are not strings are written as JSON. */
export async function folderOf(files: Readonly<Record<string, unknown>>): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "anyurl-config-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return {
    path,
    at: (...names) => join(path, ...names),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

/** The source text of a scheme that needs no package: the result of defineScheme, written out. */
export function schemeText(name: string, more = ""): string {
  return `({
    names: [${JSON.stringify(name)}],
    cite: ["RFC 3986"],
    hierarchical: true,
    examples: [{ url: "${name}://h.example/a", title: "an example" }],
    defaultPort: () => 7,
    parse: (url) => ({ word: url.path.slice(1) }),
    format: ({ host, word }) => "${name}://" + host + "/" + word,
    describe: () => [],
    is: () => true,
    access: async () => ({
      get: async (url) => ({
        kind: "file",
        mediaType: "text/plain",
        body: (async function* () { yield new TextEncoder().encode("the word is " + url.parts.word + "\\n"); })(),
      }),
    }),
    ${more}
  })`;
}
