import * as tls from "node:tls";
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

const contexts = new Map<string, tls.SecureContext>();

/**
 * Returns Node's own list with NODE_EXTRA_CA_CERTS, and the system's list if this Node can read it (22.15 and newer).
 */
function trustedByMachine(): readonly string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  return [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])];
}
