import { AccessError, asciiLowerCase, displayText, isAccessError } from "@anyurl/core";
import type { Connection, SecureOptions, TlsEndpoint, TlsOptions } from "@anyurl/core/exchange";
import type { DialOptions } from "./dial-options.ts";
import { checkKey, decideKeyChecks, type KeyChecks } from "./peer-key.ts";

/** Maximum characters of an error message: it can contain names from the peer's certificate. */
const MAX_SHOWN = 300;

/** Failures of the connection itself, not of TLS. */
const BROKEN: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

/** The peer of a TLS connection. */
export interface TlsPeer extends SecureOptions {
  /** The host that was dialed. */
  readonly host: string;
  readonly port: number;
  /** A connection to the same peer, whose TLS session is resumed. */
  readonly beside: Connection | undefined;
}

/** A handshake to begin, and how to check its result. */
export interface TlsStart {
  readonly endpoint: TlsEndpoint;
  /** Checks the peer after the handshake, and closes the connection if it is not accepted. @throws {AccessError} tls-failed */
  check(connection: Connection): Promise<Connection> | Connection;
}

/**
 * Prepares a handshake with a host. With `insecure`, any server can answer, so close_notify proves nothing and is not
 * required.
 *
 * @throws {AccessError} unsupported: the policy does not allow what the scheme requests. plugin-fault.
 */
export function prepareTls(dialing: DialOptions, peer: TlsPeer): TlsStart {
  const { tls, policy } = dialing;
  const { host, port, serverName = host, alpn, certificate, verify, beside, closeNotify } = peer;
  if (serverName !== host && policy.profile === "untrusted")
    throw new AccessError(
      "unsupported",
      'the policy "untrusted" does not allow another TLS server name than the host',
    );
  const resume = beside?.tls?.session;
  // A data connection has the certificate of its control connection.
  const server = `${asciiLowerCase(host)}:${beside?.remote.port ?? port}`;
  const checks = decideKeyChecks(dialing, server, verify);
  const endpoint = {
    ...tls,
    ...certificate,
    serverName,
    ...(alpn !== undefined && { alpn }),
    ...(!checks.byAuthority && { insecure: true as const }),
    ...(hasKeyChecks(checks) && { showKey: true }),
    ...(resume !== undefined && { resume }),
    ...(closeNotify === true && tls?.insecure !== true && { closeNotify }),
  };
  const check = (connection: Connection) => {
    checkSamePeer(connection, beside);
    if (!hasKeyChecks(checks)) return connection;
    return checkKey(dialing, connection, server, checks).then(() => connection);
  };
  return { endpoint, check };
}

function hasKeyChecks({ pins, firstUse }: KeyChecks): boolean {
  return firstUse || pins.length > 0;
}

/**
 * Starts TLS with a host on an open connection, and closes it if that fails.
 *
 * @throws {AccessError} tls-failed, desync; unsupported: the transport does not support it.
 */
export async function startTls(
  dialing: DialOptions,
  plain: Connection,
  peer: TlsPeer,
  signal: AbortSignal,
): Promise<Connection> {
  const { transport, limits } = dialing;
  if (transport.secure === undefined) {
    plain.close();
    throw new AccessError("unsupported", "this transport cannot start TLS on an open connection", {
      hint: "use a transport that has the method secure",
    });
  }
  let serverName = peer.host;
  try {
    const { endpoint, check } = prepareTls(dialing, peer);
    ({ serverName } = endpoint);
    return await check(await transport.secure(plain, { ...endpoint, maxBuffer: limits.maxBuffer }, signal));
  } catch (error) {
    plain.close();
    throw isAccessError(error) ? error : tlsError(serverName, error);
  }
}

/**
 * Checks that a data connection has the same server as its control connection, by its certificate. A resumed session
 * has the certificate of the first handshake.
 *
 * @throws {AccessError} tls-failed; the connection is closed.
 */
function checkSamePeer(connection: Connection, beside: Connection | undefined): void {
  const expected = beside?.tls?.fingerprint;
  if (expected === undefined || connection.tls?.fingerprint === expected) return;
  connection.close();
  throw new AccessError("tls-failed", "the certificates of the data and the control connection differ");
}

/** Returns the options without the client certificate, for another server than the one of the URL. */
export function withoutCertificate({ cert: _cert, key: _key, ...tls }: TlsOptions): TlsOptions {
  return tls;
}

/** Has TLS failed, and not the connection? */
export function isTlsError(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code);
  return NODE_CODE.test(code) || VERIFY_CODE.test(code);
}

const NODE_CODE = /^(?:ERR_(?:SSL|TLS|OSSL)_|EPROTO$)/;
/** Certificate errors of OpenSSL (X509_V_ERR_…). */
const VERIFY_CODE =
  /^(?:CERT|CRL|UNABLE_TO|ERROR_IN|DEPTH_ZERO|SELF_SIGNED|INVALID|PATH_LENGTH|HOSTNAME)_|^UNSPECIFIED$/;

export function tlsError(serverName: string, cause: unknown): AccessError {
  const { code, message, hint } = (cause ?? {}) as Readonly<Record<string, unknown>>;
  const why = displayText(String(message ?? cause)).slice(0, MAX_SHOWN);
  const shownCode = typeof code === "string" ? ` (${code.slice(0, 100)})` : "";
  const retryable = BROKEN.has(code);
  return new AccessError("tls-failed", `TLS handshake with ${serverName} failed: ${why}${shownCode}`, {
    cause,
    retryable,
    ...(typeof hint === "string" && { hint }),
  });
}

/**
 * Returns the error if the server has rejected the client certificate. With TLS 1.3 it does so after the handshake of the
 * client has ended (RFC 8446 §4.4.2.4).
 */
export function certificateError(cause: unknown): AccessError | undefined {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (!REJECTED.test(String(code).slice(0, 100))) return undefined;
  return new AccessError(
    "tls-failed",
    `the server requires a client certificate, or rejected the given one (${code})`,
    { cause, hint: "add a certificate that the server accepts: tls.cert and tls.key" },
  );
}

/** The alerts of RFC 8446 §6.2 about a certificate, as Node names them. */
const REJECTED =
  /^ERR_SSL_[A-Z0-9/]+_ALERT_(?:(?:BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(?:REVOKED|EXPIRED|UNKNOWN|REQUIRED)|UNKNOWN_CA)$/;
