import { AccessError } from "@anyurl/core";
import { type Clock, durationText, monotonicNow, systemClock } from "../call/clock.ts";
import type { PoolSettings } from "./pool-options.ts";

/** A call that waits for a slot, or for a pooled connection that has one. */
interface Waiter<Kept> {
  readonly server: string;
  readonly key: string | undefined;
  enter(): void;
  take(kept: Kept): void;
}

/** A call that uses connections, or waits for one. */
export interface SlotUser {
  /** Read only if the call has to wait. */
  readonly signal: AbortSignal;
  throwIfAborted(): void;
  /** The limit queueTimeout. */
  readonly queueTimeout: number;
  /** Monotonic time when data last moved on its connections. */
  readonly lastActivity: number;
  /** Is a body or listing of the call waiting for the program to read? */
  readonly isUnread: boolean;
  /** While the call waits, returns what it waits for. */
  waitingFor: (() => Shortage) | undefined;
}

/** Why there is no free connection, and what the program can do about it. */
export interface Shortage {
  readonly what: string;
  readonly hint: string;
}

/** The right to have one connection. */
export interface Slot {
  readonly server: string;
  /** The call that uses the connection; `undefined` while the connection is idle. */
  user: SlotUser | undefined;
  /** Monotonic time when the slot was taken. */
  readonly since: number;
  /** Frees the slot. Idempotent. */
  readonly leave: () => void;
}

/** Semaphore with a limit per server and in total. FIFO; a busy server does not block other servers. */
export class ConnectionSemaphore<Kept = never> {
  readonly #limits: Omit<PoolSettings, "idle">;
  readonly #spare: (server: string | undefined) => void;
  readonly #clock: Clock;
  /** In the order in which they were taken. */
  readonly #slots = new Set<Slot>();
  readonly #open = new Map<string, number>();
  readonly #waiters = new Set<Waiter<Kept>>();

  /**
   * @param evictIdle called before a call has to wait, to close an idle connection of this server or, if `undefined`,
   *   of any.
   */
  constructor(
    limits: Omit<PoolSettings, "idle">,
    evictIdle: (server: string | undefined) => void = () => {},
    clock: Clock = systemClock,
  ) {
    this.#limits = limits;
    this.#spare = evictIdle;
    this.#clock = clock;
  }

  /**
   * Waits for a slot. The returned function frees it.
   *
   * @throws {AccessError} busy: too many calls wait, or no byte has moved on the connections in use for `queueTimeout`.
   * @throws the reason of the abort.
   */
  async enter(server: string, whose: SlotUser): Promise<Slot["leave"]> {
    return ((await this.enterOrTake(server, undefined, whose)) as Slot).leave;
  }

  /** Like {@link enter}. A waiting call can also receive a released connection with the same key. */
  async enterOrTake(server: string, key: string | undefined, whose: SlotUser): Promise<Slot | Kept> {
    whose.throwIfAborted();
    if (!this.#hasRoom(server)) this.#spare(this.#isFull(server) ? server : undefined);
    return this.#hasRoom(server) ? this.#hold(server, whose) : this.#wait(server, key, whose);
  }

  /**
   * Offers a released connection to the next waiting call: "handed over" if it has the same key, "in the way" if it
   * needs another connection, "unwanted" if no call waits for the slot.
   */
  handOver(server: string, key: string, kept: Kept): "handed over" | "in the way" | "unwanted" {
    const next = [...this.#waiters].find(
      (waiter) => waiter.server === server || !this.#isFull(waiter.server),
    );
    if (next === undefined) return "unwanted";
    if (next.key !== key) return "in the way";
    next.take(kept);
    return "handed over";
  }

  #wait(server: string, key: string | undefined, whose: SlotUser): Promise<Slot | Kept> {
    const { waiting } = this.#limits;
    if (this.#waiters.size >= waiting) {
      throw new AccessError(
        "busy",
        `too many calls wait for a connection: the limit is ${waiting} (connections.waiting)`,
        {
          hint: "wait for earlier calls to end, or increase the option connections.waiting",
        },
      );
    }
    const { signal } = whose;
    return new Promise((resolve, reject) => {
      let cancel: (() => void) | undefined;
      const leave = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener("abort", onAbort);
        whose.waitingFor = undefined;
        cancel?.();
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const check = () => {
        const left = this.#lastMoved(server) + whose.queueTimeout - monotonicNow(this.#clock);
        if (left > 0) {
          cancel = this.#clock.setTimeout(check, left);
          return;
        }
        leave();
        reject(this.#busy(server, whose.queueTimeout));
      };
      const waiter: Waiter<Kept> = {
        server,
        key,
        enter: () => {
          leave();
          resolve(this.#hold(server, whose));
        },
        take: (kept) => {
          leave();
          resolve(kept);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
      whose.waitingFor = () => this.#shortage(server);
      if (whose.queueTimeout !== Number.POSITIVE_INFINITY)
        cancel = this.#clock.setTimeout(check, whose.queueTimeout);
    });
  }

  #letIn(): void {
    for (const waiter of this.#waiters) {
      if (this.#slots.size >= this.#limits.total) return;
      if (this.#hasRoom(waiter.server)) waiter.enter();
    }
  }

  #hasRoom(server: string): boolean {
    return this.#slots.size < this.#limits.total && !this.#isFull(server);
  }

  #isFull(server: string): boolean {
    return (this.#open.get(server) ?? 0) >= this.#limits.perServer;
  }

  #hold(server: string, user: SlotUser): Slot {
    const leave = () => {
      if (!this.#slots.delete(slot)) return;
      const open = this.#open.get(server)! - 1;
      if (open === 0) this.#open.delete(server);
      else this.#open.set(server, open);
      this.#letIn();
    };
    const slot: Slot = { server, user, since: monotonicNow(this.#clock), leave };
    this.#slots.add(slot);
    this.#open.set(server, (this.#open.get(server) ?? 0) + 1);
    return slot;
  }

  /** Returns the connections that use up the limit for this server. */
  #inTheWay(server: string): readonly Slot[] {
    const slots = [...this.#slots];
    return this.#isFull(server) ? slots.filter((slot) => slot.server === server) : slots;
  }

  /** Returns when data last moved on one of these connections, or one was opened. */
  #lastMoved(server: string): number {
    return Math.max(
      ...this.#inTheWay(server).map(({ since, user }) => Math.max(since, user?.lastActivity ?? 0)),
    );
  }

  #shortage(server: string): Shortage {
    const name = this.#isFull(server) ? "perServer" : "total";
    const slots = this.#inTheWay(server);
    const unread = slots.filter(({ user }) => user?.isUnread === true).length;
    const why = unread === 0 ? "" : `, ${unread} of them by responses whose body is unread`;
    const cure =
      unread === 0
        ? "wait for earlier calls to end"
        : "read, cancel, or dispose of the bodies of earlier responses";
    return {
      what: `free connection to ${server}: ${slots.length} of ${this.#limits[name]} are in use (connections.${name})${why}`,
      hint: `${cure}, or increase the option connections.${name}`,
    };
  }

  #busy(server: string, queueTimeout: number): AccessError {
    const { what, hint } = this.#shortage(server);
    const message = `no ${what}, and none has moved a byte for ${durationText(queueTimeout)} (queueTimeout)`;
    return new AccessError("busy", message, { hint });
  }
}
