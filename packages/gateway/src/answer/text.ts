import { createTextDecoder } from "@anyurl/client/front";
import type { Registry } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import { type ExtractOptions, extract } from "@anyurl/core/extract";
import { type LinkBuilder, resolveHref, type ServedSchemes } from "../served-schemes.ts";
import type { TextSpan } from "../views.ts";

/** Maximum size of a buffered line, in bytes. A longer line is split. */
const MAX_LINE_BYTES = 64 * 1024;

export interface TextOptions {
  readonly served: ServedSchemes;
  readonly linker: LinkBuilder;
  /** As the server names it, if it does. */
  readonly charset: string | undefined;
}

/**
 * Yields a text as spans, one list for each received chunk, split at line ends. URLs of supported schemes become links.
 */
export async function* linkifyText(
  octets: AsyncIterable<Uint8Array>,
  { served, linker, charset }: TextOptions,
): AsyncGenerator<readonly TextSpan[], void, void> {
  const decode = createTextDecoder(charset);
  for await (const chunk of readWholeLines(octets)) {
    yield await linkifyUrls(decode(chunk).replace(/\r\n?/g, "\n"), served, linker);
  }
}

/** Yields complete lines, as many as are available. */
async function* readWholeLines(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  /** The beginning of an incomplete line. */
  const held = new ByteCollector();
  for await (const piece of octets) {
    const end = piece.lastIndexOf(LF) + 1;
    if (end === 0 || held.length > 0) held.add(piece.subarray(0, end || piece.length));
    if (end > 0) yield held.length > 0 ? held.take() : piece.subarray(0, end);
    if (end > 0) held.add(piece.subarray(end));
    if (held.length >= MAX_LINE_BYTES) yield held.take();
  }
  if (held.length > 0) yield held.take();
}

const LF = 0x0a;

async function linkifyUrls(
  text: string,
  served: ServedSchemes,
  linker: LinkBuilder,
): Promise<readonly TextSpan[]> {
  const spans: TextSpan[] = [];
  let from = 0;
  for (const { url, contentStart, contentEnd } of extract(
    text,
    served.registry as Registry,
    await extractOptions(text),
  )) {
    const { href, leaves } = await resolveHref(url.href, served, linker);
    if (href === undefined) continue;
    if (contentStart > from) spans.push({ text: text.slice(from, contentStart) });
    spans.push({ text: text.slice(contentStart, contentEnd), href, ...(leaves === true && { leaves }) });
    from = contentEnd;
  }
  if (from < text.length) spans.push({ text: text.slice(from) });
  return spans;
}

/** Finds web URLs, even if the gateway does not serve their schemes. Loads the tables of host names only if needed. */
async function extractOptions(text: string): Promise<ExtractOptions> {
  const schemes = ["http", "https"];
  return /[^\0-\x7f]/.test(text) ? { schemes, iri: (await import("@anyurl/idna")).idna } : { schemes };
}
