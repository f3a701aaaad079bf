import { type Attributes, decodeText, type Entry, removeDotSegments } from "@anyurl/core";
import { parseHttpDate } from "@anyurl/core/exchange";
import { parseNumber } from "../fields.ts";
import { escapeReference, formatOrigin, httpUrls } from "../redirect.ts";
import type { HttpUrl } from "../syntax.ts";
import type { DavResource } from "./multistatus.ts";

/** Where a reference of a 207 response leads: to the collection, to a member of it, or elsewhere. */
type Place = "self" | { readonly segment: string } | { readonly why: string };

/** Reads the responses for one collection. */
export class MemberReader {
  readonly #base: HttpUrl;
  readonly #origin: string;
  /** The path of the collection, with "/" at its end. */
  readonly #path: string;
  readonly #depth: number;
  readonly #now: number;

  /** @param base the URL that gave the response. */
  constructor(base: HttpUrl, now: number) {
    const path = removeDotSegments(base.path === "" ? "/" : base.path, true);
    this.#path = path.endsWith("/") ? path : `${path}/`;
    this.#depth = this.#path.split("/").length;
    this.#base = base.with({ path: this.#path, query: undefined, fragment: undefined });
    this.#origin = formatOrigin(base);
    this.#now = now;
  }

  /** Returns the entry of a member; "self" for the collection itself; `undefined` if the resource does not exist. */
  read(resource: DavResource): Entry | "self" | undefined {
    const place = this.#locate(resource.href);
    if (place === "self") return "self";
    if (resource.status === 404 || resource.status === 410) return undefined;
    if ("why" in place) return createUnsafeEntry(resource.href.slice(0, MAX_SHOWN), place.why);
    const { segment } = place;
    const name = decodeText(segment);
    if (resource.status !== undefined && (resource.status < 200 || resource.status > 299))
      return createUnsafeEntry(name, `the server responded with ${resource.status} for it`);
    if (/[/\0]/.test(name)) return createUnsafeEntry(name, "not the name of one file");
    const facts = toAttributes(resource, this.#now);
    const path = `${this.#path}${segment}${facts.kind === "directory" ? "/" : ""}`;
    // The client gives the password again to URLs of the same login.
    return { ...facts, name, url: this.#base.with({ path, password: undefined }).href };
  }

  #locate(href: string): Place {
    let url: HttpUrl;
    let origin: string;
    try {
      url = httpUrls.resolve(this.#base, escapeReference(href)) as HttpUrl;
      origin = formatOrigin(url);
    } catch {
      return { why: "its URL is not valid" };
    }
    if (origin !== this.#origin) return { why: "its URL leads to another server" };
    if (url.query !== undefined || url.fragment !== undefined)
      return { why: "its URL is not that of a file" };
    const path = removeDotSegments(url.path, true);
    const end = path.endsWith("/") ? path.length - 1 : path.length;
    const segments = path.slice(0, end).split("/");
    // Servers write the same path with other escapes.
    const isBelow = decodeText(`${segments.slice(0, this.#depth - 1).join("/")}/`) === decodeText(this.#path);
    if (isBelow && segments.length === this.#depth - 1) return "self";
    const segment = segments[this.#depth - 1];
    const isMember = isBelow && segments.length === this.#depth && segment !== undefined && segment !== "";
    return isMember ? { segment } : { why: "its URL leads out of the directory" };
  }
}

/** The longest part of a reference in the name of an entry. */
const MAX_SHOWN = 500;

function createUnsafeEntry(name: string, unsafe: string): Entry {
  return { name, kind: "unknown", url: undefined, unsafe };
}

/** Returns the metadata of a resource. A member whose type the server does not tell is a directory if its URL ends with "/". */
export function toAttributes({ href, isCollection, properties }: DavResource, now: number): Attributes {
  const { getcontentlength, getlastmodified, getetag, getcontenttype } = properties;
  const isDirectory = isCollection ?? href.endsWith("/");
  const size = parseNumber(getcontentlength);
  const modified = parseHttpDate(getlastmodified, now);
  return {
    kind: isDirectory ? "directory" : isCollection === undefined ? "unknown" : "file",
    ...(modified !== undefined && { modified }),
    ...(!isDirectory && size !== undefined && { size }),
    ...(!isDirectory &&
      getcontenttype !== undefined &&
      getcontenttype !== "" && { mediaType: getcontenttype }),
    ...(getetag !== undefined && getetag !== "" && { attributes: { etag: getetag } }),
  };
}
