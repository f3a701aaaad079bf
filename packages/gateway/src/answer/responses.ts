import { type LanguageTag, negotiateLanguage } from "@anyurl/languages";
import { CONTENT_POLICY, type GatewayRequest } from "../guard/index.ts";
import { MEDIA_TYPE } from "./request-context.ts";

/** Maximum time to collect text before it is sent, in milliseconds. */
const COLLECT_TIME_MS = 5;

/** A chunk of this size is sent at once, in UTF-16 code units. */
const CHUNK_LENGTH = 32 * 1024;

interface TextResponseInit {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers with a text that is generated in chunks. If all of it is available at once, the body has a length. Otherwise
 * the response is streamed at the pace of the reader.
 */
export async function streamResponse(
  pieces: AsyncGenerator<string, void, void>,
  incoming: GatewayRequest,
  init: TextResponseInit,
): Promise<Response> {
  if (incoming.request.method === "HEAD") {
    // Generate the first chunk as for GET, so that early errors are reported.
    await pieces.next();
    await pieces.return();
    return new Response(null, init);
  }
  const chunks = new TextChunks(pieces);
  const first = await chunks.next();
  if (chunks.done) {
    return textResponse(first, incoming, init);
  }
  let next: Uint8Array<ArrayBuffer> | undefined = encodeText(first);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next === undefined && chunks.done) return controller.close();
        const octets = next ?? encodeText(await chunks.next());
        next = undefined;
        if (octets.length > 0) controller.enqueue(octets);
        else controller.close();
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, init);
}

/** Answers with a complete text. */
export function textResponse(text: string, incoming: GatewayRequest, init: TextResponseInit): Response {
  return bytesResponse(encodeText(text), incoming, init);
}

/** Answers with a page. @param policy default that of a page without a script. */
export function pageResponse(
  page: string,
  incoming: GatewayRequest,
  headers: Readonly<Record<string, string>>,
  { status = 200, policy = CONTENT_POLICY.page }: { readonly status?: number; readonly policy?: string } = {},
): Response {
  const own = { "content-type": MEDIA_TYPE.html, "content-security-policy": policy };
  const language = { "content-language": requestedLanguage(incoming), vary: "Accept-Language" };
  return textResponse(page, incoming, { status, headers: { ...language, ...headers, ...own } });
}

/** The language of the pages that answer a request. */
export function requestedLanguage({ request }: GatewayRequest): LanguageTag {
  return negotiateLanguage(request.headers.get("accept-language"));
}

/** Answers with JSON. */
export function jsonResponse(
  value: object,
  incoming: GatewayRequest,
  headers: Readonly<Record<string, string>>,
): Response {
  const own = { ...headers, "content-type": MEDIA_TYPE.json };
  return textResponse(`${JSON.stringify(value)}\n`, incoming, { status: 200, headers: own });
}

/** Answers with complete bytes. */
function bytesResponse(
  octets: Uint8Array<ArrayBuffer>,
  incoming: GatewayRequest,
  { status, headers }: TextResponseInit,
): Response {
  const own = { ...headers, "content-length": String(octets.length) };
  return new Response(incoming.request.method === "HEAD" ? null : octets, { status, headers: own });
}

/** Joins small chunks that arrive quickly into larger ones. */
class TextChunks {
  done = false;
  readonly #pieces: AsyncGenerator<string, void, void>;
  #pending: Promise<IteratorResult<string, void>> | undefined;

  constructor(pieces: AsyncGenerator<string, void, void>) {
    this.#pieces = pieces;
  }

  /** Returns the next chunk. It is empty only at the end. */
  async next(): Promise<string> {
    const parts: string[] = [];
    let length = 0;
    let isLate = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve(undefined);
      }, COLLECT_TIME_MS);
    });
    try {
      while (length < CHUNK_LENGTH && !(isLate && length > 0)) {
        this.#pending ??= this.#pieces.next();
        const next = await (length > 0 ? Promise.race([this.#pending, late]) : this.#pending);
        if (next === undefined) break;
        this.#pending = undefined;
        if (next.done === true) {
          this.done = true;
          break;
        }
        parts.push(next.value);
        length += next.value.length;
      }
    } finally {
      clearTimeout(timer);
    }
    return parts.join("");
  }
}

const encoder = new TextEncoder();

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text) as Uint8Array<ArrayBuffer>;
}
