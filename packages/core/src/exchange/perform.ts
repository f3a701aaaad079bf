import { AccessError } from "../access-error.ts";
import { octetsOf } from "../escape.ts";
import { type Connection, type Context, type Lease, type Listener, SENT } from "./context.ts";
import type { Channel, Exchange, SendStep, Step } from "./step.ts";

/**
 * Performs an exchange over real connections. The reader's pace is the protocol's pace, `break` closes every
 * connection, and a failed step is thrown into the exchange, which may know another way.
 *
 * Gives what the exchange emits, and returns what it returns. `control` is closed at the end, however it ends; a lease
 * is given back where the exchange has said `keep` and has then ended well.
 */
export async function* perform<Event, Result>(
  exchange: Exchange<Event, Result>,
  control: Connection | Lease,
  context: Context,
): AsyncGenerator<Event, Result, void> {
  const lease = "giveBack" in control ? control : undefined;
  const first = "giveBack" in control ? control.connection : control;
  const channels: Channels = new Map<Channel, Connection>([["control", first]]);
  const doors = new Map<Channel, Listener>();
  let kept: { readonly state: unknown } | undefined;
  try {
    let next = exchange.next();
    while (next.done !== true) {
      const step = next.value;
      kept = undefined;
      if (step.do === "keep") {
        if (lease !== undefined) kept = step;
        next = exchange.next(lease && NOTHING);
        continue;
      }
      if (step.do === "emit") {
        yield step.event;
        next = exchange.next();
        continue;
      }
      let octets: Uint8Array | undefined;
      try {
        // Awaited only where there is something to wait for: a turn of the queue costs more than most steps.
        const carried = carryOut(step, { channels, doors, first }, context);
        octets = carried === undefined || carried === SENT ? undefined : await carried;
        if (step.do === "receive" && octets !== undefined) received(step, octets, context);
      } catch (error) {
        // An abort is the caller's will: no other way is sought.
        if (context.signal.aborted) throw error;
        next = exchange.throw(error);
        continue;
      }
      next = exchange.next(octets);
    }
    if (kept !== undefined && channels.delete("control")) {
      lease?.giveBack(kept.state);
      context.record({ do: "keep", on: "control" });
    }
    return next.value;
  } finally {
    for (const door of doors.values()) door.close();
    for (const on of [...channels.keys()]) close(on, channels, context);
  }
}

/**
 * The octets among what an exchange emits, for the body of an entity. Leaving it early ends the exchange; its return
 * value is the exchange's.
 */
export function bodyOf<Result>(
  events: AsyncGenerator<unknown, Result, void>,
): AsyncGenerator<Uint8Array, Result, void> {
  return new Octets(events);
}

/** Written by hand: every octet of every body comes this way, and a generator around a generator takes twice as long. */
class Octets<Result> implements AsyncGenerator<Uint8Array, Result, void> {
  readonly #events: AsyncGenerator<unknown, Result, void>;

  constructor(events: AsyncGenerator<unknown, Result, void>) {
    this.#events = events;
  }

  async next(): Promise<IteratorResult<Uint8Array, Result>> {
    for (;;) {
      const next = await this.#events.next();
      if (next.done === true || next.value instanceof Uint8Array)
        return next as IteratorResult<Uint8Array, Result>;
    }
  }

  return(value: Result | PromiseLike<Result>): Promise<IteratorResult<Uint8Array, Result>> {
    return this.#events.return(value) as Promise<IteratorResult<Uint8Array, Result>>;
  }

  throw(error: unknown): Promise<IteratorResult<Uint8Array, Result>> {
    return this.#events.throw(error) as Promise<IteratorResult<Uint8Array, Result>>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return(undefined as Result);
  }
}

type Channels = Map<Channel, Connection>;

interface Opened {
  readonly channels: Channels;
  readonly doors: Map<Channel, Listener>;
  /** The first connection. */
  readonly first: Connection;
}

/** What a `keep` gives where connections are kept. */
const NOTHING = new Uint8Array(0);

/** Does what a step asks for. A receive is written down by {@link received}, when its octets are there. */
function carryOut(
  step: Exclude<Step<unknown>, { do: "emit" | "keep" }>,
  opened: Opened,
  context: Context,
): Promise<Uint8Array | undefined> | undefined {
  if (step.do === "open") return open(step, opened, context);
  const on = step.on ?? "control";
  if (step.do === "listen") return listen(on, opened, context);
  if (step.do === "accept") return accept(on, opened);
  const { channels } = opened;
  // Idempotent: what has failed to open, or was closed by its peer's end, need not be told apart.
  if (step.do === "close") {
    close(on, channels, context);
    return undefined;
  }
  const connection = channels.get(on);
  if (connection === undefined)
    throw new AccessError("plugin-fault", `the exchange has no open channel "${on}"`);
  if (step.do === "receive") return connection.receive(step.phase, step.onLoan);
  if (step.do === "send") {
    context.record({ do: "send", on, octets: shown(step), body: step.body === true });
    return connection.send(step.octets, step.secret !== undefined) as Promise<undefined>;
  }
  if (step.do === "secure") return secure(on, connection, context);
  if (connection.end === undefined) close(on, channels, context);
  else return connection.end() as Promise<undefined>;
  return undefined;
}

function received(
  { on = "control", phase }: Extract<Step<unknown>, { do: "receive" }>,
  octets: Uint8Array,
  context: Context,
): void {
  context.record({ do: "receive", on, octets, body: phase === "body" });
}

async function open(
  { on, endpoint }: Extract<Step<unknown>, { do: "open" }>,
  { channels, first }: Opened,
  context: Context,
): Promise<undefined> {
  const beside = endpoint.host === undefined ? { channel: on, peerOf: first } : { channel: on };
  const connection = await context.connect(endpoint, beside);
  close(on, channels, context);
  channels.set(on, connection);
}

async function listen(on: Channel, { doors, first }: Opened, context: Context): Promise<Uint8Array> {
  if (context.listen === undefined)
    throw new AccessError("unsupported", "nobody can connect to us here", { hint: "use passive mode" });
  doors.get(on)?.close();
  const door = await context.listen(first);
  doors.set(on, door);
  return octetsOf(`${door.address} ${door.port}`);
}

async function accept(on: Channel, { channels, doors }: Opened): Promise<undefined> {
  const door = doors.get(on);
  if (door === undefined) throw new AccessError("plugin-fault", `the exchange has no door "${on}"`);
  channels.set(on, await door.accept());
}

async function secure(on: Channel, connection: Connection, context: Context): Promise<undefined> {
  if (connection.secure === undefined)
    throw new AccessError("unsupported", "TLS cannot begin on a connection of this kind");
  await connection.secure();
  context.record({ do: "secure", on, protocol: connection.tls?.protocol ?? "TLS" });
}

/** Closes the connection of a channel, if there is one. */
function close(on: Channel, channels: Map<Channel, Connection>, context: Context): void {
  const connection = channels.get(on);
  if (connection === undefined) return;
  channels.delete(on);
  connection.close();
  context.record({ do: "close", on });
}

const STARS = new Uint8Array([0x2a, 0x2a, 0x2a]);

/** What is sent, with "***" in place of what nobody may see. */
export function shown({ octets, secret }: Pick<SendStep, "octets" | "secret">): Uint8Array {
  if (secret === undefined || secret[0] === secret[1]) return octets;
  const masked = new Uint8Array(octets.length - (secret[1] - secret[0]) + STARS.length);
  masked.set(octets.subarray(0, secret[0]), 0);
  masked.set(STARS, secret[0]);
  masked.set(octets.subarray(secret[1]), secret[0] + STARS.length);
  return masked;
}
