import { defineScheme, type Entity, octetsOf, type Url } from "@anyurl/core";
import type {
  ConnectOptions,
  Context,
  HttpRequest,
  PlatformRequest,
  PlatformResponse,
} from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport, ManualClock, outcome, settled } from "../world.ts";

/** A transport whose HTTP is that of a platform, which a test controls. */
class Platform extends FakeTransport {
  readonly requests: PlatformRequest[] = [];
  readonly signals: AbortSignal[] = [];
  respond: (request: PlatformRequest, signal: AbortSignal) => Promise<PlatformResponse> = async () =>
    respond("hello");

  async http(request: PlatformRequest, signal: AbortSignal): Promise<PlatformResponse> {
    this.requests.push(request);
    this.signals.push(signal);
    return this.respond(request, signal);
  }
}

function respond(text: string, more: Partial<PlatformResponse> = {}): PlatformResponse {
  async function* body() {
    yield octetsOf(text);
  }
  return { status: 200, reason: "OK", fields: [["x-a", "b"]], framing: "close", body: body(), ...more };
}

interface Asked extends Partial<HttpRequest> {
  readonly how?: ConnectOptions;
}

/** `http://host:port/…`: requests the path. */
function world(options: object = {}, { how, ...asking }: Asked = {}) {
  const transport = new Platform();
  const clock = new ManualClock();
  const scheme = defineScheme({
    name: ["http", "https"],
    defaultPort: { http: 80, https: 443 },
    cite: ["x"],
    parse: () => ({}),
    format: () => "http://h/",
    examples: [],
    access: async () => ({
      async get({ path, host = "", port, scheme: name }: Url, context: Context): Promise<Entity> {
        const tls = name === "https";
        const endpoint = { host, port: Number(port ?? (tls ? 443 : 80)), tls };
        const { body, framing } = await context.http!(
          { endpoint, method: "GET", target: path, fields: [["accept", "*/*"]], ...asking },
          how,
        );
        return { body, framing };
      },
    }),
  });
  const client = createClient({ ...options, schemes: [scheme] as const, transport, clock } as never) as any;
  return { transport, clock, client, get: (url: string, call?: object) => client.get(url, call) };
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "no error",
    ({ code }: { readonly code?: unknown }) => code,
  );
}

describe("HTTP by the platform", () => {
  it("sends the URL, the method and the fields, and looks up no name", async () => {
    const { get, transport } = world();
    expect(await (await get("https://h.example:8443/a%2Fb")).text()).toBe("hello");
    expect(transport.requests).toMatchObject([
      { url: "https://h.example:8443/a%2Fb", method: "GET", fields: [["accept", "*/*"]] },
    ]);
    expect([transport.looked, transport.dialled]).toEqual([[], []]);
  });

  it("has a transcript as other connections have", async () => {
    const { get } = world({}, { fields: [["authorization", "Basic geheim"]] });
    const result = await get("http://h.example/");
    await result.bytes();
    expect(result.transcript.entries.map(({ kind, text, octets }: any) => [kind, text ?? octets])).toEqual([
      ["open", undefined],
      ["send", "GET / HTTP/1.1\nhost: h.example\nconnection: close\nauthorization: ***\n\n"],
      ["receive", "HTTP/1 200 OK\nx-a: b\n\n"],
      ["receive", 5],
      ["close", undefined],
    ]);
  });

  it.each([
    ["http://169.254.169.254/", {}, "host-blocked"],
    ["http://127.0.0.1/", { policy: "untrusted" }, "host-blocked"],
    ["http://localhost/", { policy: "untrusted" }, "host-blocked"],
    ["http://h.example/", { policy: "untrusted" }, "host-blocked"],
    ["http://h.example/", { policy: { denyAddresses: ["10.0.0.0/8"] } }, "host-blocked"],
    ["http://h.example:25/", {}, "port-blocked"],
    ["http://0x7f.1/", {}, "bad-host"],
    ["http://93.184.215.14/", { policy: "untrusted" }, "no error"],
    ["http://localhost/", {}, "no error"],
  ])("checks what it can before it sends anything: %s %j", async (url, options, code) => {
    const { get, transport } = world(options);
    expect(await codeOf(get(url))).toBe(code);
    expect(transport.requests).toHaveLength(code === "no error" ? 1 : 0);
  });

  it("lets no outside server refer to this machine", async () => {
    const sentBy = { address: "h.example", port: 80, host: "h.example" };
    const { get, transport } = world({}, { how: { sentBy } });
    for (const url of ["http://127.0.0.1/", "http://localhost/", "http://10.0.0.1/"])
      expect(await codeOf(get(url))).toBe("host-blocked");
    expect(transport.requests).toEqual([]);
  });

  it.each<[string, object, object, Asked]>([
    ["https://h.example/", { tls: { minVersion: "TLSv1.3" } }, {}, {}],
    ["https://h.example/", {}, { insecure: true }, {}],
    ["https://h.example/", {}, {}, { how: { tls: { alpn: ["x"] } } }],
    ["http://h.example/", { proxies: { proxy: { "*": "http://proxy.example:3128" } } }, {}, {}],
  ])("rejects options that have no effect: %s %j %j", async (url, options, call, asked) => {
    const { get, transport } = world(options, asked);
    expect(await codeOf(get(url, call))).toBe("unsupported");
    expect(transport.requests).toEqual([]);
  });

  it("sends no password in clear if the policy does not allow it", async () => {
    const { get, transport } = world({ policy: { clearTextPasswords: "refuse" } }, { secret: true });
    expect(await codeOf(get("http://h.example/"))).toBe("tls-required");
    expect(await codeOf(get("https://h.example/"))).toBe("no error");
    expect(transport.requests).toHaveLength(1);
  });

  it("sends a body of the declared length only", async () => {
    const upload = (length: number) => world({}, { method: "PUT", length, body: chunks("one", "two") });
    for (const length of [5, 7]) {
      const { get, transport } = upload(length);
      transport.respond = (request) => readAll(request).then(respond);
      expect(await codeOf(get("http://h.example/"))).toBe("bad-option");
    }
    const { get, transport } = upload(6);
    transport.respond = (request) => readAll(request).then(respond);
    expect(await (await get("http://h.example/")).text()).toBe("onetwo");
  });

  it("reports a failed request with its cause and a hint", async () => {
    const { get, transport } = world();
    const cause = new TypeError("Failed to fetch");
    transport.respond = () => Promise.reject(cause);
    await expect(get("http://h.example/")).rejects.toMatchObject({ code: "connect-failed", cause });
    await expect(get("http://h.example/")).rejects.toHaveProperty("hint", expect.stringContaining("CORS"));
  });

  it("reports a body that fails as truncated", async () => {
    const { get, transport } = world();
    async function* body() {
      yield octetsOf("half");
      throw new TypeError("network error");
    }
    transport.respond = async () => respond("", { framing: "length", body: body() });
    expect(await codeOf((await get("http://h.example/")).bytes())).toBe("truncated");
  });

  it("ends the request if the server does not respond in time, or the caller leaves", async () => {
    const { get, transport, clock } = world();
    transport.respond = () => new Promise(() => {});
    const state = outcome(get("http://h.example/"));
    await clock.advance(600_000);
    expect(state.is).toMatchObject({ code: "timeout" });
    expect(transport.signals[0]!.aborted).toBe(true);
    const controller = new AbortController();
    const left = outcome(get("http://h.example/", { signal: controller.signal }));
    await settled();
    controller.abort(new Error("enough"));
    await settled();
    expect(left.is).toMatchObject({ message: "enough" });
    expect(transport.signals[1]!.aborted).toBe(true);
  });

  it("leaves the body of a response that arrives after the abort", async () => {
    const { get, transport } = world();
    let isLeft = false;
    let arrive!: (response: PlatformResponse) => void;
    transport.respond = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    const controller = new AbortController();
    const state = outcome(get("http://h.example/", { signal: controller.signal }));
    await settled();
    controller.abort(new Error("enough"));
    const late = respond("late");
    const leave = late.body.return.bind(late.body);
    late.body.return = (value) => {
      isLeft = true;
      return leave(value);
    };
    arrive(late);
    await settled();
    expect([isLeft, (state.is as Error).message]).toEqual([true, "enough"]);
  });

  it("ends the request when the body is canceled before it is read", async () => {
    const { get, transport } = world();
    const result = await get("http://h.example/");
    await result.body.cancel();
    await settled();
    expect(transport.signals[0]!.aborted).toBe(true);
  });
});

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield octetsOf(text);
}

async function readAll({ body }: PlatformRequest): Promise<string> {
  let all = "";
  for await (const octets of body!) all += String.fromCharCode(...octets);
  return all;
}
