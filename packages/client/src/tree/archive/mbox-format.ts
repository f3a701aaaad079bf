import { textOf } from "@anyurl/core";

/** What is known of an mbox. */
export interface MboxScan {
  /** Bytes. */
  readonly size: number;
  /** The Message-IDs of its messages, without "<" and ">". */
  readonly messageIds: Set<string>;
  /** The line ends that are missing before another message can begin. */
  readonly ending: string;
}

/** A longer line has no Message-ID (RFC 5322 §2.1.1: 998 characters). */
const MAX_LINE = 1_000;

/**
 * Formats a message for an mbox: a line "From ", the message, and an empty line. Lines that begin with ">"s and "From "
 * get another ">", so that they can be read back (mboxrd).
 *
 * @param text with line ends of LF.
 */
export function formatMboxMessage(text: string, date: Date = new Date(0)): string {
  const quoted = text.replace(/(?<![^\n])>*From /g, ">$&");
  return `From MAILER-DAEMON ${formatAsctime(date)}\n${quoted}${quoted.endsWith("\n") ? "" : "\n"}\n`;
}

/** Returns a date as C's asctime does, in UTC: "Sat Feb  3 04:05:06 2001". */
function formatAsctime(date: Date): string {
  const [week = "", day = "", month = "", year = "", time = ""] = date
    .toUTCString()
    .replace(",", "")
    .split(" ");
  return `${week} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

/** Returns the Message-ID in the header of a message, without "<" and ">"; `undefined` if it has none. */
export function findMessageId(text: string): string | undefined {
  const end = text.indexOf("\n\n");
  const header = (end < 0 ? text : text.slice(0, end)).replace(/\n[ \t]+/g, " ");
  return /(?:^|\n)message-id:[ \t]*<([^<>\n]*)>/i.exec(header)?.[1];
}

/** Reads an mbox. */
export async function scanMbox(chunks: AsyncIterable<Uint8Array>): Promise<MboxScan> {
  const scanner = new MboxScanner();
  for await (const chunk of chunks) scanner.add(chunk);
  return scanner.end();
}

const LF = 0x0a;

class MboxScanner {
  readonly #messageIds = new Set<string>();
  #size = 0;
  #lineStart = 0;
  /** The line without its end. A longer one is cut. */
  #line = "";
  #isAfterBlank = true;
  /** The header of the current message; `undefined` in its body. */
  #header: string | undefined;

  add(chunk: Uint8Array): void {
    let start = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      this.#extend(chunk.subarray(start, at));
      this.#endLine(this.#size + at + 1);
      start = at + 1;
    }
    this.#extend(chunk.subarray(start));
    this.#size += chunk.length;
  }

  end(): MboxScan {
    const size = this.#size;
    const isLineOpen = this.#lineStart < size;
    if (isLineOpen) this.#endLine(size);
    this.#endHeader();
    const ending = size === 0 ? "" : isLineOpen ? "\n\n" : this.#isAfterBlank ? "" : "\n";
    return { size, messageIds: this.#messageIds, ending };
  }

  #extend(part: Uint8Array): void {
    if (this.#line.length < MAX_LINE) this.#line += textOf(part.slice(0, MAX_LINE));
  }

  #endLine(next: number): void {
    const line = this.#line;
    if (this.#isAfterBlank && line.startsWith("From ")) {
      this.#endHeader();
      this.#header = "";
    } else if (line === "" || line === "\r") this.#endHeader();
    else if (this.#header !== undefined) this.#header += `${line.replace(/\r$/, "")}\n`;
    this.#isAfterBlank = line === "" || line === "\r";
    this.#line = "";
    this.#lineStart = next;
  }

  #endHeader(): void {
    const id = this.#header === undefined ? undefined : findMessageId(this.#header);
    if (id !== undefined) this.#messageIds.add(id);
    this.#header = undefined;
  }
}
