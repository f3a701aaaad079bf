import { MAX_URL } from "../target.ts";
import { type Candidate, candidatesOf, roleOf } from "./attributes.ts";
import { type AttributeSpan, attributeValue, type Markup } from "./markup.ts";
import { fateOf, type Surroundings, targetOf, trimmed } from "./reference.ts";

export type OpenTag = Extract<Markup, { is: "open" }>;

export interface TagReader {
  /** Decodes latin1 text with the character set of the document. */
  readonly decode: (latin1: string) => string;
  /** The context before the tag. */
  readonly surroundings: Surroundings;
}

/**
 * Rewrites the references of a start tag. Returns the source if nothing changes.
 *
 * @param name the new name of the element. Default its own name.
 * @returns `undefined` if the tag must be removed.
 */
export async function rewrittenTag(
  tag: OpenTag,
  { decode, surroundings }: TagReader,
  name: string = tag.name,
): Promise<string | undefined> {
  const kept: string[] = [];
  const seen = new Set<string>();
  let isChanged = name !== tag.name;
  for (const attribute of tag.attributes) {
    const source = tag.source.slice(attribute.start, attribute.end);
    if (roleOf(tag.name, attribute.name) !== undefined && seen.size === seen.add(attribute.name).size) {
      // Only the first attribute of a name counts (HTML §13.2.5.33).
      isChanged = true;
      continue;
    }
    const read = () => (attribute.hasValue ? attributeValue(source, decode) : "");
    if (isRefresh(tag, attribute, read)) return undefined;
    const value = await rewrittenValue(tag.name, attribute, read, surroundings);
    if (value !== true) isChanged = true;
    if (value === true) kept.push(source);
    else if (value !== undefined) kept.push(`${attribute.name}="${escaped(value)}"`);
  }
  if (!isChanged) return tag.source;
  // Rebuild the tag, because the text around a removed attribute could join.
  const parts = kept.filter((source) => NAME.test(source)).map((source) => ` ${source}`);
  return `<${name}${parts.join("")}${isSelfClosing(tag) ? " /" : ""}>`;
}

/** Is the "/" at the end not part of a value? */
function isSelfClosing({ source, attributes }: OpenTag): boolean {
  return source.endsWith("/>") && (attributes.at(-1)?.end ?? 0) < source.length - 1;
}

/** An attribute that begins with another byte could be parsed as the value of the attribute before it. */
const NAME = /^[A-Za-z_:@\x80-\xff]/;

/** Is it a "meta" element that redirects? */
function isRefresh({ name: element }: OpenTag, { name }: AttributeSpan, read: () => string): boolean {
  return element === "meta" && name === "http-equiv" && trimmed(read()).toLowerCase() === "refresh";
}

/** Rewrites the value of an attribute. `true`: it stays unchanged. `undefined`: the attribute is removed. */
async function rewrittenValue(
  element: string,
  { name }: AttributeSpan,
  read: () => string,
  surroundings: Surroundings,
): Promise<string | true | undefined> {
  const role = roleOf(element, name);
  if (role === undefined) return true;
  if (role === "never" || (element === "base" && name === "href")) return undefined;
  if (role === "parts") return srcset(candidatesOf(read()), surroundings);
  const fate = await fateOf(read(), role === "part", surroundings);
  if (fate.is === "led") return fate.href;
  return fate.is === "kept" ? true : undefined;
}

async function srcset(
  candidates: readonly Candidate[],
  surroundings: Surroundings,
): Promise<string | undefined> {
  const written: string[] = [];
  for (const { url, descriptor } of candidates.slice(0, MAX_CANDIDATES)) {
    const fate = await fateOf(url, true, surroundings);
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
export function baseOf(tag: OpenTag, { decode, surroundings }: TagReader): string | undefined {
  const attribute = tag.attributes.find(({ name }) => name === "href");
  if (attribute === undefined || !attribute.hasValue) return undefined;
  const { url } = surroundings;
  const reference = trimmed(attributeValue(tag.source.slice(attribute.start, attribute.end), decode));
  const target = targetOf(reference, url.href, url.scheme);
  return target !== undefined && target.href.length <= MAX_URL ? target.href : undefined;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (char) => ESCAPES.get(char)!);
}
