import { octetsOf, textOf } from "@anyurl/core";
import type { FakeClock } from "./fake-clock.ts";
import type { HostileProtocol, HostileWorld, Said } from "./hostile-protocol.ts";
import { CHUNK, DATA_PORT, SERVER } from "./hostile-world.ts";
import type { MemoryPeer } from "./memory-pipe.ts";
import type { MemoryTransport } from "./memory-transport.ts";

/** A point of a dialogue: the server is about to say this. */
export interface ProperPoint {
  /** Counted from 0, over all connections. */
  readonly index: number;
  readonly said: Exclude<Said, { readonly is: "close" }>;
  /** The octets in which a proper server says it. */
  readonly octets: Uint8Array;
  /** To what it is the answer: a line of the client; "" for a greeting. */
  readonly to: string;
  readonly world: HostileWorld;
}

interface Point extends ProperPoint {
  /** On which connection. */
  readonly peer: MemoryPeer;
}

/** What the peer may do at a point, instead of or besides saying it. */
export interface Turn extends Point {
  readonly clock: FakeClock;
  /** Says octets on the connection of the point. */
  say(octets: Uint8Array | string): Promise<void>;
  /** Closes every connection, or breaks them off. */
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

/** What is left to do at a point: to say it properly; nothing but what follows, for it has been said; nothing. */
export type Remaining = "say it" | "said" | "nothing";

/** Takes a point over. */
export type Interference = (turn: Turn) => Promise<Remaining>;

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
  /** What the server has, and what it says of it. */
  readonly world: Pick<HostileWorld, "address" | "port" | "size">;
  /** The body, for the line of the client that asks for it. */
  readonly body: (to: string) => Uint8Array;
  readonly interference: Interference;
  /** Lets the caller give up. */
  readonly abort: () => void;
}

/** Octets that a client may take of what never ends: more than any of the limits that are set. */
const ENOUGH = 8 * 1024 * 1024;

/** A server that keeps to its protocol, but for what interferes. */
export class HostilePeer {
  /** What it was about to say, in order. */
  readonly points: ProperPoint[] = [];
  /** What a test must fail for. */
  readonly complaints: string[] = [];
  readonly #init: HostilePeerInit;
  readonly #peers: Set<MemoryPeer> = new Set();
  readonly #stops: (() => void)[];
  /** Further connections that nobody has spoken on. */
  readonly #data: MemoryPeer[] = [];
  readonly #wanted: ((peer: MemoryPeer) => void)[] = [];
  #left = false;

  constructor(init: HostilePeerInit) {
    this.#init = init;
    const { transport, port, tls } = init;
    this.#stops = [
      ...(port === undefined
        ? []
        : [transport.listen(SERVER, port, (peer) => this.#serve(peer), { tls: tls.control })]),
      transport.listen(SERVER, DATA_PORT, (peer) => this.#take(peer), { tls: tls.data }),
    ];
  }

  /** Takes no more connections. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  async #serve(peer: MemoryPeer): Promise<void> {
    this.#peers.add(peer);
    const { protocol, world } = this.#init;
    const heard: string[] = [];
    const { greeting } = protocol;
    if (greeting !== undefined) {
      await this.#say([{ is: "reply", text: greeting }], "", peer, { ...world, heard: [] });
    }
    for await (const line of linesOf(peer)) {
      heard.push(line);
      const now = { ...world, heard: [...heard] };
      await this.#say(protocol.answer(line, now), line, peer, now);
    }
  }

  /** A further connection: nothing is said on it before it is due. */
  async #take(peer: MemoryPeer): Promise<void> {
    this.#peers.add(peer);
    if (this.#init.tls.data === "either" && peer.serverName === undefined) await peer.secure();
    const wanted = this.#wanted.shift();
    if (wanted === undefined) this.#data.push(peer);
    else wanted(peer);
  }

  async #say(sayings: readonly Said[], to: string, control: MemoryPeer, world: HostileWorld): Promise<void> {
    for (const [i, said] of sayings.entries()) {
      if (this.#left) return;
      if (said.is === "close") {
        if (!this.#init.staysOpen) control.end();
        continue;
      }
      const onData = said.is === "body" && said.on === "data";
      const peer = onData ? await this.#further() : control;
      const octets = said.is === "body" ? this.#init.body(to) : octetsOf(said.text);
      const point = { index: this.points.length, said, octets, to, world };
      this.points.push(point);
      const remaining = await this.#init.interference(this.#turn({ ...point, peer }, i));
      if (remaining === "say it") await peer.send(octets);
      if (remaining !== "nothing" && said.is === "reply" && said.secures) await peer.secure();
      if (onData) peer.end();
    }
  }

  #further(): Promise<MemoryPeer> {
    const peer = this.#data.shift();
    if (peer !== undefined) return Promise.resolve(peer);
    return new Promise((resolve) => this.#wanted.push(resolve));
  }

  /** @param nth which of the answers to its line the point is. */
  #turn(point: Point, nth: number): Turn {
    const { clock, protocol, abort } = this.#init;
    const { peer } = point;
    return {
      ...point,
      clock,
      say: (octets) => peer.send(octets),
      leave: (how) => {
        this.#left = true;
        for (const each of this.#peers) how === "close" ? each.end() : each.reset();
      },
      endlessly: (octets) => this.#endlessly(peer, typeof octets === "string" ? octetsOf(octets) : octets),
      pause: (milliseconds) => pause(clock, peer, milliseconds),
      silence: () => peer.closed,
      as: (changes) => {
        const said = protocol.answer(point.to, { ...point.world, ...changes })[nth];
        return said === undefined || !("text" in said) ? point.octets : octetsOf(said.text);
      },
      abort,
    };
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

/** The lines of a client, decoded, without their ends. */
async function* linesOf(peer: MemoryPeer): AsyncGenerator<string> {
  let text = "";
  for (;;) {
    const octets = await peer.receive();
    if (octets === undefined) return;
    text += textOf(octets);
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield text.slice(0, end).replace(/\r$/, "");
      text = text.slice(end + 1);
    }
  }
}
