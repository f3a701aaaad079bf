import { AccessError, type Limits, textOf } from "@anyurl/core";
import { type HttpField, Inbox } from "@anyurl/core/exchange";
import { ChunkedDecoder } from "./chunked-decoder.ts";
import { looksLikeHttp, notHttpError, parseField, parseHead, type ResponseHead } from "./response-head.ts";

/** Maximum number of interim responses before a final one. */
const MAX_INTERIM = 16;

/**
 * Reads one response from bytes, however they are split (RFC 9112). It does no I/O. Where readers are known to differ,
 * it is strict.
 */
export class ResponseReader {
  /** The head of the final response, once it has arrived. */
  head: ResponseHead | undefined;
  /** The fields of the trailer section, once it has arrived. */
  trailers: readonly HttpField[] = [];
  readonly #method: string;
  readonly #limits: Pick<Limits, "maxHead" | "maxFields">;
  readonly #inbox: Inbox = new Inbox();
  /** The first bytes, which must be "HTTP/1.". */
  #begin = "";
  #interim = 0;
  /** The complete lines of the current head or trailer section, and their size in bytes. */
  #lines: string[] = [];
  #size = 0;
  /** Bytes of the content that have not arrived; Infinity if its length is unknown. */
  #left = Number.POSITIVE_INFINITY;
  #chunks: ChunkedDecoder | undefined;
  #hasSurplus = false;

  /** @param method the method of the request. */
  constructor(method: string, limits: Pick<Limits, "maxHead" | "maxFields">) {
    this.#method = method;
    this.#limits = limits;
  }

  /** Has the whole response arrived? */
  get isComplete(): boolean {
    return this.#left === 0;
  }

  /** Can another request follow? Bytes after the response make the connection unusable. */
  get isReusable(): boolean {
    return this.#left === 0 && !this.#hasSurplus && this.head?.isPersistent === true;
  }

  /**
   * Reads bytes, which it may move. Those of a body may be on loan: nothing refers to them after the next call.
   *
   * @returns the content among them; empty while the head is incomplete.
   * @throws {AccessError} protocol-error: the response is invalid or ambiguous. too-large: maxHead, maxFields, or too
   *   many bytes of chunk extensions.
   */
  read(bytes: Uint8Array): Uint8Array {
    const content = this.head === undefined ? this.#readHead(bytes) : bytes;
    if (content.length === 0) return content;
    if (this.#chunks !== undefined) return this.#readChunks(this.#chunks, content);
    const taken = content.length <= this.#left ? content : content.subarray(0, this.#left);
    this.#left -= taken.length;
    if (taken.length < content.length) this.#hasSurplus = true;
    return taken;
  }

  /**
   * Handles the end of the connection. Only a response without another framing ends with it.
   *
   * @throws {AccessError} truncated; protocol-error: the lines end with CR only.
   */
  end(): void {
    if (this.head?.framing === "close") this.#left = 0;
    if (this.#left === 0) return;
    if (this.head === undefined && this.#inbox.take().subarray(0, -1).includes(CR)) throw notHttpError();
    const where = this.head === undefined ? "the response began" : "the response was complete";
    throw new AccessError("truncated", `the connection was closed before ${where}`, { retryable: true });
  }

  /** Returns the content after the head; empty while the head is incomplete. */
  #readHead(bytes: Uint8Array): Uint8Array {
    if (this.#begin.length < BEGINNING) {
      this.#begin += textOf(bytes.subarray(0, BEGINNING - this.#begin.length));
      // Detects a server of another protocol before a whole line has arrived.
      if (!looksLikeHttp(this.#begin)) throw notHttpError();
    }
    this.#inbox.adopt(bytes);
    while (this.#readSection(this.#limits.maxFields + 1)) {
      const head = parseHead(this.#lines, this.#method);
      this.#lines = [];
      this.#size = 0;
      if (!head.interim) return this.#begun(head);
      if (++this.#interim > MAX_INTERIM) {
        throw new AccessError("protocol-error", `the server sent more than ${MAX_INTERIM} interim responses`);
      }
    }
    return NOTHING;
  }

  #begun(head: ResponseHead): Uint8Array {
    this.head = head;
    if (head.framing === "length") this.#left = head.length;
    if (head.framing === "chunked") this.#chunks = new ChunkedDecoder();
    // Not a copy: the inbox owns the bytes, and is not filled again before the trailer section.
    const rest = this.#inbox.peek();
    this.#inbox.skip(rest.length);
    if (this.#left === 0 && rest.length > 0) this.#hasSurplus = true;
    return this.#left === 0 ? NOTHING : rest;
  }

  #readChunks(chunks: ChunkedDecoder, bytes: Uint8Array): Uint8Array {
    const { content, rest } = chunks.decode(bytes);
    if (!chunks.isDone) return content;
    if (this.#left === 0) this.#hasSurplus = true;
    else {
      // A copy, because the trailer section can continue in the next bytes.
      this.#inbox.push(rest);
      if (this.#readSection(this.#limits.maxFields - this.head!.fields.length)) {
        if (this.#lines.length > 0) this.trailers = this.#lines.map(parseField);
        this.#left = 0;
        this.#hasSurplus = this.#inbox.size > 0;
      }
    }
    return content;
  }

  /**
   * Reads the lines of a head or a trailer section. Returns whether its last line, an empty one, has arrived.
   *
   * @param max the maximum number of lines.
   */
  #readSection(max: number): boolean {
    const { maxHead, maxFields } = this.#limits;
    for (;;) {
      const before = this.#inbox.size;
      const line = this.#inbox.takeText(Math.max(0, maxHead - this.#size), "maxHead");
      if (line === undefined) return false;
      if (line === "") return true;
      this.#size += before - this.#inbox.size;
      if (this.#lines.push(line) <= max) continue;
      const where = this.head === undefined ? "" : ", including trailers";
      throw new AccessError("too-large", `the response has more than ${maxFields} fields${where}`, {
        hint: "raise the limit maxFields",
      });
    }
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);
const BEGINNING: number = "HTTP/1.".length;
const CR = 0x0d;
