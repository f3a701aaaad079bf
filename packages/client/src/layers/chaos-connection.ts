import { type Connection, joinBytes, type Phase } from "@anyurl/core/exchange";
import type { ChaosFault } from "./chaos-options.ts";
import { closedError, systemError } from "./failures.ts";
import type { FaultPlan } from "./fault-plan.ts";

export interface FaultSource {
  /**
   * Waits a random time.
   *
   * @throws the signal's reason.
   */
  wait(until: AbortSignal): Promise<void>;
  tell(did: ChaosFault, at: number): void;
}

/** The maximum number of bytes to join. */
const MAX_JOINED = 256 * 1024;

const NOTHING = new Uint8Array(0);

/** A connection that behaves as its fault plan says. */
export class FaultyConnection {
  readonly #connection: Connection;
  readonly #fate: FaultPlan;
  readonly #chance: FaultSource;
  /** Aborted when the connection is closed or reset; the reason is thrown from then on. */
  readonly #broken = new AbortController();
  #ended = false;
  /** The pending receive of the inner connection. */
  #next: Promise<Uint8Array | undefined> | undefined;
  /** Bytes received but not returned yet. */
  #rest: Uint8Array = NOTHING;
  #given = 0;

  constructor(connection: Connection, fate: FaultPlan, chance: FaultSource) {
    this.#connection = connection;
    this.#fate = fate;
    this.#chance = chance;
  }

  async send(octets: Uint8Array): Promise<void> {
    const { signal } = this.#broken;
    signal.throwIfAborted();
    try {
      await this.#connection.send(octets);
    } catch (error) {
      // A reset of ours closed the inner connection: report the reset to the sender.
      throw signal.aborted ? signal.reason : error;
    }
  }

  async receive(phase?: Phase): Promise<Uint8Array | undefined> {
    this.#broken.signal.throwIfAborted();
    if (this.#ended) return undefined;
    const { last } = this.#fate;
    if (last !== undefined && this.#given >= last.at) return this.#strike(last.did);
    if (this.#rest.length === 0) {
      const octets = await this.#arrived(phase);
      // An empty chunk is not an end, and does not move the offset.
      if (octets === undefined || octets.length === 0) return octets;
      this.#rest = octets;
    }
    return this.#give();
  }

  /** Returns what has arrived, without a delay. A reset, an end or a stall is left for the next receive. */
  async poll(): Promise<Uint8Array | undefined> {
    const { signal } = this.#broken;
    signal.throwIfAborted();
    const { last } = this.#fate;
    if (this.#ended || (last !== undefined && this.#given >= last.at)) return undefined;
    if (this.#rest.length === 0) {
      const octets = await this.#polled();
      signal.throwIfAborted();
      if (octets === undefined || octets.length === 0) return undefined;
      this.#rest = octets;
    }
    return this.#give();
  }

  close(): void {
    this.#broken.abort(closedError());
    this.#leave();
  }

  /** Returns the bytes before the next fault. */
  #give(): Uint8Array {
    const { last, cut, corrupt } = this.#fate;
    if (cut) this.#tell("cut");
    const untilLast = last === undefined ? Number.POSITIVE_INFINITY : last.at - this.#given;
    const length = Math.min(this.#rest.length, untilLast, cut ? 1 : Number.POSITIVE_INFINITY);
    const octets = length === this.#rest.length ? this.#rest : this.#rest.slice(0, length);
    this.#rest = this.#rest.subarray(length);
    if (corrupt !== undefined && corrupt.at >= this.#given && corrupt.at < this.#given + length) {
      this.#tell("corrupt");
      octets[corrupt.at - this.#given]! ^= 1 << corrupt.bit;
    }
    this.#given += length;
    return octets;
  }

  async #strike(did: "reset" | "end" | "stall"): Promise<undefined> {
    this.#tell(did);
    if (did === "end") {
      this.#ended = true;
      return undefined;
    }
    const { signal } = this.#broken;
    if (did === "reset") {
      this.#broken.abort(systemError("read", "ECONNRESET"));
      this.#leave();
      throw signal.reason;
    }
    return new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  /** Returns the peer's next bytes, possibly delayed, and possibly joined with later ones. */
  async #arrived(phase: Phase | undefined): Promise<Uint8Array | undefined> {
    const { signal } = this.#broken;
    const { delay, join } = this.#fate;
    const first = await this.#pull(phase);
    if (delay) {
      this.#tell("delay");
      await this.#chance.wait(signal);
    }
    return join && first !== undefined ? this.#joined(first, phase) : first;
  }

  /** Polls the inner connection, or its pending receive, which gets what arrives. */
  async #polled(): Promise<Uint8Array | undefined> {
    // An end or an error of the pending receive is left for the next receive.
    const pending = this.#next?.catch(() => undefined);
    const octets = await this.#connection.poll?.();
    if (octets !== undefined || pending === undefined) return octets;
    const arrived = await Promise.race([pending, undefined]);
    if (arrived !== undefined) this.#next = undefined;
    return arrived;
  }

  async #joined(first: Uint8Array, phase: Phase | undefined): Promise<Uint8Array> {
    const pieces = [first];
    let size = first.length;
    const enough = new AbortController();
    const stop = () => enough.abort(this.#broken.signal.reason);
    this.#broken.signal.addEventListener("abort", stop, { once: true });
    const waited = this.#chance.wait(enough.signal).then(
      () => "waited" as const,
      () => "waited" as const,
    );
    try {
      while (size < MAX_JOINED) {
        // A chunk after the wait, the end, or an error is left for the next receive.
        const next = this.#under(phase);
        const octets = await Promise.race([next.catch(() => undefined), waited]);
        if (octets === "waited" || octets === undefined) break;
        this.#next = undefined;
        this.#tell("join");
        pieces.push(octets);
        size += octets.length;
      }
    } finally {
      this.#broken.signal.removeEventListener("abort", stop);
      enough.abort();
    }
    this.#broken.signal.throwIfAborted();
    return joinBytes(pieces);
  }

  async #pull(phase: Phase | undefined): Promise<Uint8Array | undefined> {
    try {
      return await this.#under(phase);
    } finally {
      this.#next = undefined;
    }
  }

  /** Returns the pending receive, or begins one. */
  #under(phase: Phase | undefined): Promise<Uint8Array | undefined> {
    this.#next ??= this.#connection.receive(phase);
    return this.#next;
  }

  #leave(): void {
    this.#rest = NOTHING;
    this.#connection.close();
  }

  #tell(did: ChaosFault): void {
    this.#chance.tell(did, this.#given);
  }
}
