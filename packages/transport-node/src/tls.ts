import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate, type TLSSocket } from "node:tls";
import type { TlsEndpoint, TlsFacts, TlsSession } from "@anyurl/core/exchange";
import { getSecureContext } from "./trust.ts";

/** What Node is told of a peer. The certificate is verified, and it carries the name, by Node's own rules. */
export function optionsOf(endpoint: TlsEndpoint): ConnectionOptions {
  const { serverName, insecure } = endpoint;
  const name = certifiedName(serverName);
  const session = resumedBy(endpoint)?.ticket;
  return {
    secureContext: getSecureContext(endpoint),
    rejectUnauthorized: insecure !== true,
    // A name is sent only when it is one (RFC 6066 §3).
    ...(isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
    ...(session !== undefined && { session }),
  };
}

/** The name for a certificate: no root dot (RFC 6066 §3), no IPv6 zone, which means something to us alone. */
export function certifiedName(serverName: string): string {
  const name = serverName.replace(/%.*$/s, "");
  return isIP(name) === 0 && name.endsWith(".") ? name.slice(0, -1) : name;
}

/** What a token of a session stands for. */
interface Resumable {
  /** Could decrypt what was said, and so it is nowhere else. */
  readonly ticket: Buffer;
  readonly name: string;
  readonly facts: TlsFacts;
}

const sessions = new WeakMap<TlsSession, Resumable>();

/**
 * The session to go on with. Node does not look at names again when a session goes on: so it is one with the
 * same name, whose certificate was found to be good, or need not be.
 */
function resumedBy({ resume, serverName, insecure }: TlsEndpoint): Resumable | undefined {
  const session = resume && sessions.get(resume);
  const fits = session?.name === certifiedName(serverName) && (session.facts.authorized || insecure === true);
  return fits ? session : undefined;
}

/** A handshake that is under way. */
export interface Handshake {
  /** After it: what it has found out. */
  facts(): TlsFacts;
  /** The peer's certificate, as far as it has shown one, also after a failure. */
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
  // Tickets come within the handshake (TLS 1.2) or after it (1.3), and the latest one is the one to use.
  socket.on("session", (given) => {
    ticket = given;
    keep();
  });
  // Before Node verifies it, and destroys a socket whose certificate is none to trust.
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
  const { authorized } = socket;
  // A session that goes on shows no certificate: only who had it before can go on with it.
  const before = socket.isSessionReused() ? resumedBy(endpoint)?.facts : undefined;
  if (before !== undefined)
    return { protocol, authorized: authorized && before.authorized, fingerprint: before.fingerprint };
  return { protocol, authorized, fingerprint: socket.getPeerCertificate().fingerprint256 ?? "" };
}
