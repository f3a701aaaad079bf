import type { Url } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import type { Linker } from "../hrefs.ts";
import type { Served } from "../served-schemes.ts";
import { charactersOf, decoderOf, type Encoding, encodingOf, SNIFFED } from "./encoding.ts";
import { octetsOf } from "./latin1.ts";
import { type Markup, MarkupReader } from "./markup.ts";
import { type RawText, rawTextOf } from "./raw-text.ts";
import type { Surroundings } from "./reference.ts";
import { baseOf, type OpenTag, rewrittenTag } from "./tag.ts";

export interface RewriteOptions {
  readonly served: Served;
  readonly linker: Linker;
  /** The URL of the document. */
  readonly url: Url;
  /** The character set from the server. */
  readonly charset: string | undefined;
}

export interface Rewritten {
  /** The character set of `body`; `undefined` if it is unknown. */
  readonly charset: string | undefined;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Rewrites the links of an HTML document to links of the gateway. Scripts and comments become empty, and tags change if
 * necessary. All other bytes stay the same. It parses the document like browsers (HTML §13.2.5), at the pace of the
 * reader.
 *
 * Rejects if the body fails in its first {@link SNIFFED} bytes.
 */
export async function rewritten(
  body: ReadableStream<Uint8Array>,
  options: RewriteOptions,
): Promise<Rewritten> {
  const reader = body.getReader();
  const first = await firstOf(reader);
  const encoding = encodingOf(first, options.charset);
  const pieces = rewrittenPieces(charactersOf(behind(first, reader), encoding), encoding, options);
  return {
    charset: encoding.isForeign ? "utf-8" : encoding.name,
    body: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = await pieces.next();
          if (next.done === true) controller.close();
          else controller.enqueue(octetsOf(next.value));
        },
        async cancel(reason) {
          // Cancel first, because the generator may be waiting for a chunk.
          await reader.cancel(reason);
          await pieces.return();
        },
      },
      { highWaterMark: 0 },
    ),
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function firstOf(reader: Reader): Promise<Uint8Array> {
  const first = new ByteCollector();
  while (first.length < SNIFFED) {
    const next = await reader.read();
    if (next.done) break;
    first.add(next.value);
  }
  return first.take();
}

async function* behind(first: Uint8Array, reader: Reader): AsyncGenerator<Uint8Array, void, void> {
  yield first;
  for (;;) {
    const next = await reader.read();
    if (next.done) return;
    yield next.value;
  }
}

/** Yields the document in non-empty chunks, with one character per byte. */
async function* rewrittenPieces(
  characters: AsyncIterable<string>,
  encoding: Encoding,
  options: RewriteOptions,
): AsyncGenerator<string, void, void> {
  const reader = new MarkupReader();
  const writer = new Writer(decoderOf(encoding), options);
  for await (const text of characters) yield* writer.write(reader.write(text));
  yield* writer.write(reader.end());
  const rest = writer.end();
  if (rest !== "") yield rest;
}

/** A chunk of this size is sent at once, in characters. */
const PORTION = 64 * 1024;

/** Replaces removed markup, so that the text before and after it does not join. */
const NOTHING = "<!---->";

class Writer {
  readonly #decode: (latin1: string) => string;
  #surroundings: Surroundings;
  #hasBase = false;
  #raw: RawText | undefined;

  constructor(decode: (latin1: string) => string, { served, linker, url }: RewriteOptions) {
    this.#decode = decode;
    this.#surroundings = { served, linker, url, base: url.href };
  }

  async *write(found: readonly Markup[]): AsyncGenerator<string, void, void> {
    let piece = "";
    for (const markup of found) {
      piece += markup.is === "open" ? await this.#opened(markup) : this.#written(markup);
      if (piece.length < PORTION) continue;
      yield piece;
      piece = "";
    }
    if (piece !== "") yield piece;
  }

  /** Returns the buffered rest of a raw text element. */
  end(): string {
    const rest = this.#raw?.end() ?? "";
    this.#raw = undefined;
    return rest;
  }

  #written(markup: Exclude<Markup, { is: "open" }>): string {
    switch (markup.is) {
      case "text":
        return markup.text;
      case "raw":
        this.#raw ??= rawTextOf(markup.element);
        return this.#raw.write(markup.text);
      case "close": {
        const isXmp = markup.name.toLowerCase() === "xmp";
        return `${this.end()}</${isXmp ? rawTextOf("xmp").name : markup.name}>`;
      }
      case "doctype":
        return markup.source;
      case "comment":
        return NOTHING;
    }
  }

  async #opened(tag: OpenTag): Promise<string> {
    const reader = { decode: this.#decode, surroundings: this.#surroundings };
    if (tag.name === "base" && !this.#hasBase) {
      const base = baseOf(tag, reader);
      this.#hasBase = base !== undefined;
      if (base !== undefined) this.#surroundings = { ...this.#surroundings, base };
    }
    const { name, before } = rawTextOf(tag.name);
    return ((await rewrittenTag(tag, reader, name)) ?? NOTHING) + before;
  }
}
