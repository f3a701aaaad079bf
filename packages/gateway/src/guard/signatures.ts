import { encodeHex, resolveOptions } from "@anyurl/core";
import { GatewayError } from "./gateway-error.ts";
import { type SigningOptions, signingOptions } from "./signing-options.ts";

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
  /** Verifies a token. @throws {GatewayError} bad-signature; link-expired. */
  check(token: string | undefined, target: SignedUrl): Promise<void>;
}

const TOKEN = /^([0-9A-Za-z]{1,16})\.(\d{1,12})\.([0-9a-f]{64})$/;
const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

/**
 * Signs and verifies links (HMAC, RFC 2104, with SHA-256), so that other sites cannot link to URLs through the gateway.
 * `crypto.subtle.verify` compares in constant time.
 *
 * @throws {AccessError} bad-option: the keys, the lifetime or the scope are invalid.
 */
export function createSignatures(options: SigningOptions, now: () => number): Signatures {
  const { keys, lifetime, scope } = resolveOptions(signingOptions, options);
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
      if (!isGood) throw new GatewayError("bad-signature");
      if (Number(expires) * 1000 < now()) throw new GatewayError("link-expired");
    },
  };
}

/** Maximum number of cached tokens. */
const MAX_CACHED_TOKENS = 1000;

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

function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}
