import { X509Certificate } from "node:crypto";
import * as tls from "node:tls";
import { AccessError } from "@anyurl/core";
import type { TlsOptions } from "@anyurl/core/exchange";

/**
 * Returns the trusted CAs and our own certificate as a secure context. Without `ca`, `cert`, or `key`, all connections
 * share one: reading some hundred certificates takes longer than a handshake.
 */
export function getSecureContext({ ca, cert, key, minVersion = "TLSv1.2" }: TlsOptions): tls.SecureContext {
  const plain = ca === undefined && cert === undefined && key === undefined;
  const made = plain ? contexts.get(minVersion) : undefined;
  if (made !== undefined) return made;
  const trusted = ca ?? trustedByMachine();
  const context = tls.createSecureContext({
    minVersion,
    ...(trusted !== undefined && { ca: typeof trusted === "string" ? trusted : [...trusted] }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  });
  if (plain) contexts.set(minVersion, context);
  return context;
}

/**
 * Checks that certificates and keys can be used, because OpenSSL ignores a part of a file that it cannot read.
 *
 * @throws {AccessError} bad-option.
 */
export function checkTls(options: TlsOptions): void {
  for (const name of ["ca", "cert"] as const) {
    const texts = [options[name] ?? []].flat();
    const blocks = texts.flatMap((text) => [...text.matchAll(CERTIFICATES)]);
    blocks.forEach(([block], i) => {
      const which = blocks.length === 1 ? "" : `: number ${i + 1} of ${blocks.length} is not valid`;
      checked(name, `certificates that can be read${which}`, () => new X509Certificate(block));
    });
  }
  checked("key", "the private key of the certificate, without a passphrase", () => getSecureContext(options));
}

const CERTIFICATES =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

function checked(option: string, expected: string, read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    throw new AccessError("bad-option", `invalid tls option ${option}: expected ${expected}`, { cause });
  }
}

const contexts = new Map<string, tls.SecureContext>();

/**
 * Returns Node's own list with NODE_EXTRA_CA_CERTS, and the system's list if this Node can read it (22.15 and newer).
 */
function trustedByMachine(): readonly string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  return [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])];
}
