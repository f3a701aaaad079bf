import { missing, PEER_NAMES } from "./start.ts";

/** Prints once which tests are skipped, and how to enable them. */
export function setup(): void {
  for (const name of PEER_NAMES) {
    const reason = missing(name);
    if (reason !== undefined) console.warn(`skipped: ${reason}`);
  }
}
