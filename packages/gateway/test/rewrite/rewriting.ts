import type { Url } from "@anyurl/core";
import { type RewrittenDocument, rewriteDocument } from "../../src/rewrite/document.ts";
import { type LinkBuilder, loadServedSchemes, type ServedSchemes } from "../../src/served-schemes.ts";
import { gatewayRegistry } from "../world.ts";

const registry = gatewayRegistry();
const served: ServedSchemes = await loadServedSchemes(registry);

export interface Rewriting {
  /** The URL of the document. Default `ftp://h.example/a/b/c.html`. */
  readonly url?: string;
  /** The character set from the server. */
  readonly charset?: string;
  /** Sizes of the chunks in bytes. Default one chunk. */
  readonly cuts?: readonly number[];
  readonly linker?: LinkBuilder;
}

const encoder = new TextEncoder();

/** Rewrites a stream. */
export function rewritingOf(
  body: ReadableStream<Uint8Array>,
  init: Rewriting = {},
): Promise<RewrittenDocument> {
  const { url = "ftp://h.example/a/b/c.html", charset, linker = (_, path) => path } = init;
  return rewriteDocument(body, { ...{ served, linker, charset }, url: registry.parse(url) as Url });
}

/** Rewrites a document. */
export async function rewriting(
  html: string | Uint8Array,
  init: Rewriting = {},
): Promise<{ readonly charset: string | undefined; readonly octets: Uint8Array<ArrayBuffer> }> {
  const octets = typeof html === "string" ? encoder.encode(html) : html;
  const { charset, body } = await rewritingOf(piecesOf(octets, init.cuts ?? []), init);
  return { charset, octets: new Uint8Array(await new Response(body as BodyInit).arrayBuffer()) };
}

export async function rewrittenText(html: string | Uint8Array, init: Rewriting = {}): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode((await rewriting(html, init)).octets);
}

/** Rewrites one reference. `undefined`: it is removed. */
export async function led(reference: string, init: Rewriting = {}): Promise<string | undefined> {
  const html = await rewrittenText(`<a href="${reference.replaceAll('"', "&quot;")}">x</a>`, init);
  return /^<a href="([^"]*)">x<\/a>$/.exec(html)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
}

/** The chunks share memory, like those of a connection: each is valid until the next read. */
function piecesOf(octets: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  let piece = 0;
  const shared = new Uint8Array(octets.length);
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= octets.length) return controller.close();
        const length = Math.max(1, cuts.length === 0 ? octets.length : cuts[piece++ % cuts.length]!);
        const next = octets.subarray(at, at + length);
        shared.fill(0x3c);
        shared.set(next);
        at += length;
        controller.enqueue(shared.subarray(0, next.length));
      },
    },
    { highWaterMark: 0 },
  );
}
