/*
 * The types of `#assets` in package.json. From source it is `build/from-source.ts`, which bundles the script on first
 * use. In the built package it is `dist/assets/built.js`, a module of strings that `build/write.ts` writes after the
 * compiler. That module needs no files, no bundler and no Node.js at run time.
 */

export interface BuiltAsset {
  /** The file name in URLs, for example `live-Bx3k.js`. */
  readonly name: string;
  /** The name contains a hash of the text, so the file never changes. */
  readonly hashed: boolean;
  readonly text: string;
}

/** The file names that pages refer to. */
export const names: { readonly style: string; readonly live: string; readonly icon: string };

/** Loads a file. `undefined` if the name is unknown. */
export function load(name: string): Promise<BuiltAsset | undefined>;
