import type { PeerCertificate } from "node:tls";

/** Maximum number of certificate names in a message. */
const MAX_NAMES = 5;

/**
 * Converts the error of a handshake to one with the same code, a plain message, and a `hint` if the user can do
 * something. The original error is its cause.
 *
 * @param certificate the peer's, if it has sent one. Its content is not trusted.
 */
export function tlsFault(error: Error, serverName: string, certificate: PeerCertificate | undefined): Error {
  const { code = "", reason } = error as { readonly code?: unknown; readonly reason?: unknown };
  const fault = FAULTS.get(String(code));
  if (fault !== undefined) {
    const [words, hint] = fault;
    const message = typeof words === "string" ? words : words(certificate, serverName);
    return Object.assign(new Error(message, { cause: error }), { code, hint });
  }
  // The message of OpenSSL has its thread and source file in it.
  if (typeof reason !== "string") return error;
  return Object.assign(new Error(reason, { cause: error }), { code });
}

/** A message, and what the user can do. */
type Fault = readonly [
  words: string | ((certificate: PeerCertificate | undefined, serverName: string) => string),
  hint: string,
];

const TRUST =
  "if you trust the server, add the certificate of its issuer to tls.ca, or to NODE_EXTRA_CA_CERTS";
const RENEW = "ask the operator of the server for a valid certificate";
const CERTIFICATE = "add a certificate that the server accepts: tls.cert and tls.key";

const unknownIssuer: Fault = [
  "the issuer of the certificate is not trusted, or the server did not send an intermediate certificate",
  TRUST,
];
const notTls: Fault = [
  "the server did not answer with TLS",
  "use the port of the service with TLS, or a scheme without TLS",
];
const tooOld: Fault = [
  "the server does not support a common TLS version",
  "decrease tls.minVersion if it is set, or ask the operator of the server for TLS 1.2",
];
const wantsCertificate: Fault = [
  "the server requires a client certificate, or rejected the given one",
  CERTIFICATE,
];
const rejectsCertificate: Fault = ["the server rejected the client certificate", CERTIFICATE];

/** Keys are the error codes of Node and OpenSSL. */
const FAULTS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  [
    "CERT_HAS_EXPIRED",
    [
      (certificate) =>
        `the certificate has expired${certificate ? `: it was valid until ${certificate.valid_to}` : ""}`,
      `check the clock of this machine, or ${RENEW}`,
    ],
  ],
  [
    "CERT_NOT_YET_VALID",
    [
      (certificate) =>
        `the certificate is not valid yet${certificate ? `: it is valid from ${certificate.valid_from}` : ""}`,
      `check the clock of this machine, or ${RENEW}`,
    ],
  ],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    [
      (certificate, serverName) =>
        `the certificate is not for ${serverName}, but for ${formatCertificateNames(certificate)}`,
      "check the host, and use a name of the certificate",
    ],
  ],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", ["the certificate is self-signed and not trusted", TRUST]],
  ["SELF_SIGNED_CERT_IN_CHAIN", ["the root certificate of the chain is self-signed and not trusted", TRUST]],
  ["UNABLE_TO_GET_ISSUER_CERT", unknownIssuer],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownIssuer],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownIssuer],
  ["CERT_SIGNATURE_FAILURE", ["the signature of the certificate is invalid", RENEW]],
  ["INVALID_PURPOSE", ["the certificate is not valid for a server", RENEW]],
  ["ERR_SSL_WRONG_VERSION_NUMBER", notTls],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", notTls],
  ["ERR_SSL_HTTP_REQUEST", notTls],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", tooOld],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", tooOld],
  [
    "ERR_SSL_TLSV1_UNRECOGNIZED_NAME",
    [
      (_, serverName) => `the server has no certificate for ${serverName}`,
      "use the host name of the server, not another name or address",
    ],
  ],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", wantsCertificate],
  ["ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE", rejectsCertificate],
  ["ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED", rejectsCertificate],
  ["ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN", rejectsCertificate],
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", rejectsCertificate],
  [
    "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
    [
      // A server with TLS 1.2 has no other alert for a missing certificate.
      "the server does not accept our TLS versions or cipher suites, or requires a client certificate",
      CERTIFICATE,
    ],
  ],
]);

function formatCertificateNames(certificate: PeerCertificate | undefined): string {
  const names = (certificate?.subjectaltname ?? "").split(", ").filter((name) => name !== "");
  if (names.length === 0) return "another name";
  const shown = names.slice(0, MAX_NAMES).map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  return shown.join(", ") + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "");
}
