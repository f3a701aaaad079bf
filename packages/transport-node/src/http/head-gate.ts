import { AccessError, isAccessError, octetsOf, textOf } from "@anyurl/core";
import { concat, Inbox } from "@anyurl/core/exchange";
import { ChunkLines } from "./chunk-lines.ts";
import { looksLikeHttp, notHttp, parseHead } from "./head-lines.ts";
import type { ResponseHead } from "./response-head.ts";

export interface HeadLimits {
  readonly maxHead: number;
  readonly maxFields: number;
}

/** Maximum number of interim responses before a final one. */
const MAX_INTERIM = 16;

/**
 * Filters the bytes of a server on their way to the parser. Parses the head of each response strictly by RFC 9112,
 * where parsers are known to differ, and passes on a rewritten head that has only one meaning. Drops interim responses
 * and passes content unchanged.
 */
export class ResponseHeadFilter {
  readonly #limits: HeadLimits;
  readonly #inbox: Inbox = new Inbox();
  #state: "idle" | "head" | "content" = "idle";
  #method = "";
  #interim = 0;
  /** The complete lines of the current head, and their size in bytes. */
  #lines: string[] = [];
  #size = 0;
  /** The first bytes of the response, which must be "HTTP/1.". */
  #begin = "";
  #head: ResponseHead | undefined;
  /** Limits the chunk-size lines of a chunked body. */
  #chunks: ChunkLines | undefined;
  #endFailure: unknown;
  /** Whether the connection must be closed after the response. */
  #isLast = false;

  constructor(limits: HeadLimits) {
    this.#limits = limits;
  }

  /** The head of the last response, once it has arrived. */
  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /** Notes that a request with this method is sent and that a response is due. */
  expect(method: string): void {
    this.#state = "head";
    this.#method = method;
    this.#interim = 0;
    this.#begin = "";
    this.#head = undefined;
  }

  /** Notes that the response has been read to its end and that nothing is due. */
  rest(): void {
    this.#state = "idle";
  }

  /**
   * Returns the bytes for the parser; empty while a head is incomplete.
   *
   * @throws {AccessError} protocol-error: the head is invalid or ambiguous. too-large: maxHead, maxFields, or too many
   * bytes of chunk extensions. desync: no response was due.
   */
  take(octets: Uint8Array): Uint8Array {
    if (this.#state === "content") {
      this.#chunks?.read(octets);
      return octets;
    }
    if (this.#state === "idle") throw new AccessError("desync", "the server sent data without a request");
    if (this.#begin.length < BEGINNING) {
      this.#begin += textOf(octets.subarray(0, BEGINNING - this.#begin.length));
      // Detects a server of another protocol before a whole line has arrived.
      if (!looksLikeHttp(this.#begin)) throw notHttp();
    }
    this.#inbox.push(octets);
    for (;;) {
      const line = this.#line();
      if (line === undefined) return NOTHING;
      if (line !== "") this.#lines.push(line);
      else if (this.#finish()) return concat(this.#written(), this.#begun());
    }
  }

  /**
   * Handles an error at the end of the connection. A close without a TLS close_notify counts as an end, and the bytes
   * before it are read first: the end of the content may be known without it.
   *
   * @throws every other error.
   */
  cut(error: unknown): undefined {
    if (!isAccessError(error) || error.code !== "truncated") throw error;
    this.#endFailure = error;
  }

  /** The error of the connection's end, if that end delimits the content; otherwise `undefined`. */
  get endFailure(): unknown {
    const framing = this.#head?.framing;
    return framing === "close" ? this.#endFailure : undefined;
  }

  /** Handles the end of the server's data. @throws {AccessError} protocol-error: the lines end with CR only. */
  end(): void {
    if (this.#state === "head" && this.#inbox.take().includes(CR)) throw notHttp();
  }

  /** Returns the next line of the head, or `undefined` if it has not arrived. */
  #line(): string | undefined {
    const { maxHead, maxFields } = this.#limits;
    const line = this.#inbox.takeLine(Math.max(0, maxHead - this.#size), "maxHead");
    if (line === undefined) return undefined;
    this.#size += line.length + CR_LF;
    if (this.#lines.length > maxFields) {
      throw new AccessError("too-large", `the response has more than ${maxFields} fields`, {
        hint: "raise the limit maxFields",
      });
    }
    return textOf(line);
  }

  /** Parses the complete head. Returns whether it is the final one. */
  #finish(): boolean {
    const { interim, isLast, ...head } = parseHead(this.#lines, this.#method);
    if (!interim) {
      this.#state = "content";
      this.#head = head;
      this.#isLast = isLast;
      return true;
    }
    if (++this.#interim > MAX_INTERIM) {
      throw new AccessError("protocol-error", `the server sent more than ${MAX_INTERIM} interim responses`);
    }
    this.#lines = [];
    this.#size = 0;
    return false;
  }

  /** Returns the content that arrived with the head. */
  #begun(): Uint8Array {
    const octets = this.#inbox.take();
    this.#chunks = this.#head?.framing === "chunked" ? new ChunkLines() : undefined;
    this.#chunks?.read(octets);
    return octets;
  }

  /**
   * Formats the final head with only what the parser needs: where the response ends, and whether another may follow.
   * Other fields cannot mislead it then.
   */
  #written(): Uint8Array {
    const [version] = (this.#lines[0] ?? "").split(" ", 1);
    const { status, fields, framing } = this.#head!;
    this.#lines = [];
    this.#size = 0;
    // Without content, the length is that of another response (RFC 9110 §8.6, §15.4.5).
    const hasLength = framing === "length" && status !== 204 && status !== 304;
    const told = [...(this.#isLast ? [] : ["connection"]), ...(hasLength ? ["content-length"] : [])];
    const lines = fields.filter(([name]) => told.includes(name)).map(([name, value]) => `${name}: ${value}`);
    if (framing === "chunked") lines.push("transfer-encoding: chunked");
    if (this.#isLast) lines.push("connection: close");
    return octetsOf([`${version} ${status} `, ...lines, "", ""].join("\r\n"));
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);
const BEGINNING: number = "HTTP/1.".length;
const CR_LF = 2;
const CR = 0x0d;
