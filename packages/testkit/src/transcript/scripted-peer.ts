import { AccessError } from "@anyurl/core";
import { type Channel, type Connection, type Endpoint, joinBytes, type Phase } from "@anyurl/core/exchange";
import { type Cut, packetsOf } from "./cut.ts";
import { formatNotation } from "./notation.ts";
import type { Opening, Script, ScriptLine } from "./transcript.ts";

/** The client did something else than the transcript says. */
export class TranscriptMismatch extends Error {
  override readonly name: string = "TranscriptMismatch";
}

/** How often a client may ask for more after the end, before it counts as stuck. */
const MAX_ENDS = 1000;

/** What waits to be received on one channel: packets, or the end by a reset. */
type Waiting = Uint8Array | "reset";

/**
 * The peer of a transcript. It says its lines as soon as it has heard all of the client's lines that stand
 * before them, on whatever channel. It closes a channel when it has nothing more to say there before the
 * client's next line.
 */
export class ScriptedPeer {
  readonly #lines: readonly ScriptLine[];
  readonly #openings: Map<Channel, Opening[]> = new Map();
  readonly #cut: Cut;
  readonly #waiting: Map<Channel, Waiting[]> = new Map();
  /** The newest connection of each channel: to it the peer speaks. */
  readonly #current: Map<Channel, Connection> = new Map();
  /** The first line that has not been said, or not been heard to its end. */
  #next = 0;
  /** Octets of that line, if it is the client's, that have been heard. */
  #heard = 0;
  /** Octets that the peer has said, in all. */
  #said = 0;
  #mismatch: TranscriptMismatch | undefined;
  #live = 0;

  constructor(script: Script, cut: Cut) {
    this.#lines = script.lines;
    this.#cut = cut;
    for (const opening of script.openings) {
      const those = this.#openings.get(opening.on) ?? [];
      this.#openings.set(opening.on, [...those, opening]);
    }
    this.#speak();
  }

  /** Connections that are open. */
  get live(): number {
    return this.#live;
  }

  connect(endpoint: Endpoint, on: Channel): Connection {
    this.#checkOpening(endpoint, on);
    this.#live++;
    let open = true;
    let ends = 0;
    const connection: Connection = {
      remote: { address: "192.0.2.1", port: endpoint.port },
      send: async (octets) => {
        if (!open) throw new AccessError("plugin-fault", "sent on a connection that is closed");
        this.#hear(octets, on);
      },
      receive: async (phase) => {
        if (!open) throw new AccessError("plugin-fault", "received on a connection that is closed");
        const octets = ends > 0 ? undefined : this.#give(on, phase);
        if (octets === undefined && ends++ > MAX_ENDS) this.#fail("at the end", "the client reads on and on");
        return octets;
      },
      close: () => {
        if (!open) return;
        open = false;
        this.#live--;
        if (this.#current.get(on) === connection) this.#waiting.delete(on);
      },
    };
    this.#current.set(on, connection);
    return connection;
  }

  /** @throws {TranscriptMismatch} what the client did otherwise, or has not done at all. */
  check(): void {
    if (this.#mismatch !== undefined) throw this.#mismatch;
    const line = this.#lines.slice(this.#next).find(({ from }) => from === "client");
    if (line !== undefined) this.#fail(line.where, `the client ended without sending ${shown(line.octets)}`);
    for (const [opening] of this.#openings.values()) {
      if (opening !== undefined) this.#fail(opening.where, "the client ended without opening this");
    }
    if (this.#live > 0) this.#fail("at the end", `the client left ${this.#live} connections open`);
  }

  #checkOpening({ host, port }: Endpoint, on: Channel): void {
    const expected = this.#openings.get(on);
    if (expected === undefined) return;
    const opening = expected.shift();
    if (opening === undefined) this.#fail("at the end", `the client opens "${on}" once more, to ${port}`);
    if (opening.host !== host || opening.port !== port) {
      this.#fail(opening.where, `the client opens "${on}" to ${host ?? "the same address"}, port ${port}`);
    }
    if (opening.refused) throw new AccessError("connect-failed", "the connection was refused");
  }

  /** Says every line up to the client's next one. Lines that touch on a channel come as one. */
  #speak(): void {
    for (;;) {
      const line = this.#lines[this.#next];
      if (line === undefined || line.from === "client") return;
      if (line.from === "reset") this.#wait(line.on, ["reset"]);
      else {
        const octets = this.#stretch(line.on);
        this.#wait(line.on, packetsOf(octets, this.#said, this.#cut));
        this.#said += octets.length;
        continue;
      }
      this.#next++;
    }
  }

  /** The octets of the server's lines from here on that follow one another on the channel. */
  #stretch(on: Channel): Uint8Array {
    const first = this.#next;
    for (
      let line = this.#lines[first];
      line?.from === "server" && line.on === on;
      line = this.#lines[this.#next]
    ) {
      this.#next++;
    }
    return joinBytes(this.#lines.slice(first, this.#next).map(({ octets }) => octets));
  }

  #wait(on: Channel, packets: readonly Waiting[]): void {
    this.#waiting.set(on, [...(this.#waiting.get(on) ?? []), ...packets]);
  }

  #hear(octets: Uint8Array, on: Channel): void {
    if (this.#mismatch !== undefined) throw this.#mismatch;
    if (octets.length === 0) return;
    const unread = this.#waiting.get(on)?.length ?? 0;
    const where = this.#lines[this.#next]?.where ?? "at the end";
    if (unread > 0)
      this.#fail(where, `the client sends ${shown(octets)} before it has read all that was said`);
    for (let at = 0; at < octets.length; ) {
      const line = this.#lines[this.#next];
      if (line === undefined || line.from !== "client" || line.on !== on) {
        this.#fail(line?.where ?? "at the end", `the client sends ${shown(octets.subarray(at))} on "${on}"`);
      }
      const rest = line.octets.subarray(this.#heard);
      const piece = octets.subarray(at, at + rest.length);
      if (!piece.every((octet, i) => octet === rest[i])) {
        this.#fail(line.where, `the client sends ${shown(octets)}, not ${shown(line.octets)}`);
      }
      at += piece.length;
      this.#heard += piece.length;
      if (this.#heard < line.octets.length) return;
      this.#heard = 0;
      this.#next++;
      if (at < octets.length) continue;
      this.#speak();
    }
  }

  #give(on: Channel, phase: Phase | undefined): Uint8Array | undefined {
    if (this.#mismatch !== undefined) throw this.#mismatch;
    const next = this.#waiting.get(on)?.shift();
    if (next === "reset") {
      const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      throw new AccessError("truncated", "the connection was reset", { cause, retryable: true });
    }
    if (next !== undefined) return next;
    const line = this.#lines[this.#next];
    if (phase !== "farewell" && line?.from === "client" && line.on === on) {
      this.#fail(line.where, `the client waits, where it should send ${shown(line.octets)}`);
    }
    return undefined;
  }

  /** The first mismatch is the one to show: an exchange may catch it and go another way. */
  #fail(where: string, message: string): never {
    this.#mismatch ??= new TranscriptMismatch(`${where}: ${message}`);
    throw this.#mismatch;
  }
}

function shown(octets: Uint8Array): string {
  return `"${formatNotation(octets.subarray(0, 500)).join("\\r\\n")}"`;
}
