import { AccessError, decodeBase64, encodeBase64, tooLargeError } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { SftpSettings } from "./options.ts";

/** A key of a host in a known_hosts file: its type, such as "ssh-ed25519", and its bytes in base64. */
interface KnownKey {
  readonly type: string;
  readonly key: string;
  readonly isRevoked: boolean;
}

/**
 * Returns the keys of a host in a known_hosts file (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT): plain names, patterns, and
 * hashed names. Other lines, also those of authorities, are skipped.
 */
async function findKnownKeys(text: string, host: string, port: number): Promise<readonly KnownKey[]> {
  const name = knownName(host, port);
  const keys: KnownKey[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, marker, patterns = "", type = "", key = ""] = LINE.exec(line) ?? [];
    if (marker !== undefined && marker !== "@revoked") continue;
    if (patterns !== "" && (await isNamed(patterns, name)))
      keys.push({ type, key, isRevoked: marker !== undefined });
  }
  return keys;
}

/** The name of a host in the file: with its port, unless it is 22. */
function knownName(host: string, port: number): string {
  return (port === 22 ? host : `[${host}]:${port}`).toLowerCase();
}

const LINE = /^[ \t]*(?:(@\S+)[ \t]+)?([^\s#@]\S*)[ \t]+(\S+)[ \t]+([A-Za-z0-9+/]+=*)(?:\s|$)/;

async function isNamed(patterns: string, name: string): Promise<boolean> {
  const [, salt, hash] = /^\|1\|([A-Za-z0-9+/]+=*)\|([A-Za-z0-9+/]+=*)$/.exec(patterns) ?? [];
  if (salt !== undefined) return (await hmacSha1(salt, name)) === hash;
  let isMatched = false;
  for (const pattern of patterns.toLowerCase().split(",")) {
    const isNegated = pattern.startsWith("!");
    if (!matches(isNegated ? pattern.slice(1) : pattern, name)) continue;
    if (isNegated) return false;
    isMatched = true;
  }
  return isMatched;
}

/** "*" is any text, "?" is one character. Linear in time for each "*", because the last one decides. */
function matches(pattern: string, name: string): boolean {
  let [p, n, star, from] = [0, 0, -1, 0];
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === "*") [star, from, p] = [p, n, p + 1];
    else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) [p, n] = [p + 1, n + 1];
    else if (star >= 0) [p, n, from] = [star + 1, from + 1, from + 1];
    else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

async function hmacSha1(salt: string, text: string): Promise<string> {
  const how = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", decodeBase64(salt), how, false, ["sign"]);
  return encodeBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}

/** The keys that are trusted for a host, and where. */
export interface HostTrust {
  readonly host: string;
  readonly port: number;
  readonly keys: readonly KnownKey[];
  /** The fingerprint of the URL. */
  readonly fingerprint: Fingerprint | undefined;
  readonly accept: SftpSettings["acceptHostKey"];
}

interface Fingerprint {
  readonly type: string;
  /** SHA-256 in base64, without padding. */
  readonly hash: string;
}

/**
 * Reads the fingerprint of a URL: the type of the key, "-", and its SHA-256 hash in base64 or base64url.
 *
 * @throws {AccessError} unsupported: another hash, such as the MD5 of the draft, which proves nothing.
 */
function readFingerprint(text: string | undefined): Fingerprint | undefined {
  if (text === undefined) return undefined;
  const [, type = "", hash = ""] = /^(.+?)-(?:SHA256:)?([A-Za-z0-9+/_-]{43})=?$/.exec(text) ?? [];
  if (hash === "")
    throw new AccessError(
      "unsupported",
      "the fingerprint of the URL is not a SHA-256 hash; nothing was sent",
      {
        hint: 'write the type of the key, "-", and what ssh-keygen -l shows after "SHA256:"',
      },
    );
  return { type, hash: hash.replaceAll("-", "+").replaceAll("_", "/") };
}

/** Reads the known keys of a host from the options. @throws {AccessError} path-blocked, not-found: the known_hosts file. */
export async function readTrust(
  host: string,
  port: number,
  fingerprint: string | undefined,
  context: Context<SftpSettings>,
): Promise<HostTrust> {
  const { knownHosts = "", knownHostsFile, acceptHostKey: accept } = context.options;
  const file = knownHostsFile === undefined ? "" : await readKnownHosts(knownHostsFile, context);
  const keys = await findKnownKeys(`${knownHosts}\n${file}`, host, port);
  return { host, port, keys, fingerprint: readFingerprint(fingerprint), accept };
}

async function readKnownHosts(path: string, { files, signal, limits }: Context): Promise<string> {
  if (files === undefined)
    throw new AccessError("unsupported", "cannot read a known_hosts file: the client has no files", {
      hint: "use the sftp option knownHosts, or declare the directory in the policy",
    });
  const file = await files.open(path, signal);
  try {
    const { maxHeld } = limits;
    const octets = new Uint8Array(Math.min(maxHeld + 1, (await file.size()) + 1));
    let length = 0;
    for (let count = -1; count !== 0 && length < octets.length; length += count)
      count = await file.read(octets.subarray(length), length);
    if (length > maxHeld)
      throw tooLargeError(`the known_hosts file exceeds the limit of ${maxHeld} bytes`, "maxHeld");
    return new TextDecoder().decode(octets.subarray(0, length));
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/**
 * Checks the key of a host, as in the key exchange (RFC 4253 §6.6).
 *
 * @throws {AccessError} host-key-unknown, host-key-changed.
 */
export async function checkHostKey(key: Uint8Array, trust: HostTrust): Promise<void> {
  const { host, port, keys, fingerprint, accept } = trust;
  const text = encodeBase64(key);
  const type = typeOfKey(key);
  const hash = encodeBase64(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(key))),
  ).replace(/=+$/, "");
  const shown = `${type} SHA256:${hash}`;
  const same = keys.filter((each) => each.key === text);
  if (same.some(({ isRevoked }) => isRevoked))
    throw new AccessError("host-key-changed", `the key of ${host} is revoked: ${shown}`, {
      hint: "ask the operator of the server for its new key",
    });
  if (fingerprint !== undefined) {
    if (fingerprint.hash === hash && fingerprint.type === type) return;
    throw new AccessError("host-key-changed", `${host} has another key than the URL says: ${shown}`, {
      hint: "check the fingerprint with the operator of the server, then correct the URL",
    });
  }
  if (same.length > 0) return;
  const trusted = keys.filter(({ isRevoked }) => !isRevoked);
  if (trusted.length > 0)
    throw new AccessError("host-key-changed", `${host} has another key than the known one: ${shown}`, {
      hint: "check the fingerprint with the operator of the server, then replace the line of this host in known_hosts",
    });
  if ((await accept?.({ host, port, type, fingerprint: `SHA256:${hash}` })) === true) return;
  throw new AccessError("host-key-unknown", `the key of ${host} is unknown: ${shown}`, {
    hint:
      "check the fingerprint with the operator of the server, then add this line to the file of the sftp option " +
      `knownHostsFile: ${knownName(host, port)} ${type} ${text}`,
  });
}

/** Returns the type of a key: the first string in it. */
function typeOfKey(key: Uint8Array): string {
  const length = new DataView(key.buffer, key.byteOffset, key.length).getUint32(0);
  return String.fromCharCode(...key.subarray(4, 4 + Math.min(length, 64))).replaceAll(/[^\x21-\x7e]/g, "?");
}
