import { AccessError, displayText, isAccessError } from "@anyurl/core";
import type { Connection, SecureOptions, TlsEndpoint } from "@anyurl/core/exchange";
import type { DialOptions } from "./dial-options.ts";

/** Maximum characters of an error message: it can contain names from the peer's certificate. */
const MAX_SHOWN = 300;

/** Failures of the connection itself, not of TLS. */
const BROKEN: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

/** The peer of a TLS connection. */
export interface TlsPeer extends SecureOptions {
  readonly serverName: string;
  /** A connection to the same peer, whose TLS session is resumed. */
  readonly beside: Connection | undefined;
}

/**
 * Returns the options of a handshake with a host. With `insecure`, any server can answer, so close_notify proves
 * nothing and is not required.
 */
export function createTlsEndpoint({ tls }: DialOptions, peer: TlsPeer): TlsEndpoint {
  const { serverName, beside, closeNotify } = peer;
  const resume = beside?.tls?.session;
  return {
    ...tls,
    serverName,
    ...(resume !== undefined && { resume }),
    ...(closeNotify === true && tls?.insecure !== true && { closeNotify }),
  };
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
  const tls = createTlsEndpoint(dialing, peer);
  try {
    const connection = await transport.secure(plain, { ...tls, maxBuffer: limits.maxBuffer }, signal);
    checkSamePeer(connection, peer.beside);
    return connection;
  } catch (error) {
    plain.close();
    signal.throwIfAborted();
    throw isAccessError(error) ? error : tlsError(tls.serverName, error);
  }
}

/**
 * Checks that a data connection has the same server as its control connection, by its certificate. A resumed session
 * has the certificate of the first handshake.
 *
 * @throws {AccessError} tls-failed; the connection is closed.
 */
export function checkSamePeer(connection: Connection, beside: Connection | undefined): void {
  const expected = beside?.tls?.fingerprint;
  if (expected === undefined || connection.tls?.fingerprint === expected) return;
  connection.close();
  throw new AccessError("tls-failed", "the certificates of the data and the control connection differ");
}

/** Has TLS failed, and not the connection? */
export function isTlsError(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code ?? "").slice(0, 100);
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
