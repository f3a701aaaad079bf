import { encodeHex, octetsOf } from "@anyurl/core";
import type { Challenge } from "./challenge.ts";
import { md5 } from "./md5.ts";

/** A server nonce, and how often it was used. */
export interface Nonce {
  readonly value: string;
  count: number;
}

export interface DigestRequest {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  readonly target: string;
}

type Hash = (text: string) => Promise<string>;

/** Names as in RFC 7616 §3.7, in order of preference; each also exists with "-sess". */
const HASHES: ReadonlyMap<string, Hash> = new Map<string, Hash>([
  [
    "sha-256",
    async (text) =>
      encodeHex(new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(octetsOf(text))))),
  ],
  ["md5", async (text) => encodeHex(md5(octetsOf(text)))],
]);

/** Returns the best Digest challenge that is supported, or `undefined`. */
export function findDigestChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  const able = challenges.filter(
    ({ scheme, parameters }) =>
      scheme === "digest" && parameters.has("nonce") && parameters.has("realm") && hasAuth(parameters),
  );
  for (const name of HASHES.keys()) {
    const found = able.find(({ parameters }) => parseAlgorithm(parameters).hash === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the value of the Authorization field for a request (RFC 7616 §3.4).
 *
 * @param cnonce the client nonce. Default: random.
 */
export async function formatDigest(
  parameters: Challenge["parameters"],
  nonce: Nonce,
  { user, password, method, target }: DigestRequest,
  cnonce: string = encodeHex(crypto.getRandomValues(new Uint8Array(16))),
): Promise<string> {
  const { hash: name, isSession } = parseAlgorithm(parameters);
  const hash = HASHES.get(name)!;
  const realm = parameters.get("realm") ?? "";
  const login = await hash(`${user}:${realm}:${password}`);
  const a1 = isSession ? await hash(`${login}:${nonce.value}:${cnonce}`) : login;
  const a2 = await hash(`${method}:${target}`);
  const count = nonce.count.toString(16).padStart(8, "0");
  const hasQop = parameters.has("qop");
  const response = await hash(
    hasQop ? `${a1}:${nonce.value}:${count}:${cnonce}:auth:${a2}` : `${a1}:${nonce.value}:${a2}`,
  );
  const algorithm = parameters.get("algorithm");
  const opaque = parameters.get("opaque");
  const said = [
    formatUserParameter(user),
    `realm=${quoteString(realm)}`,
    `nonce=${quoteString(nonce.value)}`,
    `uri=${quoteString(target)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoteString(opaque)}`]),
    ...(hasQop || isSession ? [`cnonce="${cnonce}"`] : []),
    ...(hasQop ? ["qop=auth", `nc=${count}`] : []),
  ];
  return `Digest ${said.join(", ")}`;
}

function parseAlgorithm(parameters: Challenge["parameters"]): {
  readonly hash: string;
  readonly isSession: boolean;
} {
  const name = (parameters.get("algorithm") ?? "MD5").toLowerCase();
  return name.endsWith("-sess")
    ? { hash: name.slice(0, -"-sess".length), isSession: true }
    : { hash: name, isSession: false };
}

/** Without qop, the older form is used, which is only slightly weaker (RFC 2617 §3.2.2.1). */
function hasAuth(parameters: Challenge["parameters"]): boolean {
  const qop = parameters.get("qop");
  return qop === undefined || qop.split(",").some((each) => each.trim().toLowerCase() === "auth");
}

/** Formats the user name; a name that is not ASCII has its own form (RFC 7616 §3.4, RFC 8187). */
function formatUserParameter(user: string): string {
  if (/^[\x20-\x7e]*$/.test(user)) return `username=${quoteString(user)}`;
  const octets = Array.from(
    octetsOf(user),
    (octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`,
  );
  return `username*=UTF-8''${octets.join("")}`;
}

/** quoted-string (RFC 9110 §5.6.4) */
function quoteString(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
