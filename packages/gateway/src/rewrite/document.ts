import type { Url } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import type { LinkBuilder, ServedSchemes } from "../served-schemes.ts";
import { createDecoder, detectEncoding, type Encoding, readCharacters, SNIFFED_BYTES } from "./encoding.ts";
import { fromLatin1 } from "./latin1.ts";
import { MarkupReader, type MarkupToken } from "./markup.ts";
import { createRawText, type RawText } from "./raw-text.ts";
import type { DocumentContext } from "./reference.ts";
import { type OpenTag, resolveBase, rewriteTag } from "./tag.ts";

export interface RewriteOptions {
  readonly served: ServedSchemes;
  readonly linker: LinkBuilder;
  /** The URL of the document. */
  readonly url: Url;
  /** The character set from the server. */
  readonly charset: string | undefined;
  /** Returns a part of the document as a data URL. Default: none can be embedded. */
  readonly embed?: DocumentContext["embed"];
}

export interface RewrittenDocument {
  /** The character set of `body`; `undefined` if it is unknown. */
  readonly charset: string | undefined;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Rewrites the links of an HTML document to links of the gateway. Scripts and comments become empty, and tags change if
 * necessary. All other bytes stay the same. It parses the document like browsers (HTML §13.2.5), at the pace of the
 * reader.
 *
 * Rejects if the body fails in its first {@link SNIFFED_BYTES} bytes.
 */
export async function rewriteDocument(
  body: ReadableStream<Uint8Array>,
  options: RewriteOptions,
): Promise<RewrittenDocument> {
  const reader = body.getReader();
  const first = await readFirstBytes(reader);
  const encoding = detectEncoding(first, options.charset);
  const pieces = rewriteChunks(readCharacters(readRest(first, reader), encoding), encoding, options);
  return {
    charset: encoding.needsConversion ? "utf-8" : encoding.name,
    body: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = await pieces.next();
          if (next.done === true) controller.close();
          else controller.enqueue(fromLatin1(next.value));
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

async function readFirstBytes(reader: Reader): Promise<Uint8Array> {
  const first = new ByteCollector();
  while (first.length < SNIFFED_BYTES) {
    const next = await reader.read();
    if (next.done) break;
    first.add(next.value);
  }
  return first.take();
}

async function* readRest(first: Uint8Array, reader: Reader): AsyncGenerator<Uint8Array, void, void> {
  yield first;
  for (;;) {
    const next = await reader.read();
    if (next.done) return;
    yield next.value;
  }
}

/** Yields the document in non-empty chunks, with one character per byte. */
async function* rewriteChunks(
  characters: AsyncIterable<string>,
  encoding: Encoding,
  options: RewriteOptions,
): AsyncGenerator<string, void, void> {
  const reader = new MarkupReader();
  const writer = new DocumentWriter(createDecoder(encoding), options);
  for await (const text of characters) yield* writer.write(reader.write(text));
  yield* writer.write(reader.end());
  const rest = writer.end();
  if (rest !== "") yield rest;
}

/** A chunk of this size is sent at once, in characters. */
const CHUNK_LENGTH = 64 * 1024;

/** Replaces removed markup, so that the text before and after it does not join. */
const PLACEHOLDER_COMMENT = "<!---->";

class DocumentWriter {
  readonly #decode: (latin1: string) => string;
  #surroundings: DocumentContext;
  #hasBase = false;
  #raw: RawText | undefined;

  constructor(
    decode: (latin1: string) => string,
    { served, linker, url, embed = async () => undefined }: RewriteOptions,
  ) {
    this.#decode = decode;
    this.#surroundings = { served, linker, url, embed, base: url.href };
  }

  async *write(found: readonly MarkupToken[]): AsyncGenerator<string, void, void> {
    let piece = "";
    for (const markup of found) {
      piece += markup.is === "open" ? await this.#opened(markup) : this.#written(markup);
      if (piece.length < CHUNK_LENGTH) continue;
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

  #written(markup: Exclude<MarkupToken, { is: "open" }>): string {
    switch (markup.is) {
      case "text":
        return markup.text;
      case "raw":
        this.#raw ??= createRawText(markup.element);
        return this.#raw.write(markup.text);
      case "close": {
        const isXmp = markup.name.toLowerCase() === "xmp";
        return `${this.end()}</${isXmp ? createRawText("xmp").name : markup.name}>`;
      }
      case "doctype":
        return markup.source;
      case "comment":
        return PLACEHOLDER_COMMENT;
    }
  }

  async #opened(tag: OpenTag): Promise<string> {
    const reader = { decode: this.#decode, surroundings: this.#surroundings };
    if (tag.name === "base" && !this.#hasBase) {
      const base = resolveBase(tag, reader);
      this.#hasBase = base !== undefined;
      if (base !== undefined) this.#surroundings = { ...this.#surroundings, base };
    }
    const { name, before } = createRawText(tag.name);
    return ((await rewriteTag(tag, reader, name)) ?? PLACEHOLDER_COMMENT) + before;
  }
}
