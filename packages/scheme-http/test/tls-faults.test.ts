import { X509Certificate } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions as ServerOptions } from "node:tls";
import { createClient } from "@anyurl/client";
import type { TlsOptions, Transport } from "@anyurl/core/exchange";
import {
  CA,
  CLIENT_ONLY,
  EXPIRED,
  FUTURE,
  OTHER_VALID,
  SELF_SIGNED,
  VALID,
} from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { http } from "../src/index.ts";

/*
 * The TLS faults that users meet. Each error has the code tls-failed, names the host and the cause, says that another
 * attempt is useless, and has a hint.
 */

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

const secure = (options: ServerOptions): Server =>
  createTlsServer(options, (socket) => {
    socket.on("error", () => {}).once("data", () => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  }).on("tlsClientError", () => {});

/** Answers a ClientHello with a fatal alert (RFC 8446 §6). */
const alert = (description: number): Server =>
  createServer((socket) => {
    socket.once("data", () => socket.end(Uint8Array.of(21, 3, 3, 0, 2, 2, description)));
  });

/** Gets a resource from the server, and returns the error. */
async function failure(server: Server, host = "h.example", tls: TlsOptions = {}): Promise<unknown> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closes.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  const transport: Transport = { ...nodeTransport(), resolve: async () => ["127.0.0.1"] };
  const client = createClient({ schemes: [http], transport, tls: { ca: CA, ...tls } });
  return client.get(`https://${host}:${port}/`).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const TRUST =
  "if you trust the server, add the certificate of its issuer to tls.ca, or to NODE_EXTRA_CA_CERTS";
const CLOCK = "check the clock of this machine, or ask the operator of the server for a valid certificate";
const CERTIFICATE = "add a certificate that the server accepts: tls.cert and tls.key";
const RENEW = "ask the operator of the server for a valid certificate";
const VERSION = "decrease tls.minVersion if it is set, or ask the operator of the server for TLS 1.2";

/** Sends the root certificate as well, as many servers with a private CA do. */
const WITH_ROOT = { ...VALID, cert: VALID.cert + CA };

/** The last byte belongs to the signature. */
const CHANGED = { ...VALID, cert: withOtherLastByte(VALID.cert) };

function withOtherLastByte(pem: string): string {
  const der = new Uint8Array(new X509Certificate(pem).raw);
  der[der.length - 1]! ^= 1;
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
}

it("has no error with a valid certificate", async () => {
  expect(await failure(secure(VALID))).toBeUndefined();
});

describe("a TLS fault has a code, a message, and a hint:", () => {
  it.each([
    ["expired", EXPIRED, {}, /^the certificate has expired: it was valid until Jan +1 .* 2021 GMT \(/, CLOCK],
    ["not yet valid", FUTURE, {}, /^the certificate is not valid yet: .* from Jan +1 .* 2120 GMT \(/, CLOCK],
    ["self-signed", SELF_SIGNED, {}, /^the certificate is self-signed and not trusted \(DEPTH_ZERO/, TRUST],
    ["of an unknown issuer", VALID, { ca: SELF_SIGNED.cert }, /^the issuer of the .* not trusted, or/, TRUST],
    [
      "of an unknown root",
      WITH_ROOT,
      { ca: SELF_SIGNED.cert },
      /^the root .* not trusted \(SELF_SIGNED_CERT_IN/,
      TRUST,
    ],
    [
      "for clients only",
      CLIENT_ONLY,
      { ca: CLIENT_ONLY.cert },
      /^the certificate is not valid for a server/,
      RENEW,
    ],
    ["changed after it was signed", CHANGED, {}, /^the signature of the certificate is invalid/, RENEW],
  ])("a certificate that is %s", async (_, certificate, tls, why, hint) => {
    const error = await failure(secure(certificate), "h.example", tls);
    expect(error).toMatchObject({ code: "tls-failed", retryable: false, hint });
    const [, said = ""] = /^TLS handshake with h\.example failed: (.*)$/.exec(
      String((error as Error).message),
    )!;
    expect(said).toMatch(why);
  });

  it("a certificate that is not for the host", async () => {
    expect(await failure(secure(VALID), "other.example")).toMatchObject({
      code: "tls-failed",
      message: expect.stringContaining(
        "the certificate is not for other.example, but for h.example, proxy.example,",
      ),
      hint: "check the host, and use a name of the certificate",
    });
  });

  it.each([
    ["TLS 1.1", { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }, {}],
    ["less than minVersion", { maxVersion: "TLSv1.2" }, { minVersion: "TLSv1.3" }],
  ] as const)("a server that supports only %s", async (_, options, tls) => {
    expect(await failure(secure({ ...VALID, ...options }), "h.example", tls)).toMatchObject({
      code: "tls-failed",
      message: expect.stringContaining("the server does not support a common TLS version"),
      hint: VERSION,
    });
  });

  it("a server without TLS", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 no\r\n\r\n")));
    expect(await failure(server)).toMatchObject({
      code: "tls-failed",
      message: expect.stringContaining("the server did not answer with TLS"),
      hint: "use the port of the service with TLS, or a scheme without TLS",
    });
  });

  it("a server that requires a client certificate with TLS 1.2", async () => {
    const server = secure({ ...VALID, requestCert: true, ca: CA, maxVersion: "TLSv1.2" });
    expect(await failure(server)).toMatchObject({
      code: "tls-failed",
      message: expect.stringContaining("or requires a client certificate"),
      hint: CERTIFICATE,
    });
    const other = secure({ ...VALID, requestCert: true, ca: CA, maxVersion: "TLSv1.2" });
    expect(await failure(other, "h.example", OTHER_VALID)).toBeUndefined();
  });

  it.each([
    [40, "the server does not accept our TLS versions or cipher suites, or requires a client", CERTIFICATE],
    [42, "the server rejected the client certificate", CERTIFICATE],
    [48, "the server rejected the client certificate", CERTIFICATE],
    [70, "the server does not support a common TLS version", VERSION],
    [
      112,
      "the server has no certificate for h.example",
      "use the host name of the server, not another name or address",
    ],
    [116, "the server requires a client certificate, or rejected the given one", CERTIFICATE],
    // Without a hint, it is the reason alone and not the whole error of OpenSSL, with its source file.
    [80, "tlsv1 alert internal error (ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR)", undefined],
  ])("alert %i of the server", async (description, why, hint) => {
    const error = await failure(alert(description));
    expect(error).toMatchObject({ code: "tls-failed", retryable: false });
    expect((error as Error).message).toContain(`TLS handshake with h.example failed: ${why}`);
    expect((error as { hint?: string }).hint).toBe(hint);
  });
});

describe("an alert about the client certificate after the handshake, as with TLS 1.3 (RFC 8446 §4.4.2.4),", () => {
  /** Connects, and fails at the first read. */
  const getWith = (code: string): Promise<unknown> => {
    const transport: Transport = {
      resolve: async () => ["10.0.0.1"],
      connect: async ({ address, port }) => ({
        remote: { address, port },
        send: async () => {},
        receive: () => Promise.reject(Object.assign(new Error("the text of OpenSSL"), { code })),
        close: () => {},
      }),
    };
    return createClient({ schemes: [http], transport }).get("https://h.example/");
  };

  it.each([
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
    "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
    "ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED",
  ])("is a TLS fault and not a lost connection: %s", async (code) => {
    await expect(getWith(code)).rejects.toMatchObject({
      code: "tls-failed",
      message: `the server requires a client certificate, or rejected the given one (${code})`,
      retryable: false,
      hint: CERTIFICATE,
    });
  });

  it("differs from any other error of the connection", async () => {
    for (const code of ["ECONNRESET", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", ""])
      await expect(getWith(code)).rejects.toMatchObject({ code: "truncated", retryable: true });
  });
});
