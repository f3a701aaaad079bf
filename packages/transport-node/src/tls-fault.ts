import type { PeerCertificate } from "node:tls";

/** Maximum number of certificate names in a message. */
const MAX_NAMES = 5;

/**
 * Converts the error of a handshake to one with the same code and a plain message. The original error is its cause.
 *
 * @param certificate the peer's, if it has sent one. Its content is not trusted.
 */
export function tlsFault(error: Error, serverName: string, certificate: PeerCertificate | undefined): Error {
  const code = String((error as { code?: unknown }).code ?? "");
  const words = WORDS.get(code)?.(certificate, serverName);
  if (words === undefined) return error;
  return Object.assign(new Error(words, { cause: error }), { code });
}

type Words = (certificate: PeerCertificate | undefined, serverName: string) => string;

const unknownIssuer: Words = () =>
  "the issuer of the certificate is not trusted, or the server did not send an intermediate certificate";
const notTls: Words = () => "the server did not answer with TLS";
const tooOld: Words = () => "the server does not support a common TLS version";
const wantsCertificate: Words = () =>
  "the server requires a client certificate (cert and key), or rejected the given one";

/** Keys are the error codes of Node and OpenSSL. */
const WORDS: ReadonlyMap<string, Words> = new Map([
  [
    "CERT_HAS_EXPIRED",
    (certificate) =>
      `the certificate has expired${certificate ? `: it was valid until ${certificate.valid_to}` : ""}`,
  ],
  [
    "CERT_NOT_YET_VALID",
    (certificate) =>
      `the certificate is not valid yet${certificate ? `: it is valid from ${certificate.valid_from}` : ""}`,
  ],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    (certificate, serverName) =>
      `the certificate is not for ${serverName}, but for ${formatCertificateNames(certificate)}`,
  ],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", () => "the certificate is self-signed and not trusted"],
  ["SELF_SIGNED_CERT_IN_CHAIN", () => "the root certificate of the chain is self-signed and not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT", unknownIssuer],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownIssuer],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownIssuer],
  ["CERT_REVOKED", () => "the certificate was revoked"],
  ["CERT_SIGNATURE_FAILURE", () => "the signature of the certificate is invalid"],
  ["INVALID_PURPOSE", () => "the certificate is not valid for a server"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", notTls],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", notTls],
  ["ERR_SSL_HTTP_REQUEST", notTls],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", tooOld],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", tooOld],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", wantsCertificate],
  [
    "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
    () => "the TLS handshake failed: the server does not accept our versions or cipher suites",
  ],
]);

function formatCertificateNames(certificate: PeerCertificate | undefined): string {
  const names = (certificate?.subjectaltname ?? "").split(", ").filter((name) => name !== "");
  if (names.length === 0) return "another name";
  const shown = names.slice(0, MAX_NAMES).map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  return shown.join(", ") + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "");
}
