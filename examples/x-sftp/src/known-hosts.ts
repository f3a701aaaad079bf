import { createHmac } from "node:crypto";

/** A host key: its type, such as "ssh-ed25519", and its bytes in base64. */
export interface HostKey {
  readonly type: string;
  readonly key: string;
  readonly isRevoked: boolean;
}

/** Returns the keys of a host in a known_hosts file (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). Other lines are skipped. */
export function findHostKeys(knownHosts: string, host: string, port: number): readonly HostKey[] {
  const name = (port === 22 ? host : `[${host}]:${port}`).toLowerCase();
  return knownHosts.split(/\r?\n/).flatMap((line) => {
    const [, marker, patterns = "", type = "", key = ""] = LINE.exec(line) ?? [];
    if (marker === "@cert-authority" || !matches(patterns, name)) return [];
    return [{ type, key, isRevoked: marker === "@revoked" }];
  });
}

const LINE = /^\s*(?:(@\S+)\s+)?([^\s#@]\S*)\s+(\S+)\s+([A-Za-z0-9+/]+=*)(?:\s|$)/;

/** Patterns with "*" and "?" count only if they match as text: a key for many hosts does not prove one. */
function matches(patterns: string, name: string): boolean {
  const [, salt, hash] = /^\|1\|([^|]+)\|([^|]+)$/.exec(patterns) ?? [];
  if (salt !== undefined)
    return createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64") === hash;
  return patterns.toLowerCase().split(",").includes(name);
}

/** Returns the type of a key: the first string in it (RFC 4253 §6.6). */
export function typeOfKey(key: Buffer): string {
  return key.subarray(4, 4 + key.readUInt32BE(0)).toString("latin1");
}
