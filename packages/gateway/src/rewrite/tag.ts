import { MAX_URL } from "../target.ts";
import { type Candidate, candidatesOf, roleOf } from "./attributes.ts";
import { type AttributeSpan, attributeValue, type Markup } from "./markup.ts";
import { fateOf, type Surroundings, targetOf, trimmed } from "./reference.ts";

export type OpenTag = Extract<Markup, { is: "open" }>;

export interface TagReader {
  /** Reads octets by the document's character set. */
  readonly decode: (latin1: string) => string;
  /** As they are before the tag. */
  readonly surroundings: Surroundings;
}

/**
 * A start tag with its references led to where they belong; as it stands where there is nothing to be done.
 *
 * @param name what the element becomes. Default what it is.
 * @returns `undefined` for a tag that is left out.
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
      // The first one of a name counts (HTML §13.2.5.33).
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
  // Written anew, for what stands on both sides of an attribute that is gone could become one.
  const parts = kept.filter((source) => NAME.test(source)).map((source) => ` ${source}`);
  return `<${name}${parts.join("")}${isSelfClosing(tag) ? " /" : ""}>`;
}

/** The "/" at the end is none of a value. */
function isSelfClosing({ source, attributes }: OpenTag): boolean {
  return source.endsWith("/>") && (attributes.at(-1)?.end ?? 0) < source.length - 1;
}

/** What begins with another octet could be taken for the value of what stands before it. */
const NAME = /^[A-Za-z_:@\x80-\xff]/;

/** An address for a document to go to by itself. */
function isRefresh({ name: element }: OpenTag, { name }: AttributeSpan, read: () => string): boolean {
  return element === "meta" && name === "http-equiv" && trimmed(read()).toLowerCase() === "refresh";
}

/** `true`: the attribute stays as it stands. `undefined`: it is taken away. */
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
    // A comma at either end would be none of the URL's.
    if (!/^[^,\x80-\uffff](?:.*[^,])?$/s.test(href)) continue;
    written.push(descriptor === "" ? href : `${href} ${descriptor}`);
  }
  return written.length === 0 ? undefined : written.join(", ");
}

/** Sizes of one picture. */
const MAX_CANDIDATES = 32;

/**
 * What references are relative to behind a "base" element (HTML §4.2.3). `undefined` where it says nothing of it.
 *
 * @param url the document's own.
 */
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
