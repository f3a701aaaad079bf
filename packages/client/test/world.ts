import { defineScheme, type Entity, octetsOf, parseLogin, type Scheme, type Url } from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  type Exchange,
  perform,
  type Transport,
  type TransportEndpoint,
} from "@anyurl/core/exchange";
import type { Clock } from "../src/index.ts";

/** `x-line://host/path`: sends the path as a line, waits for one line, and then returns the data until the close. */
function* exchange(path: string): Exchange<Uint8Array | "begun", true> {
  yield { do: "send", octets: octetsOf(`${path}\r\n`), cite: "x-line" };
  let reply = "";
  while (!reply.includes("\n")) {
    const octets = yield { do: "receive" };
    if (octets === undefined) return true;
    reply += String.fromCharCode(...octets);
  }
  yield { do: "emit", event: "begun" };
  for (;;) {
    const octets = yield { do: "receive", phase: "body" };
    if (octets === undefined) break;
    yield { do: "emit", event: octets };
  }
  try {
    yield { do: "send", octets: octetsOf("bye\r\n") };
    yield { do: "receive", phase: "farewell" };
  } catch {
    // Sent without waiting for a reply.
  }
  return true;
}

async function get(url: Url<"x-line", object>, context: Context): Promise<Entity> {
  const { hostname, port } = parseLogin(url, 4000);
  const events = perform(exchange(url.path), await context.connect({ host: hostname, port }), context);
  await events.next();
  return { body: bodyFromExchange(events) };
}

export const line: Scheme<"x-line", object, object, { get: typeof get }> = defineScheme({
  name: "x-line",
  defaultPort: 4000,
  cite: ["x-line"],
  parse: () => ({}),
  format: () => "x-line://h/",
  examples: [],
  access: async () => ({ get }),
});

/** A clock that only a test advances. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  /** Timers that were not canceled. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, milliseconds: number, _background?: boolean): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances the clock, and runs everything that is due. */
  async advance(milliseconds: number): Promise<void> {
    await settled();
    this.#now += milliseconds;
    for (const timer of [...this.#timers].sort((a, b) => a.at - b.at)) {
      if (timer.at > this.#now || !this.#timers.delete(timer)) continue;
      timer.callback();
      await settled();
    }
    await settled();
  }
}

/** Waits until all promises without a timer have settled. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns the state of a promise: "waiting", "done", or the reason of its rejection. */
export function outcome(promise: Promise<unknown>): { is: unknown } {
  const state: { is: unknown } = { is: "waiting" };
  promise.then(
    () => {
      state.is = "done";
    },
    (error) => {
      state.is = error;
    },
  );
  return state;
}

/** A connection in memory: a test sends the peer's data, and sees what the client sends. */
export class FakeConnection implements Connection {
  remote: { readonly address: string; readonly port: number };
  readonly sent: string[] = [];
  closed = false;
  readonly #queue: (Uint8Array | undefined | Error)[] = [];
  #wake: (() => void) | undefined;

  constructor(address: string, port: number) {
    this.remote = { address, port };
  }

  /** The number of bytes from the peer that were not received yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Sends data of the peer; `undefined` closes the connection, and an error breaks it. */
  say(what: string | Uint8Array | undefined | Error): void {
    this.#queue.push(typeof what === "string" ? octetsOf(what) : what);
    this.#wake?.();
  }

  /** Takes the bytes that the peer sent next, if any. */
  take(): Uint8Array | undefined {
    return this.#queue[0] instanceof Uint8Array ? (this.#queue.shift() as Uint8Array) : undefined;
  }

  async send(octets: Uint8Array): Promise<void> {
    if (this.closed) throw new Error("closed");
    this.sent.push(String.fromCharCode(...octets));
  }

  async receive(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.closed) throw new Error("closed");
      if (this.#queue.length > 0) {
        const what = this.#queue.shift();
        if (what instanceof Error) throw what;
        return what;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.closed = true;
    this.#wake?.();
  }
}

/** A network in memory. */
export class FakeTransport implements Transport {
  readonly connections: FakeConnection[] = [];
  readonly dialled: TransportEndpoint[] = [];
  /** The results of lookups, in order; the last one is repeated. */
  answers: (readonly string[])[] = [["127.0.0.1"]];
  looked: string[] = [];
  /** Makes a connection, fails, or never ends. */
  answer: (endpoint: TransportEndpoint, signal: AbortSignal) => Promise<FakeConnection> = async ({
    address,
    port,
  }) => new FakeConnection(address, port);

  async resolve(name: string): Promise<readonly string[]> {
    this.looked.push(name);
    return (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? [];
  }

  async connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection> {
    this.dialled.push(endpoint);
    const connection = await this.answer(endpoint, signal);
    this.connections.push(connection);
    return connection;
  }

  get open(): number {
    return this.connections.filter(({ closed }) => !closed).length;
  }
}
