import { resolveDocumentReference, trimReference } from "@anyurl/client/front";
import { resolve, type Url } from "@anyurl/core";
import { formatLink } from "../paths.ts";
import { type LinkBuilder, MAX_URL_LENGTH, resolveHref, type ServedSchemes } from "../served-schemes.ts";

/** The context that references of a document are resolved in. */
export interface DocumentContext {
  readonly served: ServedSchemes;
  readonly linker: LinkBuilder;
  /** The URL of the document. */
  readonly url: Url;
  /** Returns a part of the document as a data URL; `undefined` if it cannot be embedded. */
  readonly embed: (url: string) => Promise<string | undefined>;
  /** The base URL (RFC 3986 §5.1). */
  readonly base: string;
}

/** How a reference is rewritten. */
export type ReferenceAction =
  /** It already resolves to the right link. */
  | { readonly is: "kept" }
  /** It is replaced by a path of the gateway. */
  | { readonly is: "led"; readonly href: string }
  /** It is removed. */
  | { readonly is: "cut" };

/**
 * Decides how to rewrite a reference in a document: to the link of its target, or, for the web, to the page that shows
 * the target first. A relative reference to the document's own web server becomes a link.
 *
 * @param text the decoded value of an attribute.
 * @param isPart the target is a part of the document, such as an image, so a page cannot replace it.
 */
export async function referenceAction(
  text: string,
  isPart: boolean,
  surroundings: DocumentContext,
): Promise<ReferenceAction> {
  const { served, linker, url, base } = surroundings;
  const reference = trimReference(text);
  if (reference === "" || reference.startsWith("#")) return KEEP_REFERENCE;
  const target = resolveDocumentReference(reference, base, isHierarchical(url, served));
  if (target === undefined || target.href.length > MAX_URL_LENGTH) return REMOVE_REFERENCE;
  const part = isPart ? served.part(url, target) : undefined;
  if (part !== undefined) {
    const data = await surroundings.embed(part);
    return data === undefined ? REMOVE_REFERENCE : { is: "led", href: data };
  }
  let { href, leaves } = await resolveHref(target.href, served, linker);
  if (href === undefined) return REMOVE_REFERENCE;
  if (leaves === true && !SCHEME.test(reference) && isSameServer(target, url)) {
    leaves = false;
    href = await linker(target, formatLink(target.href));
  }
  if (leaves === true && isPart) return REMOVE_REFERENCE;
  if (
    UNCHANGED_BY_BROWSERS.test(reference) &&
    !COLON.test(reference) &&
    resolveInBrowser(reference, url) === href
  )
    return KEEP_REFERENCE;
  return target.href.length - reference.length > MAX_GROWTH_CHARS ? REMOVE_REFERENCE : { is: "led", href };
}

const KEEP_REFERENCE: ReferenceAction = { is: "kept" };
const REMOVE_REFERENCE: ReferenceAction = { is: "cut" };

/**
 * Maximum growth of a rewritten reference, in characters. Otherwise a document with a very long URL or base could
 * become many times larger.
 */
const MAX_GROWTH_CHARS = 1024;

/** scheme ":" (RFC 3986 §3.1). */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

const COLON = /^[^/?#]*:/;

/** A path, with an optional query and fragment, that no browser changes. */
const UNCHANGED_BY_BROWSERS =
  /^(?!\/)(?:[A-Za-z0-9._~!$&()*+,;=@/?:-]|%[0-9A-Fa-f]{2})*(?:#[A-Za-z0-9._~-]*)?$/;

export function isHierarchical({ scheme }: Url, { registry }: ServedSchemes): boolean {
  return registry.scheme(scheme)?.hierarchical === true;
}

function isSameServer(a: Url, b: Url): boolean {
  return a.scheme === b.scheme && a.authority === b.authority;
}

/** Resolves a reference against the link of the document, as a browser does. */
function resolveInBrowser(reference: string, url: Url): string {
  const here = `http://gateway.invalid`;
  return resolve(here + formatLink(url.href), reference).href.slice(here.length);
}
