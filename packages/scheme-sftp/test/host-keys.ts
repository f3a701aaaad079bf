import { createHash } from "node:crypto";
import ssh2 from "ssh2";

/** A new key, its fingerprint as ssh-keygen shows it, and its line in a known_hosts file. */
export function createHostKey(): {
  readonly private: string;
  readonly public: string;
  readonly fingerprint: string;
  line(name: string): string;
} {
  const pair = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  const [type, key = ""] = pair.public.split(" ");
  const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return {
    ...pair,
    fingerprint: `SHA256:${hash.replace(/=+$/, "")}`,
    line: (name) => `${name} ${type} ${key}\n`,
  };
}
