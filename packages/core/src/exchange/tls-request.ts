/**
 * The TLS that a scheme requests for a connection. What the user set takes precedence: the option `insecure` of the call, the
 * trusted authorities and pins of the client, and the policy.
 */
export interface TlsRequest {
  /**
   * The name to send (SNI) and to verify, if it is not the host, for example after an SRV lookup. The policy "untrusted"
   * allows only the host.
   */
  readonly serverName?: string | undefined;
  /** The application protocols, the preferred one first (RFC 7301). `tls.alpn` of the connection has the result. */
  readonly alpn?: readonly string[] | undefined;
  /** The client certificate with its chain, and its key, as PEM, instead of those of the client. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  /**
   * How the certificate of the server is verified.
   *
   * - "authority", the default: by the trusted authorities, the name, and the dates.
   * - "first-use": also accepts another certificate if its key is the one that this host and port had on first use.
   * - `pins`: accepts only these keys or certificates, from any issuer: "sha256/BASE64" of the public key (SPKI), or the
   *   SHA-256 fingerprint of the certificate in hexadecimal.
   *
   * If the policy option `firstUse` is "refuse", the trusted authorities must accept each certificate; `pins` are then
   * checked in addition.
   */
  readonly verify?: "authority" | "first-use" | { readonly pins: readonly string[] } | undefined;
}
