import { displayText, textOf } from "anyurl";

/**
 * Decodes bytes for a terminal, chunk by chunk, and shows control characters as `\xNN`. A character or CR LF that is
 * split between two chunks waits for the second one.
 */
export class TerminalText {
  #kept: Uint8Array = new Uint8Array();

  push(octets: Uint8Array): string {
    const all = new Uint8Array(this.#kept.length + octets.length);
    all.set(this.#kept);
    all.set(octets, this.#kept.length);
    const end = all.length - incompleteTailLength(all);
    this.#kept = all.slice(end);
    return escapeForTerminal(all.subarray(0, end));
  }

  /** Returns the incomplete bytes at the end. */
  end(): string {
    const rest = this.#kept;
    this.#kept = new Uint8Array();
    return escapeForTerminal(rest);
  }
}

function escapeForTerminal(octets: Uint8Array): string {
  // CR LF is the line end of network protocols; any other CR would return to the start of the line and overwrite it.
  return displayText(textOf(octets).replaceAll("\r\n", "\n"), { lines: true });
}

/** Returns the number of bytes at the end that may belong to an incomplete character or line end. */
function incompleteTailLength(octets: Uint8Array): number {
  if (octets.at(-1) === 0x0d) return 1;
  for (let back = 1; back <= Math.min(3, octets.length); back++) {
    const octet = octets.at(-back)!;
    if (octet < 0x80) return 0;
    if (octet >= 0xc0) return back < (octet >= 0xf0 ? 4 : octet >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** Returns whether bytes look like binary data. */
export function looksBinary(octets: Uint8Array, mediaType: string | undefined): boolean {
  if (mediaType !== undefined) return !/^text\//i.test(mediaType);
  return octets.subarray(0, 8192).includes(0);
}
