import { displayText, textOf } from "@anyurl/core";
import type { WireEvent } from "@anyurl/core/exchange";

/** One thing that happened on the wire, as it may be shown: secrets are "***", controls are neutralised. */
export interface TranscriptEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** "keep": not closed, but kept for the next call. */
  readonly kind: "open" | "secure" | "send" | "receive" | "close" | "keep";
  /** "control", "data" … */
  readonly on: string;
  /** For "open": the address and port that were reached. */
  readonly address?: string;
  readonly port?: number;
  /** For "open": it was open already, and has served another call. */
  readonly reused?: true;
  /** What was said; of "secure", the version of TLS; absent for the octets of a body. */
  readonly text?: string;
  /** How many octets. */
  readonly octets?: number;
}

/** What a transcript keeps at most; what comes after is counted and left out. */
const MAX_ENTRIES = 10_000;
const MAX_TEXT = 8 * 1024;

/** What a call said and heard. */
export class Transcript {
  readonly #entries: TranscriptEntry[] = [];
  #dropped = 0;

  /** In the order in which it happened. The octets of one body are one entry. */
  get entries(): readonly TranscriptEntry[] {
    return this.#entries;
  }

  /** Entries that were left out, for there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Writes an event down. `conceal` hides secrets in a text. */
  add(event: WireEvent, at: number, conceal: (text: string) => string): void {
    const last = this.#entries.at(-1);
    const isBody = (event.do === "send" || event.do === "receive") && event.body;
    if (isBody && last?.kind === event.do && last.on === event.on && last.text === undefined) {
      this.#entries[this.#entries.length - 1] = { ...last, octets: (last.octets ?? 0) + event.octets.length };
    } else if (this.#entries.length >= MAX_ENTRIES) this.#dropped++;
    else this.#entries.push(entryOf(event, at, isBody, conceal));
  }
}

function entryOf(
  event: WireEvent,
  at: number,
  isBody: boolean,
  conceal: (text: string) => string,
): TranscriptEntry {
  const { do: kind, on } = event;
  if (event.do === "open") {
    const { address, port, reused } = event;
    return { at, kind, on, address, port, ...(reused && { reused }) };
  }
  if (event.do === "close" || event.do === "keep") return { at, kind, on };
  if (event.do === "secure") return { at, kind, on, text: displayText(event.protocol) };
  const { octets } = event;
  if (isBody) return { at, kind, on, octets: octets.length };
  const text = conceal(
    displayText(textOf(octets.subarray(0, MAX_TEXT)), { lines: true }).replaceAll("\\x0d\n", "\n"),
  );
  return { at, kind, on, octets: octets.length, text };
}
