import { AccessError } from "@anyurl/core";
import { checkNumbers } from "./numbers.ts";

/** How many connections a client has at once. `Infinity` turns one off. */
export interface ConnectionLimits {
  /** To one host and port. Default 6. Data connections are not counted: whoever holds one has been let in. */
  readonly perServer?: number;
  /** To all. Default 64. */
  readonly total?: number;
  /** Calls that wait for one; one more is `busy`. Default 1000. */
  readonly waiting?: number;
}

interface Waiter {
  readonly server: string;
  enter(): void;
}

/** Lets so many in at once, and the others in the order in which they came; who waits for one server holds up no other. */
export class Slots {
  readonly #limits: Required<ConnectionLimits>;
  readonly #open = new Map<string, number>();
  #total = 0;
  readonly #waiters = new Set<Waiter>();

  /** @throws {RangeError} a limit that is no number from 0 on; none at all to be let in. */
  constructor({ perServer = 6, total = 64, waiting = 1_000 }: ConnectionLimits = {}) {
    checkNumbers("connections", { perServer, total }, (value) => value >= 1, "from 1 on");
    checkNumbers("connections", { waiting }, (value) => value >= 0, "from 0 on");
    this.#limits = { perServer, total, waiting };
  }

  /**
   * Resolves when there is room; what it gives makes room again, once.
   *
   * @throws {AccessError} busy: too many wait already. @throws the signal's reason.
   */
  async enter(server: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.#hasRoom(server)) await this.#wait(server, signal);
    else this.#count(server, 1);
    let entered = true;
    return () => {
      if (!entered) return;
      entered = false;
      this.#count(server, -1);
      this.#letIn();
    };
  }

  #wait(server: string, signal: AbortSignal): Promise<void> {
    const { waiting } = this.#limits;
    if (this.#waiters.size >= waiting) {
      throw new AccessError("busy", `${waiting} calls wait for a connection already`, {
        hint: "wait for some of them to end, or raise the option connections.waiting",
        retryable: true,
      });
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener("abort", onAbort);
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        server,
        enter: () => {
          leave();
          this.#count(server, 1);
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #letIn(): void {
    for (const waiter of this.#waiters) {
      if (this.#total >= this.#limits.total) return;
      if (this.#hasRoom(waiter.server)) waiter.enter();
    }
  }

  #hasRoom(server: string): boolean {
    const { perServer, total } = this.#limits;
    return this.#total < total && (this.#open.get(server) ?? 0) < perServer;
  }

  #count(server: string, change: 1 | -1): void {
    this.#total += change;
    const open = (this.#open.get(server) ?? 0) + change;
    if (open === 0) this.#open.delete(server);
    else this.#open.set(server, open);
  }
}
