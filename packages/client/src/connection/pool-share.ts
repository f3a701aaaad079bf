import type { ConnectionPool } from "./pool.ts";

let count = 0;

/**
 * A share of a pool: idle connections that no other user of the pool gets. The pool counts its connections like all
 * others, and can close idle ones to make room.
 */
export class PoolShare implements ConnectionPool {
  keeps: boolean;
  readonly #pool: ConnectionPool;
  /** The keys of its connections begin with it. */
  readonly #prefix: string = `${++count} `;
  readonly #idle: number;

  /** @param idle milliseconds for which an idle connection is kept. */
  constructor(pool: ConnectionPool, idle: number) {
    this.#pool = pool;
    this.#idle = idle;
    this.keeps = idle > 0;
  }

  enter: ConnectionPool["enter"] = (server, user) => this.#pool.enter(server, user);

  lend: ConnectionPool["lend"] = (server, key, make, user, fresh) =>
    this.#pool.lend(server, this.#prefix + key, make, user, fresh);

  getPeerState: ConnectionPool["getPeerState"] = (slot) => this.#pool.getPeerState(slot);

  giveBack: ConnectionPool["giveBack"] = (slot, state) =>
    this.#pool.giveBack(slot, state, this.keeps ? this.#idle : 0);

  /** Closes its idle connections, and keeps none from now on. Idempotent. */
  close(): void {
    this.keeps = false;
    this.endIdle(() => true);
  }

  /** Closes its idle connections with these keys. */
  endIdle(isMeant: (key: string) => boolean): void {
    const { length } = this.#prefix;
    this.#pool.endIdle((key) => key.startsWith(this.#prefix) && isMeant(key.slice(length)));
  }
}
