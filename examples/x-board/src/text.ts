import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import { ByteCollector, type Exchange, type Inbox, readLine } from "@anyurl/core/exchange";

const [LF, CR, DOT, MARK] = [0x0a, 0x0d, 0x2e, 0x3e];
const CRLF = octetsOf("\r\n");

/*
 * text = *( ">" line CR LF ) "." CR LF
 */

/**
 * Emits the lines of a text, each with CR LF. A line without the mark is an error. Lines that came together are
 * one chunk, for each chunk costs its reader more than the copy.
 */
export function* readText(inbox: Inbox, { maxTextLine }: Limits): Exchange<Uint8Array> {
  const lines = new ByteCollector();
  for (;;) {
    if (lines.length > 0 && (inbox.size === 0 || lines.length >= MAX_CHUNK))
      yield { do: "emit", event: lines.take() };
    const line = yield* readLine(inbox, { maxLine: maxTextLine, limit: "maxTextLine", phase: "body" });
    if (line === undefined) {
      const message = "the server has closed before the end of the text";
      throw new AccessError("truncated", message, { retryable: true });
    }
    if (line.length === 1 && line[0] === DOT) break;
    if (line[0] !== MARK) throw new AccessError("protocol-error", "invalid line in the text");
    lines.add(line.subarray(1));
    lines.add(CRLF);
  }
  if (lines.length > 0) yield { do: "emit", event: lines.take() };
}

/** Bytes that are held until the rest of their packet has been read. */
const MAX_CHUNK = 16 * 1024;

/** Makes of a text, as it comes, what {@link readText} reads. LF alone becomes CR LF. */
export class TextWriter {
  #last = LF;

  push(octets: Uint8Array): Uint8Array {
    const out: number[] = [];
    for (const octet of octets) {
      if (this.#last === LF) out.push(MARK);
      if (octet === LF && this.#last !== CR) out.push(CR);
      out.push(octet);
      this.#last = octet;
    }
    return Uint8Array.from(out);
  }

  /** The end of the last line, if it has none, and the line ".". */
  end(): Uint8Array {
    const lineEnd = this.#last === LF ? "" : this.#last === CR ? "\n" : "\r\n";
    return octetsOf(`${lineEnd}.\r\n`);
  }
}
