import { createHash, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate, type TLSSocket } from "node:tls";
import type { TlsEndpoint, TlsFacts, TlsSession } from "@anyurl/core/exchange";
import { getSecureContext } from "./trust.ts";

/** Returns Node's options for a TLS peer. Node verifies the certificate and its names by its own rules. */
export function toConnectionOptions(endpoint: TlsEndpoint): ConnectionOptions {
  const { serverName, insecure, alpn } = endpoint;
  const name = certifiedName(serverName);
  const session = resumedBy(endpoint)?.ticket;
  return {
    secureContext: getSecureContext(endpoint),
    rejectUnauthorized: insecure !== true,
    // Send SNI only for a name, not for an IP address (RFC 6066 §3).
    ...(isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, certificate) => verifyName(name, certificate),
    ...(session !== undefined && { session }),
    ...(alpn !== undefined && { ALPNProtocols: [...alpn] }),
  };
}

/** Node 22.23 takes no IPv6 address of a certificate: it converts the name to ASCII first, which gives nothing. */
function verifyName(name: string, certificate: PeerCertificate): Error | undefined {
  if (isIP(name) === 6 && new X509Certificate(certificate.raw).checkIP(name) !== undefined) return undefined;
  return checkServerIdentity(name, certificate);
}

/**
 * Returns the name to verify: without a root dot (RFC 6066 §3) and without an IPv6 zone, which is local to this
 * machine.
 */
export function certifiedName(serverName: string): string {
  const name = serverName.replace(/%.*$/s, "");
  return isIP(name) === 0 && name.endsWith(".") ? name.slice(0, -1) : name;
}

/** The data of a session token. */
interface Resumable {
  /** A secret: it could decrypt the traffic, so it is stored only here. */
  readonly ticket: Buffer;
  readonly name: string;
  readonly facts: TlsFacts;
}

const sessions = new WeakMap<TlsSession, Resumable>();

/**
 * Returns the session to resume. Node does not check names when it resumes a session. So the session must have the same
 * name and a certificate that was verified or need not be.
 */
function resumedBy({ resume, serverName, insecure }: TlsEndpoint): Resumable | undefined {
  const session = resume && sessions.get(resume);
  const fits = session?.name === certifiedName(serverName) && (session.facts.authorized || insecure === true);
  return fits ? session : undefined;
}

/** A handshake in progress. */
export interface Handshake {
  /** Returns what is known after the handshake. */
  facts(): TlsFacts;
  /** The certificate that the peer has sent, if any; also after a failure. */
  certificate(): PeerCertificate | undefined;
}

/** Watches a handshake that is about to begin. */
export function watch(socket: TLSSocket, endpoint: TlsEndpoint): Handshake {
  const session: TlsSession = Object.freeze({});
  const name = certifiedName(endpoint.serverName);
  let certificate: PeerCertificate | undefined;
  let facts: TlsFacts | undefined;
  let ticket: Buffer | undefined;
  const keep = () => {
    if (facts !== undefined && ticket !== undefined) sessions.set(session, { ticket, name, facts });
  };
  // Tickets arrive during the handshake (TLS 1.2) or after it (1.3). Use the latest one.
  socket.on("session", (given) => {
    ticket = given;
    keep();
  });
  // Read it before Node verifies it, because Node destroys a socket with an untrusted certificate.
  socket.prependOnceListener("secure", () => {
    certificate = socket.getPeerCertificate();
  });
  return {
    facts: () => {
      facts = { ...foundOut(socket, endpoint), session };
      keep();
      return facts;
    },
    certificate: () => certificate,
  };
}

function foundOut(socket: TLSSocket, endpoint: TlsEndpoint): TlsFacts {
  const protocol = socket.getProtocol() ?? "";
  const { authorized, alpnProtocol } = socket;
  const alpn = typeof alpnProtocol === "string" ? { alpn: alpnProtocol } : undefined;
  // A resumed session sends no certificate: only the same server can resume it.
  const before = socket.isSessionReused() ? resumedBy(endpoint)?.facts : undefined;
  if (before !== undefined)
    return { ...before, protocol, authorized: authorized && before.authorized, ...alpn };
  const publicKey = endpoint.showKey === true ? publicKeyOf(socket) : undefined;
  const fingerprint = socket.getPeerCertificate().fingerprint256 ?? "";
  return { protocol, authorized, fingerprint, ...alpn, ...(publicKey !== undefined && { publicKey }) };
}

/** The hash of the public key (RFC 7469 §2.4). */
function publicKeyOf(socket: TLSSocket): string | undefined {
  const spki = socket.getPeerX509Certificate()?.publicKey.export({ type: "spki", format: "der" });
  return spki && `sha256/${createHash("sha256").update(spki).digest("base64")}`;
}
