import { AccessError } from "@anyurl/core";
import type { Endpoint } from "@anyurl/core/exchange";
import type { ProsperoSettings } from "./options.ts";
import type { Target } from "./request.ts";

/** The referrals that one call has followed. */
export class ReferralChain {
  readonly #options: ProsperoSettings;
  #referrals = 0;
  #unions = 0;

  constructor(options: ProsperoSettings) {
    this.#options = options;
  }

  /** Counts a referral. @throws {AccessError} too-many-redirects */
  refer(): void {
    const { maxReferrals } = this.#options.limits;
    if (++this.#referrals > maxReferrals) {
      throw new AccessError(
        "too-many-redirects",
        `the servers exceeded the limit of ${maxReferrals} referrals`,
        {
          hint: "increase the limit maxReferrals",
        },
      );
    }
  }

  /** Handles a redirect of a request in flight. Any host that can forge the server's address can send one. */
  redirect({ host, port }: Endpoint): void {
    if (!this.#options.followRedirects) {
      throw new AccessError(
        "redirect-refused",
        `the server redirected the request to ${host}, port ${port}`,
        {
          hint: "open the URL at that host, or set the prospero option followRedirects",
        },
      );
    }
    this.refer();
  }

  /** Counts a union link. Returns false if the limit is reached. */
  union(): boolean {
    return ++this.#unions <= this.#options.maxUnions;
  }
}

/** Returns a key; equal keys mean the same request. */
export function requestKey({ host, port, hsoname, version }: Target, names: readonly string[] = []): string {
  return JSON.stringify([host, port, hsoname, version, ...names]);
}

export function referralLoopError(): AccessError {
  return new AccessError("too-many-redirects", "the referrals of the servers form a loop");
}
