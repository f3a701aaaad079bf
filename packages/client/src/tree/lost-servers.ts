import type { AccessError } from "@anyurl/core";

/** Errors of a server that cannot be reached. */
const CONNECT_CODES: ReadonlySet<string> = new Set([
  ...["no-such-host", "connect-failed", "timeout", "tls-failed", "proxy-refused"],
]);

/**
 * Ends a walk or a copy if a server is gone: one link of a menu can lead nowhere, but after many errors in a row, each
 * of the remaining entries would only wait for its own timeout.
 */
export class LostServers {
  readonly #most: number;
  #inARow = 0;

  /** @param most errors in a row that are accepted. */
  constructor(most: number) {
    this.#most = most;
  }

  succeeded(): void {
    this.#inARow = 0;
  }

  /** @throws the error, if it is one too many. */
  failed(error: AccessError): void {
    if (!CONNECT_CODES.has(error.code)) return;
    if (++this.#inARow > this.#most) throw error;
  }
}
