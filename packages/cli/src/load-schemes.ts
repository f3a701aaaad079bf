import { createRegistry, type Scheme } from "@anyurl/core";
import { SCHEME_LOADERS } from "anyurl/lazy";
import type { Io } from "./io.ts";
import type { Verb } from "./verbs/verb.ts";

/** The URLs of a command line, and whether its command opens them. */
export interface SchemeUse extends Pick<Verb, "opens"> {
  readonly urls: readonly string[];
}

/**
 * Loads only the schemes that a command line may need, because loading is slow. A text command needs the schemes of its
 * URLs. A command that opens a URL needs all schemes, because of redirects and referrals; a file leads only to files.
 *
 * @param use without it, all schemes are loaded.
 * @param plugins more schemes. With plugins, all schemes are loaded, because a plugin may replace one.
 */
export async function loadSchemes(
  use?: SchemeUse,
  plugins: readonly Scheme[] = [],
): Promise<Pick<Io, "schemes" | "urls">> {
  const { opens = false, urls = [] } = use ?? {};
  const names = urls.map(leadingSchemeName).filter((name) => name !== undefined);
  // A text without a scheme can be short for a URL of any scheme. A command that opens URLs needs them all anyway.
  const isShort = !opens && names.length < urls.length;
  const known =
    plugins.length === 0 && !isShort && names.length > 0 && names.every((name) => SCHEME_LOADERS.has(name));
  const few = known && (!opens || names.every((name) => name === "file"));
  // A text without a known scheme may be a file name.
  const wanted = few ? [...names, ...(opens ? ["file"] : [])] : [...SCHEME_LOADERS.keys()];
  const loaders = new Set(wanted.map((name) => SCHEME_LOADERS.get(name)!));
  const loaded = await Promise.all([...loaders].map((load) => load()));
  const schemes: readonly Scheme[] = [...loaded, ...plugins];
  return { schemes, urls: createRegistry(...schemes) };
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
