import { extract } from "@anyurl/core/extract";
import type { Registry } from "anyurl";
import type { Block, Link, Page, Span } from "./page.ts";

export interface TextInit {
  readonly title: string;
  readonly url: string | undefined;
  /** The URLs of these schemes become links. */
  readonly urls: Registry;
  /** The response in which the URLs were found. */
  readonly namedBy?: object;
  /** Above the text, for example the header of an article. */
  readonly facts?: readonly { readonly title: string; readonly value: string }[];
  /** A sentence after the text, for example why it is incomplete. */
  readonly note?: string | undefined;
}

/** Creates the page of a text. URLs in it become links. */
export function createTextPage(text: string, { title, url, note, facts = [], ...found }: TextInit): Page {
  const links: Link[] = [];
  const blocks: Block[] = facts.map(({ title: name, value }) => ({
    is: "paragraph",
    indent: 2,
    spans: [{ text: `${name}: `, look: "dim" }, ...linkify(value, found, links)],
  }));
  const gap = blocks.length > 0;
  if (text !== "") blocks.push({ is: "verbatim", gap, spans: linkify(text, found, links) });
  if (note !== undefined) blocks.push({ is: "paragraph", gap: true, spans: [{ text: note, look: "error" }] });
  return { title, url, blocks, links, forms: [] };
}

function linkify(
  text: string,
  { urls, namedBy }: Pick<TextInit, "urls" | "namedBy">,
  links: Link[],
): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { url, contentStart, contentEnd } of extract(text, urls)) {
    if (urls.scheme(url.scheme) === undefined) continue;
    if (contentStart > from) spans.push({ text: text.slice(from, contentStart) });
    spans.push({ text: text.slice(contentStart, contentEnd), link: links.length });
    links.push({ is: "url", url: url.href, ...(namedBy && { namedBy }) });
    from = contentEnd;
  }
  return from < text.length ? [...spans, { text: text.slice(from) }] : spans;
}
