import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import type { Connection, TlsUpgrade, Transport } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import type { DialOptions } from "../../src/connection/dial-options.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import type { PolicyOptions } from "../../src/connection/policy-options.ts";
import { type ProxyOptions, resolveProxySettings } from "../../src/proxies/settings.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";
import { connect } from "./managed.ts";

const OK = "HTTP/1.1 200 OK\r\n\r\n";
const GRANTED = String.fromCharCode(5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0);

interface World {
  readonly proxies?: ProxyOptions;
  readonly policy?: PolicyOptions;
  /** The data that each proxy sends at once, in order; the last one is repeated. */
  readonly says?: readonly string[];
  readonly more?: Partial<DialOptions>;
}

function worldOf({ proxies = {}, policy = {}, says = [OK], more = {} }: World) {
  const transport = new FakeTransport();
  const clock = new ManualClock();
  const left = [...says];
  transport.answer = async ({ address, port }) => {
    const connection = new FakeConnection(address, port);
    connection.say(left.length > 1 ? left.shift() : left[0]);
    return connection;
  };
  transport.answers = [["198.51.100.7"]];
  const dialling: DialOptions = {
    transport,
    clock,
    policy: resolvePolicy({ allowAddresses: ["198.51.100.0/24"], ...policy }),
    limits: DEFAULT_LIMITS,
    call: new CallScope(clock, Number.POSITIVE_INFINITY, undefined),
    scheme: "ftp",
    defaultPort: 21,
    proxies: resolveProxySettings({ tunnel: true, ...proxies }),
    ...more,
  };
  return { transport, clock, dialling };
}

const latin1 = (text: string) => octetsOf(text.replace(/[\x80-\xff]/g, "?"));
const target = { host: "h.example", port: 21 };

describe("an HTTP proxy", () => {
  it("receives the name; only the proxy's own name is looked up", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "http://me:pw@p.example:3128" } });
    const connection = await connect(dialling, target);
    expect(transport.looked).toEqual(["p.example"]);
    expect(transport.dialled).toMatchObject([{ address: "198.51.100.7", port: 3128 }]);
    expect(transport.connections[0]!.sent.join("")).toMatch(/^CONNECT h\.example:21 HTTP\/1\.1\r\n/);
    expect(connection.remote).toEqual({
      address: "h.example",
      port: 21,
      host: "h.example",
      proxy: "http://p.example:3128",
    });
    dialling.call.end();
    expect(transport.open).toBe(0);
  });

  it("that forwards requests is asked at its own address, and the connection names the target", async () => {
    const { transport, dialling } = worldOf({
      proxies: { proxy: "http://p.example:3128" },
      more: { scheme: "http", defaultPort: 80, forwards: true },
    });
    const connection = await connect(dialling, { host: "h.example", port: 80 });
    expect(transport.dialled).toMatchObject([{ address: "198.51.100.7", port: 3128 }]);
    expect(transport.connections[0]!.sent).toEqual([]);
    expect(connection.remote).toEqual({
      address: "h.example",
      port: 80,
      host: "h.example",
      proxy: "http://p.example:3128",
    });
  });

  it("may have any address, because the user chose it; the target's port is still checked", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "http://127.0.0.1:25" } });
    await connect(dialling, target);
    expect(transport.dialled).toMatchObject([{ address: "127.0.0.1", port: 25 }]);
    await expect(connect(dialling, { host: "h.example", port: 25 })).rejects.toMatchObject({
      code: "port-blocked",
    });
    expect(transport.dialled).toHaveLength(1);
  });

  it("receives no blocked address and no invalid host", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "http://p.example" } });
    for (const host of ["169.254.169.254", "::ffff:169.254.169.254", "0.0.0.0"])
      await expect(connect(dialling, { ...target, host })).rejects.toMatchObject({ code: "host-blocked" });
    for (const host of ["fe80::1%eth0", "127.1", "a b", ""])
      await expect(connect(dialling, { ...target, host })).rejects.toMatchObject({ code: "bad-host" });
    expect(transport.dialled).toHaveLength(0);
  });

  it.each(["http://p.example", "https://p.example", "socks5h://p.example"])(
    "%s is rejected for an untrusted URL without trustProxy",
    async (proxy) => {
      const says = proxy.startsWith("socks") ? [GRANTED] : [OK];
      const untrusted = worldOf({ proxies: { proxy }, policy: { profile: "untrusted" }, says });
      await expect(connect(untrusted.dialling, target)).rejects.toMatchObject({
        code: "host-blocked",
        hint: expect.stringContaining("trustProxy"),
      });
      expect([untrusted.transport.looked, untrusted.transport.dialled]).toEqual([[], []]);
      const trusted = worldOf({
        proxies: { proxy, trustProxy: true },
        policy: { profile: "untrusted" },
        says,
      });
      expect((await connect(trusted.dialling, target)).remote.address).toBe("h.example");
      await expect(connect(trusted.dialling, { ...target, host: "10.0.0.1" })).rejects.toMatchObject({
        code: "host-blocked",
      });
    },
  );

  it("is not used for exempt hosts", async () => {
    const { transport, dialling } = worldOf({
      proxies: { proxy: "http://p.example", noProxy: ["h.example"] },
    });
    const { remote } = await connect(dialling, target);
    expect(transport.looked).toEqual(["h.example"]);
    expect(remote).toEqual({ address: "198.51.100.7", port: 21, host: "h.example" });
  });

  it("is named as the source of the failure", async () => {
    for (const [says, code] of [
      ["HTTP/1.1 403 no\r\n\r\n", "proxy-refused"],
      ["HTTP/1.1 407 no\r\n\r\n", "proxy-auth-required"],
      ["who are you?\r\n", "protocol-error"],
    ] as const) {
      const { transport, dialling } = worldOf({
        proxies: { proxy: "http://me:pa55@p.example" },
        says: [says],
      });
      const error = await connect(dialling, target).catch((thrown) => thrown);
      expect(error).toMatchObject({ code, message: expect.stringContaining("http://p.example:80: ") });
      expect(error.message).not.toContain("pa55");
      expect(transport.open).toBe(0);
    }
    const { transport, dialling } = worldOf({ proxies: { proxy: "http://p.example" } });
    transport.answer = async () => {
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    };
    await expect(connect(dialling, target)).rejects.toMatchObject({
      code: "connect-failed",
      retryable: true,
      message: "http://p.example:80: cannot connect to port 80: connection refused",
    });
  });

  it("is limited by connectTimeout", async () => {
    const { transport, clock, dialling } = worldOf({ proxies: { proxy: "http://p.example" } });
    transport.answer = async ({ address, port }) => new FakeConnection(address, port);
    const dialled = connect(dialling, target);
    dialled.catch(() => {});
    await clock.advance(DEFAULT_LIMITS.connectTimeout);
    await expect(dialled).rejects.toMatchObject({ code: "timeout" });
    await settled();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("is closed by an abort within the handshake", async () => {
    const controller = new AbortController();
    const { transport, clock, dialling } = worldOf({ proxies: { proxy: "http://p.example" } });
    transport.answer = async ({ address, port }) => new FakeConnection(address, port);
    const call = new CallScope(clock, Number.POSITIVE_INFINITY, controller.signal);
    const dialled = connect({ ...dialling, call }, target);
    dialled.catch(() => {});
    await settled();
    expect(transport.open).toBe(1);
    controller.abort(new Error("enough"));
    await expect(dialled).rejects.toThrow("enough");
    await settled();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("fails with connect-failed if it closes the connection", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "http://p.example" } });
    transport.answer = async ({ address, port }) => {
      const connection = new FakeConnection(address, port);
      connection.say(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
      return connection;
    };
    await expect(connect(dialling, target)).rejects.toMatchObject({
      code: "connect-failed",
      retryable: true,
    });
  });

  it("is asked for a tunnel for TLS, and for anything else only with the option tunnel", async () => {
    for (const proxy of ["http://p.example:3128", "https://p.example:3128"]) {
      const { transport, dialling } = worldOf({ proxies: { proxy, tunnel: false } });
      await expect(connect(dialling, target)).rejects.toMatchObject({
        code: "unsupported",
        hint: expect.stringContaining("tunnel: true"),
      });
      expect([transport.looked, transport.dialled]).toEqual([[], []]);
      const secure = connect(dialling, { ...target, tls: true });
      await expect(secure).rejects.toMatchObject({ message: expect.stringContaining("TLS") });
      expect(transport.connections[0]!.sent.join("")).toMatch(/^CONNECT h\.example:21 /);
    }
  });
});

describe("a SOCKS proxy", () => {
  it("receives an approved address: the policy applies", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "socks5://127.0.0.1" }, says: [GRANTED] });
    const { remote } = await connect(dialling, target);
    expect(transport.looked).toEqual(["h.example"]);
    expect(transport.dialled).toMatchObject([{ address: "127.0.0.1", port: 1080 }]);
    expect([...latin1(transport.connections[0]!.sent[1]!)].slice(0, 4)).toEqual([5, 1, 0, 1]);
    expect(remote).toEqual({
      address: "198.51.100.7",
      port: 21,
      host: "h.example",
      proxy: "socks5://127.0.0.1:1080",
    });
  });

  it("needs no trustProxy, and receives no blocked address", async () => {
    const policy = { profile: "untrusted" } as const;
    const { transport, dialling } = worldOf({
      proxies: { proxy: "socks5://127.0.0.1" },
      policy,
      says: [GRANTED],
    });
    await connect(dialling, target);
    transport.answers = [["198.51.100.7", "10.0.0.1"]];
    await expect(connect(dialling, target)).rejects.toMatchObject({ code: "host-blocked" });
    await expect(connect(dialling, { ...target, host: "localhost" })).rejects.toMatchObject({
      code: "host-blocked",
    });
    expect(transport.dialled).toHaveLength(1);
  });

  it("receives the next address if it cannot connect to one", async () => {
    const refusal = String.fromCharCode(5, 0, 5, 4);
    const { transport, dialling } = worldOf({
      proxies: { proxy: "socks5://127.0.0.1" },
      says: [refusal, GRANTED],
    });
    transport.answers = [["198.51.100.7", "198.51.100.8"]];
    expect((await connect(dialling, target)).remote.address).toBe("198.51.100.8");
    expect(transport.connections.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it("looks names up itself as socks5h", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "socks5h://127.0.0.1" }, says: [GRANTED] });
    expect((await connect(dialling, target)).remote.address).toBe("h.example");
    expect(transport.looked).toEqual([]);
    expect(transport.connections[0]!.sent[1]).toContain("h.example");
  });
});

describe("a data connection", () => {
  it("uses the proxy of its control connection, to the same host", async () => {
    const proxies = { proxy: "http://me:pw@p.example:3128", noProxy: ["h.example:4000"] };
    const { transport, dialling } = worldOf({ proxies });
    const control = await connect(dialling, target);
    const data = await connect(dialling, { port: 4000 }, { peerOf: control, channel: "data" });
    expect(transport.dialled.map(({ port }) => port)).toEqual([3128, 3128]);
    expect(transport.connections[1]!.sent.join("")).toMatch(/^CONNECT h\.example:4000 /);
    expect(data.remote).toMatchObject({ address: "h.example", port: 4000, proxy: control.remote.proxy });
    await expect(connect(dialling, { port: 25 }, { peerOf: control })).rejects.toMatchObject({
      code: "bounce-refused",
    });
  });

  it("uses the same address with a SOCKS proxy", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "socks5://127.0.0.1" }, says: [GRANTED] });
    transport.answers = [["198.51.100.7"], ["198.51.100.9"]];
    const control = await connect(dialling, target);
    const data = await connect(dialling, { port: 4000 }, { peerOf: control });
    expect([data.remote.address, transport.looked]).toEqual(["198.51.100.7", ["h.example"]]);
  });

  it("is direct if its control connection is", async () => {
    const proxies = { proxy: "http://p.example", noProxy: ["h.example:21"] };
    const { transport, dialling } = worldOf({ proxies });
    const control = await connect(dialling, target);
    await connect(dialling, { port: 4000 }, { peerOf: control });
    expect(transport.dialled.map(({ address, port }) => [address, port])).toEqual([
      ["198.51.100.7", 21],
      ["198.51.100.7", 4000],
    ]);
  });
});

describe("TLS of a dialed connection", () => {
  /** A transport that records the options of TLS. */
  function securing(world: World, fingerprints = ["A"]) {
    const { transport, clock, dialling } = worldOf(world);
    const upgrades: TlsUpgrade[] = [];
    const secure = async (connection: Connection, tls: TlsUpgrade): Promise<Connection> => {
      upgrades.push(tls);
      const fingerprint = (fingerprints.length > 1 ? fingerprints.shift() : fingerprints[0])!;
      return {
        remote: connection.remote,
        tls: { protocol: "TLSv1.3", authorized: true, fingerprint, session: {} },
        send: (octets) => connection.send(octets),
        receive: () => connection.receive(),
        close: () => connection.close(),
      };
    };
    const both: Transport = {
      resolve: (name) => transport.resolve(name),
      connect: (endpoint, signal) => transport.connect(endpoint, signal),
      secure,
    };
    return { transport, clock, upgrades, dialling: { ...dialling, transport: both } };
  }

  it("uses the client's options, and the dialed name", async () => {
    const tls = { ca: "CA", minVersion: "TLSv1.3" } as const;
    const { transport, dialling } = securing({ more: { tls } });
    await connect(dialling, { ...target, tls: true });
    expect(transport.dialled[0]).toMatchObject({
      address: "198.51.100.7",
      tls: { ...tls, serverName: "h.example" },
    });
  });

  it("starts within a tunnel, with the host and not the proxy", async () => {
    const { transport, upgrades, dialling } = securing({
      proxies: { proxy: "https://p.example" },
      more: { tls: { ca: "CA", cert: "OURS", key: "KEY", insecure: true } },
    });
    const connection = await connect(dialling, { ...target, tls: true });
    // The proxy receives neither the client certificate nor the options for the host.
    expect(transport.dialled).toEqual([
      expect.objectContaining({ port: 443, tls: { serverName: "p.example", ca: "CA" } }),
    ]);
    expect(upgrades).toEqual([
      {
        serverName: "h.example",
        ca: "CA",
        cert: "OURS",
        key: "KEY",
        insecure: true,
        maxBuffer: DEFAULT_LIMITS.maxBuffer,
      },
    ]);
    expect(connection.tls).toMatchObject({ fingerprint: "A" });
  });

  it("with the proxy itself has the minimum version and the certificate authorities of the user", async () => {
    for (const tls of [{}, { minVersion: "TLSv1.3" }, { ca: "CA", minVersion: "TLSv1.2" }] as const) {
      const { transport, dialling } = securing({ proxies: { proxy: "https://p.example" }, more: { tls } });
      await connect(dialling, target);
      expect(transport.dialled[0]?.tls).toStrictEqual({ serverName: "p.example", ...tls });
    }
  });

  it("starts later if the protocol requires it, on the same connection", async () => {
    const { upgrades, dialling, transport } = securing({ says: ["hi"] });
    const connection = await connect(dialling, target);
    expect(connection.tls).toBeUndefined();
    await connection.receive();
    await connection.secure!();
    expect(connection.tls).toMatchObject({ protocol: "TLSv1.3" });
    expect(upgrades).toMatchObject([{ serverName: "h.example" }]);
    await expect(connection.secure!()).rejects.toMatchObject({ code: "plugin-fault" });
    connection.close();
    expect(transport.open).toBe(0);
  });

  it("of a data connection uses the name and session of the control connection, and checks its certificate", async () => {
    const { upgrades, dialling } = securing({}, ["A", "A", "B"]);
    const control = await connect(dialling, target);
    await control.secure!();
    const data = await connect(dialling, { port: 4000 }, { peerOf: control });
    await data.secure!();
    expect(upgrades[1]).toMatchObject({ serverName: "h.example" });
    expect(upgrades[1]!.resume).toBe(control.tls!.session);
    const other = await connect(dialling, { port: 4001 }, { peerOf: control });
    await expect(other.secure!()).rejects.toMatchObject({ code: "tls-failed" });
  });

  it("is limited by connectTimeout", async () => {
    const { clock, dialling, transport } = securing({});
    const connection = await connect(
      { ...dialling, transport: { ...dialling.transport, secure: () => new Promise(() => {}) } },
      target,
    );
    const securing_ = connection.secure!();
    securing_.catch(() => {});
    await clock.advance(DEFAULT_LIMITS.connectTimeout);
    await expect(securing_).rejects.toMatchObject({ code: "timeout" });
    connection.close();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it.each([
    ["CERT_HAS_EXPIRED", "tls-failed", false],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls-failed", false],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls-failed", false],
    ["CRL_HAS_EXPIRED", "tls-failed", false],
    ["INVALID_PURPOSE", "tls-failed", false],
    ["ECONNRESET", "tls-failed", true],
    [undefined, "tls-failed", false],
  ])("maps %s to %s", async (code, told, retryable) => {
    const { dialling, transport } = securing({});
    const secure = () => Promise.reject(Object.assign(new Error("be\x1bcause\n"), { code }));
    const connection = await connect({ ...dialling, transport: { ...dialling.transport, secure } }, target);
    const error = await connection.secure!().catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: told,
      retryable,
      message: expect.stringContaining("TLS handshake with h.example failed"),
    });
    expect(error.message).not.toMatch(/[\x00-\x1f]/);
    expect(transport.open).toBe(0);
  });

  it("is not available if the transport does not support it", async () => {
    const { transport, dialling } = worldOf({ proxies: { proxy: "http://p.example" } });
    await expect(connect(dialling, { ...target, tls: true })).rejects.toMatchObject({ code: "unsupported" });
    expect(transport.open).toBe(0);
  });
});
