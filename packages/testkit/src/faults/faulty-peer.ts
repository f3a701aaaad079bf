import { AsyncResource } from "node:async_hooks";
import { octetsOf, textOf } from "@anyurl/core";
import type { FakeClock } from "../memory/fake-clock.ts";
import type { MemoryPeer } from "../memory/memory-pipe.ts";
import type { MemoryTransport } from "../memory/memory-transport.ts";
import { type Control, findLine, readRequests } from "./lines.ts";
import { memoryInUse } from "./memory-in-use.ts";
import { CHUNK, DATA_PORT, SERVER } from "./payload.ts";
import type { HostileProtocol, HostileWorld, ServerStep } from "./server-steps.ts";

/** A point of an exchange: the step that the server takes next. */
export interface ExchangePoint {
  /** Counted from 0, over all connections. */
  readonly index: number;
  readonly said: Exclude<ServerStep, { readonly is: "close" }>;
  /** The bytes that a correct server sends; empty for an upload. */
  readonly octets: Uint8Array;
  /** The client's line that the step replies to; "" for a greeting. */
  readonly to: string;
  readonly world: HostileWorld;
}

interface Point extends ExchangePoint {
  /** The connection of the point. */
  readonly peer: MemoryPeer;
}

/** What a fault can do at a point. */
export interface FaultContext extends Point {
  readonly clock: FakeClock;
  /** Sends bytes on the connection of the point. */
  say(octets: Uint8Array | string): Promise<void>;
  /** Sends bytes on the first connection. */
  tell(octets: Uint8Array | string): Promise<void>;
  /** Reads the upload of this point: completely, or until this number of bytes has arrived. */
  take(octets?: number): Promise<void>;
  /** Closes all connections (those with TLS without a close_notify), or resets them. */
  leave(how: "close" | "reset"): void;
  /** Sends the same bytes endlessly. The test fails if the client does not stop reading. */
  endlessly(octets: Uint8Array | string): Promise<void>;
  /** For a protocol over UDP: the datagrams of a correct server. */
  readonly datagrams: readonly Uint8Array[];
  /** Sends these datagrams unchanged. */
  deliver(datagrams: readonly Uint8Array[]): Promise<void>;
  /** Sends a body, and records how much more memory is in use when the client has read all but its last packet. */
  weigh(octets: Uint8Array): Promise<void>;
  pause(milliseconds: number): Promise<void>;
  /** Sends nothing until the client closes the connection. */
  silence(): Promise<void>;
  /** Returns the bytes of the same reply with a changed world. */
  as(changes: Partial<HostileWorld>): Uint8Array;
  /** Aborts the call. */
  abort(): void;
}

/**
 * What the server does after the fault: "say it", the step of a correct server; "said", only what follows the step, such
 * as TLS; "over", skip the remaining steps for the same line of the client; nothing, continue with the next step.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most faults return nothing, so they need no `return`.
export type FaultOutcome = "say it" | "said" | "over" | void;

/** Injects a fault at one point of the exchange. */
export type FaultInjector = (turn: FaultContext) => Promise<FaultOutcome>;

export interface HostilePeerInit {
  readonly transport: MemoryTransport;
  readonly clock: FakeClock;
  readonly protocol: HostileProtocol;
  /** `undefined`: the server does not listen. */
  readonly port: number | undefined;
  /** Connections that begin with a TLS handshake. */
  readonly tls: { readonly control: boolean; readonly data: boolean | "either" };
  /** Whether the server never closes the connection. */
  readonly staysOpen: boolean;
  /** Whether the server reads nothing. */
  readonly deaf: boolean;
  /** The address, port and size that the server announces. */
  readonly world: Pick<HostileWorld, "address" | "port" | "size">;
  /** Returns the body for the client's line that requests it. */
  readonly body: (to: string) => Uint8Array;
  /** Maximum bytes of a chunk of a body. Default: unlimited. */
  readonly maxChunk?: number | undefined;
  readonly interference: FaultInjector;
  /** Aborts the call. */
  readonly abort: () => void;
}

/** Bytes that a client may read of endless data: more than any of the limits. */
const ENOUGH = 8 * 1024 * 1024;

/** Bytes of memory that every client may use for a body, so that they need not be measured exactly. */
const LITTLE_MEMORY = 512 * 1024;

/** Turns of the promise queue within which a client reads what has arrived. */
const READ_TURNS = 2000;

/** A server that follows its protocol except for an injected fault. */
export class FaultyPeer {
  /** The steps of the exchange, in order. */
  readonly points: ExchangePoint[] = [];
  /** Reasons to fail the test. */
  readonly complaints: string[] = [];
  /** The bytes of the upload that the server read. */
  readonly taken: Uint8Array[] = [];
  readonly #init: HostilePeerInit;
  readonly #peers: Set<MemoryPeer> = new Set();
  readonly #stops: (() => void)[];
  /** Data connections that are not used yet. */
  readonly #data: MemoryPeer[] = [];
  readonly #wanted: ((peer: MemoryPeer) => void)[] = [];
  /** Bytes of memory that the client needed for a body; `undefined` if they were not measured. */
  held: number | undefined;
  /** What a callback of the protocol or of the operation threw. */
  failure: { readonly thrown: unknown } | undefined;
  #left = false;
  #confirmed = false;

  constructor(init: HostilePeerInit) {
    this.#init = init;
    const { transport, port, tls, protocol } = init;
    // The work of the server does not count as work of the client that connects.
    const serve = AsyncResource.bind((peer: MemoryPeer) =>
      this.#serve(peer).catch((error) => this.#fail(error, peer)),
    );
    const welcome = AsyncResource.bind((peer: MemoryPeer) => this.#welcome(peer));
    this.#stops = [
      ...(port === undefined
        ? []
        : [
            transport.listen(SERVER, port, serve, {
              tls: tls.control,
              datagrams: protocol.datagrams !== undefined,
            }),
          ]),
      transport.listen(SERVER, DATA_PORT, welcome, { tls: tls.data }),
    ];
  }

  /** Whether the server has confirmed the operation. */
  get confirmed(): boolean {
    return this.#confirmed;
  }

  /** Stops accepting connections. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Ends all connections, so that the client does not wait for a server that cannot continue. */
  #fail(thrown: unknown, peer: MemoryPeer): void {
    if (!peer.open || isBroken(thrown)) throw thrown;
    this.failure ??= { thrown };
    this.#left = true;
    for (const each of this.#peers) each.reset();
  }

  async #serve(peer: MemoryPeer): Promise<void> {
    if (this.#left) return peer.cut();
    this.#peers.add(peer);
    const { protocol, world, deaf } = this.#init;
    const lines = readRequests(peer, protocol);
    const heard: string[] = [];
    const { greeting } = protocol;
    if (greeting !== undefined) {
      const said: ServerStep = typeof greeting === "string" ? { is: "reply", text: greeting } : greeting;
      await this.#say([said], "", { peer, lines }, { ...world, heard: [] });
    }
    if (deaf) return;
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      // The rest of an upload that was not read to its end are not requests.
      if (this.#left || !peer.open) return;
      heard.push(line.value);
      const now = { ...world, heard: [...heard] };
      await this.#say(protocol.answer(line.value, now), line.value, { peer, lines }, now);
    }
  }

  /** Accepts a data connection. Nothing is sent on it before its step. */
  async #welcome(peer: MemoryPeer): Promise<void> {
    this.#peers.add(peer);
    if (this.#init.tls.data === "either" && peer.serverName === undefined) await peer.secure();
    const wanted = this.#wanted.shift();
    if (wanted === undefined) this.#data.push(peer);
    else wanted(peer);
  }

  async #say(
    sayings: readonly ServerStep[],
    to: string,
    control: Control,
    world: HostileWorld,
  ): Promise<void> {
    for (const [i, said] of sayings.entries()) {
      if (this.#left || !control.peer.open) return;
      if (said.is === "close") {
        if (!this.#init.staysOpen) control.peer.end();
        continue;
      }
      const onData = "on" in said && said.on === "data";
      const peer = onData ? await this.#further() : control.peer;
      const point = { index: this.points.length, said, octets: this.#octetsOf(said, to), to, world, peer };
      this.points.push(point);
      const remaining = await this.#init.interference(this.#turn(point, control, i));
      if (remaining === "over") return;
      if (remaining === "say it") {
        if (said.is === "upload") await this.#take(point, control);
        else await this.#send(point, point.octets);
      }
      if (remaining !== undefined && said.is === "reply") {
        this.#confirmed ||= said.confirms === true;
        if (said.secures) await peer.secure();
      }
      if (onData) peer.end();
    }
  }

  async #send({ peer, to }: Point, octets: Uint8Array | string): Promise<void> {
    const { datagrams } = this.#init.protocol;
    const bytes = typeof octets === "string" ? octetsOf(octets) : octets;
    const pieces = datagrams?.(bytes, octetsOf(to), this.#init.maxChunk) ?? cutIntoPackets(bytes);
    for (const piece of pieces) await peer.send(piece);
  }

  #octetsOf(said: ExchangePoint["said"], to: string): Uint8Array {
    if (said.is === "body") return this.#init.body(to);
    return said.is === "upload" ? new Uint8Array(0) : octetsOf(said.text);
  }

  /** Reads an upload to its end, or until `most` bytes have arrived. */
  async #take({ said, peer }: Point, { lines }: Control, most = Number.POSITIVE_INFINITY): Promise<void> {
    if (said.is !== "upload") return;
    for (let size = 0; size < most; ) {
      const octets = "until" in said ? await findLine(lines, said.until) : await peer.receive();
      if (octets === undefined) return;
      this.taken.push(octets);
      size += octets.length;
    }
  }

  #further(): Promise<MemoryPeer> {
    const peer = this.#data.shift();
    if (peer !== undefined) return Promise.resolve(peer);
    return new Promise((resolve) => this.#wanted.push(resolve));
  }

  /** @param nth index of the point among the steps for its line. */
  #turn(point: Point, control: Control, nth: number): FaultContext {
    const { clock, protocol, abort } = this.#init;
    const { peer } = point;
    return {
      ...point,
      clock,
      say: (octets) => {
        this.#note(point, octets);
        return this.#send(point, octets);
      },
      datagrams: protocol.datagrams?.(point.octets, octetsOf(point.to)) ?? [],
      deliver: async (datagrams) => {
        for (const datagram of datagrams) await peer.send(datagram);
      },
      tell: (octets) => control.peer.send(octets),
      take: (octets) => this.#take(point, control, octets),
      leave: (how) => {
        this.#left = true;
        for (const each of this.#peers) how === "close" ? each.cut() : each.reset();
      },
      endlessly: (octets) => {
        this.#note(point, octets);
        return this.#endlessly(peer, typeof octets === "string" ? octetsOf(octets) : octets);
      },
      weigh: (octets) => this.#weigh(point, octets),
      pause: (milliseconds) => pause(clock, peer, milliseconds),
      silence: () => peer.closed,
      as: (changes) => {
        const said = protocol.answer(point.to, { ...point.world, ...changes })[nth];
        return said === undefined || !("text" in said) ? point.octets : octetsOf(said.text);
      },
      abort,
    };
  }

  /** Records a confirmation, if the bytes begin with the confirming reply. */
  #note({ said, octets: due }: Point, octets: Uint8Array | string): void {
    if (said.is !== "reply" || said.confirms !== true) return;
    this.#confirmed ||= (typeof octets === "string" ? octets : textOf(octets)).startsWith(textOf(due));
  }

  async #weigh(point: Point, octets: Uint8Array): Promise<void> {
    const { datagrams } = this.#init.protocol;
    const pieces = datagrams?.(octets, octetsOf(point.to), this.#init.maxChunk) ?? cutIntoPackets(octets);
    // All garbage: what is collected later would hide what the client keeps.
    const before = memoryInUse("all");
    for (const piece of pieces.slice(0, -1)) await point.peer.send(piece);
    // Not a turn of the event loop, after which the fake clock would advance.
    for (let i = 0; i < READ_TURNS; i++) await undefined;
    const most = memoryInUse("young") - before;
    this.held = most > LITTLE_MEMORY ? memoryInUse("all") - before : most;
    for (const piece of pieces.slice(-1)) await point.peer.send(piece);
  }

  async #endlessly(peer: MemoryPeer, octets: Uint8Array): Promise<void> {
    const times = Math.max(1, Math.floor(CHUNK / Math.max(1, octets.length)));
    const chunk = new Uint8Array(times * octets.length);
    for (let i = 0; i < times; i++) chunk.set(octets, i * octets.length);
    for (let said = 0; peer.open; said += chunk.length) {
      if (said > ENOUGH) {
        this.complaints.push(`the client has read ${said} bytes of endless data and does not stop`);
        peer.reset();
        return;
      }
      await peer.send(chunk);
    }
  }
}

/** Returns whether an error only means that the client closed the connection. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ECONNRESET");
}

function cutIntoPackets(octets: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(octets.length / CHUNK) }, (_, i) =>
    octets.subarray(i * CHUNK, (i + 1) * CHUNK),
  );
}

/** Resolves after the given time, or when the connection is closed. */
function pause(clock: FakeClock, peer: MemoryPeer, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(resolve, milliseconds);
    void peer.closed.then(() => {
      cancel();
      resolve();
    });
  });
}
