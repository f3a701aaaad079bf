import { defineScheme, type Entity, type Limits, octetsOf, type Url } from "@anyurl/core";
import type {
  Connection,
  ConnectOptions,
  Context,
  HttpConnection,
  HttpRequest,
  Remote,
  TransportEndpoint,
} from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient } from "../../src/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

const PUBLIC = "93.184.215.14";
type Sent = Parameters<HttpConnection["request"]>[0];

class Encrypted extends FakeConnection {
  readonly tls = { protocol: "TLSv1.3", authorized: true, fingerprint: "00" };
}

/** An HTTP server that a test controls. */
class FakeHttp extends FakeTransport {
  readonly requests: Sent[] = [];
  readonly signals: AbortSignal[] = [];
  /** Resolves with the head when the test decides. */
  respond: (request: Sent) => Promise<Awaited<ReturnType<HttpConnection["request"]>>> = async () =>
    createResponse(async function* () {});

  constructor() {
    super();
    this.answers = [[PUBLIC]];
    this.answer = async ({ address, port, tls }: TransportEndpoint) =>
      tls === undefined ? new FakeConnection(address, port) : new Encrypted(address, port);
  }

  http(connection: Connection): HttpConnection {
    return {
      reusable: false,
      request: async (request, signal) => {
        this.requests.push(request);
        this.signals.push(signal);
        return this.respond(request);
      },
      close: () => connection.close(),
    };
  }
}

function createResponse(body: () => AsyncGenerator<Uint8Array, void, void>) {
  const fields = [
    ["content-type", "text/plain"],
    ["set-cookie", "geheim7"],
  ] as const;
  return { status: 200, reason: "OK", fields, framing: "length" as const, body: body() };
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
  it("is undefined if the transport has none", async () => {
    const { client, transport, context } = world();
    (transport as { http?: unknown }).http = undefined;
    await expect(client.get("http://h.example/")).rejects.toBeInstanceOf(Error);
    expect(context().http).toBeUndefined();
  });

  it("sends an authority and everything that the scheme sets", async () => {
    const { client, transport } = world({ fields: [["accept", "*/*"]], method: "HEAD" });
    await (await client.get("http://h.example/a?b")).bytes();
    expect(transport.requests).toEqual([
      { method: "HEAD", target: "/a", authority: "h.example", fields: [["accept", "*/*"]] },
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
    transport.respond = async ({ body }) => {
      for await (const _ of body!);
      return createResponse(async function* () {
        yield octetsOf("hello");
        yield octetsOf("world");
      });
    };
    const retrieved = await client.get("http://h.example/a");
    await retrieved.bytes();
    const entries = retrieved.transcript.entries.map(({ kind, text, octets }: any) => [kind, text ?? octets]);
    expect(entries).toEqual([
      ["open", undefined],
      [
        "send",
        "PUT /a HTTP/1.1\nhost: h.example\nconnection: close\nauthorization: ***\ncookie: ***\nx-key: ***\nx-a: b\ntransfer-encoding: chunked\n\n",
      ],
      ["send", 7],
      ["receive", "HTTP/1 200 OK\ncontent-type: text/plain\nset-cookie: ***\n\n"],
      ["receive", 10],
      ["close", undefined],
    ]);
    expect(JSON.stringify(retrieved.transcript.entries)).not.toContain("geheim");
  });

  it("closes the connection when a body is canceled or fails", async () => {
    for (const fails of [true, false]) {
      const { client, transport } = world();
      transport.respond = async () =>
        createResponse(async function* () {
          yield octetsOf("x");
          if (fails) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
          yield octetsOf("y");
        });
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
      transport.respond = async () =>
        createResponse(async function* () {
          yield octetsOf("x");
        });
      const { body } = await client.get("http://h.example/");
      expect(transport.open).toBe(1);
      await body.cancel();
      expect(transport.open).toBe(0);
    },
  );
});

describe("a password", () => {
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
    expect(transport.requests).toHaveLength(code === undefined ? 1 : 0);
    expect(transport.open).toBe(0);
  });
});

describe("the timeout", () => {
  const never = () => new Promise<never>(() => {});

  it("applies to the head", async () => {
    const { client, transport, clock } = world({}, { limits: { replyTimeout: 1000 } });
    transport.respond = never;
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
    transport.respond = async () =>
      createResponse(async function* () {
        yield octetsOf("x");
        await never();
      });
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
    let go: (() => void) | undefined;
    transport.respond = async () =>
      createResponse(async function* () {
        for (;;) {
          await new Promise<void>((resolve) => {
            go = resolve;
          });
          yield octetsOf("x");
        }
      });
    const call = (await client.get("http://h.example/")).bytes();
    call.catch(() => {});
    for (let i = 0; i < 3; i++) {
      await clock.advance(900);
      go!();
      await settled();
    }
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    expect(transport.open).toBe(0);
  });

  it("restarts with each chunk sent, and stops while the source is slow", async () => {
    let give: ((octets: Uint8Array) => void) | undefined;
    const source = (async function* () {
      for (;;) {
        yield await new Promise<Uint8Array>((resolve) => {
          give = resolve;
        });
      }
    })();
    const { client, transport, clock } = world(
      { body: source, method: "PUT" },
      { limits: { replyTimeout: 1000 } },
    );
    transport.respond = async ({ body }) => {
      const octets = body![Symbol.asyncIterator]();
      await octets.next();
      await octets.next();
      return never();
    };
    const call = client.get("http://h.example/");
    call.catch(() => {});
    await clock.advance(5000);
    give!(octetsOf("a"));
    await settled();
    await clock.advance(5000);
    give!(octetsOf("b"));
    await settled();
    expect(transport.open).toBe(1);
    await clock.advance(1000);
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("ends when the caller aborts", async () => {
    const { client, transport, clock } = world();
    transport.respond = never;
    const abort = new AbortController();
    const call = client.get("http://h.example/", { signal: abort.signal });
    await settled();
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(transport.signals[0]!.aborted).toBe(true);
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
  it("is sent to the first server only", async () => {
    const transport = new FakeHttp();
    const hosts = ["h.example", "h.example", "other.example", "h.example"];
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
            await body.return();
          }
          return {
            body: (async function* () {
              return true as const;
            })(),
          };
        },
      }),
    });
    const tls = { cert: "CERT", key: "KEY", ca: "CA" };
    const client = createClient({
      schemes: [scheme] as const,
      transport,
      tls,
      connections: { perServer: 1 },
    });
    await (await client.get("https://h.example/")).bytes();
    expect(transport.dialled.map((endpoint) => endpoint.tls?.cert)).toEqual([
      "CERT",
      "CERT",
      undefined,
      "CERT",
    ]);
    expect(transport.dialled.map((endpoint) => endpoint.tls?.ca)).toEqual(["CA", "CA", "CA", "CA"]);
  });
});
