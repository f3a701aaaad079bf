import { AccessError, displayText, type Limits, textOf, tooLargeError } from "@anyurl/core";
import { copyBytes, type Exchange, Inbox } from "@anyurl/core/exchange";
import { invalidResponse, type Piece, readValues, type Value } from "./values.ts";

/** "OK", "NO", "BAD", "PREAUTH", or "BYE", with a code and a text (RFC 3501 §7.1). */
export interface Status {
  readonly is: "status";
  /** `undefined`: untagged. */
  readonly tag: string | undefined;
  readonly status: string;
  /** The code in brackets, without them: "UIDVALIDITY 5". */
  readonly code: string;
  readonly text: string;
}

/** Data of the server: "* 3 EXISTS", "* LIST …" (RFC 3501 §7.2). */
export interface Data {
  readonly is: "data";
  /** In upper case. */
  readonly name: string;
  /** The number before the name. */
  readonly number: number | undefined;
  /** Empty for names whose values are not read. */
  readonly values: readonly Value[];
}

/** The beginning of a FETCH response, up to the content of a message, which has not been read. */
export interface ContentStart {
  readonly is: "content";
  /** The text before the content. */
  readonly head: string;
  /** Bytes. */
  readonly size: number;
}

export type Response = Status | Data | { readonly is: "continuation" } | ContentStart;

const STATUS = /^(\*|[A-Za-z0-9]+) (OK|NO|BAD|PREAUTH|BYE)(?: (?:\[([^\]]*)\] ?)?(.*))?$/is;
const DATA = /^\* (?:([0-9]{1,10}) )?([A-Za-z][A-Za-z0-9-]*)(?= |$)/;
const LITERAL_END = /~?\{([0-9]{1,15})\+?\}$/;
const CONTENT = /BODY\[[^\]]*\](?:<[0-9]+>)? ~?\{([0-9]{1,15})\}$/i;

/** The data whose values are read. */
const WITH_VALUES: ReadonlySet<string> = new Set(["CAPABILITY", "FETCH", "LIST", "SEARCH", "STATUS"]);

/** Reads the responses of a server, with limits on their lines and their literals. */
export class ResponseReader {
  readonly #limits: Limits;
  readonly #inbox = new Inbox();
  #received = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Bytes received so far. */
  get received(): number {
    return this.#received;
  }

  /** Bytes that have arrived and were not read. */
  get size(): number {
    return this.#inbox.size;
  }

  /** May what has arrived before a command was sent be data that the server sends by itself (RFC 3501 §7)? */
  get hasOnlyData(): boolean {
    return textOf(this.#inbox.peek().subarray(0, 2)) === "* ";
  }

  /**
   * Reads one response.
   *
   * @param stopAtContent return before the content of a message, instead of reading it as a value.
   * @throws {AccessError} truncated, too-large, protocol-error.
   */
  *read(stopAtContent = false): Exchange<never, Response> {
    const pieces: Piece[] = [];
    for (let size = 0; ; ) {
      const line = yield* this.#readLine(pieces.length > 0);
      size += line.length;
      if (pieces.length === 0) {
        const simple = readSimple(line);
        if (simple !== undefined) return simple;
      }
      const content = stopAtContent ? CONTENT.exec(line) : null;
      if (content !== null && pieces.every(({ line: text }) => !CONTENT.test(text))) {
        const head = [...pieces.map((piece) => piece.line), line].join(" ");
        return { is: "content", head, size: Number(content[1]) };
      }
      const literal = LITERAL_END.exec(line);
      if (literal === null) return readData([...pieces, { line, literal: undefined }]);
      size += Number(literal[1]);
      this.#checkSize(size);
      pieces.push({ line, literal: yield* this.#readLiteral(Number(literal[1])) });
    }
  }

  /** Reads the rest of a response after its content. */
  *readRest(): Exchange<never> {
    for (let size = 0; ; ) {
      const line = yield* this.#readLine(true);
      const literal = LITERAL_END.exec(line);
      // Another item, or the end of the list.
      if (!/^[ )]/.test(line) || (literal === null && !line.endsWith(")"))) throw invalidResponse();
      if (literal === null) return;
      size += line.length + Number(literal[1]);
      this.#checkSize(size);
      yield* this.#readLiteral(Number(literal[1]));
    }
  }

  /** Receives content: at most `max` bytes, as they arrive. */
  *readContent(max: number): Exchange<never, Uint8Array> {
    if (this.#inbox.size === 0) yield* this.#receive("body");
    return this.#inbox.take(max);
  }

  *#readLiteral(length: number): Exchange<never, string> {
    while (this.#inbox.size < length) yield* this.#receive("reply");
    return textOf(copyBytes(this.#inbox.peek(), 0, length).subarray(0, this.#skip(length)));
  }

  #skip(length: number): number {
    this.#inbox.skip(length);
    return length;
  }

  *#readLine(isContinued: boolean): Exchange<never, string> {
    for (;;) {
      const [max, limit] = this.#lineLimit(isContinued);
      const line = this.#inbox.takeText(max, limit);
      if (line === undefined) {
        yield* this.#receive("reply");
        continue;
      }
      if (/[\0\r]/.test(line)) throw invalidResponse();
      return line;
    }
  }

  /** A status is one line of text; data can be longer, and the result of a search is a listing. */
  #lineLimit(isContinued: boolean): readonly [max: number, limit: string] {
    const { maxLine, maxReply, maxListing } = this.#limits;
    const start = isContinued ? "* 1" : textOf(this.#inbox.peek().subarray(0, "* SEARCH".length));
    if (/^\* SEARCH/i.test(start)) return [maxListing, "maxListing"];
    return /^\* (?:[0-9]|LIST|FLAGS|STATUS)/i.test(start) ? [maxReply, "maxReply"] : [maxLine, "maxLine"];
  }

  #checkSize(size: number): void {
    const { maxReply } = this.#limits;
    if (size <= maxReply) return;
    throw tooLargeError(`a response of the server exceeds the limit of ${maxReply} bytes`, "maxReply");
  }

  *#receive(phase: "reply" | "body"): Exchange<never> {
    const octets = yield { do: "receive", phase };
    if (octets === undefined)
      throw new AccessError("truncated", "the server closed the connection before the end of its response", {
        retryable: true,
      });
    this.#received += octets.length;
    this.#inbox.adopt(octets);
  }
}

/** Returns a status or a continuation request, whose texts have no literals. */
function readSimple(line: string): Response | undefined {
  const match = STATUS.exec(line);
  if (match !== null) {
    const [, tag, status = "", code = "", text = ""] = match;
    return {
      is: "status",
      tag: tag === "*" ? undefined : tag,
      status: status.toUpperCase(),
      code: code.trim(),
      text,
    };
  }
  if (line === "+" || line.startsWith("+ ")) return { is: "continuation" };
  if (!line.startsWith("* ")) throw notImapError(line);
  return undefined;
}

function readData(pieces: readonly Piece[]): Data {
  const { line } = pieces[0]!;
  const match = DATA.exec(line);
  if (match === null) throw notImapError(line);
  const [head, number, label = ""] = match;
  const name = label.toUpperCase();
  return {
    ...{ is: "data", name },
    number: number === undefined ? undefined : Number(number),
    values: WITH_VALUES.has(name) ? readValues(pieces, head.length) : [],
  };
}

/** Maximum length of a server's text in an error. */
const MAX_SHOWN_LENGTH = 500;

export function showReply(text: string): string {
  return displayText(text.slice(0, MAX_SHOWN_LENGTH)).slice(0, MAX_SHOWN_LENGTH);
}

function notImapError(line: string): AccessError {
  return new AccessError("protocol-error", "not a response of an IMAP server", { reply: showReply(line) });
}
