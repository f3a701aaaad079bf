import { createRegistry, type Limits, resolveLimits, resolveOptions, textOf } from "@anyurl/core";
import type { Context, WireEvent } from "@anyurl/core/exchange";
import { type MemoryPeer, type MemoryTransport, memoryTransport } from "@anyurl/testkit";
import { open } from "../src/access.ts";
import { type TelnetOptions, type TelnetSession, type TelnetUrl, telnet } from "../src/index.ts";
import { type ResolvedTelnetOptions, telnetOptions } from "../src/settings.ts";

/** Parses bytes in hexadecimal, "FF FD 18", with text in quotation marks. */
export function octets(notation: string): Uint8Array {
  const words = notation.match(/"[^"]*"|\S+/g) ?? [];
  return Uint8Array.from(
    words.flatMap((word) =>
      word.startsWith('"') ? [...new TextEncoder().encode(word.slice(1, -1))] : [Number.parseInt(word, 16)],
    ),
  );
}

function hex(data: Uint8Array): string {
  return [...data].map((octet) => octet.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** Formats bytes in the same notation. */
export function same(notation: string): string {
  return hex(octets(notation));
}

export interface OpenedWorld {
  readonly session: TelnetSession;
  readonly transport: MemoryTransport;
  readonly events: readonly WireEvent[];
  /** The bytes that the server received, in hexadecimal. */
  readonly sent: string;
  /** The data sent as a secret. */
  readonly secrets: readonly string[];
}

export interface WorldInit {
  readonly url?: string;
  readonly options?: TelnetOptions;
  readonly limits?: Partial<Limits>;
  readonly password?: string;
  readonly signal?: AbortSignal;
}

const urls = createRegistry(telnet);
const NOTHING = new Uint8Array(0);

/** Opens a session with an in-memory server. */
export async function opened(
  server: (peer: MemoryPeer) => void | Promise<void>,
  init: WorldInit = {},
): Promise<OpenedWorld> {
  const transport = memoryTransport();
  const { url = "telnet://192.0.2.1/", options = {} } = init;
  const parsed = urls.parse(url) as TelnetUrl;
  const port = Number(parsed.port ?? "") || (parsed.scheme === "telnets" ? 992 : 23);
  transport.listen("192.0.2.1", port, server, { tls: parsed.scheme === "telnets" });
  const events: WireEvent[] = [];
  const secrets: string[] = [];
  const signal = init.signal ?? new AbortController().signal;
  const context: Context<ResolvedTelnetOptions> = {
    connect: async ({ host: address = "", port: to, tls = false }) => {
      const endpoint = { address, port: to, maxBuffer: 65_536, ...(tls && { tls: { serverName: address } }) };
      const connection = await transport.connect(endpoint, signal);
      const send = (data: Uint8Array, secret?: boolean) => {
        if (secret === true) secrets.push(hex(data));
        return connection.send(data);
      };
      return Object.create(connection, { send: { value: send } });
    },
    ask: async ({ wanted }) =>
      wanted === "password" && init.password !== undefined ? { password: init.password } : undefined,
    limits: resolveLimits(init.limits),
    signal,
    now: () => 0,
    // Like a transcript, it does not store bodies.
    record: (event) =>
      void events.push("octets" in event && event.body ? { ...event, octets: NOTHING } : event),
    options: resolveOptions(telnetOptions, options),
  };
  const session = await open(parsed, context);
  return {
    session,
    transport,
    events,
    secrets,
    get sent() {
      return transport.connections
        .map(({ sent }) => hex(Uint8Array.from(sent.flatMap((one) => [...one]))))
        .join();
    },
  };
}

/** All data of the server, as text that keeps its bytes. */
export async function all({ readable }: Pick<TelnetSession, "readable">): Promise<string> {
  let text = "";
  for await (const piece of readable) text += textOf(piece);
  return text;
}
