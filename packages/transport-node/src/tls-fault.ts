import type { PeerCertificate } from "node:tls";

/** Names of a certificate that a message shows. */
const MAX_NAMES = 5;

/**
 * The error of a handshake, with its code as it was and a message in plain words. What was thrown is its
 * cause.
 *
 * @param certificate the peer's, when it has shown one. What stands in it is the peer's word, not to be
 *   trusted.
 */
export function tlsFault(error: Error, serverName: string, certificate: PeerCertificate | undefined): Error {
  const code = String((error as { code?: unknown }).code ?? "");
  const words = WORDS.get(code)?.(certificate, serverName);
  if (words === undefined) return error;
  return Object.assign(new Error(words, { cause: error }), { code });
}

type Words = (certificate: PeerCertificate | undefined, serverName: string) => string;

const unknownIssuer: Words = () =>
  "nobody who is trusted here vouches for the certificate, or the server keeps one between back";
const notTls: Words = () => "what the server says is no TLS";
const tooOld: Words = () => "the server and we have no version of TLS in common";
const wantsCertificate: Words = () => "the server wants a certificate of ours (cert and key), or another one";

/** By the codes of Node and OpenSSL. */
const WORDS: ReadonlyMap<string, Words> = new Map([
  [
    "CERT_HAS_EXPIRED",
    (certificate) =>
      `the certificate has expired${certificate ? `: it was valid until ${certificate.valid_to}` : ""}`,
  ],
  [
    "CERT_NOT_YET_VALID",
    (certificate) =>
      `the certificate is not valid yet${certificate ? `, but from ${certificate.valid_from}` : ""}`,
  ],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    (certificate, serverName) => `the certificate is not for ${serverName}, but for ${namesOf(certificate)}`,
  ],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", () => "the certificate is self-signed: nobody but itself vouches for it"],
  [
    "SELF_SIGNED_CERT_IN_CHAIN",
    () => "who vouches for the certificate in the end is nobody who is trusted here",
  ],
  ["UNABLE_TO_GET_ISSUER_CERT", unknownIssuer],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownIssuer],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownIssuer],
  ["CERT_REVOKED", () => "the certificate was revoked"],
  ["CERT_SIGNATURE_FAILURE", () => "the signature of the certificate is wrong"],
  ["INVALID_PURPOSE", () => "the certificate is not one for servers"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", notTls],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", notTls],
  ["ERR_SSL_HTTP_REQUEST", notTls],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", tooOld],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", tooOld],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", wantsCertificate],
  ["ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE", () => "the server agrees to none of our ways of speaking TLS"],
]);

function namesOf(certificate: PeerCertificate | undefined): string {
  const names = (certificate?.subjectaltname ?? "").split(", ").filter((name) => name !== "");
  if (names.length === 0) return "another name";
  const shown = names.slice(0, MAX_NAMES).map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  return shown.join(", ") + (names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "");
}
