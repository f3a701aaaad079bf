import { createRegistry, type Scheme } from "@anyurl/core";
import { SCHEME_LOADERS } from "anyurl/lazy";
import type { Io } from "./io.ts";
import type { Verb } from "./verbs/verb.ts";

/** The URLs of a command line, and whether its command opens them. */
export interface SchemeUse extends Pick<Verb, "opens" | "visits"> {
  readonly urls: readonly string[];
}

/**
 * Loads only the schemes that a command line may need, because loading is slow: those of its URLs. A command that opens a
 * URL needs all schemes if a redirect, a referral, or an entry of the URL's scheme can lead to another one.
 *
 * @param use without it, all schemes are loaded.
 * @param plugins more schemes. With plugins, all schemes are loaded, because a plugin may replace one.
 */
export async function loadSchemes(
  use?: SchemeUse,
  plugins: readonly Scheme[] = [],
): Promise<Pick<Io, "schemes" | "urls">> {
  const few = plugins.length === 0 && use !== undefined ? await loadFew(use) : undefined;
  const schemes = few ?? [...(await loadNamed([...SCHEME_LOADERS.keys()])), ...plugins];
  return { schemes, urls: createRegistry(...schemes) };
}

/** Loads the schemes of the URLs. Returns `undefined` if others may be needed. */
async function loadFew({ opens, visits, urls }: SchemeUse): Promise<readonly Scheme[] | undefined> {
  // A text without a scheme can be short for a URL of any scheme.
  const others = urls.filter((text) => leadingSchemeName(text) === undefined);
  const names = urls.map(leadingSchemeName).filter((name) => name !== undefined);
  const areFiles = opens === true && others.every((text) => PATH.test(text));
  if (names.length === 0 || !(others.length === 0 || areFiles)) return undefined;
  if (visits === true || !names.every((name) => SCHEME_LOADERS.has(name))) return undefined;
  const loaded = await loadNamed(others.length === 0 ? names : [...names, "file"]);
  const isEnough = opens === undefined || loaded.every(({ selfContained }) => selfContained === true);
  return isEnough ? loaded : undefined;
}

/** A text that is surely the path of a file. Others can be short for a URL, such as example.com. */
const PATH = /^[./\\~]/;

async function loadNamed(names: readonly string[]): Promise<readonly Scheme[]> {
  const loaders = new Set(names.map((name) => SCHEME_LOADERS.get(name)!));
  return Promise.all([...loaders].map((load) => load()));
}

/** Returns the names of all schemes, without loading them. */
export function listSchemeNames(plugins: readonly Scheme[] = []): readonly string[] {
  return [...SCHEME_LOADERS.keys(), ...plugins.flatMap(({ names }) => names)];
}

/** For a command that loads the schemes itself. */
export const NO_SCHEMES: Pick<Io, "schemes" | "urls"> = { schemes: [], urls: createRegistry() };

/** Returns the text before the first ":", or the text itself if it is the name of a scheme. */
function leadingSchemeName(text: string): string | undefined {
  const [name] = /^[A-Za-z][A-Za-z0-9+.-]*(?=:|$)/.exec(text) ?? [];
  return name === undefined || (!text.includes(":") && !SCHEME_LOADERS.has(name))
    ? undefined
    : name.toLowerCase();
}
