import { AccessError } from "@anyurl/core";
import type { Endpoint } from "@anyurl/core/exchange";
import type { ProsperoOptions } from "./options.ts";
import type { Target } from "./request.ts";

/** How far servers have sent us in one call. */
export class Trip {
  readonly #options: ProsperoOptions;
  #referrals = 0;
  #unions = 0;

  constructor(options: ProsperoOptions) {
    this.#options = options;
  }

  /** Somebody sends us on. @throws {AccessError} too-many-redirects */
  refer(): void {
    const { maxReferrals } = this.#options.limits;
    if (++this.#referrals > maxReferrals) {
      throw new AccessError("too-many-redirects", `the servers send us on more than ${maxReferrals} times`, {
        hint: "raise the limit maxReferrals",
      });
    }
  }

  /** A server wants a request that is under way elsewhere. Anybody who can forge its address could, too. */
  redirect({ host, port }: Endpoint): void {
    if (!this.#options.followRedirects) {
      throw new AccessError("redirect-refused", `the server redirects the request to ${host}, port ${port}`, {
        hint: "ask there yourself, or set the prospero option followRedirects",
      });
    }
    this.refer();
  }

  /** May the entries of one more union link be fetched? */
  union(): boolean {
    return ++this.#unions <= this.#options.maxUnions;
  }
}

/** Two that are equal ask for the same. */
export function keyOf({ host, port, hsoname, version }: Target, names: readonly string[] = []): string {
  return JSON.stringify([host, port, hsoname, version, ...names]);
}

export function circle(): AccessError {
  return new AccessError("too-many-redirects", "the servers send us in a circle");
}
