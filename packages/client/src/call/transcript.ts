import { displayText, octetsOf, textOf } from "@anyurl/core";
import { copyBytes, type WireEvent } from "@anyurl/core/exchange";

/** One event of a call, safe to show: secrets are "***", and control characters are escaped. */
export interface TranscriptEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** "keep": pooled for the next call instead of closed. "note": a remark of the client about the call. */
  readonly kind: "open" | "secure" | "send" | "receive" | "close" | "keep" | "note";
  /** "control", "data" … */
  readonly on: string;
  /** For "open": the address and port of the server. */
  readonly address?: string;
  readonly port?: number;
  /** For "open": a pooled connection, which has served another call. */
  readonly reused?: true;
  /** The text that was sent or received; of "secure", the version of TLS; absent for the bytes of a body. */
  readonly text?: string;
  /** Number of bytes. */
  readonly octets?: number;
}

/**
 * When the steps of a call were done, in milliseconds since it began. `undefined`: not done, or the step does not exist,
 * such as a connection for a local file. A transcript of several calls has the times of the first one.
 */
export interface Timings {
  /** The first connection to a server was opened, with its TLS if it begins with it, or was taken from the pool. */
  readonly connected: number | undefined;
  /** The first bytes of the body arrived. */
  readonly firstByte: number | undefined;
  /** The body ended, complete or not. */
  readonly ended: number | undefined;
}

/** Maximum size of a transcript. Later entries are counted and omitted. */
const MAX_ENTRIES = 10_000;
const MAX_TEXT = 8 * 1024;

type Conceal = (text: string) => string;
type OctetEvent = Extract<WireEvent, { octets: Uint8Array }>;

/** A recorded event. It is formatted only if the transcript is read. */
interface Noted {
  readonly kind: TranscriptEntry["kind"];
  readonly on: string;
  readonly at: number;
  readonly conceal: Conceal;
  /** Absent if the event has bytes. Those belong to their sender, so they are copied. */
  readonly event: Exclude<WireEvent, OctetEvent> | undefined;
  /** A copy of the sent or received bytes, or a function that formats them; empty for a body. */
  readonly said: Uint8Array | (() => Uint8Array);
  /** Are these bytes of a body? */
  readonly isBody: boolean;
  /** Number of bytes; for a body, the total. 0 if `said` is a function. */
  octets: number;
}

/** Records the events of a call. */
export class Transcript {
  readonly #noted: Noted[] = [];
  readonly #entries: TranscriptEntry[] = [];
  #dropped = 0;
  #began: number | undefined;
  readonly #times: { -readonly [K in keyof Timings]: Timings[K] } = {
    connected: undefined,
    firstByte: undefined,
    ended: undefined,
  };

  /** The entries in order. The data of one body is one entry. */
  get entries(): readonly TranscriptEntry[] {
    // Formatted when read, because most transcripts are never read. The last entry may have grown since the last read.
    const known = this.#entries.length;
    for (let i = Math.max(0, known - 1); i < this.#noted.length; i++)
      this.#entries[i] = createTranscriptEntry(this.#noted[i]!);
    return this.#entries;
  }

  /** Number of entries that were omitted because of the limit. */
  get dropped(): number {
    return this.#dropped;
  }

  get timings(): Timings {
    return { ...this.#times };
  }

  /** The server of the last connection, without those that only transfer data; `undefined` without a connection. */
  get remote(): { readonly address: string; readonly port: number } | undefined {
    const opened = this.#noted.findLast(({ event, on }) => event?.do === "open" && on !== "data")?.event;
    return opened?.do === "open" ? { address: opened.address, port: opened.port } : undefined;
  }

  /** Records the beginning of a call, or of a later attempt. @param at a monotonic time in milliseconds. */
  begin(at: number): void {
    this.#began ??= at;
  }

  /** Records the time of a step. @param at a monotonic time in milliseconds. */
  mark(step: keyof Timings, at: number): void {
    this.#times[step] ??= at - (this.#began ?? at);
  }

  /** Records an event. `conceal` masks secrets in a text. */
  add(event: WireEvent, at: number, conceal: Conceal): void {
    const { do: kind, on } = event;
    if (!("octets" in event)) {
      this.#note({ kind, on, at, conceal, event, said: NOTHING, isBody: false, octets: 0 });
      return;
    }
    const { octets, body } = event;
    const last = this.#noted.at(-1);
    const { length } = octets;
    if (body && last?.isBody === true && last.kind === kind && last.on === on) last.octets += length;
    else {
      const said = body ? NOTHING : copyBytes(octets, 0, MAX_TEXT);
      this.#note({ kind, on, at, conceal, event: undefined, said, isBody: body, octets: length });
    }
  }

  /** Records a message that is formatted only if the transcript is read. */
  addFormatted(
    kind: "send" | "receive",
    on: string,
    said: () => Uint8Array,
    at: number,
    conceal: Conceal,
  ): void {
    this.#note({ kind, on, at, conceal, event: undefined, said, isBody: false, octets: 0 });
  }

  /** Records a remark of the client about the call. It must not contain a secret. */
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

  #note(noted: Noted): void {
    if (this.#noted.length >= MAX_ENTRIES) this.#dropped++;
    else this.#noted.push(noted);
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

function createTranscriptEntry({
  kind,
  on,
  at,
  conceal,
  event,
  said,
  isBody,
  octets,
}: Noted): TranscriptEntry {
  if (event?.do === "open") {
    const { address, port, reused } = event;
    return { at, kind, on, address, port, ...(reused && { reused }) };
  }
  if (event?.do === "secure") return { at, kind, on, text: displayText(event.protocol) };
  if (event !== undefined) return { at, kind, on };
  if (isBody) return { at, kind, on, octets };
  const bytes = typeof said === "function" ? said() : said;
  if (kind === "note") return { at, kind, on, text: displayText(textOf(bytes)) };
  const shown = displayText(textOf(bytes.subarray(0, MAX_TEXT)), { lines: true });
  const text = conceal(shown.replaceAll("\\x0d\n", "\n"));
  return { at, kind, on, octets: typeof said === "function" ? bytes.length : octets, text };
}
