import { displayText, octetsOf, textOf } from "@anyurl/core";
import { copyBytes, type WireEvent } from "@anyurl/core/exchange";

/** One thing that happened on the wire, as it may be shown: secrets are "***", controls are neutralised. */
export interface TranscriptEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** "keep": not closed, but kept for the next call. "note": what the client says of the call itself. */
  readonly kind: "open" | "secure" | "send" | "receive" | "close" | "keep" | "note";
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
  readonly kind: TranscriptEntry["kind"];
  readonly on: string;
  readonly at: number;
  readonly conceal: Conceal;
  /** Absent where there are octets, which belong to whoever has sent them, and are no longer held then. */
  readonly event: Exclude<WireEvent, OctetEvent> | undefined;
  /** What was said, in an array of its own; of a body nothing. */
  readonly said: Uint8Array;
  /** Octets of a body, one after the other? */
  readonly isBody: boolean;
  /** How many octets, of a body in all. */
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
    const { do: kind, on } = event;
    if ("octets" in event) this.#addOctets(event, at, conceal);
    else this.#note({ kind, on, at, conceal, event, said: NOTHING, isBody: false, octets: 0 });
  }

  /** Writes down what the client says of the call. There is no secret in it. */
  note(text: string, at: number): void {
    const said = octetsOf(text);
    this.#note({
      kind: "note",
      on: "control",
      at,
      conceal: (same) => same,
      event: undefined,
      said,
      isBody: false,
      octets: 0,
    });
  }

  #addOctets({ do: kind, on, octets, body }: OctetEvent, at: number, conceal: Conceal): void {
    const last = this.#noted.at(-1);
    const { length } = octets;
    if (body && last?.isBody === true && last.kind === kind && last.on === on) last.octets += length;
    else {
      const said = body ? NOTHING : copyBytes(octets, 0, MAX_TEXT);
      this.#note({ kind, on, at, conceal, event: undefined, said, isBody: body, octets: length });
    }
  }

  #note(noted: Noted): void {
    if (this.#noted.length >= MAX_ENTRIES) this.#dropped++;
    else this.#noted.push(noted);
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

function entryOf({ kind, on, at, conceal, event, said, isBody, octets }: Noted): TranscriptEntry {
  if (event?.do === "open") {
    const { address, port, reused } = event;
    return { at, kind, on, address, port, ...(reused && { reused }) };
  }
  if (event?.do === "secure") return { at, kind, on, text: displayText(event.protocol) };
  if (event !== undefined) return { at, kind, on };
  if (isBody) return { at, kind, on, octets };
  if (kind === "note") return { at, kind, on, text: displayText(textOf(said)) };
  const shown = displayText(textOf(said), { lines: true }).replaceAll("\\x0d\n", "\n");
  return { at, kind, on, octets, text: conceal(shown) };
}
