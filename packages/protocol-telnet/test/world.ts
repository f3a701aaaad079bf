import { type TelnetEvent, TelnetExchange, type TelnetSettings } from "../src/exchange.ts";

/** Parses bytes in hexadecimal, "FF FD 18", with text in quotation marks. */
export function octets(notation: string): Uint8Array {
  const words = notation.match(/"[^"]*"|\S+/g) ?? [];
  return Uint8Array.from(
    words.flatMap((word) =>
      word.startsWith('"') ? [...new TextEncoder().encode(word.slice(1, -1))] : [Number.parseInt(word, 16)],
    ),
  );
}

export function hex(data: Uint8Array): string {
  return [...data].map((octet) => octet.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** Formats bytes in the same notation. */
export function same(notation: string): string {
  return hex(octets(notation));
}

export function exchangeWith(changes: Partial<TelnetSettings> = {}): TelnetExchange {
  return new TelnetExchange({
    terminalTypes: ["UNKNOWN"],
    size: undefined,
    binary: false,
    endOfRecord: false,
    env: new Map(),
    maxSubnegotiation: 4096,
    maxNegotiation: 2048,
    ...changes,
  });
}

/** The events of received bytes, with data chunks joined. */
export interface Outcome {
  /** In order: data as hexadecimal digits, "COMMAND", "him +echo". */
  readonly events: readonly string[];
  /** All replies. */
  readonly answers: string;
}

export function outcomeOf(exchange: TelnetExchange, pieces: Iterable<Uint8Array>): Outcome {
  const events: string[] = [];
  const answers: string[] = [];
  for (const piece of pieces) {
    for (const event of exchange.receive(piece)) {
      if (event.is === "answer") answers.push(hex(event.octets));
      else if (event.is === "data" && events.at(-1)?.startsWith("data ") === true)
        events.push(`${events.pop()} ${hex(event.octets)}`);
      else events.push(told(event));
    }
  }
  return { events, answers: answers.join(" ") };
}

function told(event: Exclude<TelnetEvent, { is: "answer" }>): string {
  if (event.is === "data") return `data ${hex(event.octets)}`;
  if (event.is === "command") return event.command;
  return `${event.side} ${event.on ? "+" : "-"}${event.option}`;
}

/** Returns all ways to split bytes: whole, one by one, and in two at each position. */
export function* cuts(data: Uint8Array): Generator<readonly Uint8Array[], void, void> {
  yield [data];
  yield [...data].map((octet) => Uint8Array.of(octet));
  for (let at = 1; at < data.length; at++) yield [data.subarray(0, at), data.subarray(at)];
}
