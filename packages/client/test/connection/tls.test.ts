import { AccessError, DEFAULT_LIMITS, resolveOptions } from "@anyurl/core";
import type { Connection, TlsRequest } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import type { DialOptions } from "../../src/connection/dial-options.ts";
import { isPin, matchesPin } from "../../src/connection/pins.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { certificateError, prepareTls, startTls, type TlsPeer, tlsError } from "../../src/connection/tls.ts";
import { tlsOptions } from "../../src/connection/tls-options.ts";
import { memoryTrustStore } from "../../src/connection/trust-store.ts";
import { FakeConnection, FakeTransport, ManualClock } from "../world.ts";

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

it("the code of an alert about a certificate has at most 100 characters in a message", () => {
  const codeOf = (length: number) =>
    `ERR_SSL_${"X".repeat(length - "ERR_SSL__ALERT_UNKNOWN_CA".length)}_ALERT_UNKNOWN_CA`;
  expect(certificateError({ code: codeOf(100) })?.message).toContain(`(${codeOf(100)})`);
  expect(certificateError({ code: codeOf(101) })).toBeUndefined();
});

describe("TLS on an open connection", () => {
  const FACTS = { protocol: "TLSv1.3", authorized: true, fingerprint: "0A" };

  /** Starts TLS with a transport that answers so. */
  async function started(
    secure: ((endpoint: unknown) => Promise<Connection>) | undefined,
    peer: Partial<TlsPeer> = {},
    more: Partial<DialOptions> = {},
  ) {
    const [clock, transport] = [new ManualClock(), new FakeTransport()];
    const plain = new FakeConnection("8.8.4.1", 21);
    const endpoints: unknown[] = [];
    if (secure !== undefined)
      Object.assign(transport, {
        secure: (connection: Connection, endpoint: unknown) => {
          expect(connection).toBe(plain);
          endpoints.push(endpoint);
          return secure(endpoint);
        },
      });
    const dialing: DialOptions = {
      call: new CallScope(clock, Number.POSITIVE_INFINITY, undefined),
      ...{ clock, limits: { ...DEFAULT_LIMITS, maxBuffer: 4321 }, policy: resolvePolicy(), transport },
      ...{ scheme: "ftp", defaultPort: 21, ...more },
    };
    const { signal } = new AbortController();
    const result = await startTls(
      dialing,
      plain,
      { host: "H.example", port: 21, beside: undefined, ...peer },
      signal,
    ).catch((error: unknown) => error);
    return { plain, endpoints, result };
  }

  it("is a new connection to the same host", async () => {
    const secured = Object.assign(new FakeConnection("8.8.4.1", 21), { tls: FACTS });
    const { plain, endpoints, result } = await started(async () => secured, { alpn: ["one"] });
    expect(result).toBe(secured);
    expect(endpoints).toEqual([{ serverName: "H.example", alpn: ["one"], maxBuffer: 4321 }]);
    expect(plain.closed).toBe(false);
  });

  it("is closed if the transport cannot start TLS", async () => {
    const { plain, result } = await started(undefined);
    expect(result).toMatchObject({
      code: "unsupported",
      message: "this transport cannot start TLS on an open connection",
      hint: "use a transport that has the method secure",
    });
    expect(plain.closed).toBe(true);
  });

  it("is closed if the handshake fails, with an error that names the server", async () => {
    const cause = Object.assign(new Error("bad"), { code: "EPROTO" });
    const { plain, result } = await started(() => Promise.reject(cause), { serverName: "c.example" });
    expect(result).toMatchObject({
      code: "tls-failed",
      message: "TLS handshake with c.example failed: bad (EPROTO)",
      cause,
    });
    expect(plain.closed).toBe(true);
    const own = new AccessError("desync", "data before the handshake");
    expect((await started(() => Promise.reject(own))).result).toBe(own);
  });

  it("is closed if the policy does not allow what is requested, before the handshake", async () => {
    const policy = resolvePolicy("untrusted");
    const { plain, endpoints, result } = await started(
      () => expect.unreachable(),
      { serverName: "c.example" },
      { policy },
    );
    expect(result).toMatchObject({
      code: "unsupported",
      message: 'the policy "untrusted" does not allow another TLS server name than the host',
    });
    expect([plain.closed, endpoints]).toEqual([true, []]);
    const same = await started(async () => plain, { serverName: "H.example" }, { policy });
    expect(same.result).toBe(plain);
  });

  const PIN = `sha256/${"1".repeat(43)}=`;
  const pinned = (publicKey?: string) => async () =>
    Object.assign(new FakeConnection("8.8.4.1", 21), {
      tls: { ...FACTS, ...(publicKey !== undefined && { publicKey }) },
    });

  it.each<[what: string, secure: () => Promise<Connection>, message: string, hint: string | undefined]>([
    [
      "another key",
      pinned(`sha256/${"2".repeat(43)}=`),
      "its key matches none of the pins",
      "if the operator of the server has changed the key, change the pins",
    ],
    ["no key", pinned(), "its key matches none of the pins", expect.any(String)],
    [
      "no certificate",
      async () => new FakeConnection("8.8.4.1", 21),
      "the transport reports no certificate",
      undefined,
    ],
  ])("is closed if its pins do not match %s", async (_, secure, why, hint) => {
    const pins = new Map([["h.example:21", [PIN]]]);
    const { endpoints, result } = await started(secure, {}, { pins });
    expect(endpoints).toEqual([{ serverName: "H.example", showKey: true, maxBuffer: 4321 }]);
    expect(result).toMatchObject({
      code: "tls-failed",
      message: `TLS handshake with h.example:21 failed: ${why}`,
    });
    if (hint !== undefined) expect(result).toHaveProperty("hint", hint);
  });

  it("has one of the pins of its host and port", async () => {
    for (const pins of [[PIN], ["AB".repeat(32), PIN]]) {
      const { result } = await started(pinned(PIN), {}, { pins: new Map([["h.example:21", pins]]) });
      expect(result).toHaveProperty("tls.publicKey", PIN);
    }
    for (const server of ["h.example:22", "H.example:21", "x.example:21"]) {
      const { endpoints, result } = await started(pinned(), {}, { pins: new Map([[server, [PIN]]]) });
      expect(result).toHaveProperty("tls.fingerprint", "0A");
      expect(endpoints).toEqual([{ serverName: "H.example", maxBuffer: 4321 }]);
    }
    // A data connection has the certificate of its control connection, and so its pins.
    const beside = new FakeConnection("8.8.4.1", 21);
    const pins = new Map([["h.example:21", [PIN]]]);
    const { result } = await started(pinned(), { port: 5000, beside }, { pins });
    expect(result).toHaveProperty("message", expect.stringContaining("none of the pins"));
  });

  it("with pins of the scheme or the user needs no key of a first use", async () => {
    const trust = { get: () => expect.unreachable(), set: () => expect.unreachable() };
    const { result } = await started(pinned(PIN), { verify: { pins: [PIN] } }, { trust });
    expect(result).toHaveProperty("tls.publicKey", PIN);
    const pins = new Map([["h.example:21", [PIN]]]);
    expect((await started(pinned(PIN), {}, { trust, pins })).result).toHaveProperty("tls.publicKey", PIN);
  });

  it("of a key without a name on first use is rejected, and the store is not asked", async () => {
    const trust = { get: () => expect.unreachable(), set: () => expect.unreachable() };
    const { result } = await started(pinned(""), { verify: "first-use" }, { trust });
    expect(result).toHaveProperty(
      "message",
      "TLS handshake with h.example:21 failed: the transport reports no certificate",
    );
  });

  it("on first use has its fingerprint as its key, if the transport reports no other", async () => {
    const trust = memoryTrustStore();
    const { endpoints, result } = await started(pinned(), { verify: "first-use" }, { trust });
    expect(result).toHaveProperty("tls", FACTS);
    expect(endpoints).toEqual([{ serverName: "H.example", insecure: true, showKey: true, maxBuffer: 4321 }]);
    expect(trust.get("h.example:21")).toBe("0A");
  });

  it.each<[verify: TlsRequest["verify"], firstUse: "allow" | "refuse", insecure: boolean, expected: object]>([
    ["authority", "allow", false, {}],
    ["authority", "allow", true, { insecure: true }],
    ["authority", "refuse", true, { insecure: true }],
    ["first-use", "allow", false, { insecure: true, showKey: true }],
    ["first-use", "allow", true, { insecure: true }],
    ["first-use", "refuse", false, {}],
    ["first-use", "refuse", true, { insecure: true }],
    [{ pins: [PIN] }, "allow", false, { insecure: true, showKey: true }],
    [{ pins: [PIN] }, "allow", true, { insecure: true, showKey: true }],
    [{ pins: [PIN] }, "refuse", false, { showKey: true }],
  ])(
    "verified by %j, with firstUse %s and insecure %j, is %j",
    async (verify, firstUse, insecure, expected) => {
      const policy = resolvePolicy({ firstUse });
      const more = {
        policy,
        trust: memoryTrustStore(),
        ...(insecure && { tls: { insecure: true as const } }),
      };
      const { endpoints, result } = await started(pinned(PIN), { verify }, more);
      expect(result).toHaveProperty("tls");
      expect(endpoints).toEqual([{ serverName: "H.example", maxBuffer: 4321, ...expected }]);
    },
  );

  it.each([{ pins: [] }, { pins: [PIN, "x"] }, { pins: PIN }, {}])(
    "is not started with the invalid pins %j of a scheme",
    async (verify) => {
      const { plain, endpoints, result } = await started(pinned(PIN), { verify: verify as never });
      expect(result).toMatchObject({
        code: "plugin-fault",
        message: "the scheme requested invalid pins of a TLS certificate",
      });
      expect([plain.closed, endpoints]).toEqual([true, []]);
    },
  );
});

describe("a pin", () => {
  const key = "1".repeat(42);
  const hex = "aB".repeat(32);
  const facts = { protocol: "TLSv1.3", authorized: true, fingerprint: hex.toUpperCase() };

  it.each<[pin: unknown, isValid: boolean]>([
    [`sha256/${key}1=`, true],
    [`sha256//${key}1=`, true],
    [`sha256///${key}1=`, false],
    [`sha256/${key}=`, false],
    [`sha256/${key}11=`, false],
    [`sha1/${key}1=`, false],
    [hex, true],
    [hex.replace(/..(?!$)/g, "$&:"), true],
    [hex.slice(2), false],
    [`${hex}00`, false],
    [`x${hex}`, false],
    [7, false],
    [undefined, false],
  ])("%j is the hash of a key or a fingerprint: %j", (pin, isValid) => {
    expect(isPin(pin)).toBe(isValid);
  });

  it("matches the key, or the fingerprint in any case, with colons or without", () => {
    const own = { ...facts, publicKey: `sha256/${key}1=` };
    for (const pin of [`sha256/${key}1=`, `sha256//${key}1=`, hex, hex.replace(/..(?!$)/g, "$&:")])
      expect(matchesPin(own, pin), pin).toBe(true);
    for (const pin of [`sha256/${key}2=`, hex.replace("aB", "aC"), ""])
      expect(matchesPin(own, pin), pin).toBe(false);
    expect(matchesPin({ ...facts, fingerprint: "" }, "")).toBe(false);
    expect(matchesPin(facts, `sha256/${key}1=`)).toBe(false);
  });
});

describe("the option tls", () => {
  const read = (tls: object) => resolveOptions(tlsOptions, tls);
  const PEM = (label: string) => `-----BEGIN ${label}-----\nMAo=\n-----END ${label}-----\n`;
  const pin = `sha256/${"1".repeat(43)}=`;

  it.each<[option: object, message: string]>([
    [{ ca: 7 }, "expected one or several certificates as PEM"],
    [{ ca: [PEM("CERTIFICATE"), 7] }, "expected one or several certificates as PEM"],
    [
      { ca: PEM("PRIVATE KEY") },
      'expected a certificate as PEM, between its "BEGIN" and "END" lines instead of "PRIVATE KEY"',
    ],
    [{ ca: "x" }, 'expected a certificate as PEM, between its "BEGIN" and "END" lines'],
    [
      { key: PEM("CERTIFICATE"), cert: PEM("CERTIFICATE") },
      'expected a private key as PEM, between its "BEGIN" and "END" lines instead of "CERTIFICATE"',
    ],
    [{ pins: 7 }, 'expected an object such as { "h.example:443": ["sha256/BASE64"] }'],
    [{ pins: null }, 'expected an object such as { "h.example:443": ["sha256/BASE64"] }'],
    [{ pins: { "h.example": [pin] } }, 'expected "host:port" instead of "h.example"'],
    [{ pins: { "h:1": pin } }, 'expected a list of "sha256/BASE64" or SHA-256 fingerprints for h:1'],
    [{ pins: { "h:1": [] } }, 'expected a list of "sha256/BASE64" or SHA-256 fingerprints for h:1'],
    [{ pins: { "h:1": [pin, "x"] } }, 'expected a list of "sha256/BASE64" or SHA-256 fingerprints for h:1'],
  ])("says what is wrong with %j", (option, message) => {
    let thrown: unknown;
    try {
      read(option);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: "bad-option" });
    expect((thrown as Error).message).toBe(`invalid tls option ${Object.keys(option)[0]}: ${message}`);
  });

  it("reads PEM of any label of its kind, as text, and pins by host and port in lower case", () => {
    const ca = [PEM("CERTIFICATE"), PEM("X509 CERTIFICATE"), PEM("TRUSTED CERTIFICATE")];
    expect(read({ ca }).ca).toEqual(ca);
    expect(read({ ca: ca[0] }).ca).toEqual([ca[0]]);
    const [cert, key] = [`text\n${PEM("PRIVATE KEY")}${ca[0]}`, PEM("EC PRIVATE KEY")];
    const octets = { cert: new TextEncoder().encode(cert), key: new TextEncoder().encode(key) };
    expect(read(octets)).toMatchObject({ cert, key });
    const { pins } = read({ pins: { "H.example:443": [pin], "[2001:DB8::1]:1": [pin], "1.2.3.4:5": [pin] } });
    expect([...pins.keys()]).toEqual(["h.example:443", "2001:db8::1:1", "1.2.3.4:5"]);
  });
});
