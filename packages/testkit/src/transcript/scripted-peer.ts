import { AccessError } from "@anyurl/core";
import { type Channel, type Connection, type Endpoint, joinBytes, type Phase } from "@anyurl/core/exchange";
import { type Cut, splitIntoPackets } from "./cut.ts";
import { formatNotation } from "./notation.ts";
import type { Opening, Script, ScriptLine } from "./transcript.ts";

/** The client did not follow the transcript. */
export class TranscriptMismatch extends Error {
  override readonly name: string = "TranscriptMismatch";
}

/** Maximum number of reads after the end before the client counts as stuck. */
const MAX_ENDS = 1000;

/** An unread packet of a channel, or a reset. */
type Waiting = Uint8Array | "reset";

/**
 * The server of a transcript. It sends each line when it has received all client lines above it, on any channel. It
 * closes a channel if it has nothing more to send there before the client's next line.
 */
export class ScriptedPeer {
  readonly #lines: readonly ScriptLine[];
  readonly #openings: Map<Channel, Opening[]> = new Map();
  readonly #cut: Cut;
  readonly #waiting: Map<Channel, Waiting[]> = new Map();
  /** The newest connection of each channel, which the server sends on. */
  readonly #current: Map<Channel, Connection> = new Map();
  /** The first line that has not been sent, or not been received completely. */
  #next = 0;
  /** Bytes of that line received so far, if it is a client line. */
  #heard = 0;
  /** Total bytes that the server has sent. */
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

  /** Number of open connections. */
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
        if (!open) throw new AccessError("plugin-fault", "the client sends on a closed connection");
        this.#hear(octets, on);
      },
      receive: async (phase) => {
        if (!open) throw new AccessError("plugin-fault", "the client receives on a closed connection");
        const octets = ends > 0 ? undefined : this.#give(on, phase);
        if (octets === undefined && ends++ > MAX_ENDS)
          this.#fail("at the end", "the client does not stop reading");
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

  /** Checks that the client followed the whole transcript. @throws {TranscriptMismatch} it did not. */
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
    if (opening === undefined) this.#fail("at the end", `the client opens "${on}" again, to port ${port}`);
    if (opening.host !== host || opening.port !== port) {
      this.#fail(opening.where, `the client opens "${on}" to ${host ?? "the same address"}, port ${port}`);
    }
    if (opening.refused) throw new AccessError("connect-failed", "the connection was refused");
  }

  /** Sends all lines before the client's next one. Adjacent lines on a channel are joined. */
  #speak(): void {
    for (;;) {
      const line = this.#lines[this.#next];
      if (line === undefined || line.from === "client") return;
      if (line.from === "reset") this.#wait(line.on, ["reset"]);
      else {
        const octets = this.#stretch(line.on);
        this.#wait(line.on, splitIntoPackets(octets, this.#said, this.#cut));
        this.#said += octets.length;
        continue;
      }
      this.#next++;
    }
  }

  /** Returns the bytes of the next adjacent server lines on the channel. */
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
      this.#fail(where, `the client sends ${shown(octets)} before it has read all bytes of the server`);
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
      this.#fail(line.where, `the client waits, but it must send ${shown(line.octets)}`);
    }
    return undefined;
  }

  /** Keeps the first mismatch: an exchange may catch it and continue. */
  #fail(where: string, message: string): never {
    this.#mismatch ??= new TranscriptMismatch(`${where}: ${message}`);
    throw this.#mismatch;
  }
}

function shown(octets: Uint8Array): string {
  return `"${formatNotation(octets.subarray(0, 500)).join("\\r\\n")}"`;
}
