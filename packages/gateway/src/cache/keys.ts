import type { Registry, Url } from "@anyurl/core";
import type { CachedCallOptions, Kept } from "./calls.ts";

/** Longer keys are kept by their hash: some stores have a limit. */
const MAX_KEY = 400;

/**
 * Under which key something is kept: the same for every spelling of a URL. `undefined` for what is not to be kept: of
 * somebody alone, or no URL, which the client has to say.
 */
export async function keyOf(
  registry: Registry,
  operation: Kept,
  url: string | Url,
  words: string,
  { options, insecure, transcript, namedBy }: CachedCallOptions,
): Promise<string | undefined> {
  if (insecure === true || transcript !== undefined) return undefined;
  const parsed = registry.tryParse(String(url));
  if (!parsed.ok || parsed.url.userinfo !== undefined) return undefined;
  const [normal] = registry.normalize(parsed.url).split("#", 1);
  // What a person may open, a server may not name: what is kept for one is not given to the other.
  const who = namedBy === undefined ? "" : " named";
  const variant = (options === undefined ? "" : ` ${JSON.stringify(options)}`) + who;
  const key = `${operation} ${normal}${variant}${operation === "search" ? `\n${words}` : ""}`;
  return key.length <= MAX_KEY ? key : `${operation} ${await hashOf(key)}`;
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
