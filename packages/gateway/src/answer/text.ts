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
  const decode = createDecoder(charset);
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

/**
 * Returns a decoder for the character set of the server if it is supported. Otherwise decodes as UTF-8, and lines that
 * are not valid UTF-8 as Windows-1252, like most old texts.
 */
function createDecoder(charset: string | undefined): (octets: Uint8Array) => string {
  if (charset !== undefined && !/^(?:us-)?ascii$|^utf-?8$/i.test(charset)) {
    try {
      const decoder = new TextDecoder(charset);
      return (octets) => decoder.decode(octets, { stream: true });
    } catch {
      // Ignore an unknown character set.
    }
  }
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const legacy = new TextDecoder("windows-1252");
  const line = (octets: Uint8Array) => {
    try {
      return utf8.decode(octets);
    } catch {
      return legacy.decode(octets);
    }
  };
  return (octets) => {
    try {
      return utf8.decode(octets);
    } catch {
      return splitLines(octets).map(line).join("");
    }
  };
}

function splitLines(octets: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < octets.length) {
    const at = octets.indexOf(LF, from);
    const end = at < 0 ? octets.length : at + 1;
    lines.push(octets.subarray(from, end));
    from = end;
  }
  return lines;
}

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
