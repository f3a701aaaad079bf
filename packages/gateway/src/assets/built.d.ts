/*
 * What `#assets` of package.json is: `build/from-source.ts` where tests and tools run from source, which bundles the
 * script when it is first asked for; `dist/assets/built.js` in the built package, a module of texts that
 * `build/write.ts` writes behind the compiler, so that it needs no files, no bundler and no Node when it runs.
 */

export interface BuiltAsset {
  /** Of the file as it is served: `live-Bx3k.js`. */
  readonly name: string;
  /** The name has a hash of the text: what it names never changes. */
  readonly hashed: boolean;
  readonly text: string;
}

/** The names that pages refer to. */
export const names: { readonly style: string; readonly live: string; readonly icon: string };

/** `undefined` for a name that is none. */
export function load(name: string): Promise<BuiltAsset | undefined>;
