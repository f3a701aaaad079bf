import { AccessError, loginOf, octetsOf } from "@anyurl/core";
import type { Context, Credentials, HttpResponse } from "@anyurl/core/exchange";
import { type Challenge, challengesOf } from "./challenge.ts";
import { digest, digestFor, type Nonce } from "./digest.ts";
import { DEFAULT_PORT, type HttpUrl } from "./syntax.ts";

/** What a request says of who makes it. */
export interface Authorization {
  readonly value: string;
  /** Can whoever reads it along log in with it? */
  readonly isPassword: boolean;
}

/** Twice, for who was mistaken once; more often helps nobody but one who guesses. */
const MAX_TRIES = 2;

/**
 * The login at one origin: it is asked for once the server has challenged us, and goes nowhere else (RFC 9110 §11.6). Basic
 * (RFC 7617), and Digest (RFC 7616), which is taken where there is a choice.
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

  /** @param user the user that the URL names, where it may. */
  constructor(url: HttpUrl, user: string | undefined, context: Pick<Context, "ask">) {
    this.#url = url;
    this.#user = user === "" ? undefined : user;
    this.#context = context;
  }

  /** Was a login sent, and refused? */
  get wasRefused(): boolean {
    return this.#tries > 0;
  }

  /**
   * Takes a challenge. Is there another login to try?
   *
   * @throws {AccessError} what the caller's callback is refused for; unsupported: the server wants none of our schemes.
   */
  async challengedBy(response: Pick<HttpResponse, "fields">): Promise<boolean> {
    const challenges = challengesOf(response.fields);
    const challenge = digestFor(challenges) ?? challenges.find(({ scheme }) => scheme === "basic");
    if (challenge === undefined) {
      const names = challenges.map(({ scheme }) => scheme).join(", ");
      throw new AccessError("unsupported", "the server wants a login of a kind that is not known here", {
        reply: names,
        hint: "Basic and Digest are; any other Authorization may be given by the option fields",
      });
    }
    this.#challenge = challenge;
    this.#nonce = undefined;
    // The login was right, and only its number too old (RFC 7616 §3.3).
    const isStale = /^true$/i.test(challenge.parameters.get("stale") ?? "");
    if (this.#credentials !== undefined && isStale && !this.#wasStale) {
      this.#wasStale = true;
      return true;
    }
    if (this.#tries >= MAX_TRIES) return false;
    const given = await this.#asked();
    const before = this.#credentials;
    if (given === undefined) return false;
    // Whoever was told no once is told no again.
    if (given.user === before?.user && given.password === before.password) return false;
    this.#credentials = given;
    this.#tries++;
    return true;
  }

  /** For a request to this origin; `undefined` before it has asked. */
  async authorization(method: string, target: string): Promise<Authorization | undefined> {
    if (this.#credentials === undefined || this.#challenge === undefined) return undefined;
    const { scheme, parameters } = this.#challenge;
    if (scheme === "basic") return { value: basic(this.#credentials), isPassword: true };
    this.#nonce ??= { value: parameters.get("nonce") ?? "", count: 0 };
    this.#nonce.count++;
    return {
      value: await digest(parameters, this.#nonce, { ...this.#credentials, method, target }),
      isPassword: false,
    };
  }

  async #asked(): Promise<Required<Pick<Credentials, "user" | "password">> | undefined> {
    const { scheme } = this.#url;
    const { hostname: host, port } = loginOf(this.#url, DEFAULT_PORT[scheme]);
    const given = await this.#context.ask({ scheme, host, port, user: this.#user, wanted: "user" });
    if (given?.user === undefined) return undefined;
    if (given.password !== undefined) return { user: given.user, password: given.password };
    const more = await this.#context.ask({ scheme, host, port, user: given.user, wanted: "password" });
    return more?.password === undefined ? undefined : { user: given.user, password: more.password };
  }
}

/** user-id ":" password, in Base64 (RFC 7617 §2). */
function basic({ user, password }: { readonly user: string; readonly password: string }): string {
  if (user.includes(":")) {
    throw new AccessError("auth-failed", 'Basic authentication has no user with a ":" in his name');
  }
  return `Basic ${base64(octetsOf(`${user}:${password}`))}`;
}

function base64(octets: Uint8Array): string {
  return btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(""));
}
