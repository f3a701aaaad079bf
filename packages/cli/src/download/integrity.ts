import { createHash, type Hash } from "node:crypto";
import { LocalError, UsageError } from "../errors.ts";

/** The expected hash of a body, in the form of Subresource Integrity: `sha256-` and the hash in base64. */
export interface Integrity {
  readonly algorithm: "sha256" | "sha384" | "sha512";
  readonly digest: string;
}

const FORM = /^(sha256|sha384|sha512)-([A-Za-z0-9+/]{43,86}={0,2})$/;
const LENGTHS: Readonly<Record<Integrity["algorithm"], number>> = { sha256: 32, sha384: 48, sha512: 64 };

/** @throws {UsageError} unknown algorithm, or a hash of the wrong length. */
export function parseIntegrity(text: string): Integrity {
  const [, algorithm, digest = ""] = FORM.exec(text) ?? [];
  const known = algorithm as Integrity["algorithm"] | undefined;
  if (known === undefined || Buffer.from(digest, "base64").length !== LENGTHS[known]) {
    throw new UsageError(
      "--integrity: unsupported hash",
      "use sha256-, sha384-, or sha512- and the hash in base64",
    );
  }
  return { algorithm: known, digest: Buffer.from(digest, "base64").toString("base64") };
}

/** Hashes a body chunk by chunk. */
export class IntegrityCheck {
  readonly #wanted: Integrity;
  readonly #hash: Hash;

  constructor(wanted: Integrity) {
    this.#wanted = wanted;
    this.#hash = createHash(wanted.algorithm);
  }

  update(octets: Uint8Array): void {
    this.#hash.update(octets);
  }

  /** @throws {LocalError} bad-integrity: the hash is not the expected one. */
  check(): void {
    const { algorithm, digest } = this.#wanted;
    const found = this.#hash.digest("base64");
    if (found === digest) return;
    throw new LocalError(
      "bad-integrity",
      `integrity check failed: the hash is ${algorithm}-${found}; nothing was saved`,
    );
  }
}
