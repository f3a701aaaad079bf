export interface TimerOptions {
  /** Milliseconds until what was sent is sent again for the first time. */
  readonly retransmitAfter: number;
  /** How often it is sent again, each time after twice the time, before it is given up. */
  readonly retransmissions: number;
}

const SECOND = 1000;

/** When to send again. It has no clock: it is told how much time has gone by. */
export class RetransmissionTimer {
  readonly #options: TimerOptions;
  #interval: number;
  #left: number;
  #repeats = 0;

  constructor(options: TimerOptions) {
    this.#options = options;
    this.#interval = options.retransmitAfter;
    this.#left = this.#interval;
  }

  /** Milliseconds. */
  get left(): number {
    return Math.max(0, this.#left);
  }

  get expired(): boolean {
    return this.#left <= 0;
  }

  pass(milliseconds: number): void {
    this.#left -= milliseconds;
  }

  /** There is progress: it begins anew. */
  reset(): void {
    this.#repeats = 0;
    this.#interval = this.#options.retransmitAfter;
    this.#left = this.#interval;
  }

  /** The server asks for so many seconds. */
  wait(seconds: number): void {
    this.reset();
    this.#left = seconds * SECOND;
  }

  /** It has run out: false when it has done so often enough. */
  again(): boolean {
    if (this.#repeats >= this.#options.retransmissions) return false;
    this.#repeats++;
    this.#interval *= 2;
    this.#left = this.#interval;
    return true;
  }
}
