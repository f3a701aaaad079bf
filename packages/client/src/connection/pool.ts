import { type Clock, monotonicNow } from "../call/clock.ts";
import { checkNumbers } from "../call/numbers.ts";
import {
  type ConnectionLimits,
  ConnectionSemaphore,
  type Slot,
  type SlotUser,
} from "./connection-semaphore.ts";

export interface PoolOptions extends ConnectionLimits {
  /**
   * How long a connection that nobody uses is kept for the next call to the same server with the same login, in
   * milliseconds. Default 0: a call leaves nothing behind. A client that keeps connections is to be disposed of.
   */
  readonly idle?: number;
}

/** What can be kept: a connection on which nothing is said for a while. */
export interface Poolable {
  /** Rests until it is taken up; tells when it is of no use any more: the peer has closed it, or has said something. */
  layDown(onLost: () => void): void;
  takeUp(): void;
  /** Where it cannot tell by itself: is it still of use? Asked when it is wanted again. */
  isGood?(): boolean;
  close(): void;
}

/** Something of the pool, in the hands of one who uses it. */
export interface PoolLease<T> {
  readonly thing: T;
  /** What the one before has said of it; `undefined`: it is new. */
  readonly state: unknown;
  /** For the next one. Closed, if nobody is to have it. */
  giveBack(state: unknown): void;
  /** It is closed, or about to be. Idempotent. */
  drop(): void;
}

interface Item {
  readonly server: string;
  readonly key: string;
  readonly thing: Poolable;
  readonly slot: Slot;
  state: unknown;
  /** Until when it may rest. */
  until: number;
}

/** Connections that are open: how many there may be, and those that are kept for the next one. */
export class Pool {
  readonly #slots: ConnectionSemaphore<Item>;
  readonly #idle: number;
  readonly #clock: Clock;
  /** The one that has rested longest is first. */
  readonly #resting = new Set<Item>();
  /** Calls off the timer for those that rest. */
  #cancel: (() => void) | undefined;
  #closed = false;

  /** @throws {RangeError} an option that is no number from 0 on. */
  constructor({ idle = 0, ...limits }: PoolOptions, clock: Clock) {
    checkNumbers("connections", { idle }, (value) => value >= 0, "from 0 to Infinity");
    this.#slots = new ConnectionSemaphore(limits, (server) => this.#spare(server), clock);
    this.#idle = idle;
    this.#clock = clock;
  }

  /** Is anything kept? */
  get keeps(): boolean {
    return this.#idle > 0 && !this.#closed;
  }

  /** Room for something that is not kept. @throws {AccessError} busy */
  enter(server: string, whose: SlotUser): Promise<Slot["leave"]> {
    return this.#slots.enter(server, whose);
  }

  /**
   * What rests with this key, or else something new. Only for things of one kind under one key.
   *
   * @param fresh nothing that has rested: what rests with the key is closed.
   * @throws {AccessError} busy. @throws what `make` throws.
   */
  async lend<T extends Poolable>(
    server: string,
    key: string,
    make: () => Promise<T>,
    whose: SlotUser,
    fresh = false,
  ): Promise<PoolLease<T>> {
    const rested = this.#rested(key, fresh);
    if (rested !== undefined) return this.#loan(rested, whose);
    const entered = await this.#slots.enterOrTake(server, fresh ? undefined : key, whose);
    if ("slot" in entered) return this.#loan(entered, whose);
    try {
      const thing = await make();
      return this.#loan({ server, key, thing, slot: entered, state: undefined, until: 0 }, whose);
    } catch (error) {
      entered.leave();
      throw error;
    }
  }

  /** Closes what rests, and keeps nothing from now on. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const item of [...this.#resting]) this.#end(item);
    this.#watch(undefined, 0);
  }

  /** What has rested with this key and is of use: the one that has last been used. The others are closed. */
  #rested(key: string, fresh: boolean): Item | undefined {
    for (;;) {
      let last: Item | undefined;
      for (const item of this.#resting) if (item.key === key) last = item;
      if (last === undefined) return undefined;
      this.#wake(last);
      if (!fresh && last.thing.isGood?.() !== false) return last;
      last.thing.close();
      last.slot.leave();
    }
  }

  #loan<T extends Poolable>(item: Item, user: SlotUser): PoolLease<T> {
    const { state } = item;
    item.slot.user = user;
    let out = true;
    const drop = () => {
      if (!out) return;
      out = false;
      item.slot.leave();
    };
    return {
      thing: item.thing as T,
      state,
      drop,
      giveBack: (next) => {
        if (!out) return;
        if (!this.keeps) {
          item.thing.close();
          return drop();
        }
        out = false;
        item.state = next;
        this.#takeBack(item);
      },
    };
  }

  #takeBack(item: Item): void {
    const { server, key, thing } = item;
    const next = this.#slots.handOver(server, key, item);
    if (next === "in the way") {
      thing.close();
      item.slot.leave();
    } else if (next === "unwanted") this.#rest(item);
  }

  #rest(item: Item): void {
    const now = monotonicNow(this.#clock);
    item.until = now + this.#idle;
    item.slot.user = undefined;
    this.#resting.add(item);
    if (this.#cancel === undefined) this.#watch(item, now);
    item.thing.layDown(() => this.#end(item));
  }

  /** Sets a timer for the one that has rested longest: one for all, for most are wanted again long before. */
  #watch(first: Item | undefined, now: number): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (first === undefined || first.until === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#clock.setTimeout(() => this.#endOfRest(), first.until - now, true);
  }

  #endOfRest(): void {
    const now = monotonicNow(this.#clock);
    for (const item of [...this.#resting]) if (item.until <= now) this.#end(item);
    const [first] = this.#resting;
    this.#watch(first, now);
  }

  #wake(item: Item): void {
    this.#resting.delete(item);
    item.thing.takeUp();
  }

  #end(item: Item): void {
    if (!this.#resting.has(item)) return;
    this.#wake(item);
    item.thing.close();
    item.slot.leave();
    if (this.#resting.size === 0) this.#watch(undefined, 0);
  }

  /** Somebody would have to wait: what rests longest goes. */
  #spare(server: string | undefined): void {
    const item = [...this.#resting].find((each) => server === undefined || each.server === server);
    if (item !== undefined) this.#end(item);
  }
}
