import { setImmediate } from "node:timers/promises";

/**
 * Says when a library waits for the server. A library reads from its socket all the time; a stream with a demand receives
 * only while there is one, so that the time limits of the connection do not count the pauses of the caller.
 */
export class Demand {
  #count = 0;
  #wake: (() => void) | undefined;
  #begun: Promise<void> | undefined;

  /** Counts as a demand until the work has ended. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#count++;
    this.#wake?.();
    try {
      return await work;
    } finally {
      this.#count--;
    }
  }

  /**
   * Resolves while there is a demand, or when one begins. The library first handles what it has received, which may have
   * ended the demand.
   */
  async begun(): Promise<void> {
    await setImmediate();
    while (this.#count === 0) {
      this.#begun ??= new Promise<void>((resolve) => {
        this.#wake = () => {
          this.#begun = undefined;
          this.#wake = undefined;
          resolve();
        };
      });
      await this.#begun;
    }
  }
}
