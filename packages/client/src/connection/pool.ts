import { AccessError } from "@anyurl/core";
import { durationText, type SteadyClock, systemClock } from "../call/clock.ts";
import type { Link } from "./link.ts";
import type { PoolSettings } from "./pool-options.ts";

/** A call that uses connections, or waits for one. */
export interface SlotUser {
  throwIfAborted(): void;
  /** Returns the result of a promise, or rejects first on an abort, and then calls `onAbandon`. */
  unlessAborted(promise: Promise<Slot>, how: { readonly onAbandon: () => void }): Promise<Slot>;
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

/** The right to have one connection, and the connection if it can be pooled. */
export interface Slot {
  readonly server: string;
  /** Monotonic time when the slot was taken. */
  readonly since: number;
  /** The call that uses the connection; `undefined` while it is idle. */
  user: SlotUser | undefined;
  link: Link | undefined;
  /** Only calls with the same key can reuse the connection. */
  key: string | undefined;
  /** The state that the last user of the connection left. */
  state: unknown;
  /** When the idle time ends. */
  until: number;
  /** Frees the slot. Idempotent. */
  readonly leave: () => void;
}

/** A slot with a connection. */
export type LentSlot = Slot & { readonly link: Link };

/** A call that waits for a slot: a free one, or one with an idle connection that has this key. */
interface Waiter {
  readonly server: string;
  readonly key: string | undefined;
  readonly user: SlotUser;
  take(slot: Slot): void;
}

/** What calls use of a pool. */
export type ConnectionPool = Pick<
  Pool,
  "keeps" | "enter" | "lend" | "getPeerState" | "giveBack" | "close" | "endIdle"
>;

/**
 * The connections of a client: a limit per server and in total, and the idle connections. Calls wait in the order in
 * which they came; a busy server does not block other servers.
 */
export class Pool {
  /** Does the pool keep idle connections? */
  keeps: boolean;
  #isClosed = false;
  readonly #limits: PoolSettings;
  readonly #clock: SteadyClock;
  /** In the order in which they were taken. */
  readonly #slots = new Set<Slot>();
  /** The number of slots of each server. */
  readonly #open = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();
  /** The slots with an idle connection, the longest idle first. */
  readonly #idle = new Set<Slot>();
  /** Cancels the timer for idle connections. */
  #cancel: (() => void) | undefined;
  /** When that timer ends. */
  #due = Number.POSITIVE_INFINITY;

  constructor(limits: PoolSettings, clock: SteadyClock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.keeps = limits.idle > 0;
  }

  /**
   * Waits for a free slot. A waiting call with a key can also receive one with a connection.
   *
   * @throws {AccessError} busy: too many calls wait, or no byte has moved on the connections in use for `queueTimeout`.
   * @throws the reason of the abort.
   */
  async enter(server: string, user: SlotUser, key?: string): Promise<Slot> {
    user.throwIfAborted();
    if (!this.#hasRoom(server)) this.#evict(server);
    return this.#hasRoom(server) ? this.#hold(server, user) : this.#wait(server, key, user);
  }

  /**
   * Leases the idle connection with this key at once, or makes a new one.
   *
   * @param fresh closes idle connections with the key and makes a new one.
   * @throws {AccessError} busy. @throws the error of `make`.
   */
  lend(
    server: string,
    key: string,
    make: () => Promise<Link>,
    user: SlotUser,
    fresh = false,
  ): LentSlot | Promise<LentSlot> {
    let slot: Slot | undefined;
    for (;;) {
      slot = undefined;
      // The connection that was used last.
      for (const idle of this.#idle) if (idle.key === key) slot = idle;
      if (slot === undefined || !(fresh || slot.link!.hasReceived)) break;
      this.#end(slot);
    }
    if (slot === undefined) return this.#lendLater(server, key, make, user, fresh);
    this.#idle.delete(slot);
    slot.link!.connection.rest?.(false);
    slot.user = user;
    return slot as LentSlot;
  }

  async #lendLater(
    server: string,
    key: string,
    make: () => Promise<Link>,
    user: SlotUser,
    fresh: boolean,
  ): Promise<LentSlot> {
    const slot = await this.enter(server, user, fresh ? undefined : key);
    if (slot.link?.hasReceived === true) {
      slot.link.connection.close();
      slot.link = undefined;
      slot.state = undefined;
    }
    try {
      slot.link ??= await make();
    } catch (error) {
      slot.leave();
      throw error;
    }
    slot.key = key;
    return slot as LentSlot;
  }

  /** Returns the state of another connection with the same key; `undefined` if none has been given back yet. */
  getPeerState({ key }: Slot): unknown {
    let state: unknown;
    for (const slot of this.#slots) if (slot.key === key) state ??= slot.state;
    return state;
  }

  /**
   * Takes a leased connection back: for the next call that waits for it, or to keep it; else closes it.
   *
   * @param idle milliseconds for which the connection is kept; 0: not at all.
   */
  giveBack(slot: Slot, state: unknown, idle: number = this.keeps ? this.#limits.idle : 0): void {
    const link = slot.link!;
    const next = this.#waiters.size === 0 ? undefined : this.#nextWaiter(slot.server);
    if (this.#isClosed || idle <= 0 || (next !== undefined && next.key !== slot.key)) {
      link.connection.close();
      slot.leave();
      return;
    }
    slot.state = state;
    // Also before another call takes it over: it may have received unsolicited data.
    this.#watchIdle(slot, link);
    if (next !== undefined) {
      link.connection.rest?.(false);
      next.take(slot);
      return;
    }
    const now = this.#clock.elapsed();
    slot.until = now + idle;
    slot.user = undefined;
    this.#idle.add(slot);
    if (slot.until < this.#due) this.#watch(slot.until, now);
  }

  /** Closes idle connections, and keeps none from now on. Idempotent. */
  close(): void {
    this.keeps = false;
    this.#isClosed = true;
    this.endIdle(() => true);
    this.#watch(Number.POSITIVE_INFINITY, 0);
  }

  /** Closes the idle connections with these keys. */
  endIdle(isMeant: (key: string) => boolean): void {
    for (const slot of [...this.#idle]) if (isMeant(slot.key!)) this.#end(slot);
  }

  #wait(server: string, key: string | undefined, user: SlotUser): Promise<Slot> {
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
    const { queueTimeout } = user;
    let leave = () => {};
    const coming = new Promise<Slot>((resolve, reject) => {
      let cancel: (() => void) | undefined;
      leave = () => {
        this.#waiters.delete(waiter);
        user.waitingFor = undefined;
        cancel?.();
      };
      const check = () => {
        const left = this.#lastMoved(server) + queueTimeout - this.#clock.elapsed();
        if (left > 0) {
          cancel = this.#clock.setTimeout(check, left);
          return;
        }
        leave();
        reject(this.#busy(server, queueTimeout));
      };
      const take = (slot: Slot) => {
        leave();
        slot.user = user;
        resolve(slot);
      };
      const waiter: Waiter = { server, key, user, take };
      this.#waiters.add(waiter);
      user.waitingFor = () => this.#shortage(server);
      if (queueTimeout !== Number.POSITIVE_INFINITY) cancel = this.#clock.setTimeout(check, queueTimeout);
    });
    const onAbandon = () => {
      leave();
      // The slot may have been taken in the same turn as the abort.
      coming.then(drop, () => {});
    };
    return user.unlessAborted(coming, { onAbandon });
  }

  /** The first call that a slot of this server would let in. */
  #nextWaiter(server: string): Waiter | undefined {
    for (const waiter of this.#waiters)
      if (waiter.server === server || !this.#isFull(waiter.server)) return waiter;
    return undefined;
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
      for (const waiter of this.#waiters) {
        if (this.#slots.size >= this.#limits.total) return;
        if (this.#hasRoom(waiter.server)) waiter.take(this.#hold(waiter.server, waiter.user));
      }
    };
    const since = this.#clock.elapsed();
    const slot: Slot = {
      server,
      since,
      user,
      link: undefined,
      key: undefined,
      state: undefined,
      until: 0,
      leave,
    };
    this.#slots.add(slot);
    this.#open.set(server, (this.#open.get(server) ?? 0) + 1);
    return slot;
  }

  /** Reads an idle connection: unsolicited data, an end, or a reset makes it unusable. */
  #watchIdle(slot: Slot, link: Link): void {
    link.connection.rest?.(true);
    link.received ??= link.connection.receive();
    const { received } = link;
    const lost = () => {
      if (link.received !== received) return;
      link.hasReceived = true;
      this.#end(slot);
    };
    received.then(lost, lost);
  }

  /** Closes the longest idle connection that uses up the limit for this server, so that no call has to wait. */
  #evict(server: string): void {
    const isFull = this.#isFull(server);
    const slot = [...this.#idle].find((each) => !isFull || each.server === server);
    if (slot !== undefined) this.#end(slot);
  }

  /** Closes an idle connection. */
  #end(slot: Slot): void {
    if (!this.#idle.delete(slot)) return;
    slot.link!.connection.rest?.(false);
    slot.link!.connection.close();
    slot.leave();
    if (this.#idle.size === 0) this.#watch(Number.POSITIVE_INFINITY, 0);
  }

  /** Sets the timer for idle connections. One timer for all, because most connections are reused long before. */
  #watch(until: number, now: number): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#due = until;
    if (until === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#clock.setTimeout(() => this.#endOfIdleTime(), until - now, true);
  }

  #endOfIdleTime(): void {
    const now = this.#clock.elapsed();
    for (const slot of [...this.#idle]) if (slot.until <= now) this.#end(slot);
    this.#watch(Math.min(...Array.from(this.#idle, ({ until }) => until)), now);
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

function drop({ link, leave }: Slot): void {
  link?.connection.close();
  leave();
}
