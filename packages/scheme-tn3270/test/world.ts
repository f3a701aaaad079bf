import { createRegistry, type Limits, resolveLimits, resolveOptions } from "@anyurl/core";
import type { Context, WireEvent } from "@anyurl/core/exchange";
import { type MemoryPeer, type MemoryTransport, memoryTransport } from "@anyurl/testkit";
import { open } from "../src/access.ts";
import { createCodePage } from "../src/ebcdic.ts";
import { type Tn3270Options, type Tn3270Session, type Tn3270Url, tn3270 } from "../src/index.ts";
import { type Tn3270Settings, tn3270Options } from "../src/options.ts";
import { Display } from "../src/screen/display.ts";
import { sizesOfDevice } from "../src/sizes.ts";

/** Parses bytes in hexadecimal, "FF FD 18". Text in quotation marks is US-ASCII, in apostrophes EBCDIC. */
export function bytes(notation: string): Uint8Array {
  const words = notation.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const { encode } = createCodePage("037");
  return Uint8Array.from(
    words.flatMap((word) => {
      if (word.startsWith('"')) return [...new TextEncoder().encode(word.slice(1, -1))];
      if (word.startsWith("'")) return [...word.slice(1, -1)].map((character) => encode(character)!);
      return [Number.parseInt(word, 16)];
    }),
  );
}

export function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** Formats bytes in the same notation. */
export function same(notation: string): string {
  return hex(bytes(notation));
}

/** The negotiation of a traditional server, all at once. */
export const TRADITIONAL = "FF FD 18 FF FA 18 01 FF F0 FF FD 19 FF FB 19 FF FD 00 FF FB 00";

/** What the client answers to it. */
export const TRADITIONAL_ANSWERS =
  'FF FB 18 FF FA 18 00 "IBM-3278-2-E" FF F0 FF FB 19 FF FD 19 FF FB 00 FF FD 00';

/** Erase/Write that enables the keyboard: "HI", and an input field. */
export const SCREEN = "F5 C3 1D 60 'HI' 1D 40 13";

/** The whole negotiation and that screen. */
export const STARTED = `${TRADITIONAL} ${SCREEN} FF EF`;

/** A display of model 2, with records of a host in hexadecimal. */
export function displayWith(...records: readonly string[]): Display {
  const display = new Display({
    codePage: createCodePage("037"),
    sizes: sizesOfDevice("IBM-3278-2-E"),
    numericLock: true,
  });
  for (const record of records) display.receive(bytes(record));
  return display;
}

/** The rows of a display, without blanks at their ends and empty rows at the end. */
export function textOfDisplay({ view }: Pick<Display, "view">): string {
  return view.lines
    .map((runs) =>
      runs
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    )
    .join("\n")
    .trimEnd();
}

export interface OpenedWorld {
  readonly session: Tn3270Session;
  readonly transport: MemoryTransport;
  readonly events: readonly WireEvent[];
  /** The bytes that the server received, in hexadecimal. */
  readonly sent: string;
}

export interface WorldInit {
  readonly url?: string;
  readonly options?: Tn3270Options;
  readonly limits?: Partial<Limits>;
}

const urls = createRegistry(tn3270);

/** Opens a session with an in-memory server. */
export async function opened(
  server: (peer: MemoryPeer) => void | Promise<void>,
  { url = "tn3270://192.0.2.1/", options = {}, limits }: WorldInit = {},
): Promise<OpenedWorld> {
  const transport = memoryTransport();
  const { tls = false } = options;
  transport.listen("192.0.2.1", tls ? 992 : 23, server, { tls });
  const events: WireEvent[] = [];
  const { signal } = new AbortController();
  const context: Context<Tn3270Settings> = {
    connect: async ({ host: address = "", port, tls: secure = false }) =>
      transport.connect(
        { address, port, maxBuffer: 65_536, ...(secure && { tls: { serverName: address } }) },
        signal,
      ),
    ask: async () => undefined,
    limits: resolveLimits(limits),
    signal,
    now: () => 0,
    record: (event) => void events.push(event),
    options: resolveOptions(tn3270Options, options),
  };
  const session = await open(urls.parse(url) as Tn3270Url, context);
  return {
    session,
    transport,
    events,
    get sent() {
      return transport.connections
        .map(({ sent }) => hex(Uint8Array.from(sent.flatMap((one) => [...one]))))
        .join();
    },
  };
}

/** A server that sends everything, and waits until the client disconnects. */
export function says(...wires: readonly string[]): (peer: MemoryPeer) => Promise<void> {
  return async (peer) => {
    for (const wire of wires) await peer.send(bytes(wire));
    await peer.closed;
  };
}

/** A server that sends everything, and closes. */
export function saysAndCloses(...wires: readonly string[]): (peer: MemoryPeer) => Promise<void> {
  return async (peer) => {
    for (const wire of wires) await peer.send(bytes(wire));
    peer.end();
  };
}
