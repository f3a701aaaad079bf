import { defineScheme, type Entity } from "@anyurl/core";
import type { Context, TlsRequest } from "@anyurl/core/exchange";
import { type MemoryTls, type MemoryTransport, memoryTransport } from "@anyurl/testkit";
import { CA, OTHER_VALID, SELF_SIGNED, VALID } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, test } from "vitest";
import { type ClientOptions, createClient, memoryTrustStore } from "../../src/index.ts";

const ONE = `sha256/${"1".repeat(43)}=`;
const TWO = `sha256/${"2".repeat(43)}=`;
const FINGERPRINT = Array.from({ length: 32 }, () => "AB").join(":");

/** A scheme that requests this TLS, sends one byte, and returns the application protocol. `/refer` refers to host b. */
function schemeWith(request: TlsRequest) {
  async function get(
    url: { readonly host?: string | undefined; readonly path: string },
    context: Context,
  ): Promise<Entity> {
    if (url.path === "/refer") return context.refer!("x-tls://b.example/");
    const connection = await context.connect({ host: url.host!, port: 4000 }, { tls: request });
    await connection.send(new Uint8Array([1]));
    return { body: body(connection.tls?.alpn ?? "none") };
  }
  return defineScheme({
    name: "x-tls",
    defaultPort: 4000,
    cite: ["x-tls"],
    parse: () => ({}),
    format: () => "x-tls://a.example/",
    examples: [],
    access: async () => ({ get }),
  });
}

async function* body(text: string): AsyncGenerator<Uint8Array, true, void> {
  yield new TextEncoder().encode(text);
  return true;
}

/** A network with a.example and b.example; the certificate of a.example can change. */
function network(certificate: MemoryTls = {}) {
  const transport = memoryTransport({ names: { "a.example": ["10.0.0.1"], "b.example": ["10.0.0.2"] } });
  const certificates: (string | undefined)[] = [];
  const heard: Uint8Array[] = [];
  const listen = (address: string, tls: MemoryTls) =>
    transport.listen(
      address,
      4000,
      async (peer) => {
        certificates.push(peer.certificate);
        for (let octets = await peer.receive(); octets; octets = await peer.receive()) heard.push(octets);
      },
      { tls },
    );
  let stop = listen("10.0.0.1", certificate);
  listen("10.0.0.2", {});
  const change = (next: MemoryTls) => {
    stop();
    stop = listen("10.0.0.1", next);
  };
  return { transport, certificates, heard, change };
}

type Options = Omit<ClientOptions<readonly []>, "schemes" | "transport">;

function client(transport: MemoryTransport, request: TlsRequest, options: Options = {}) {
  return createClient({ ...options, schemes: [schemeWith(request)], transport });
}

const A = "x-tls://a.example/";
const get = async (by: ReturnType<typeof client>, url: typeof A = A) => (await by.get(url)).text();

describe("the TLS that a scheme requests", () => {
  test("has its name, application protocols, and client certificate", async () => {
    const { transport, certificates } = network({ alpn: ["two", "one"] });
    const request = { serverName: "c.example", alpn: ["one", "two"], certificate: VALID };
    expect(await get(client(transport, request, { tls: OTHER_VALID }))).toBe("two");
    expect(transport.dialled[0]?.tls).toMatchObject({ serverName: "c.example", alpn: ["one", "two"] });
    expect(certificates).toEqual([VALID.cert]);
  });

  test("fails if the server has none of the application protocols (RFC 7301 §3.2)", async () => {
    const { transport } = network({ alpn: ["two"] });
    await expect(get(client(transport, { alpn: ["one"] }))).rejects.toMatchObject({ code: "tls-failed" });
  });

  test('has no other name than the host under the policy "untrusted"', async () => {
    const { transport } = network();
    const by = client(
      transport,
      { serverName: "c.example" },
      { policy: { profile: "untrusted", allowAddresses: ["10.0.0.0/8"] } },
    );
    await expect(get(by)).rejects.toMatchObject({ code: "unsupported" });
    expect(transport.dialled).toEqual([]);
  });

  test("is verified by the trusted authorities by default", async () => {
    const { transport, heard } = network({ authorized: false });
    await expect(get(client(transport, {}))).rejects.toMatchObject({ code: "tls-failed" });
    expect(heard).toEqual([]);
  });

  test("does not give the client certificate to a referral", async () => {
    const { transport, certificates } = network();
    await (await client(transport, {}, { tls: VALID }).get("x-tls://a.example/refer")).text();
    await get(client(transport, {}, { tls: VALID }));
    expect(certificates).toEqual([undefined, VALID.cert]);
  });
});

describe("trust on first use", () => {
  const request = { verify: "first-use" } as const;

  test("accepts an unknown key, and rejects another one later, before anything is sent", async () => {
    const { transport, heard, change } = network({ authorized: false, publicKey: ONE });
    const by = client(transport, request);
    for (let i = 0; i < 2; i++) await get(by);
    change({ authorized: false, publicKey: TWO });
    await expect(get(by)).rejects.toMatchObject({
      code: "tls-failed",
      message: `TLS handshake with a.example:4000 failed: its key has changed from ${ONE} to ${TWO}`,
      hint: expect.stringContaining("a.example:4000"),
    });
    expect(heard).toHaveLength(2);
    expect(transport.open).toBe(0);
  });

  test("keeps the keys in the store of the program, by host and port", async () => {
    const { transport } = network({ authorized: false, publicKey: ONE });
    const trust = memoryTrustStore();
    await get(client(transport, request, { tls: { trust } }), "x-tls://A.Example/" as typeof A);
    expect(await trust.get("a.example:4000")).toBe(ONE);
    trust.set("a.example:4000", TWO);
    await expect(get(client(transport, request, { tls: { trust } }))).rejects.toMatchObject({
      code: "tls-failed",
    });
  });

  test("replaces the key if a trusted authority accepts the new one", async () => {
    const { transport, change } = network({ authorized: false, publicKey: ONE });
    const by = client(transport, request);
    await get(by);
    change({ authorized: true, publicKey: TWO });
    await get(by);
    change({ authorized: false, publicKey: ONE });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
  });

  test.each<[string, Options["policy"]]>([
    ['under "untrusted"', { profile: "untrusted", allowAddresses: ["10.0.0.0/8"] }],
    ['with firstUse: "refuse"', { firstUse: "refuse", allowAddresses: ["10.0.0.0/8"] }],
  ])("accepts only certificates of trusted authorities %s", async (_, policy) => {
    const { transport, heard, change } = network({ authorized: false, publicKey: ONE });
    const by = client(transport, request, { policy: policy! });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
    expect(heard).toEqual([]);
    change({ authorized: true });
    await get(by);
  });

  test('is possible under "untrusted" if the user allows it', async () => {
    const { transport } = network({ authorized: false, publicKey: ONE });
    const policy = { profile: "untrusted", firstUse: "allow", allowAddresses: ["10.0.0.0/8"] } as const;
    await get(client(transport, request, { policy }));
  });

  test("rejects the connection if the store fails", async () => {
    const { transport, heard } = network({ authorized: false, publicKey: ONE });
    const trust = {
      get: () => undefined,
      set: () => {
        throw new Error("no");
      },
    };
    await expect(get(client(transport, request, { tls: { trust } }))).rejects.toMatchObject({
      code: "tls-failed",
    });
    expect([heard.length, transport.open]).toEqual([0, 0]);
  });

  test("learns nothing from a call with insecure: true", async () => {
    const { transport } = network({ authorized: false, publicKey: ONE });
    const trust = memoryTrustStore();
    await (await client(transport, request, { tls: { trust } }).get(A, { insecure: true })).text();
    expect(trust.get("a.example:4000")).toBeUndefined();
  });
});

describe("pins of keys", () => {
  test.each<[string, MemoryTls]>([
    ["public key", { publicKey: ONE }],
    ["certificate", { publicKey: TWO, fingerprint: FINGERPRINT }],
  ])("of a scheme accept a %s of any issuer", async (_, certificate) => {
    const { transport, change } = network({ ...certificate, authorized: false });
    const by = client(transport, { verify: { pins: [ONE, FINGERPRINT.replaceAll(":", "").toLowerCase()] } });
    await get(by);
    change({ publicKey: TWO, authorized: true });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
  });

  test("of a scheme do not replace the trusted authorities if the policy refuses that", async () => {
    const { transport, change } = network({ publicKey: ONE, authorized: false });
    const by = client(transport, { verify: { pins: [ONE] } }, { policy: { firstUse: "refuse" } });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
    change({ publicKey: TWO });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
    change({ publicKey: ONE });
    await get(by);
  });

  test("of a scheme that are invalid are its fault", async () => {
    const { transport } = network();
    await expect(get(client(transport, { verify: { pins: ["x"] } }))).rejects.toMatchObject({
      code: "plugin-fault",
    });
  });

  test("of the user are checked in addition, also with insecure: true", async () => {
    const { transport, change } = network({ publicKey: TWO });
    const by = client(transport, {}, { tls: { pins: { "A.example:4000": [ONE] } } });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
    await expect(by.get(A, { insecure: true })).rejects.toMatchObject({ code: "tls-failed" });
    change({ publicKey: ONE, authorized: false });
    await expect(get(by)).rejects.toMatchObject({ code: "tls-failed" });
    change({ publicKey: ONE });
    await get(by);
  });
});

describe("the option tls", () => {
  const create = (tls: object) => createClient({ schemes: [], transport: memoryTransport(), tls });

  test("takes PEM as text or bytes, one or several", () => {
    for (const ca of [CA, Buffer.from(CA), new TextEncoder().encode(CA), [CA, Buffer.from(SELF_SIGNED.cert)]])
      expect(() => create({ ca })).not.toThrow();
    expect(() => create({ cert: Buffer.from(VALID.cert), key: Buffer.from(VALID.key) })).not.toThrow();
  });

  test.each<[string, object]>([
    ["a path", { ca: "/etc/ssl/cert.pem" }],
    ["DER", { ca: new Uint8Array([0x30, 0x82]) }],
    ["a key as ca", { ca: VALID.key }],
    ["a certificate as key", { cert: VALID.cert, key: VALID.cert }],
    ["one bad certificate of two", { ca: [CA, "x"] }],
    ["a number", { ca: 1 }],
    ["a certificate without a key", { cert: VALID.cert }],
    ["pins without a port", { pins: { "h.example": [ONE] } }],
    ["no pins for a server", { pins: { "h.example:1": [] } }],
    ["an invalid pin", { pins: { "h.example:1": ["sha1/x"] } }],
    ["a store without set", { trust: { get: () => undefined } }],
  ])("rejects %s", (_, tls) => {
    expect(() => create(tls)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  test.each<[string, object, string]>([
    ["a certificate that cannot be read", { ca: CA.replace("MIIB", "MIIA") }, "ca"],
    ["a key of another certificate", { cert: VALID.cert, key: OTHER_VALID.key }, "key"],
  ])("rejects %s before anything is connected", async (_, tls, name) => {
    const transport = nodeTransport();
    let looked = 0;
    const by = createClient({
      schemes: [schemeWith({})],
      transport: {
        ...transport,
        resolve: async () => {
          looked++;
          return [];
        },
      },
      tls,
    });
    for (let i = 0; i < 2; i++)
      await expect(by.get(A)).rejects.toMatchObject({
        code: "bad-option",
        message: expect.stringContaining(`tls option ${name}`),
      });
    expect(looked).toBe(0);
  });
});
