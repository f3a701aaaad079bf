import { defineScheme, type Entity, type Limits, octetsOf, type Url } from "@anyurl/core";
import type { ConnectOptions, Context, HttpRequest, Remote, TransportEndpoint } from "@anyurl/core/exchange";
import { CA, VALID } from "@anyurl/testkit/certificates";
import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "../../src/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

const PUBLIC = "93.184.215.14";
const OK = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nset-cookie: geheim7\r\n";

class Encrypted extends FakeConnection {
  readonly tls = { protocol: "TLSv1.3", authorized: true, fingerprint: "00" };
}

/** An HTTP server that a test controls. */
class FakeHttp extends FakeTransport {
  /** Called with each connection. By default, responds without content. */
  respond: (connection: FakeConnection) => void = (connection) =>
    connection.say(`${OK}content-length: 0\r\n\r\n`);

  constructor() {
    super();
    this.answers = [[PUBLIC]];
    this.answer = async ({ address, port, tls }: TransportEndpoint) => {
      const connection = tls === undefined ? new FakeConnection(address, port) : new Encrypted(address, port);
      this.respond(connection);
      return connection;
    };
  }

  /** Everything that was sent, by connection. */
  get sent(): readonly string[] {
    return this.connections.map(({ sent }) => sent.join(""));
  }
}

/** `http://h/…`: requests the path; the test defines the rest. */
function world(
  asking: Partial<HttpRequest> = {},
  options: Partial<ClientOptions<[]>> & { readonly limits?: Partial<Limits> } = {},
  how?: ConnectOptions,
) {
  const transport = new FakeHttp();
  const clock = new ManualClock();
  let used: Context | undefined;
  const scheme = defineScheme({
    name: ["http", "https"],
    defaultPort: { http: 80, https: 443 },
    cite: ["x"],
    parse: () => ({}),
    format: () => "http://h/",
    examples: [],
    access: async () => ({
      async get({ path, scheme: name }: Url, context: Context): Promise<Entity> {
        used = context;
        const tls = name === "https";
        const endpoint = { host: "h.example", port: tls ? 443 : 80, tls };
        const request = { endpoint, method: "GET", target: path, fields: [], ...asking };
        const { body } = await context.http!(request, how);
        async function* all(): Entity["body"] {
          yield* body;
          return true;
        }
        return { body: all() };
      },
    }),
  });
  const client = createClient({ ...options, schemes: [scheme] as const, transport, clock } as never) as any;
  return { transport, clock, client, context: () => used! };
}

describe("HTTP for a scheme", () => {
  it("sends an authority and everything that the scheme sets", async () => {
    const { client, transport } = world({ fields: [["accept", "*/*"]], method: "HEAD" });
    await (await client.get("http://h.example/a?b")).bytes();
    expect(transport.sent).toEqual([
      "HEAD /a HTTP/1.1\r\nhost: h.example\r\nconnection: close\r\naccept: */*\r\n\r\n",
    ]);
    expect(transport.open).toBe(0);
  });

  it("is recorded without secrets, and with the lengths of bodies", async () => {
    const { client, transport } = world({
      fields: [
        ["authorization", "Basic geheim1"],
        ["cookie", "geheim2"],
        ["x-key", "geheim3"],
        ["x-a", "b"],
      ],
      hidden: ["x-key"],
      body: (async function* () {
        yield octetsOf("geheim4");
      })(),
      method: "PUT",
    });
    transport.respond = () => {};
    const call = client.get("http://h.example/a");
    await settled();
    expect(transport.sent[0]).toContain("authorization: Basic geheim1\r\ncookie: geheim2\r\n");
    expect(transport.sent[0]).toMatch(/\r\n\r\n7\r\ngeheim4\r\n0\r\n\r\n$/);
    transport.connections[0]!.say(`${OK}content-length: 10\r\n\r\nhello`);
    const retrieved = await call;
    transport.connections[0]!.say("world");
    await retrieved.bytes();
    const entries = retrieved.transcript.entries.map(({ kind, text, octets }: any) => [kind, text ?? octets]);
    expect(entries).toEqual([
      ["open", undefined],
      [
        "send",
        "PUT /a HTTP/1.1\nhost: h.example\nconnection: close\nauthorization: ***\ncookie: ***\nx-key: ***\nx-a: b\ntransfer-encoding: chunked\n\n",
      ],
      ["send", 7],
      ["receive", "HTTP/1 200 OK\ncontent-type: text/plain\nset-cookie: ***\ncontent-length: 10\n\n"],
      ["receive", 10],
      ["close", undefined],
    ]);
    expect(JSON.stringify(retrieved.transcript.entries)).not.toContain("geheim");
  });

  it("closes the connection when a body is canceled or fails", async () => {
    for (const fails of [true, false]) {
      const { client, transport } = world();
      transport.respond = (connection) => {
        connection.say(`${OK}\r\nx`);
        if (fails) connection.say(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      };
      const { body } = await client.get("http://h.example/");
      const reader = body.getReader();
      await reader.read();
      if (fails) await expect(reader.read()).rejects.toMatchObject({ code: "truncated" });
      else await reader.cancel();
      expect(transport.open).toBe(0);
    }
  });

  it.each([0, 60_000])(
    "closes the connection of a canceled body that was never read (idle: %i)",
    async (idle) => {
      const { client, transport } = world({}, { connections: { idle } });
      transport.respond = (connection) => connection.say(`${OK}content-length: 2\r\n\r\nx`);
      const { body } = await client.get("http://h.example/");
      expect(transport.open).toBe(1);
      await body.cancel();
      expect(transport.open).toBe(0);
    },
  );
});

describe("the body of a request", () => {
  const start = (source: AsyncIterable<Uint8Array>, options: { readonly length?: number } = {}) => {
    const made = world({ body: source as never, method: "PUT", ...options });
    made.transport.respond = () => {};
    const call = made.client.get("http://h.example/");
    call.catch(() => {});
    return { ...made, call };
  };
  /** Gives two chunks, then waits until the test ends it; records how it was left. */
  function slowSource() {
    const state = { left: false, fail: (_: Error) => {} };
    const source = (async function* () {
      try {
        yield octetsOf("a");
        yield octetsOf("b");
        await new Promise((_, reject) => {
          state.fail = reject;
        });
      } finally {
        state.left = true;
      }
    })();
    return { state, source };
  }

  it("goes on after an interim response, and the final one may come early (RFC 9112 §9.5)", async () => {
    const { transport, call } = start(slowSource().source);
    await settled();
    const [connection] = transport.connections;
    connection!.say("HTTP/1.1 100 Continue\r\n\r\n");
    await settled();
    expect(connection!.sent.slice(1).join("")).toBe("1\r\na\r\n1\r\nb\r\n");
    connection!.say(`${OK}content-length: 5\r\n\r\nearly`);
    expect(await (await call).text()).toBe("early");
    // The body of the request is not complete, so the connection cannot be used again.
    expect([connection!.closed, connection!.sent.length]).toEqual([true, 3]);
  });

  it("fails the response with the error of its source, and is not ended", async () => {
    const { state, source } = slowSource();
    const { transport, call } = start(source);
    await settled();
    const [connection] = transport.connections;
    connection!.say(`${OK}content-length: 9\r\n\r\nearly`);
    const retrieved = await call;
    const reading = retrieved.text();
    reading.catch(() => {});
    await settled();
    state.fail(new Error("the disk is gone"));
    await expect(reading).rejects.toMatchObject({ code: "plugin-fault" });
    expect(connection!.closed).toBe(true);
    expect(connection!.sent.join("")).not.toContain("0\r\n\r\n");
    expect(state.left).toBe(true);
  });

  it.each([3, 1])("must have its declared length, not %i bytes", async (length) => {
    const { transport, call } = start(
      (async function* () {
        yield octetsOf("ab");
      })(),
      { length },
    );
    await expect(call).rejects.toMatchObject({ code: "bad-option" });
    expect(transport.sent[0]!.split("\r\n\r\n")[1]!.length).toBeLessThan(length);
    expect(transport.open).toBe(0);
  });

  it("has no empty chunk, which would end it", async () => {
    const { transport, call } = start(
      (async function* () {
        yield octetsOf("");
        yield octetsOf("ab");
      })(),
    );
    await settled();
    expect(transport.sent[0]!.split("\r\n\r\n").slice(1).join("|")).toBe("2\r\nab\r\n0|");
    transport.connections[0]!.say(`${OK}content-length: 0\r\n\r\n`);
    await call;
  });

  it("may be rejected by a response before the connection is lost", async () => {
    const { transport, call } = start(slowSource().source);
    transport.respond = (connection) => {
      const send = connection.send.bind(connection);
      connection.send = async (bytes) => {
        if (connection.sent.length > 0) throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
        await send(bytes);
      };
      connection.say("HTTP/1.1 413 Content Too Large\r\nconnection: close\r\n\r\ntoo large");
      connection.say(undefined);
    };
    expect(await (await call).text()).toBe("too large");
  });
});

describe("a request of an HTTP scheme", () => {
  it("with a head beyond maxHead opens no connection", async () => {
    const { client, transport } = world({ fields: [["x-a", "b".repeat(100)]] }, { limits: { maxHead: 100 } });
    await expect(client.get("http://h.example/")).rejects.toMatchObject({ code: "too-large" });
    expect(transport.dialled).toEqual([]);
  });

  it("gets the response of a server that closes while it is being sent", async () => {
    const { client, transport } = world();
    transport.respond = (connection) => {
      connection.send = async () => {
        throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
      };
      connection.say("HTTP/1.1 408 Request Timeout\r\ncontent-length: 4\r\n\r\nlate");
    };
    expect(await (await client.get("http://h.example/")).text()).toBe("late");
  });

  it.each([0, 60_000])("is not repeated if a new connection is lost (idle: %i)", async (idle) => {
    const { client, transport } = world({}, { connections: { idle } });
    transport.respond = (connection) => connection.say(undefined);
    await expect(client.get("http://h.example/")).rejects.toMatchObject({ code: "truncated" });
    expect(transport.dialled).toHaveLength(1);
  });

  it("does not return its connection to the pool before its body was sent", async () => {
    let give: ((bytes: Uint8Array) => void) | undefined;
    const source = (async function* () {
      yield octetsOf("a");
      yield await new Promise<Uint8Array>((resolve) => {
        give = resolve;
      });
    })();
    const { client, transport } = world({ body: source, method: "PUT" }, { connections: { idle: 60_000 } });
    transport.respond = () => {};
    const call = client.get("http://h.example/");
    await settled();
    transport.connections[0]!.say(`${OK}content-length: 5\r\n\r\nearly`);
    const retrieved = await call;
    await retrieved.bytes();
    expect(transport.open).toBe(0);
    const sent = () =>
      retrieved.transcript.entries.flatMap(({ kind, octets }: any) => (kind === "send" ? [octets] : []));
    const before = sent();
    give!(octetsOf("b"));
    await settled();
    expect(sent()).toEqual(before);
    client.close();
  });
});

describe("a password in an HTTP request", () => {
  it.each([
    ["http://h.example/", "refuse", "tls-required"],
    ["http://h.example/", "allow", undefined],
    ["https://h.example/", "refuse", undefined],
  ] as const)("of %s under the policy %s", async (url, clearTextPasswords, code) => {
    const fields = [["authorization", "Basic x"]] as const;
    const { client, transport } = world({ fields, secret: true }, {
      policy: { clearTextPasswords },
    } as never);
    const call = client.get(url).then((retrieved: any) => retrieved.bytes());
    if (code === undefined) await call;
    else await expect(call).rejects.toMatchObject({ code });
    expect(transport.sent.filter((text) => text !== "")).toHaveLength(code === undefined ? 1 : 0);
    expect(transport.open).toBe(0);
  });
});

describe("the timeout of an HTTP request", () => {
  it("applies to the head", async () => {
    const { client, transport, clock } = world({}, { limits: { replyTimeout: 1000 } });
    transport.respond = () => {};
    const call = client.get("http://h.example/");
    call.catch(() => {});
    await clock.advance(999);
    expect(transport.open).toBe(1);
    await clock.advance(1);
    await expect(call).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringContaining("replyTimeout"),
    });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("applies to the body", async () => {
    const { client, transport, clock } = world({}, { limits: { idleTimeout: 1000 } });
    transport.respond = (connection) => connection.say(`${OK}\r\nx`);
    const retrieved = await client.get("http://h.example/");
    const call = retrieved.bytes();
    call.catch(() => {});
    await clock.advance(1000);
    await expect(call).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringContaining("idleTimeout"),
    });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("applies to a dripping body", async () => {
    const { client, transport, clock } = world({}, { limits: { idleTimeout: 1000, minRate: 100 } });
    transport.respond = (connection) => connection.say(`${OK}\r\n`);
    const call = (await client.get("http://h.example/")).bytes();
    call.catch(() => {});
    for (let i = 0; i < 3; i++) {
      await clock.advance(900);
      transport.connections[0]!.say("x");
      await settled();
    }
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    expect(transport.open).toBe(0);
  });

  it("restarts with each chunk sent, and stops while the source is slow", async () => {
    let give: ((octets: Uint8Array) => void) | undefined;
    const source = (async function* () {
      for (let i = 0; i < 2; i++) {
        yield await new Promise<Uint8Array>((resolve) => {
          give = resolve;
        });
      }
    })();
    const { client, transport, clock } = world(
      { body: source, method: "PUT" },
      { limits: { replyTimeout: 1000 } },
    );
    transport.respond = () => {};
    const call = client.get("http://h.example/");
    call.catch(() => {});
    await clock.advance(5000);
    give!(octetsOf("a"));
    await settled();
    await clock.advance(5000);
    give!(octetsOf("b"));
    await settled();
    expect(transport.open).toBe(1);
    await clock.advance(999);
    expect(transport.open).toBe(1);
    await clock.advance(1);
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("applies to a chunk that the server does not take", async () => {
    const source = (async function* () {
      yield octetsOf("a");
    })();
    const { client, transport, clock } = world(
      { body: source, method: "PUT" },
      { limits: { replyTimeout: 1000 } },
    );
    transport.respond = (connection) => {
      const send = connection.send.bind(connection);
      connection.send = (bytes) => (connection.sent.length === 0 ? send(bytes) : new Promise(() => {}));
    };
    const call = client.get("http://h.example/");
    call.catch(() => {});
    await settled();
    await clock.advance(1000);
    await expect(call).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringContaining("replyTimeout"),
    });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("ends when the caller aborts", async () => {
    const { client, transport, clock } = world();
    transport.respond = () => {};
    const abort = new AbortController();
    const call = client.get("http://h.example/", { signal: abort.signal });
    await settled();
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });
});

describe("a request that a server caused", () => {
  const from = (address: string): ConnectOptions => ({ sentBy: { address, port: 80 } satisfies Remote });

  it.each([
    [PUBLIC, ["127.0.0.1"], "host-blocked"],
    [PUBLIC, ["::1"], "host-blocked"],
    [PUBLIC, ["10.0.0.1"], "host-blocked"],
    [PUBLIC, ["172.16.0.1"], "host-blocked"],
    [PUBLIC, ["192.168.0.1"], "host-blocked"],
    [PUBLIC, ["100.64.0.1"], "host-blocked"],
    [PUBLIC, ["169.254.169.254"], "host-blocked"],
    [PUBLIC, ["fd00::1"], "host-blocked"],
    [PUBLIC, ["::ffff:10.0.0.1"], "host-blocked"],
    [PUBLIC, ["64:ff9b::a00:1"], "host-blocked"],
    [PUBLIC, ["10.0.0.1", "93.184.215.15"], "93.184.215.15"],
    [PUBLIC, ["93.184.215.15"], "93.184.215.15"],
    ["2606:2800::1", ["10.0.0.1"], "host-blocked"],
    // With a proxy that looks names up, the address of the server is unknown.
    ["proxied.example", ["10.0.0.1"], "host-blocked"],
    ["10.0.0.9", ["10.0.0.1"], "10.0.0.1"],
    ["127.0.0.1", ["10.0.0.1"], "10.0.0.1"],
    ["10.0.0.9", ["93.184.215.15"], "93.184.215.15"],
  ])("at %s to %j: %s", async (address, answers, outcome) => {
    for (const policy of ["default", { allowAddresses: ["0.0.0.0/0", "::/0"] }]) {
      const { client, transport } = world({}, { policy } as never, from(address));
      transport.answers = [answers];
      const call = client.get("http://h.example/").then((retrieved: any) => retrieved.bytes());
      if (outcome === "host-blocked") {
        await expect(call).rejects.toMatchObject({ code: "host-blocked" });
        expect(transport.dialled).toEqual([]);
      } else {
        await call;
        expect(transport.dialled.map((endpoint) => endpoint.address)).toEqual([outcome]);
      }
    }
  });
});

describe("the client certificate", () => {
  it.each([
    [
      0,
      ["h.example", "h.example", "other.example", "h.example"],
      [VALID.cert, VALID.cert, undefined, VALID.cert],
    ],
    // A pooled connection without the certificate is not used by a call whose first server it is.
    [60_000, ["h.example", "h.example", "other.example"], [VALID.cert, undefined, VALID.cert]],
  ])("is sent to the first server only (idle: %i)", async (idle, hosts, expected) => {
    const transport = new FakeHttp();
    transport.respond = (connection) => {
      const send = connection.send.bind(connection);
      connection.send = async (bytes) => {
        await send(bytes);
        connection.say(`${OK}content-length: 0\r\n\r\n`);
      };
    };
    const scheme = defineScheme({
      name: "https",
      defaultPort: 443,
      cite: ["x"],
      parse: () => ({}),
      format: () => "https://h/",
      examples: [],
      access: async () => ({
        async get(_: Url, context: Context): Promise<Entity> {
          for (const host of hosts) {
            const endpoint = { host, port: 443, tls: true };
            const { body } = await context.http!({ endpoint, method: "GET", target: "/", fields: [] });
            await body.return(true);
          }
          return {
            body: (async function* () {
              return true as const;
            })(),
          };
        },
      }),
    });
    const tls = { ...VALID, ca: CA };
    const client = createClient({
      schemes: [scheme] as const,
      transport,
      tls,
      connections: { perServer: 1, idle },
    });
    await (await client.get("https://h.example/")).bytes();
    if (idle > 0) {
      hosts.splice(0, 2);
      await (await client.get("https://other.example/")).bytes();
    }
    expect(transport.dialled.map((endpoint) => endpoint.tls?.cert)).toEqual(expected);
    expect(transport.dialled.map((endpoint) => endpoint.tls?.ca)).toEqual(expected.map(() => [CA]));
    client.close();
  });
});
