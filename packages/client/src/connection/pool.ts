import { type Clock, monotonicNow } from "../call/clock.ts";
import { ConnectionSemaphore, type Slot, type SlotUser } from "./connection-semaphore.ts";
import type { PoolSettings } from "./pool-options.ts";

/** A connection that can be pooled while it is idle. */
export interface Poolable {
  /** Makes the connection idle until `takeUp`. Calls `onLost` if the peer closes it or sends data. */
  layDown(onLost: () => void): void;
  takeUp(): void;
  /** Is it still usable? Called before each reuse. */
  isGood(): boolean;
  close(): void;
}

/** A pooled connection in use. */
export interface PoolLease<T> {
  readonly thing: T;
  /** The state that the previous user passed to `giveBack`; `undefined` for a new connection. */
  readonly state: unknown;
  /** Returns the connection to the pool, or closes it if the pool does not keep it. */
  giveBack(state: unknown): void;
  /** Frees the slot of a connection that the user closes. Idempotent. */
  drop(): void;
}

interface Item {
  readonly server: string;
  readonly key: string;
  readonly thing: Poolable;
  readonly slot: Slot;
  state: unknown;
  /** When the idle time ends. */
  until: number;
}

/** The connections of a client: limits their number, and pools idle ones. */
export class Pool {
  readonly #slots: ConnectionSemaphore<Item>;
  readonly #idle: number;
  readonly #clock: Clock;
  /** Idle connections, the longest idle first. */
  readonly #resting = new Set<Item>();
  /** Cancels the timer for idle connections. */
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(settings: PoolSettings, clock: Clock) {
    this.#slots = new ConnectionSemaphore(settings, (server) => this.#spare(server), clock);
    this.#idle = settings.idle;
    this.#clock = clock;
  }

  /** Does the pool keep connections? */
  get keeps(): boolean {
    return this.#idle > 0 && !this.#closed;
  }

  /** Waits for a slot for a connection that is not pooled. @throws {AccessError} busy */
  enter(server: string, whose: SlotUser): Promise<Slot["leave"]> {
    return this.#slots.enter(server, whose);
  }

  /**
   * Leases the idle connection with this key, or makes a new one. Use one type of connection for each key.
   *
   * @param fresh closes idle connections with the key and makes a new one.
   * @throws {AccessError} busy. @throws the error of `make`.
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
    const isHandedOver = "slot" in entered;
    if (isHandedOver && entered.thing.isGood()) return this.#loan(entered, whose);
    if (isHandedOver) entered.thing.close();
    const slot = isHandedOver ? entered.slot : entered;
    try {
      const thing = await make();
      return this.#loan({ server, key, thing, slot, state: undefined, until: 0 }, whose);
    } catch (error) {
      slot.leave();
      throw error;
    }
  }

  /** Closes idle connections, and pools none from now on. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const item of [...this.#resting]) this.#end(item);
    this.#watch(undefined, 0);
  }

  /** Returns the usable idle connection with this key that was used last. Closes unusable ones. */
  #rested(key: string, fresh: boolean): Item | undefined {
    for (;;) {
      let last: Item | undefined;
      for (const item of this.#resting) if (item.key === key) last = item;
      if (last === undefined) return undefined;
      this.#wake(last);
      if (!fresh && last.thing.isGood()) return last;
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
    // Also before another call takes it over: it may have received unsolicited data.
    thing.layDown(() => this.#end(item));
    const next = this.#slots.handOver(server, key, item);
    if (next === "in the way") {
      thing.close();
      item.slot.leave();
    } else if (next === "unwanted") this.#rest(item);
    else thing.takeUp();
  }

  #rest(item: Item): void {
    const now = monotonicNow(this.#clock);
    item.until = now + this.#idle;
    item.slot.user = undefined;
    this.#resting.add(item);
    if (this.#cancel === undefined) this.#watch(item, now);
  }

  /**
   * Sets the timer for the longest idle connection. One timer for all, because most connections are reused long before.
   */
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

  /** Closes the longest idle connection, so that no call has to wait. */
  #spare(server: string | undefined): void {
    const item = [...this.#resting].find((each) => server === undefined || each.server === server);
    if (item !== undefined) this.#end(item);
  }
}
