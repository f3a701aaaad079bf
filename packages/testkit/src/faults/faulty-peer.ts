import { octetsOf, textOf } from "@anyurl/core";
import type { FakeClock } from "../memory/fake-clock.ts";
import type { MemoryPeer } from "../memory/memory-pipe.ts";
import type { MemoryTransport } from "../memory/memory-transport.ts";
import { type Control, lineOf, linesOf } from "./lines.ts";
import { CHUNK, DATA_PORT, SERVER } from "./payload.ts";
import type { HostileProtocol, HostileWorld, ServerStep } from "./server-steps.ts";

/** A point of a dialogue: the server is about to say this. */
export interface ExchangePoint {
  /** Counted from 0, over all connections. */
  readonly index: number;
  readonly said: Exclude<ServerStep, { readonly is: "close" }>;
  /** The octets in which a proper server says it; none where it is to take an upload. */
  readonly octets: Uint8Array;
  /** To what it is the answer: a line of the client; "" for a greeting. */
  readonly to: string;
  readonly world: HostileWorld;
}

interface Point extends ExchangePoint {
  /** On which connection. */
  readonly peer: MemoryPeer;
}

/** What the peer may do at a point, instead of or besides saying it. */
export interface FaultContext extends Point {
  readonly clock: FakeClock;
  /** Says octets on the connection of the point. */
  say(octets: Uint8Array | string): Promise<void>;
  /** Says octets on the first connection, whatever the point is about. */
  tell(octets: Uint8Array | string): Promise<void>;
  /** Takes of the upload that is due at this point: all, or so many octets, if there are so many. */
  take(octets?: number): Promise<void>;
  /** Closes every connection, those under TLS without a close_notify, or breaks them off. */
  leave(how: "close" | "reset"): void;
  /** Says the same without an end; fails the test when the client reads on and on. */
  endlessly(octets: Uint8Array | string): Promise<void>;
  pause(milliseconds: number): Promise<void>;
  /** Says nothing, as long as anybody waits. */
  silence(): Promise<void>;
  /** The octets of the same reply in another world. */
  as(changes: Partial<HostileWorld>): Uint8Array;
  /** Lets the caller give up. */
  abort(): void;
}

/**
 * What is left to do at a point: to say it properly, or take it; nothing but what follows, for it has been said; nothing;
 * and not even what else belongs to the same line of the client.
 */
export type FaultOutcome = "say it" | "said" | "nothing" | "over";

/** Takes a point over. */
export type FaultInjector = (turn: FaultContext) => Promise<FaultOutcome>;

export interface HostilePeerInit {
  readonly transport: MemoryTransport;
  readonly clock: FakeClock;
  readonly protocol: HostileProtocol;
  /** `undefined`: it does not listen. */
  readonly port: number | undefined;
  /** Which connections begin with a handshake. */
  readonly tls: { readonly control: boolean; readonly data: boolean | "either" };
  /** Does the server forget to close the connection where it should? */
  readonly staysOpen: boolean;
  /** Does it take nothing of what is sent? */
  readonly deaf: boolean;
  /** What the server has, and what it says of it. */
  readonly world: Pick<HostileWorld, "address" | "port" | "size">;
  /** The body, for the line of the client that asks for it. */
  readonly body: (to: string) => Uint8Array;
  readonly interference: FaultInjector;
  /** Lets the caller give up. */
  readonly abort: () => void;
}

/** Octets that a client may take of what never ends: more than any of the limits that are set. */
const ENOUGH = 8 * 1024 * 1024;

/** A server that keeps to its protocol, but for what interferes. */
export class FaultyPeer {
  /** What it was about to say, in order. */
  readonly points: ExchangePoint[] = [];
  /** What a test must fail for. */
  readonly complaints: string[] = [];
  /** What it has taken of an upload. */
  readonly taken: Uint8Array[] = [];
  readonly #init: HostilePeerInit;
  readonly #peers: Set<MemoryPeer> = new Set();
  readonly #stops: (() => void)[];
  /** Further connections that nobody has spoken on. */
  readonly #data: MemoryPeer[] = [];
  readonly #wanted: ((peer: MemoryPeer) => void)[] = [];
  #left = false;
  #confirmed = false;

  constructor(init: HostilePeerInit) {
    this.#init = init;
    const { transport, port, tls } = init;
    this.#stops = [
      ...(port === undefined
        ? []
        : [transport.listen(SERVER, port, (peer) => this.#serve(peer), { tls: tls.control })]),
      transport.listen(SERVER, DATA_PORT, (peer) => this.#welcome(peer), { tls: tls.data }),
    ];
  }

  /** Has it said that what was asked for is done? */
  get confirmed(): boolean {
    return this.#confirmed;
  }

  /** Takes no more connections. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  async #serve(peer: MemoryPeer): Promise<void> {
    this.#peers.add(peer);
    const { protocol, world, deaf } = this.#init;
    const lines = linesOf(peer);
    const heard: string[] = [];
    const { greeting } = protocol;
    if (greeting !== undefined) {
      await this.#say([{ is: "reply", text: greeting }], "", { peer, lines }, { ...world, heard: [] });
    }
    if (deaf) return;
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      heard.push(line.value);
      const now = { ...world, heard: [...heard] };
      await this.#say(protocol.answer(line.value, now), line.value, { peer, lines }, now);
    }
  }

  /** A further connection: nothing is said on it before it is due. */
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
        else await peer.send(point.octets);
      }
      if (remaining !== "nothing" && said.is === "reply") {
        this.#confirmed ||= said.confirms === true;
        if (said.secures) await peer.secure();
      }
      if (onData) peer.end();
    }
  }

  #octetsOf(said: ExchangePoint["said"], to: string): Uint8Array {
    if (said.is === "body") return this.#init.body(to);
    return said.is === "upload" ? new Uint8Array(0) : octetsOf(said.text);
  }

  /** Takes of an upload what comes, until its end is there, or so many octets. */
  async #take({ said, peer }: Point, { lines }: Control, most = Number.POSITIVE_INFINITY): Promise<void> {
    if (said.is !== "upload") return;
    for (let size = 0; size < most; ) {
      const octets = "until" in said ? await lineOf(lines, said.until) : await peer.receive();
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

  /** @param nth which of the answers to its line the point is. */
  #turn(point: Point, control: Control, nth: number): FaultContext {
    const { clock, protocol, abort } = this.#init;
    const { peer } = point;
    return {
      ...point,
      clock,
      say: (octets) => {
        this.#note(point, octets);
        return peer.send(octets);
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
      pause: (milliseconds) => pause(clock, peer, milliseconds),
      silence: () => peer.closed,
      as: (changes) => {
        const said = protocol.answer(point.to, { ...point.world, ...changes })[nth];
        return said === undefined || !("text" in said) ? point.octets : octetsOf(said.text);
      },
      abort,
    };
  }

  /** Is this, whatever follows, the reply that says that it is done? */
  #note({ said, octets: due }: Point, octets: Uint8Array | string): void {
    if (said.is !== "reply" || said.confirms !== true) return;
    this.#confirmed ||= (typeof octets === "string" ? octets : textOf(octets)).startsWith(textOf(due));
  }

  async #endlessly(peer: MemoryPeer, octets: Uint8Array): Promise<void> {
    const times = Math.max(1, Math.floor(CHUNK / Math.max(1, octets.length)));
    const chunk = new Uint8Array(times * octets.length);
    for (let i = 0; i < times; i++) chunk.set(octets, i * octets.length);
    for (let said = 0; peer.open; said += chunk.length) {
      if (said > ENOUGH) {
        this.complaints.push(`the client has taken ${said} octets of what has no end, and reads on`);
        peer.reset();
        return;
      }
      await peer.send(chunk);
    }
  }
}

/** Resolves when so much time has gone by, or there is nobody left who could notice. */
function pause(clock: FakeClock, peer: MemoryPeer, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(resolve, milliseconds);
    void peer.closed.then(() => {
      cancel();
      resolve();
    });
  });
}
