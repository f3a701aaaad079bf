export interface TimerOptions {
  /** Milliseconds before the first retransmission. */
  readonly retransmitAfter: number;
  /** Maximum number of retransmissions; the delay doubles each time. */
  readonly retransmissions: number;
}

const MS_PER_SECOND = 1000;

/** Decides when to retransmit. It has no clock: the caller passes the elapsed time. */
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

  /** Restarts the timer after progress. */
  reset(): void {
    this.#repeats = 0;
    this.#interval = this.#options.retransmitAfter;
    this.#left = this.#interval;
  }

  /** Waits for the seconds that the server requested. */
  wait(seconds: number): void {
    this.reset();
    this.#left = seconds * MS_PER_SECOND;
  }

  /** Starts the next interval. Returns false after the last retransmission. */
  again(): boolean {
    if (this.#repeats >= this.#options.retransmissions) return false;
    this.#repeats++;
    this.#interval *= 2;
    this.#left = this.#interval;
    return true;
  }
}
