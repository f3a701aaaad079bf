import { AccessError, DEFAULT_LIMITS } from "@anyurl/core";
import type { Connection, ConnectOptions, Endpoint, TlsFacts } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { acceptConnection, dial } from "../../src/connection/dial.ts";
import type { DialOptions } from "../../src/connection/dial-options.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { withoutCertificate } from "../../src/connection/tls.ts";
import type { PolicyOptions } from "../../src/index.ts";
import { resolveProxySettings } from "../../src/proxies/settings.ts";
import { FakeConnection, FakeTransport, ManualClock, outcome, settled } from "../world.ts";

const SENDER = { address: "8.8.8.8", host: "menu.example", port: 7070 };

function world(policy: PolicyOptions = {}, more: Partial<DialOptions> = {}) {
  const [transport, clock] = [new FakeTransport(), new ManualClock()];
  const call = new CallScope(clock, Number.POSITIVE_INFINITY, undefined);
  const limits = { ...DEFAULT_LIMITS, connectTimeout: 1000, maxBuffer: 4321 };
  const dialing: DialOptions = {
    ...{ call, clock, transport, limits, policy: resolvePolicy(policy) },
    ...{ scheme: "gopher", defaultPort: 70, ...more },
  };
  const to = (endpoint: Partial<Endpoint> = {}, options?: ConnectOptions) =>
    dial(dialing, { host: "h.example", port: 70, ...endpoint }, options);
  return { transport, clock, dialing, to };
}

/** A connection with TLS, or a connection to a peer of this name. */
const connectionTo = (address: string, port: number, more: object = {}): FakeConnection =>
  Object.assign(new FakeConnection(address, port), more);

describe("a connection to a host", () => {
  it("goes to the address of its name, and has the name as its host", async () => {
    const { transport, to } = world();
    transport.answers = [["8.8.4.1"]];
    const link = await to();
    expect(transport.dialled).toEqual([{ address: "8.8.4.1", port: 70, maxBuffer: 4321 }]);
    expect(link).toEqual({
      connection: transport.connections[0],
      remote: { address: "8.8.4.1", port: 70, host: "h.example" },
      isSecure: false,
    });
  });

  it("goes to an address that is its host without a lookup", async () => {
    const { transport, to } = world();
    expect((await to({ host: "2606:4700::1111" })).remote.address).toBe("2606:4700::1111");
    expect(transport.looked).toEqual([]);
  });

  it("tries the addresses in turn, of one family and then of the other (RFC 8305 §4)", async () => {
    const { transport, to } = world();
    transport.answers = [["2606:4700::1", "2606:4700::2", "8.8.4.1", "2606:4700::3", "8.8.4.2"]];
    transport.answer = ({ address, port }) =>
      address === "8.8.4.2"
        ? Promise.resolve(new FakeConnection(address, port))
        : Promise.reject(new Error(address));
    expect((await to()).remote).toMatchObject({ address: "8.8.4.2", host: "h.example" });
    const order = ["2606:4700::1", "8.8.4.1", "2606:4700::2", "8.8.4.2"];
    expect(transport.dialled).toEqual(order.map((address) => ({ address, port: 70, maxBuffer: 4321 })));
  });

  it.each<[addresses: readonly string[], order: readonly string[]]>([
    [
      ["8.8.4.1", "8.8.4.2", "8.8.4.3", "2606:4700::1"],
      ["8.8.4.1", "2606:4700::1", "8.8.4.2", "8.8.4.3"],
    ],
    [
      ["8.8.4.1", "2606:4700::1", "2606:4700::2", "2606:4700::3"],
      ["8.8.4.1", "2606:4700::1", "2606:4700::2", "2606:4700::3"],
    ],
    [
      ["8.8.4.1", "8.8.4.2"],
      ["8.8.4.1", "8.8.4.2"],
    ],
  ])("tries the addresses %j in the order %j", async (addresses, order) => {
    const { transport, to } = world();
    transport.answers = [addresses];
    transport.answer = () => Promise.reject(new Error("no"));
    await expect(to()).rejects.toMatchObject({ code: "connect-failed" });
    expect(transport.dialled.map(({ address }) => address)).toEqual(order);
  });

  it.each<[made: string, port: number, isApproved: boolean]>([
    ["::ffff:808:401", 70, false],
    ["2606:4700:0:0:0:0:0:1111", 70, true],
    ["2606:4700::1111", 70, true],
    ["2606:4700::1112", 70, false],
    ["2606:4700::1111", 71, false],
    ["2606:4700:0:0:0:0:0:1111", 71, false],
    ["no address", 70, false],
  ])("made to [%s]:%i is one to [2606:4700::1111]:70: %j", async (made, port, isApproved) => {
    const { transport, to } = world();
    transport.answers = [["2606:4700::1111"]];
    transport.answer = async () => new FakeConnection(made, port);
    const link = await to().catch((error: unknown) => error);
    if (isApproved) expect(link).toHaveProperty("remote.address", made);
    else
      expect(link).toMatchObject({
        code: "host-blocked",
        message:
          "the policy blocks this connection: the transport connected to an address that was not approved",
      });
    expect(transport.connections[0]!.closed).toBe(!isApproved);
  });

  it("is made to a reserved port only after the caller has said yes, and looks nothing up before", async () => {
    let answer = (_: boolean) => {};
    const confirm = () => new Promise<boolean>((resolve) => (answer = resolve));
    const { transport, to } = world({ confirm });
    const yes = to({ port: 1023 });
    await settled();
    expect([transport.looked, transport.dialled]).toEqual([[], []]);
    answer(true);
    expect((await yes).remote.port).toBe(1023);
    const no = to({ port: 1023 });
    await settled();
    answer(false);
    await expect(no).rejects.toMatchObject({ code: "port-blocked" });
    expect([transport.looked.length, transport.dialled.length]).toEqual([1, 1]);
  });

  it("fails after connectTimeout", async () => {
    const { transport, clock, to } = world();
    transport.answer = () => new Promise(() => {});
    const dialed = outcome(to());
    await clock.advance(999);
    expect(dialed.is).toBe("waiting");
    await clock.advance(1);
    expect(dialed.is).toMatchObject({ code: "timeout", hint: expect.stringContaining("connectTimeout") });
  });
});

describe("the error of a connection that cannot be made", () => {
  const system = (code: string) => Object.assign(new Error(code), { code });
  const refused = new AccessError("bad-option", "invalid tls option ca");

  it.each<[what: string, errors: readonly unknown[], expected: object]>([
    ["the only one", [system("EHOSTUNREACH")], { message: "cannot connect to port 70" }],
    [
      "that a port is closed, of any address",
      [system("EHOSTUNREACH"), system("ECONNREFUSED")],
      { message: "cannot connect to port 70: connection refused" },
    ],
    ["one of this library before all others", [system("CERT_HAS_EXPIRED"), refused], { code: "bad-option" }],
    ["one of TLS only with TLS", [system("CERT_HAS_EXPIRED")], { message: "cannot connect to port 70" }],
  ])("is %s", async (_, errors, expected) => {
    const { transport, to } = world();
    transport.answers = [errors.map((_, i) => `8.8.4.${i}`)];
    const queue = [...errors];
    transport.answer = () => Promise.reject(queue.shift());
    await expect(to()).rejects.toMatchObject({ code: "connect-failed", ...expected });
  });

  it("has the cause, or all causes if there are several addresses", async () => {
    const { transport, to } = world();
    const errors = [system("ENETUNREACH"), system("EHOSTUNREACH")];
    const failed = async (...queue: readonly unknown[]) => {
      const left = [...queue];
      transport.answers = [queue.map((_, i) => `8.8.4.${i}`)];
      transport.answer = () => Promise.reject(left.shift());
      return to().catch((error: AccessError) => error.cause);
    };
    expect(await failed(errors[0])).toBe(errors[0]);
    const cause = await failed(...errors);
    expect(cause).toBeInstanceOf(AggregateError);
    expect(cause).toMatchObject({ errors, message: "cannot connect to any address" });
    // An error of one address that is itself a list is one error.
    const list = new AggregateError(errors, "all");
    expect(await failed(list)).toBe(list);
  });

  it.each([
    ["CERT_HAS_EXPIRED", true],
    ["CRL_HAS_EXPIRED", true],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", true],
    ["SELF_SIGNED_CERT_IN_CHAIN", true],
    ["HOSTNAME_MISMATCH", true],
    ["UNSPECIFIED", true],
    ["EPROTO", true],
    ["ERR_SSL_WRONG_VERSION_NUMBER", true],
    ["ERR_TLS_CERT_ALTNAME_INVALID", true],
    ["ECONNRESET", false],
    ["EPROTOTYPE", false],
    ["X_ERR_SSL_X", false],
    ["UNSPECIFIED_X", false],
  ])("with TLS, %s, is one of the handshake: %j", async (code, isTls) => {
    const { transport, to } = world();
    transport.answers = [["8.8.4.1"]];
    transport.answer = () => Promise.reject(system(code));
    await expect(to({ tls: true })).rejects.toMatchObject({
      code: isTls ? "tls-failed" : "connect-failed",
      message: isTls ? `TLS handshake with h.example failed: ${code} (${code})` : "cannot connect to port 70",
    });
  });

  it("with TLS is that of the handshake, if one of several addresses failed by it", async () => {
    const { transport, to } = world();
    transport.answers = [["8.8.4.1", "8.8.4.2", "8.8.4.3"]];
    const queue = [undefined, system("CERT_HAS_EXPIRED"), system("ECONNREFUSED")];
    transport.answer = () => Promise.reject(queue.shift());
    await expect(to({ tls: true })).rejects.toMatchObject({ code: "tls-failed" });
  });
});

describe("a connection with TLS", () => {
  const facts = (more: Partial<TlsFacts> = {}): TlsFacts => ({
    ...{ protocol: "TLSv1.3", authorized: true, fingerprint: "0A" },
    ...more,
  });

  it("has what the scheme and the user want of it", async () => {
    const tls = { ca: ["CA"], cert: "C", key: "K", minVersion: "TLSv1.3" } as const;
    const { transport, to } = world({}, { tls });
    transport.answers = [["8.8.4.1"]];
    transport.answer = async ({ address, port }) => connectionTo(address, port, { tls: facts() });
    const link = await to(
      { tls: true, closeNotify: true },
      { tls: { alpn: ["one"], serverName: "c.example", certificate: { cert: "OWN", key: "OWN KEY" } } },
    );
    expect(transport.dialled).toEqual([
      {
        ...{ address: "8.8.4.1", port: 70, maxBuffer: 4321 },
        tls: {
          ...{ ca: ["CA"], minVersion: "TLSv1.3", cert: "OWN", key: "OWN KEY" },
          ...{ serverName: "c.example", alpn: ["one"], closeNotify: true },
        },
      },
    ]);
    expect(link).toMatchObject({ remote: { host: "h.example" }, isSecure: true });
  });

  it("is one if the scheme only requests something of TLS", async () => {
    const { transport, to } = world();
    transport.answers = [["8.8.4.1"]];
    transport.answer = async ({ address, port }) => connectionTo(address, port, { tls: facts() });
    expect(await to({}, { tls: {} })).toMatchObject({ isSecure: true });
    expect(transport.dialled[0]).toMatchObject({ tls: { serverName: "h.example" } });
  });

  it("beside another one resumes its session, and must have the same certificate", async () => {
    const { transport, to } = world();
    const remote = { address: "8.8.4.1", port: 990, host: "h.example" };
    const session = { opaque: 1 } as unknown as TlsFacts["session"] & object;
    const peerOf: Connection = connectionTo("8.8.4.1", 990, { remote, tls: facts({ session }) });
    transport.answer = async ({ address, port }) => connectionTo(address, port, { tls: facts() });
    const link = await to({ host: "x.example", port: 5000, tls: true }, { peerOf });
    expect(link).toMatchObject({
      remote: { address: "8.8.4.1", port: 5000, host: "h.example" },
      isSecure: true,
    });
    expect(transport.dialled[0]).toMatchObject({
      address: "8.8.4.1",
      tls: { serverName: "h.example", resume: session },
    });
    expect(transport.connections[0]!.closed).toBe(false);
    for (const tls of [facts({ fingerprint: "0B" }), undefined]) {
      transport.answer = async ({ address, port }) => connectionTo(address, port, { tls });
      await expect(to({ port: 5000, tls: true }, { peerOf })).rejects.toMatchObject({
        code: "tls-failed",
        message: "the certificates of the data and the control connection differ",
      });
      expect(transport.connections.at(-1)!.closed).toBe(true);
    }
  });

  it("to another server is made without the client certificate", () => {
    const tls = { ca: ["CA"], cert: "C", key: "K", insecure: true } as const;
    expect(withoutCertificate(tls)).toEqual({ ca: ["CA"], insecure: true });
  });
});

describe("a data connection", () => {
  it("goes to the address of its control connection, which needs no approval again", async () => {
    const { transport, to } = world({ denyAddresses: ["8.8.4.1"] });
    const peerOf = connectionTo("8.8.4.1", 21);
    const link = await to({ host: "x.example", port: 1024 }, { peerOf });
    expect(link.remote).toEqual({ address: "8.8.4.1", port: 1024, host: "8.8.4.1" });
    expect([transport.looked, transport.dialled.length]).toEqual([[], 1]);
  });

  it("goes to no proxy if its control connection has none", async () => {
    const proxies = resolveProxySettings({ proxy: "socks5://p.example", noProxy: ["h.example"] });
    const { transport, to } = world({}, { proxies });
    const { connection } = await to();
    await to({ port: 5000 }, { peerOf: connection });
    expect(transport.dialled.map(({ address, port }) => [address, port])).toEqual([
      ["127.0.0.1", 70],
      ["127.0.0.1", 5000],
    ]);
  });

  it.each([1023, 25, 6000, 65_536, 0])("never goes to the port %i of another service", async (port) => {
    const { transport, to } = world();
    await expect(to({ port }, { peerOf: connectionTo("8.8.4.1", 21) })).rejects.toMatchObject({
      code: "bounce-refused",
      message: `the server requested a connection to port ${port}, which belongs to another service`,
    });
    expect(transport.dialled).toEqual([]);
  });

  it("that the peer opens has the host of the control connection, or its address", async () => {
    const { clock, dialing } = world();
    const data = new FakeConnection("8.8.4.1", 20);
    const accept = async () => data;
    const named = connectionTo("8.8.4.1", 21, {
      remote: { address: "8.8.4.1", port: 21, host: "h.example" },
    });
    expect(await acceptConnection(dialing, { accept }, named)).toEqual({
      connection: data,
      remote: { address: "8.8.4.1", port: 20, host: "h.example" },
      isSecure: false,
    });
    const link = await acceptConnection(dialing, { accept }, new FakeConnection("8.8.4.1", 21));
    expect(link.remote.host).toBe("8.8.4.1");

    let arrive = (_: Connection) => {};
    const late = () => new Promise<Connection>((resolve) => (arrive = resolve));
    const accepted = outcome(acceptConnection(dialing, { accept: late }, named));
    await clock.advance(1000);
    expect(accepted.is).toMatchObject({ code: "timeout" });
    arrive(data);
    await settled();
    expect(data.closed).toBe(true);
  });
});

describe("a connection that an outside server named", () => {
  it.each<[what: string, more: Partial<DialOptions>, options: ConnectOptions]>([
    ["in the URL of the call", { sentBy: SENDER }, {}],
    ["in a reply", {}, { sentBy: SENDER }],
    ["in a reply to a call from inside", { sentBy: { address: "10.0.0.1", port: 70 } }, { sentBy: SENDER }],
  ])("%s goes neither inside nor to a port that browsers block", async (_, more, options) => {
    const { transport, to } = world({ allowPorts: ["gopher:25"] }, more);
    transport.answers = [["10.0.0.2", "8.8.4.1", "127.0.0.1"]];
    expect((await to({}, options)).remote.address).toBe("8.8.4.1");
    await expect(to({ port: 25 }, options)).rejects.toMatchObject({
      code: "port-blocked",
      message: "port 25 is not allowed for gopher; nothing was sent",
      hint: "open that URL directly if you trust the server that named it",
    });
    transport.answers = [["10.0.0.2"]];
    await expect(to({}, options)).rejects.toMatchObject({
      code: "host-blocked",
      message: "blocked a referral from a public server to a private address; nothing was sent",
      hint: "open that URL directly if you trust it",
    });
    expect(transport.dialled).toHaveLength(1);
  });

  it("may be inside if the server is", async () => {
    const { transport, to } = world({}, { sentBy: { address: "10.0.0.1", port: 70 } });
    transport.answers = [["10.0.0.2"]];
    expect((await to()).remote.address).toBe("10.0.0.2");
  });
});

describe("a lookup", () => {
  const failing = (error: unknown) => async (): Promise<readonly string[]> => {
    throw error;
  };

  it.each(["ENOTFOUND", "EAI_NONAME"])("without a result because of %s is no-such-host", async (code) => {
    const { transport, to } = world();
    const cause = Object.assign(new Error(code), { code });
    transport.resolve = failing(cause);
    await expect(to()).rejects.toMatchObject({
      ...{ code: "no-such-host", message: "the host name h.example does not exist", cause },
      hint: "check the spelling of the host name",
    });
  });

  it.each([Object.assign(new Error("EAI_AGAIN"), { code: "EAI_AGAIN" }), new Error("x"), undefined, "no"])(
    "that fails by %s is connect-failed",
    async (cause) => {
      const { transport, to } = world();
      transport.resolve = failing(cause);
      await expect(to()).rejects.toMatchObject({
        code: "connect-failed",
        message: "cannot look up the host",
      });
    },
  );

  it("that fails by an error of the transport has that error", async () => {
    const { transport, to } = world();
    const error = new AccessError("unsupported", "this transport has no lookups");
    transport.resolve = failing(error);
    await expect(to()).rejects.toBe(error);
  });

  it("of localhost is never made (RFC 6761 §6.3)", async () => {
    for (const host of ["localhost", "LocalHost.", "a.b.localhost"]) {
      const { transport, to } = world();
      expect((await to({ host })).remote).toMatchObject({ address: "127.0.0.1", host });
      expect(transport.looked).toEqual([]);
    }
    for (const host of ["localhost.example", "xlocalhost"]) {
      const { transport, to } = world();
      await to({ host });
      expect(transport.looked).toEqual([host]);
    }
  });
});

describe("the addresses of a name", () => {
  const denied = (address: string): PolicyOptions => ({ denyAddresses: [address] });
  const blocked = (why: string) => `the policy blocks this host: its address is ${why}`;

  it.each<[policy: PolicyOptions, host: string, addresses: readonly string[], result: string]>([
    // An address that is blocked is left out.
    [{}, "h.example", ["169.254.1.1", "8.8.4.1"], "8.8.4.1"],
    [denied("8.8.4.1"), "h.example", ["8.8.4.1", "8.8.4.2"], "8.8.4.2"],
    // Under "untrusted", it blocks the name; and so does a denied address of localhost.
    [{ profile: "untrusted" }, "h.example", ["10.0.0.1", "8.8.4.1"], blocked("private")],
    [{ profile: "untrusted" }, "h.example", ["8.8.4.2", "8.8.4.1"], "8.8.4.2"],
    [denied("::1"), "localhost", [], blocked("denied")],
    [denied("127.0.0.1"), "localhost", [], blocked("denied")],
    [denied("8.8.4.1"), "localhost", [], "127.0.0.1"],
    // The error has the first reason.
    [denied("8.8.4.1"), "h.example", ["0.0.0.0", "8.8.4.1"], blocked("this-host")],
    [denied("8.8.4.1"), "h.example", ["8.8.4.1", "0.0.0.0"], blocked("denied")],
    [{}, "h.example", ["no address"], blocked("no address")],
  ])("with %j, %s with %j: %s", async (policy, host, addresses, result) => {
    const { transport, to } = world(policy);
    transport.answers = [addresses];
    const reached = await to({ host }).then(
      ({ remote }) => remote.address,
      ({ code, message }) => (code === "host-blocked" ? message : code),
    );
    expect(reached).toBe(result);
  });
});
