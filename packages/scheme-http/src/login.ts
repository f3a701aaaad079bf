import { AccessError, encodeBase64, octetsOf, parseLogin } from "@anyurl/core";
import type { Context, Credentials, HttpResponse } from "@anyurl/core/exchange";
import { type Challenge, parseChallenges } from "./challenge.ts";
import { findDigestChallenge, formatDigest, type Nonce } from "./digest.ts";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** The Authorization field of a request. */
export interface Authorization {
  readonly value: string;
  /** Whether a third party that reads the value can log in with it. */
  readonly isPassword: boolean;
}

/** The second attempt corrects a mistake; more attempts would only help guessing. */
const MAX_ATTEMPTS = 2;

/**
 * The login for one origin: requested after a challenge, and never sent to another origin (RFC 9110 §11.6). Supports
 * Basic (RFC 7617) and Digest (RFC 7616), and prefers Digest.
 */
export class OriginLogin {
  readonly #url: HttpUrl;
  readonly #user: string | undefined;
  readonly #context: Pick<Context, "ask">;
  #credentials: Required<Pick<Credentials, "user" | "password">> | undefined;
  #challenge: Challenge | undefined;
  #nonce: Nonce | undefined;
  #tries = 0;
  #wasStale = false;

  /** @param user the user of the URL, if the URL may have one. */
  constructor(url: HttpUrl, user: string | undefined, context: Pick<Context, "ask">) {
    this.#url = url;
    this.#user = user === "" ? undefined : user;
    this.#context = context;
  }

  /** Whether there is a login, after a challenge. */
  get hasLogin(): boolean {
    return this.#tries > 0;
  }

  /**
   * Accepts a challenge. Returns whether there is another login to try.
   *
   * @throws {AccessError} errors of the credentials callback; unsupported: the server offers no supported scheme.
   */
  async acceptChallenge(response: Pick<HttpResponse, "fields">): Promise<boolean> {
    const challenges = parseChallenges(response.fields);
    const challenge = findDigestChallenge(challenges) ?? challenges.find(({ scheme }) => scheme === "basic");
    if (challenge === undefined) {
      const names = challenges.map(({ scheme }) => scheme).join(", ");
      throw new AccessError("unsupported", "unsupported authentication scheme", {
        reply: names,
        hint: "use the option fields to send your own authorization",
      });
    }
    this.#challenge = challenge;
    this.#nonce = undefined;
    // The login was right, but its nonce is too old (RFC 7616 §3.3).
    const isStale = /^true$/i.test(challenge.parameters.get("stale") ?? "");
    if (this.#credentials !== undefined && isStale && !this.#wasStale) {
      this.#wasStale = true;
      return true;
    }
    if (this.#tries >= MAX_ATTEMPTS) return false;
    const given = await this.#asked();
    const before = this.#credentials;
    if (given === undefined) return false;
    // Do not send the same rejected login again.
    if (given.user === before?.user && given.password === before.password) return false;
    this.#credentials = given;
    this.#tries++;
    return true;
  }

  /** Returns the Authorization of a request to this origin, or `undefined` before a challenge. */
  async authorization(method: string, target: string): Promise<Authorization | undefined> {
    if (this.#credentials === undefined || this.#challenge === undefined) return undefined;
    const { scheme, parameters } = this.#challenge;
    if (scheme === "basic") return { value: formatBasic(this.#credentials), isPassword: true };
    this.#nonce ??= { value: parameters.get("nonce") ?? "", count: 0 };
    this.#nonce.count++;
    return {
      value: await formatDigest(parameters, this.#nonce, { ...this.#credentials, method, target }),
      isPassword: false,
    };
  }

  async #asked(): Promise<Required<Pick<Credentials, "user" | "password">> | undefined> {
    const { scheme } = this.#url;
    const { hostname: host, port } = parseLogin(this.#url, DEFAULT_PORT[scheme]);
    const given = await this.#context.ask({ scheme, host, port, user: this.#user, wanted: "user" });
    if (given?.user === undefined) return undefined;
    if (given.password !== undefined) return { user: given.user, password: given.password };
    const more = await this.#context.ask({ scheme, host, port, user: given.user, wanted: "password" });
    return more?.password === undefined ? undefined : { user: given.user, password: more.password };
  }
}

/** Can {@link OriginLogin} log in after this response? */
export function hasKnownChallenge({ fields }: Pick<HttpResponse, "fields">): boolean {
  const challenges = parseChallenges(fields);
  return findDigestChallenge(challenges) !== undefined || challenges.some(({ scheme }) => scheme === "basic");
}

/** Formats `user-id ":" password` in Base64 (RFC 7617 §2). */
function formatBasic({ user, password }: { readonly user: string; readonly password: string }): string {
  if (user.includes(":")) {
    throw new AccessError("auth-failed", 'Basic authentication does not allow a ":" in the user name');
  }
  return `Basic ${encodeBase64(octetsOf(`${user}:${password}`))}`;
}
