import { defineScheme, type Entity, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import type { ProxyOptions } from "../../src/proxies/settings.ts";
import { FakeConnection, FakeTransport, ManualClock } from "../world.ts";

/** What a client sends to an HTTP proxy without a tunnel. */

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";

const http = defineScheme({
  name: ["http", "https"],
  defaultPort: { http: 80, https: 443 },
  cite: ["RFC 9110"],
  parse: () => ({}),
  format: () => "http://h/",
  examples: [],
  access: async () => ({ get }),
});

async function get(url: Url, context: Context): Promise<Entity> {
  const { host = "", path, scheme, port = http.defaultPort(scheme) } = url;
  const credentials = await context.ask({
    scheme,
    host,
    port: Number(port),
    user: undefined,
    wanted: "user",
  });
  const fields = credentials === undefined ? [] : ([["authorization", "Basic eDp5"]] as const);
  const endpoint = { host, port: Number(port), tls: scheme === "https" };
  const { body } = await context.http!({ endpoint, method: "GET", target: path, fields });
  async function* all(): Entity["body"] {
    yield* body;
    return true;
  }
  return { body: all() };
}

/** A scheme that HTTP proxies know, as ftp. */
const known = defineScheme({
  name: "x-known",
  defaultPort: 21,
  ports: { reserved: "refuse" },
  cite: ["x"],
  format: () => "x-known://h/",
  proxyOperations: ["get"],
  examples: [],
  access: async () => ({
    async get(): Promise<Entity> {
      throw new Error("its server is asked");
    },
    async *list() {},
  }),
});

/** @param says the reply of the proxy, or one for each connection. */
function world(proxies: ProxyOptions, says: string | string[] = OK, more: object = {}) {
  const transport = new FakeTransport();
  transport.answers = [["198.51.100.7"]];
  transport.answer = async ({ address, port }) => {
    const connection = new FakeConnection(address, port);
    connection.say(typeof says === "string" ? says : says.shift());
    return connection;
  };
  const asked: unknown[] = [];
  const client = createClient({
    ...{ schemes: [http, known], transport, clock: new ManualClock(), proxies },
    policy: { allowAddresses: ["198.51.100.0/24"] },
    credentials: (request: unknown) => {
      asked.push(request);
      return { user: "x", password: "y" };
    },
    ...more,
  } as never) as any;
  const sent = () => transport.connections.map((connection) => connection.sent.join(""));
  return { transport, client, sent, asked };
}

const read = async (client: any, url: string): Promise<string> => (await client.get(url)).text();

describe("a request of http through an HTTP proxy", () => {
  it("names its target by the whole URL (RFC 9112 §3.2.2), and Host is the authority of that URL", async () => {
    for (const proxy of ["http://p.example:3128", "https://p.example:3128"]) {
      const { client, transport, sent } = world({ proxy });
      expect(await read(client, "http://h.example:8080/a;b?")).toBe("hi");
      expect(sent()[0]).toMatch(/^GET http:\/\/h\.example:8080\/a;b HTTP\/1\.1\r\nhost: h\.example:8080\r\n/);
      // The proxy looks the name up.
      expect(transport.looked).toEqual(["p.example"]);
      expect(transport.dialled).toMatchObject([{ address: "198.51.100.7", port: 3128 }]);
    }
  });

  it("goes through a tunnel if it is for TLS, or if the caller wants tunnels", async () => {
    const { client, sent } = world(
      { proxy: "http://p.example", tunnel: true },
      `HTTP/1.1 200 OK\r\n\r\n${OK}`,
    );
    expect(await read(client, "http://h.example/a")).toBe("hi");
    expect(sent()[0]).toMatch(/^CONNECT h\.example:80 HTTP\/1\.1\r\n.*GET \/a HTTP\/1\.1\r\n/s);
    const secure = world({ proxy: "http://p.example" });
    await read(secure.client, "https://h.example/").catch(() => {});
    expect(secure.sent()[0]).toMatch(/^CONNECT h\.example:443 /);
  });

  it("is sent directly to hosts of noProxy, and through a SOCKS proxy as to the server itself", async () => {
    const direct = world({ proxy: "http://p.example", noProxy: ["h.example"] });
    await read(direct.client, "http://h.example/a");
    expect(direct.sent()[0]).toMatch(/^GET \/a HTTP/);
    const granted = String.fromCharCode(5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    const socks = world({ proxy: "socks5h://p.example" }, granted + OK);
    await read(socks.client, "http://h.example/a");
    expect(socks.sent()[0]).toContain("GET /a HTTP/1.1\r\nhost: h.example\r\n");
  });

  it("carries the login of the proxy, which the transcript does not show", async () => {
    const { client, sent } = world({ proxy: "http://me:pa%20ss@p.example" });
    const transcript = new (await import("../../src/index.ts")).Transcript();
    await (await client.get("http://h.example/", { transcript })).text();
    const basic = Buffer.from("me:pa ss").toString("base64");
    expect(sent()[0]).toContain(`proxy-authorization: Basic ${basic}\r\n`);
    const shown = JSON.stringify(transcript);
    expect(shown).not.toContain(basic);
    expect(shown).not.toContain("pa ss");
  });

  it("fails with proxy-auth-required for 407, and names the proxy", async () => {
    for (const [proxy, message] of [
      ["http://p.example", "http://p.example:80: the proxy requires a login"],
      ["http://me:pw@p.example", "http://p.example:80: the proxy rejected the login"],
    ] as const) {
      const { client, transport } = world({ proxy }, "HTTP/1.1 407 Who\r\ncontent-length: 0\r\n\r\n");
      const error = await read(client, "http://h.example/").catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "proxy-auth-required", message, replyCode: 407 });
      await client.close();
      expect(transport.open).toBe(0);
    }
  });

  it("is sent again with the login that the callback returns after a 407", async () => {
    const required = "HTTP/1.1 407 Who\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    const login = () => ({ user: "alice", password: "secret" });
    const { client, sent } = world({ proxy: "http://p.example", login }, [required, OK, OK]);
    expect(await read(client, "http://h.example/a")).toBe("hi");
    expect(await read(client, "x-known://h.example/b")).toBe("hi");
    const given = `Proxy-Authorization: Basic ${btoa("alice:secret")}`.toLowerCase();
    const heads = sent().map((head) => head.toLowerCase());
    expect(heads.map((head) => head.includes(given))).toEqual([false, true, true]);
    await client.close();
  });

  it("obeys the policy: no blocked port or address, and no proxy that looks names up for an untrusted URL", async () => {
    const { client, transport } = world({ proxy: "http://p.example" });
    await expect(read(client, "http://h.example:25/")).rejects.toMatchObject({ code: "port-blocked" });
    await expect(read(client, "http://169.254.169.254/")).rejects.toMatchObject({ code: "host-blocked" });
    const untrusted = world({ proxy: "http://p.example" }, OK, { policy: "untrusted" });
    await expect(read(untrusted.client, "http://h.example/")).rejects.toMatchObject({ code: "host-blocked" });
    expect([transport.dialled, untrusted.transport.dialled]).toEqual([[], []]);
  });
});

describe("a URL of another scheme through an HTTP proxy that knows the scheme", () => {
  it("is the target of a GET (RFC 1738 §4), without its fragment", async () => {
    const { client, sent, transport } = world({ proxy: { "x-known": "http://me:pw@p.example:3128" } });
    expect(await read(client, "x-known://h.example/a%20b;type=a#c")).toBe("hi");
    expect(sent()[0]).toMatch(/^GET x-known:\/\/h\.example\/a%20b;type=a HTTP\/1\.1\r\nhost: h\.example\r\n/);
    expect(sent()[0]).toContain("proxy-authorization: ");
    expect(transport.looked).toEqual(["p.example"]);
  });

  it("never carries a login of the server, not even one of the callback", async () => {
    const { client, transport, sent, asked } = world({ proxy: "http://p.example" });
    await expect(read(client, "x-known://me:pw@h.example/a")).rejects.toMatchObject({
      code: "userinfo-not-allowed",
      message: expect.not.stringContaining("pw"),
      hint: expect.stringContaining("tunnel: true"),
    });
    expect(transport.dialled).toEqual([]);
    await read(client, "x-known://h.example/a");
    expect(sent()[0]).not.toContain("authorization");
    expect(asked).toEqual([]);
  });

  it("is another URL if the scheme gives one", async () => {
    const proxyUrl = (url: Url) => url.with({ path: `${url.path};type=i` });
    const { client, sent } = world({ proxy: "http://p.example" }, OK, {
      schemes: [http, { ...known, proxyUrl }],
    });
    await read(client, "x-known://h.example/a#b");
    expect(sent()[0]).toMatch(/^GET x-known:\/\/h\.example\/a;type=i HTTP/);
  });

  it("supports only the operations that the scheme declares", async () => {
    const { client, transport } = world({ proxy: "http://p.example" });
    const all = async () => {
      for await (const _ of client.list("x-known://h.example/a/"));
    };
    await expect(all()).rejects.toMatchObject({ code: "unsupported", hint: expect.stringContaining("get") });
    expect(transport.dialled).toEqual([]);
  });

  it("follows no redirect", async () => {
    const says = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n";
    const { client, transport } = world({ proxy: "http://p.example" }, says);
    await expect(read(client, "x-known://h.example/a")).rejects.toMatchObject({ code: "redirect-refused" });
    expect(transport.dialled).toHaveLength(1);
  });

  it("obeys the policy of its own scheme", async () => {
    const { client, transport } = world({ proxy: "http://p.example" });
    await expect(read(client, "x-known://h.example:23/a")).rejects.toMatchObject({ code: "port-blocked" });
    await expect(read(client, "x-known://169.254.169.254/a")).rejects.toMatchObject({ code: "host-blocked" });
    const only = world({ proxy: "http://p.example" }, OK, { policy: { allowSchemes: ["http"] } });
    await expect(read(only.client, "x-known://h.example/a")).rejects.toMatchObject({
      code: "scheme-blocked",
    });
    expect([transport.dialled, only.transport.dialled]).toEqual([[], []]);
  });

  it("needs a client with http", async () => {
    const { client } = world({ proxy: "http://p.example" }, OK, { schemes: [known] });
    await expect(read(client, "x-known://h.example/a")).rejects.toMatchObject({
      code: "scheme-not-installed",
    });
  });
});
