import { textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { findField, readHeader, readId } from "../mime/header.ts";

/** A message in an mbox: offsets in the file, without its "From " line. */
export interface MboxMessage {
  readonly messageId: string | undefined;
  readonly start: number;
  readonly end: number;
}

const LF = 0x0a;
const LINE_BREAK: Uint8Array = Uint8Array.of(LF);
const SEPARATOR: Uint8Array = new TextEncoder().encode("From ");
/** Bytes of a line that are kept while its end has not been read. */
const MAX_KEPT = 64 * 1024;

/** What the line of a separator has, and a text that begins with "From " usually has not: a time. */
const TIME = /[0-9]:[0-9]{2}/;
/** The start of a header field. */
const FIELD = /^[!-9;-~]+:/;

/**
 * Yields the messages of an mbox (RFC 4155). A line that begins with "From " after an empty line, or at the start,
 * begins a message if it has a time, or if a header follows: some programs do not quote such a line of a text.
 */
export async function* readMbox(
  chunks: AsyncIterable<Uint8Array>,
  maxHeaderSize: number,
): AsyncGenerator<MboxMessage, void, void> {
  let start = -1;
  let header: Uint8Array[] | undefined;
  let headerBytes = 0;
  let wasEmpty = true;
  let at = 0;
  /** The offset of a line without a time. The next line shows what it is. */
  let doubtful: number | undefined;
  const finish = (end: number): MboxMessage => ({ messageId: readMessageId(header ?? []), start, end });

  for await (const { line, length } of readLines(chunks)) {
    const isFrom = wasEmpty && SEPARATOR.every((octet, i) => line[i] === octet);
    const isSeparator = isFrom && (at === 0 || TIME.test(readStart(line)));
    const isHeader = doubtful !== undefined && FIELD.test(readStart(line));
    if (isSeparator || isHeader) {
      if (start >= 0) yield finish(isHeader ? doubtful! : at);
      start = isHeader ? at : at + length;
      header = [];
      headerBytes = 0;
    }
    doubtful = isFrom && !isSeparator ? at : undefined;
    if (header !== undefined && headerBytes >= 0 && !isSeparator) {
      headerBytes += line.length;
      // A header that is too long ends here: its id was probably before.
      if (isEmpty(line) || headerBytes > maxHeaderSize) headerBytes = -1;
      else header.push(line.slice());
    }
    wasEmpty = isEmpty(line);
    at += length;
  }
  if (start >= 0) yield finish(at);
}

function readStart(line: Uint8Array): string {
  return textOf(line.subarray(0, 256));
}

/** Returns the Message-ID of a header. */
export function readMessageId(lines: readonly Uint8Array[]): string | undefined {
  const { fields } = readHeader(joinBytes(lines), 0, Number.POSITIVE_INFINITY);
  return readId(findField(fields, "message-id"));
}

function isEmpty(line: Uint8Array): boolean {
  return line[0] === LF || (line[0] === 0x0d && line[1] === LF);
}

/** Yields each line with its line break, and its length in the file. A very long line is cut. */
async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly line: Uint8Array; readonly length: number }, void, void> {
  let kept: Uint8Array = new Uint8Array();
  let length = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(LF, from);
      const end = found < 0 ? chunk.length : found + 1;
      length += end - from;
      const room = MAX_KEPT - kept.length;
      const piece = chunk.subarray(from, Math.min(end, from + room));
      if (found < 0) kept = joinBytes([kept, piece]);
      else {
        const isCut = kept.length + piece.length < length;
        const rest = isCut ? [piece, LINE_BREAK] : [piece];
        yield { line: kept.length === 0 ? piece : joinBytes([kept, ...rest]), length };
        kept = new Uint8Array();
        length = 0;
      }
      from = end;
    }
  }
  if (length > 0) yield { line: kept, length };
}

/** Removes the empty line at the end of a message, and one ">" before each quoted "From " ("mboxrd"). */
export function unquoteMbox(message: Uint8Array): Uint8Array {
  let length = 0;
  const out = new Uint8Array(message.length);
  for (let at = 0; at < message.length; ) {
    const found = message.indexOf(LF, at);
    const end = found < 0 ? message.length : found + 1;
    let mark = at;
    while (message[mark] === 0x3e) mark++;
    const isQuoted = mark > at && SEPARATOR.every((octet, i) => message[mark + i] === octet);
    out.set(message.subarray(isQuoted ? at + 1 : at, end), length);
    length += end - at - (isQuoted ? 1 : 0);
    at = end;
  }
  if (out[length - 1] === LF && out[length - 2] === LF) length--;
  else if (out[length - 1] === LF && out[length - 2] === 0x0d && out[length - 3] === LF) length -= 2;
  return out.subarray(0, length);
}
