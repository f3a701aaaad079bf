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

type Conceal = (text: string) => string;
type OctetEvent = Extract<WireEvent, { octets: Uint8Array }>;

/** What has happened, before anybody wants to read it. */
interface Noted {
  readonly event: WireEvent;
  readonly at: number;
  readonly conceal: Conceal;
  readonly isBody: boolean;
  /** Octets, of a body in all. */
  octets: number;
}

/** What a call said and heard. */
export class Transcript {
  readonly #noted: Noted[] = [];
  readonly #entries: TranscriptEntry[] = [];
  #dropped = 0;

  /** In the order in which it happened. The octets of one body are one entry. */
  get entries(): readonly TranscriptEntry[] {
    // Written when it is read, which for most calls it never is; the last entry may have grown meanwhile.
    const known = this.#entries.length;
    for (let i = Math.max(0, known - 1); i < this.#noted.length; i++)
      this.#entries[i] = entryOf(this.#noted[i]!);
    return this.#entries;
  }

  /** Entries that were left out, for there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Writes an event down. `conceal` hides secrets in a text. */
  add(event: WireEvent, at: number, conceal: Conceal): void {
    const last = this.#noted.at(-1);
    const hasOctets = event.do === "send" || event.do === "receive";
    const isBody = hasOctets && event.body;
    const octets = hasOctets ? event.octets.length : 0;
    if (isBody && last?.isBody === true && last.event.do === event.do && last.event.on === event.on) {
      last.octets += octets;
    } else if (this.#noted.length >= MAX_ENTRIES) this.#dropped++;
    else this.#noted.push({ event: hasOctets ? kept(event) : event, at, conceal, isBody, octets });
  }
}

/** The octets that are going to be shown, in an array of their own: who has sent them may use theirs again. */
function kept({ do: kind, on, octets, body }: OctetEvent): OctetEvent {
  return { do: kind, on, octets: body ? NOTHING : octets.slice(0, MAX_TEXT), body };
}

const NOTHING: Uint8Array = new Uint8Array(0);

function entryOf({ event, at, conceal, isBody, octets: length }: Noted): TranscriptEntry {
  const { do: kind, on } = event;
  if (event.do === "open") {
    const { address, port, reused } = event;
    return { at, kind, on, address, port, ...(reused && { reused }) };
  }
  if (event.do === "close" || event.do === "keep") return { at, kind, on };
  if (event.do === "secure") return { at, kind, on, text: displayText(event.protocol) };
  if (isBody) return { at, kind, on, octets: length };
  const shown = displayText(textOf(event.octets), { lines: true }).replaceAll("\\x0d\n", "\n");
  return { at, kind, on, octets: length, text: conceal(shown) };
}
