import { GatewayError } from "./gateway-error.ts";

/** A secret for signing links, and its id in them. */
export interface SigningKey {
  /** 1 to 16 letters and digits. */
  readonly id: string;
  /** 32 random bytes or more. */
  readonly secret: Uint8Array;
}

export interface SigningOptions {
  /** The first key signs. All keys verify, so you can rotate keys by adding a new one in front. */
  readonly keys: readonly SigningKey[];
  /** Validity of a link, in milliseconds. Default one day. */
  readonly lifetime?: number;
  /**
   * What a signature covers. "server": all URLs of a server, so that relative references in its documents work. "url":
   * one URL. Default "server".
   */
  readonly scope?: "server" | "url";
}

/** The signed properties of a URL. */
export interface SignedUrl {
  readonly scheme: string;
  /** The host in normal form. */
  readonly host: string;
  readonly port: number | undefined;
  readonly href: string;
}

export interface Signatures {
  /** Creates a token `KEY.EXPIRES.MAC`, which needs no escaping in a path. */
  token(target: SignedUrl): Promise<string>;
  /** Verifies a token. @throws {Refusal} bad-signature; link-expired. */
  check(token: string | undefined, target: SignedUrl): Promise<void>;
}

const KEY_ID = /^[0-9A-Za-z]{1,16}$/;
const TOKEN = /^([0-9A-Za-z]{1,16})\.(\d{1,12})\.([0-9a-f]{64})$/;
const ALGORITHM = { name: "HMAC", hash: "SHA-256" };
const DAY_MS = 86_400_000;

/**
 * Signs and verifies links (HMAC, RFC 2104, with SHA-256), so that other sites cannot link to URLs through the gateway.
 * `crypto.subtle.verify` compares in constant time.
 *
 * @throws {RangeError} the keys, the lifetime or the scope are invalid.
 */
export function createSignatures(options: SigningOptions, now: () => number): Signatures {
  const { keys, lifetime = DAY_MS, scope = "server" } = options;
  checkOptions(keys, lifetime, scope);
  const imported = new Map(keys.map(({ id, secret }) => [id, importKey(secret)]));
  const first = keys[0]!.id;
  // All links to a server in a page share one token, and so do all pages of one time step.
  const made: Map<string, Promise<string>> = new Map();
  const step = Math.max(1000, Math.floor(lifetime / 24));
  const make = async (what: string, expires: number) => {
    const key = await imported.get(first)!;
    const mac = await crypto.subtle.sign(ALGORITHM, key, formatSignedText(what, first, expires));
    return `${first}.${expires}.${encodeHex(new Uint8Array(mac))}`;
  };
  return {
    token(target) {
      // Round up to whole steps, so that a page stays the same for a while.
      const expires = Math.ceil((Math.ceil(now() / step) * step + lifetime) / 1000);
      const what = signatureScope(target, scope);
      const key = `${expires} ${what}`;
      const known = made.get(key);
      if (known !== undefined) return known;
      if (made.size >= MAX_CACHED_TOKENS) made.clear();
      const token = make(what, expires);
      made.set(key, token);
      return token;
    },
    async check(token, target) {
      const [, id = "", expires = "", mac = ""] = TOKEN.exec(token ?? "") ?? [];
      const key = await imported.get(id);
      const isGood =
        key !== undefined &&
        (await crypto.subtle.verify(
          ALGORITHM,
          key,
          decodeHex(mac),
          formatSignedText(signatureScope(target, scope), id, Number(expires)),
        ));
      if (!isGood) throw badSignatureError();
      if (Number(expires) * 1000 < now()) throw linkExpiredError();
    },
  };
}

/** Maximum number of cached tokens. */
const MAX_CACHED_TOKENS = 1000;

function checkOptions(keys: readonly SigningKey[], lifetime: number, scope: string): void {
  if (keys.length === 0 || new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new RangeError("invalid option sign.keys: expected one or more keys with different ids");
  for (const { id, secret } of keys) {
    if (!KEY_ID.test(id))
      throw new RangeError("invalid id in sign.keys: expected 1 to 16 letters and digits");
    if (secret.length < 32) throw new RangeError("invalid secret in sign.keys: expected 32 bytes or more");
  }
  if (!(lifetime >= 1000) || !Number.isSafeInteger(lifetime) || lifetime > 1000 * DAY_MS)
    throw new RangeError("invalid option sign.lifetime: expected milliseconds, from 1000 to 1000 days");
  if (scope !== "server" && scope !== "url")
    throw new RangeError('invalid option sign.scope: expected "server" or "url"');
}

function importKey(secret: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret.slice(), ALGORITHM, false, ["sign", "verify"]);
}

function signatureScope({ scheme, host, port, href }: SignedUrl, scope: "server" | "url"): string {
  return scope === "url" ? href : `${scheme}://${host}:${port ?? ""}/`;
}

/** Returns the signed text. No field can contain a line feed, so the fields are unambiguous. */
function formatSignedText(what: string, id: string, expires: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`anyurl link 1\n${id}\n${expires}\n${what}`);
}

function encodeHex(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}

function badSignatureError(): GatewayError {
  return new GatewayError({
    status: 403,
    code: "bad-signature",
    message: "invalid link signature: the gateway opens only links that it created",
    hint: "start from a page of the gateway",
  });
}

function linkExpiredError(): GatewayError {
  return new GatewayError({
    status: 403,
    code: "link-expired",
    message: "this link has expired",
    hint: "start from a page of the gateway",
  });
}
