import { AccessError, isAccessError, octetsOf, textOf } from "@anyurl/core";
import { concat, Inbox } from "@anyurl/core/exchange";
import { ChunkLines } from "./chunk-lines.ts";
import { looksLikeHttp, notHttp, parseHead } from "./head-lines.ts";
import type { ResponseHead } from "./response-head.ts";

export interface HeadLimits {
  readonly maxHead: number;
  readonly maxFields: number;
}

/** Interim responses that may come before a final one. */
const MAX_INTERIM = 16;

/**
 * Where the octets of a server pass on their way to the parser. Reads the head of each response by the letter of RFC 9112,
 * where parsers are known to differ, and hands on what it has understood: it has one meaning. Interim responses are left
 * out, and content passes as it is.
 */
export class ResponseHeadFilter {
  readonly #limits: HeadLimits;
  readonly #inbox: Inbox = new Inbox();
  #state: "idle" | "head" | "content" = "idle";
  #method = "";
  #interim = 0;
  /** The whole lines of the head that is being read, and their octets. */
  #lines: string[] = [];
  #size = 0;
  /** With what the response begins, as far as it must be "HTTP/1.". */
  #begin = "";
  #head: ResponseHead | undefined;
  /** Of content in chunks. */
  #chunks: ChunkLines | undefined;
  #endFailure: unknown;
  /** Must the connection be closed after the response? */
  #isLast = false;

  constructor(limits: HeadLimits) {
    this.#limits = limits;
  }

  /** The head of the last response, once it is there. */
  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /** A request with this method goes out: its response is due. */
  expect(method: string): void {
    this.#state = "head";
    this.#method = method;
    this.#interim = 0;
    this.#begin = "";
    this.#head = undefined;
  }

  /** The response has been read to its end: nothing is due. */
  rest(): void {
    this.#state = "idle";
  }

  /**
   * What the parser is to have, now that these octets have come; empty while a head is not complete.
   *
   * @throws {AccessError} protocol-error: the head is none, or has two meanings. too-large: maxHead, maxFields, or too
   *   many bytes of chunk extensions. desync: nothing was due.
   */
  take(octets: Uint8Array): Uint8Array {
    if (this.#state === "content") {
      this.#chunks?.read(octets);
      return octets;
    }
    if (this.#state === "idle")
      throw new AccessError("desync", "the server speaks although nothing was asked");
    if (this.#begin.length < BEGINNING) {
      this.#begin += textOf(octets.subarray(0, BEGINNING - this.#begin.length));
      // Whoever is no HTTP server is found out before a whole line is there.
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
   * The connection has ended so. A close without a TLS close_notify ends it, and what came before is read first: the end of
   * the content may be known without it.
   *
   * @throws every other error.
   */
  cut(error: unknown): undefined {
    if (!isAccessError(error) || error.code !== "truncated") throw error;
    this.#endFailure = error;
  }

  /** What is wrong with the end of the connection, where that is the end of the content; `undefined`: nothing. */
  get endFailure(): unknown {
    const framing = this.#head?.framing;
    return framing === "close" ? this.#endFailure : undefined;
  }

  /** The server says no more. @throws {AccessError} protocol-error: its lines end with CR alone. */
  end(): void {
    if (this.#state === "head" && this.#inbox.take().includes(CR)) throw notHttp();
  }

  /** The next line of the head; `undefined` when it has not arrived. */
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

  /** The head is complete. Is it the final one? */
  #finish(): boolean {
    const { interim, isLast, ...head } = parseHead(this.#lines, this.#method);
    if (!interim) {
      this.#state = "content";
      this.#head = head;
      this.#isLast = isLast;
      return true;
    }
    if (++this.#interim > MAX_INTERIM) {
      throw new AccessError(
        "protocol-error",
        `the server has sent more than ${MAX_INTERIM} interim responses`,
      );
    }
    this.#lines = [];
    this.#size = 0;
    return false;
  }

  /** The content that has come with the head. */
  #begun(): Uint8Array {
    const octets = this.#inbox.take();
    this.#chunks = this.#head?.framing === "chunked" ? new ChunkLines() : undefined;
    this.#chunks?.read(octets);
    return octets;
  }

  /**
   * The final head, as far as the parser has to know it: where the response ends, and whether another may follow. Whatever
   * else stands in it cannot mislead it then.
   */
  #written(): Uint8Array {
    const [version] = (this.#lines[0] ?? "").split(" ", 1);
    const { status, fields, framing } = this.#head!;
    this.#lines = [];
    this.#size = 0;
    // Without content a length is that of another response (RFC 9110 §8.6, §15.4.5).
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
