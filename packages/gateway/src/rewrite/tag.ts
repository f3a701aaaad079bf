import { resolveDocumentReference, trimReference } from "@anyurl/client/front";
import { escapeMarkup } from "@anyurl/core";
import { MAX_URL_LENGTH } from "../served-schemes.ts";
import { attributeRole, type Candidate, parseSrcset } from "./attributes.ts";
import { type AttributeSpan, type MarkupToken, parseAttributeValue } from "./markup.ts";
import { type DocumentContext, isHierarchical, referenceAction } from "./reference.ts";

export type OpenTag = Extract<MarkupToken, { is: "open" }>;

export interface TagReader {
  /** Decodes latin1 text with the character set of the document. */
  readonly decode: (latin1: string) => string;
  /** The context before the tag. */
  readonly surroundings: DocumentContext;
}

/**
 * Rewrites the references of a start tag. Returns the source if nothing changes.
 *
 * @param name the new name of the element. Default its own name.
 * @returns `undefined` if the tag must be removed.
 */
export async function rewriteTag(
  tag: OpenTag,
  { decode, surroundings }: TagReader,
  name: string = tag.name,
): Promise<string | undefined> {
  const kept: string[] = [];
  const seen = new Set<string>();
  let isChanged = name !== tag.name;
  for (const attribute of tag.attributes) {
    const source = tag.source.slice(attribute.start, attribute.end);
    if (
      attributeRole(tag.name, attribute.name) !== undefined &&
      seen.size === seen.add(attribute.name).size
    ) {
      // Only the first attribute of a name counts (HTML §13.2.5.33).
      isChanged = true;
      continue;
    }
    const read = () => (attribute.hasValue ? parseAttributeValue(source, decode) : "");
    if (isMetaRefresh(tag, attribute, read)) return undefined;
    const value = await rewriteValue(tag.name, attribute, read, surroundings);
    if (value !== true) isChanged = true;
    if (value === true) kept.push(source);
    else if (value !== undefined) kept.push(`${attribute.name}="${escapeMarkup(value)}"`);
  }
  if (!isChanged) return tag.source;
  // Rebuild the tag, because the text around a removed attribute could join.
  const parts = kept.filter((source) => ATTRIBUTE_NAME_START.test(source)).map((source) => ` ${source}`);
  return `<${name}${parts.join("")}${isSelfClosing(tag) ? " /" : ""}>`;
}

/** Is the "/" at the end not part of a value? */
function isSelfClosing({ source, attributes }: OpenTag): boolean {
  return source.endsWith("/>") && (attributes.at(-1)?.end ?? 0) < source.length - 1;
}

/** An attribute that begins with another byte could be parsed as the value of the attribute before it. */
const ATTRIBUTE_NAME_START = /^[A-Za-z_:@\x80-\xff]/;

/** Is it a "meta" element that redirects? */
function isMetaRefresh({ name: element }: OpenTag, { name }: AttributeSpan, read: () => string): boolean {
  return element === "meta" && name === "http-equiv" && trimReference(read()).toLowerCase() === "refresh";
}

/** Rewrites the value of an attribute. `true`: it stays unchanged. `undefined`: the attribute is removed. */
async function rewriteValue(
  element: string,
  { name }: AttributeSpan,
  read: () => string,
  surroundings: DocumentContext,
): Promise<string | true | undefined> {
  const role = attributeRole(element, name);
  if (role === undefined) return true;
  if (role === "never" || (element === "base" && name === "href")) return undefined;
  if (role === "parts") return rewriteSrcset(parseSrcset(read()), surroundings);
  const fate = await referenceAction(read(), role === "part", surroundings);
  if (fate.is === "led") return fate.href;
  return fate.is === "kept" ? true : undefined;
}

async function rewriteSrcset(
  candidates: readonly Candidate[],
  surroundings: DocumentContext,
): Promise<string | undefined> {
  const written: string[] = [];
  for (const { url, descriptor } of candidates.slice(0, MAX_CANDIDATES)) {
    const fate = await referenceAction(url, true, surroundings);
    const href = fate.is === "led" ? fate.href : fate.is === "kept" ? url : ",";
    // A comma at either end would not be part of the URL.
    if (!/^[^,\x80-\uffff](?:.*[^,])?$/s.test(href)) continue;
    written.push(descriptor === "" ? href : `${href} ${descriptor}`);
  }
  return written.length === 0 ? undefined : written.join(", ");
}

/** Maximum number of candidates in one "srcset". */
const MAX_CANDIDATES = 32;

/** Returns the base URL of a "base" element (HTML §4.2.3), or `undefined` if the element does not change it. */
export function resolveBase(tag: OpenTag, { decode, surroundings }: TagReader): string | undefined {
  const attribute = tag.attributes.find(({ name }) => name === "href");
  if (attribute === undefined || !attribute.hasValue) return undefined;
  const { url, served } = surroundings;
  const reference = trimReference(
    parseAttributeValue(tag.source.slice(attribute.start, attribute.end), decode),
  );
  const target = resolveDocumentReference(reference, url.href, isHierarchical(url, served));
  return target !== undefined && target.href.length <= MAX_URL_LENGTH ? target.href : undefined;
}
