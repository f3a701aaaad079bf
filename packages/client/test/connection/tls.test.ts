import { DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { certificateError, prepareTls, tlsError } from "../../src/connection/tls.ts";
import { FakeTransport, ManualClock } from "../world.ts";

describe("the TLS of a handshake", () => {
  const prepared = (closeNotify: boolean, insecure?: true) => {
    const clock = new ManualClock();
    const dialing = {
      call: new CallScope(clock, Number.POSITIVE_INFINITY, undefined),
      ...{ clock, limits: DEFAULT_LIMITS, policy: resolvePolicy(), transport: new FakeTransport() },
      ...{ scheme: "x-line", defaultPort: 990, tls: insecure === undefined ? {} : { insecure } },
    };
    return prepareTls(dialing, { host: "h.example", port: 990, beside: undefined, closeNotify }).endpoint;
  };

  it("requires close_notify if the scheme does", () => {
    expect(prepared(true)).toEqual({ serverName: "h.example", closeNotify: true });
    expect(prepared(false)).toEqual({ serverName: "h.example" });
  });

  it("requires no close_notify of a server that is not verified", () => {
    expect(prepared(true, true)).toEqual({ serverName: "h.example", insecure: true });
  });
});

describe("the error of a failed handshake", () => {
  const cause = (fields: object) => Object.assign(new Error("certificate has expired"), fields);

  it("names the server, the reason, and its code", () => {
    expect(tlsError("h.example", cause({ code: "CERT_HAS_EXPIRED" }))).toMatchObject({
      code: "tls-failed",
      message: "TLS handshake with h.example failed: certificate has expired (CERT_HAS_EXPIRED)",
      retryable: false,
    });
    expect(tlsError("h.example", cause({}))).toMatchObject({
      message: "TLS handshake with h.example failed: certificate has expired",
    });
    expect(tlsError("h.example", cause({ code: 7 }))).toMatchObject({
      message: "TLS handshake with h.example failed: certificate has expired",
    });
  });

  it.each<[string, unknown, string]>([
    ["a string", "no", "no"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
  ])("can be caused by %s", (_, thrown, why) => {
    expect(tlsError("h.example", thrown).message).toBe(`TLS handshake with h.example failed: ${why}`);
  });

  it("has the hint of the transport, if it is text", () => {
    expect(tlsError("h.example", cause({ hint: "check the clock" })).hint).toBe("check the clock");
    expect(tlsError("h.example", cause({ hint: 7 })).hint).toBe(tlsError("h.example", cause({})).hint);
  });

  it("is temporary only if the connection was lost", () => {
    for (const code of ["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"])
      expect(tlsError("h.example", cause({ code })).retryable, code).toBe(true);
    for (const code of ["CERT_HAS_EXPIRED", "ENOENT", undefined])
      expect(tlsError("h.example", cause({ code })).retryable, code).toBe(false);
  });

  it("limits what it takes from the certificate of a server", () => {
    const { message } = tlsError("h.example", { message: "x".repeat(1000), code: "C".repeat(1000) });
    expect(message).toBe(`TLS handshake with h.example failed: ${"x".repeat(300)} (${"C".repeat(100)})`);
  });
});

describe("the error of a rejected client certificate", () => {
  it.each([
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
    "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
  ])("is recognized by the alert %s (RFC 8446 §6.2)", (code) => {
    expect(certificateError({ code })).toMatchObject({
      code: "tls-failed",
      message: `the server requires a client certificate, or rejected the given one (${code})`,
    });
  });

  it.each([undefined, null, "x", { code: "ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR" }, { code: "ECONNRESET" }])(
    "is not recognized in %j",
    (thrown) => expect(certificateError(thrown)).toBeUndefined(),
  );
});
