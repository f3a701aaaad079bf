import { createRegistry, type Scheme } from "@anyurl/core";
import { SCHEME_LOADERS } from "anyurl/lazy";
import type { Io } from "./io.ts";

/** Verbs for which nothing counts but the schemes of the URLs that they are given. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  ...["parse", "explain", "check", "norm", "same", "resolve", "relative", "build", "plan"],
]);

/**
 * Loads the schemes that a command line may want, for loading takes longer than reading. Of a verb that is about texts these
 * are the schemes of its URLs. Whoever opens one may be led to any other; a file leads nowhere but to files.
 *
 * @param texts the arguments of the verb.
 * @param plugins further schemes: with them all are loaded, for one may stand in another's place.
 */
export async function schemesFor(
  verb: string,
  texts: readonly string[],
  plugins: readonly Scheme[] = [],
): Promise<Pick<Io, "schemes" | "urls">> {
  const names = texts.map(schemeNamed).filter((name) => name !== undefined);
  const opens = !OF_TEXTS.has(verb);
  const known = plugins.length === 0 && names.length > 0 && names.every((name) => SCHEME_LOADERS.has(name));
  const few = known && (!opens || names.every((name) => name === "file"));
  // What has no scheme here may be the name of a file.
  const wanted = few ? [...names, ...(opens ? ["file"] : [])] : [...SCHEME_LOADERS.keys()];
  const loaders = new Set(wanted.map((name) => SCHEME_LOADERS.get(name)!));
  const loaded = await Promise.all([...loaders].map((load) => load()));
  const schemes: readonly Scheme[] = [...loaded, ...plugins];
  return { schemes, urls: createRegistry(...schemes) };
}

/** What stands in front of the first ":"; a text without one may be a scheme's name alone. */
function schemeNamed(text: string): string | undefined {
  const [name] = /^[A-Za-z][A-Za-z0-9+.-]*(?=:|$)/.exec(text) ?? [];
  return name === undefined || (!text.includes(":") && !SCHEME_LOADERS.has(name))
    ? undefined
    : name.toLowerCase();
}
