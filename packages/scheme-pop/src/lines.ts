import { AccessError, textOf, tooLargeError } from "@anyurl/core";
import {
  ByteCollector,
  DotReader,
  type Exchange,
  type LineDialogue,
  listingTooLargeError,
  readText,
} from "@anyurl/core/exchange";

/** Reads the lines of a multi-line reply up to the line "." (RFC 1939 §3), within the limits of a listing. */
export function* readLines({ inbox, limits }: LineDialogue): Exchange<never, readonly string[]> {
  const { maxLine, maxEntries, maxListing } = limits;
  const lines: string[] = [];
  for (let size = 0; ; ) {
    const line = yield* readText(inbox, { maxLine });
    if (line === undefined) throw truncatedError();
    if (line === ".") return lines;
    size += line.length;
    if (size > maxListing) throw listingTooLargeError("bytes", "maxListing", maxListing);
    if (lines.length >= maxEntries) throw listingTooLargeError("entries", "maxEntries", maxEntries);
    lines.push(line.startsWith(".") ? line.slice(1) : line);
  }
}

/** Maximum bytes to collect before the rest of a packet is read. */
const MAX_CHUNK = 16 * 1024;

/** Emits a text up to the line ".", without the dots that the server added. Lines of one packet are joined. */
export function* emitText(dialogue: LineDialogue): Exchange<Uint8Array> {
  const reader = new DotReader({ maxLine: dialogue.limits.maxTextLine });
  const text = new ByteCollector();
  while (!reader.ended) {
    for (const piece of yield* readPieces(dialogue, reader)) {
      text.add(piece);
      if (text.length >= MAX_CHUNK) yield { do: "emit", event: text.take() };
    }
    if (text.length > 0) yield { do: "emit", event: text.take() };
  }
}

/** Reads a header up to the line ".". @throws {AccessError} too-large: more than maxHead. */
export function* readHeaderText(dialogue: LineDialogue): Exchange<never, string> {
  const { maxHead, maxTextLine } = dialogue.limits;
  const reader = new DotReader({ maxLine: maxTextLine });
  const text = new ByteCollector();
  while (!reader.ended) {
    for (const piece of yield* readPieces(dialogue, reader)) text.add(piece);
    if (text.length > maxHead)
      throw tooLargeError(`the header of a message exceeds the limit of ${maxHead} bytes`, "maxHead");
  }
  return textOf(text.take());
}

function* readPieces({ inbox }: LineDialogue, reader: DotReader): Exchange<never, readonly Uint8Array[]> {
  if (inbox.size === 0) {
    const octets = yield { do: "receive", phase: "body" };
    if (octets === undefined) throw truncatedError();
    inbox.adopt(octets);
  }
  const pieces: Uint8Array[] = [];
  inbox.skip(reader.read(inbox.peek(), pieces));
  return pieces;
}

function truncatedError(): AccessError {
  return new AccessError("truncated", "the server closed the connection before the end of a text", {
    retryable: true,
  });
}
