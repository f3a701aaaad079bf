import { type Connection, joinBytes, type Phase } from "@anyurl/core/exchange";
import type { ChaosFault } from "./chaos-options.ts";
import { closedError, systemError } from "./failures.ts";
import type { FaultPlan } from "./fault-plan.ts";

export interface FaultSource {
  /** Waits a random time. @throws the signal's reason. */
  wait(until: AbortSignal): Promise<void>;
  tell(did: ChaosFault, at: number): void;
}

/** Octets that are joined at most. */
const MAX_JOINED = 256 * 1024;

const NOTHING = new Uint8Array(0);

/** A connection to which is done what its fate says. */
export class FaultyConnection {
  readonly #connection: Connection;
  readonly #fate: FaultPlan;
  readonly #chance: FaultSource;
  /** Aborted when nobody wants anything of it any more; the reason is what is thrown from then on. */
  readonly #broken = new AbortController();
  #ended = false;
  /** A receive that is under way, and that nobody has taken the octets of. */
  #next: Promise<Uint8Array | undefined> | undefined;
  /** What has arrived and has not been given. */
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
      // Closed by ourselves, when it broke: whoever sends sees it break.
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
      // An empty piece would be no end, and no octet to count by.
      if (octets === undefined || octets.length === 0) return octets;
      this.#rest = octets;
    }
    return this.#give();
  }

  close(): void {
    this.#broken.abort(closedError());
    this.#leave();
  }

  /** The next octets that may be given before something happens. */
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

  /** What the peer has said next, perhaps later than it did, perhaps with what it has said after that. */
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
        // What comes after the wait, or is no octets, is left for the next receive.
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

  /** The receive that is under way; one begins if there is none. */
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
