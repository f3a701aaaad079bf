import type { ReadOptions } from "../scheme/registry-types.ts";
import type { Idna } from "../syntax/iri.ts";

/** The local files of a program that reads paths. Without it, a local path is not a URL. */
export interface LocalFiles {
  /** Returns the absolute path of a path: `/etc/motd`, or `C:\Users\a.txt` on Windows. */
  readonly toAbsolutePath: (path: string) => string;
  /** Is there a file or directory with this path? Then a text such as "example.com" has two readings. */
  readonly exists: (path: string) => boolean;
}

export interface LenientOptions extends ReadOptions {
  /** For host names beyond ASCII: `idna` of `@anyurl/idna`. Without it they are rejected. */
  readonly idna?: Idna;
  /** The scheme of a bare host. Default: as the schemes of the registry declare (`shorthands`). */
  readonly defaultScheme?: string;
  /** Absent: local paths are rejected, because a program that opens URLs of others must not open its own files. */
  readonly localFiles?: LocalFiles;
}
