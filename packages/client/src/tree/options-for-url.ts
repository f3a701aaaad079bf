import type { Registry, Scheme } from "@anyurl/core";
import type { CallOptions } from "../call/call-options.ts";
import type { UrlOrEntry } from "../call/provenance.ts";

/**
 * Returns the options of a copy for a URL that the copy reads or writes. Scheme options are those of the source: they
 * also apply to other URLs of its scheme, and to no URL of another scheme.
 */
export function optionsForUrl(
  registry: Registry,
  source: UrlOrEntry,
  url: UrlOrEntry,
  { namedBy: _, ...options }: CallOptions,
): CallOptions {
  const scheme = findScheme(registry, url);
  if (scheme !== undefined && scheme === findScheme(registry, source)) return options;
  const { options: __, ...common } = options;
  return common;
}

function findScheme(registry: Registry, url: UrlOrEntry): Scheme | undefined {
  const text = typeof url === "string" ? url : "href" in url ? url.href : url.url;
  const name = text?.slice(0, text.indexOf(":"));
  return name === undefined ? undefined : registry.scheme(name);
}

/** Returns those of the given options that a set declares. */
export function pickDeclared<T extends object>(
  given: object,
  { declarations }: { readonly declarations: object },
): T {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(declarations, name))) as T;
}
