import { createRegistry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import { http } from "anyurl";
import { describe, expect, it } from "vitest";
import type { AccessRecord, GatewayRequest, Guard, GuardOptions } from "../../src/guard/index.ts";
import { createGuard } from "./create-guard.ts";

const registry = createRegistry(ftp, gopher, http);
const HERE = "http://localhost:8080";

interface Told {
  readonly records: AccessRecord[];
  readonly faults: unknown[];
}

function guardOf(options: GuardOptions = {}): Guard & Told {
  const records: AccessRecord[] = [];
  const faults: unknown[] = [];
  const guard = createGuard({
    registry,
    log: (record) => records.push(record),
    onFault: (error) => faults.push(error),
    ...options,
  });
  return Object.assign(guard, { records, faults });
}

const asked = (path: string, init: RequestInit = {}) => new Request(HERE + path, init);
const fine = () => new Response("fine", { headers: { "content-type": "text/plain", "content-length": "4" } });
const from = (address: string) => ({ address });

/** A content that ends on demand. */
function held() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      cancelled = true;
    },
  });
  return {
    response: () => new Response(body),
    write: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
    get cancelled() {
      return cancelled;
    },
  };
}

describe("an accepted request", () => {
  it("gets the response of the route with the security headers", async () => {
    const guard = guardOf();
    const response = await guard.answer(asked("/x"), undefined, fine);
    expect(await response.text()).toBe("fine");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  });

  it("keeps the content policy of the route", async () => {
    const own = () => new Response("x", { headers: { "content-security-policy": "default-src 'none'; x" } });
    const response = await guardOf().answer(asked("/x"), undefined, own);
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; x");
  });

  it("gets these headers also on errors and on immutable responses", async () => {
    const refused = await guardOf().answer(asked("/x", { method: "PUT", body: "x" }), undefined, fine);
    expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
    const led = await guardOf().answer(asked("/x"), undefined, () => Response.redirect(`${HERE}/y`));
    expect(led.status).toBe(302);
    expect(led.headers.get("referrer-policy")).toBe("same-origin");
  });

  it("gets 500 without details if a route fails", async () => {
    const guard = guardOf();
    const response = await guard.answer(asked("/x"), undefined, () => {
      throw new Error("secret");
    });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(guard.faults).toHaveLength(1);
  });

  it("is not reported to onFault if the gateway rejects it", async () => {
    const guard = guardOf();
    await guard.answer(asked("/x", { method: "PUT", body: "x" }), undefined, fine);
    await guard.answer(new Request("http://attacker.example/"), undefined, fine);
    expect(guard.faults).toEqual([]);
  });
});

describe("a rejected request", () => {
  it("has an unknown Host", async () => {
    for (const host of ["attacker.example", "undefined", "null", "localhost.attacker.example"]) {
      const response = await guardOf().answer(new Request(`http://${host}/`), undefined, fine);
      expect([host, response.status]).toEqual([host, 421]);
    }
    const named = guardOf({ publicUrl: "https://gw.example" });
    expect((await named.answer(new Request("https://gw.example/x"), undefined, fine)).status).toBe(200);
  });

  it.each(["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])("has the method %s", async (method) => {
    const response = await guardOf().answer(asked("/x", { method }), undefined, fine);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  });

  it("is a request loop", async () => {
    const guard = guardOf({ name: "gw-1" });
    const response = await guard.answer(asked("/x", { headers: { via: "1.1 gw-1" } }), undefined, fine);
    expect(response.status).toBe(508);
  });

  it("has a form from another origin, without a length, or that is too large", async () => {
    const post = (headers: Record<string, string>) =>
      guardOf({ maxForm: 10 }).answer(asked("/x", { method: "POST", headers }), undefined, fine);
    expect((await post({ "content-length": "3", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({})).status).toBe(411);
    expect((await post({ "content-length": "11" })).status).toBe(413);
    expect((await post({ "content-length": "10", "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it.each(["http://gw.example/x", "http://GW.example:80/", "http://[::1]:80/"])(
    "has the gateway's own address as its target: %s",
    async (text) => {
      const guard = guardOf({ hosts: ["gw.example", "[::1]", "localhost"] });
      guard.listening(80);
      const url = registry.parse(text);
      const response = await guard.answer(asked("/x"), undefined, async (incoming) => {
        await incoming.target(url);
        return fine();
      });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain("own-address");
    },
  );
});

describe("limits", () => {
  it("allow 64 concurrent requests, and answer 503 with Retry-After to one more", async () => {
    const guard = guardOf();
    const answers = Array.from({ length: 64 }, () => held());
    for (const each of answers) await guard.answer(asked("/x"), undefined, each.response);
    const refused = await guard.answer(asked("/x"), undefined, fine);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(guard.metrics.inFlight).toBe(64);
  });

  it("allow 8 requests per client (IPv6: per /64), and release the slot when all was sent", async () => {
    const guard = guardOf();
    const answers = Array.from({ length: 8 }, () => held());
    const sent: Response[] = [];
    for (const [i, each] of answers.entries())
      sent.push(await guard.answer(asked("/x"), from(`2001:db8::${i}`), each.response));
    expect((await guard.answer(asked("/x"), from("2001:db8::9"), fine)).status).toBe(429);
    expect((await guard.answer(asked("/x"), from("2001:db8:0:1::9"), fine)).status).toBe(200);
    answers[0]!.end();
    await sent[0]!.text();
    expect((await guard.answer(asked("/x"), from("2001:db8::9"), fine)).status).toBe(200);
  });

  it.each(["cancel", "fail", "abort"] as const)("release the slot after %s", async (how) => {
    const guard = guardOf({ maxRequests: 1 });
    const content = held();
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const response = await guard.answer(
      asked("/x", { signal: controller.signal }),
      undefined,
      (incoming: GatewayRequest) => {
        signal = incoming.signal;
        return content.response();
      },
    );
    const reader = response.body!.getReader();
    if (how === "cancel") await reader.cancel();
    if (how === "abort") controller.abort(new Error("gone"));
    if (how === "fail") {
      content.fail(new Error("broken"));
      await expect(reader.read()).rejects.toThrow("broken");
    }
    expect((await guard.answer(asked("/x"), undefined, fine)).status).toBe(200);
    expect(signal?.aborted).toBe(true);
    if (how !== "fail") expect(content.cancelled).toBe(true);
    expect(guard.records[0]).toMatchObject({ cut: true });
  });

  it("allow a client a burst, then a rate per second", async () => {
    let now = 0;
    const guard = guardOf({ now: () => now, clientRate: { perSecond: 2, burst: 3 } });
    const ask = async (address: string) => {
      const response = await guard.answer(asked("/x"), from(address), fine);
      await response.text();
      return response.status;
    };
    for (let i = 0; i < 3; i++) expect(await ask("192.0.2.1")).toBe(200);
    expect(await ask("::ffff:192.0.2.1")).toBe(429);
    expect(await ask("192.0.2.2")).toBe(200);
    now += 500;
    expect(await ask("192.0.2.1")).toBe(200);
  });

  it("tell a client in Retry-After when it has a request again (RFC 9110 §10.2.3)", async () => {
    let now = 0;
    const guard = guardOf({ now: () => now, clientRate: { perSecond: 1 / 4000, burst: 1 } });
    const ask = () => guard.answer(asked("/x"), from("192.0.2.1"), fine);
    expect((await ask()).status).toBe(200);
    const seconds = Number((await ask()).headers.get("retry-after"));
    expect(seconds).toBe(4000);
    now += 1000 * seconds;
    expect((await ask()).status).toBe(200);
  });
});

describe("a streamed response", () => {
  it("fails if its content fails", async () => {
    const guard = guardOf();
    const content = held();
    const response = await guard.answer(asked("/x"), undefined, content.response);
    content.write("half");
    const reader = response.body!.getReader();
    await reader.read();
    content.fail(new Error("broken"));
    await expect(reader.read()).rejects.toThrow("broken");
    expect(guard.records).toMatchObject([{ octets: 4, cut: true }]);
  });

  it("is counted at once if it has a length", async () => {
    const guard = guardOf();
    const route = (incoming: GatewayRequest) => {
      incoming.errorCode = "target-busy";
      return new Response("fine", { headers: { "content-length": "4" } });
    };
    await guard.answer(asked("/x"), undefined, route);
    await guard.answer(asked("/x", { method: "HEAD" }), undefined, route);
    expect(guard.records).toMatchObject([{ octets: 4, refused: "target-busy" }, { octets: 0 }]);
    expect(guard.metrics.inFlight).toBe(0);
  });
});

describe("the gateway's own pages", () => {
  it("robots.txt disallows all, unless the option says otherwise", async () => {
    const text = async (guard: Guard) => (await guard.answer(asked("/robots.txt"), undefined, fine)).text();
    expect(await text(guardOf())).toBe("User-agent: *\nDisallow: /\n");
    expect(await text(guardOf({ robots: "allow" }))).toBe("User-agent: *\nDisallow: /_/\n");
    const allowed = await guardOf({ robots: "allow" }).answer(asked("/x"), undefined, fine);
    expect(allowed.headers.has("x-robots-tag")).toBe(false);
  });

  it("security.txt exists if there is a contact", async () => {
    const response = await guardOf({ contact: "mailto:abuse@gw.example" }).answer(
      asked("/.well-known/security.txt"),
      undefined,
      () => new Response("none", { status: 404 }),
    );
    expect(await response.text()).toContain("Contact: mailto:abuse@gw.example\n");
  });

  it("health and metrics are visible to loopback addresses only", async () => {
    const none = () => new Response("none", { status: 404 });
    const ask = async (guard: Guard, caller?: { address: string; forwarded?: boolean }) =>
      (await guard.answer(asked("/_/health"), caller, none)).status;
    expect(await ask(guardOf(), from("127.0.0.1"))).toBe(200);
    expect(await ask(guardOf(), from("192.0.2.1"))).toBe(404);
    expect(await ask(guardOf(), { address: "127.0.0.1", forwarded: true })).toBe(404);
    expect(await ask(guardOf())).toBe(404);
    expect(await ask(guardOf({ operations: "all" }))).toBe(200);
    expect(await ask(guardOf({ operations: "none" }), from("::1"))).toBe(404);
  });

  it("health and metrics are visible under loopback names only, because a local proxy has a loopback address", async () => {
    const guard = guardOf({ hosts: ["*"] });
    const none = () => new Response("none", { status: 404 });
    const ask = async (host: string, path: string) =>
      (await guard.answer(new Request(`http://${host}${path}`), from("127.0.0.1"), none)).status;
    for (const path of ["/_/health", "/_/metrics"]) {
      for (const host of ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]", "LOCALHOST."])
        expect([host, path, await ask(host, path)]).toEqual([host, path, 200]);
      for (const host of ["gw.example", "gw.example:8080", "localhost.gw.example", "192.0.2.1"])
        expect([host, path, await ask(host, path)]).toEqual([host, path, 404]);
    }
    const open = guardOf({ hosts: ["*"], operations: "all" });
    const request = new Request("http://gw.example/_/health");
    expect((await open.answer(request, from("192.0.2.1"), none)).status).toBe(200);
  });

  it("health answers 503 while draining", async () => {
    const guard = guardOf();
    const ask = () => guard.operations(asked("/_/health"));
    expect(await ask().json()).toEqual({ status: "ok", inFlight: 0, uptime: 0, cache: "off" });
    guard.drain();
    expect(ask().status).toBe(503);
    expect(guard.operations(asked("/x")).status).toBe(404);
    // A search engine must not list them, whatever the option robots is for pages.
    expect(guard.operations(asked("/x")).headers.get("x-robots-tag")).toBe("noindex, nofollow");
  });

  it("metrics are Prometheus text, without URLs and addresses", async () => {
    let now = 0;
    const guard = guardOf({ now: () => now });
    const url = registry.parse("ftp://u.example/secret/path");
    const response = await guard.answer(asked("/x"), from("192.0.2.55"), async (incoming) => {
      await incoming.target(url);
      now += 2500;
      incoming.cacheUse = "hit";
      return fine();
    });
    await response.text();
    await guard.answer(asked("/x", { method: "PUT", body: "x" }), undefined, fine);
    const told = guard.operations(asked("/_/metrics"));
    expect(told.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await told.text();
    expect(text).toContain('anyurl_gateway_requests_total{class="2xx"} 1\n');
    expect(text).toContain('anyurl_gateway_requests_total{class="4xx"} 1\n');
    expect(text).toContain('anyurl_gateway_refused_total{code="method-not-allowed"} 1\n');
    expect(text).toContain('anyurl_gateway_cache_total{use="hit"} 1\n');
    const refusal = "method-not-allowed: the gateway is read-only\n";
    expect(text).toContain(`anyurl_gateway_sent_octets_total ${"fine".length + refusal.length}\n`);
    expect(text).toContain('anyurl_gateway_duration_seconds_count{scheme="ftp"} 1\n');
    expect(text).toContain('anyurl_gateway_duration_seconds_sum{scheme="ftp"} 2.5\n');
    expect(text).toContain('_bucket{scheme="ftp",le="+Inf"} 1\n');
    expect(text).not.toMatch(/secret|u\.example|192\.0\.2/);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"\\]*"(?:,le="[^"]+")?\})? \d+(?:\.\d+)?)$/,
      );
  });
});

describe("the log", () => {
  it("has one record per request, without search terms, users and complete addresses", async () => {
    let now = Date.UTC(2026, 0, 1);
    const guard = guardOf({ now: () => now });
    const url = registry.parse("gopher://h.example/7/find%09my%20illness");
    const response = await guard.answer(
      asked("/gopher/h.example/7/find%09my%20illness"),
      from("192.0.2.55"),
      async (incoming) => {
        await incoming.target(url);
        now += 12;
        return fine();
      },
    );
    expect(response.status).toBe(200);
    expect(guard.records).toEqual([
      {
        time: "2026-01-01T00:00:00.000Z",
        method: "GET",
        target: "gopher://h.example/7/find%09***",
        status: 200,
        octets: 4,
        ms: 12,
        client: "192.0.2.0/24",
      },
    ]);
  });

  it("says how the cache was used, and whether the client got all", async () => {
    const guard = guardOf();
    const content = held();
    const response = await guard.answer(asked("/x"), undefined, (incoming) => {
      incoming.cacheUse = "hit";
      return content.response();
    });
    await response.body!.cancel();
    expect(guard.records).toMatchObject([{ cache: "hit", cut: true }]);
  });

  it("has at most 100 characters of a path without a target, and no file name", async () => {
    const guard = guardOf();
    for (const path of [`/_/${"x".repeat(200)}`, "/_/s/secret", "/other/secret", "/"])
      await guard.answer(asked(path), undefined, fine);
    const targets = guard.records.map(({ target }) => target);
    expect(targets).toEqual([`/_/${"x".repeat(97)}`, "/_/s/***", "", "/"]);
  });

  it("has no target of a request that was rejected before its target was known", async () => {
    const guard = guardOf({ logAddresses: "none" });
    await guard.answer(asked("/ftp/u:pass@h/secret", { method: "PUT", body: "x" }), from("192.0.2.1"), fine);
    expect(JSON.stringify(guard.records)).not.toMatch(/pass|secret|192\.0\.2/);
    expect(guard.records).toMatchObject([{ status: 405, refused: "method-not-allowed" }]);
  });
});

describe("signed links", () => {
  const sign = { keys: [{ id: "k", secret: new Uint8Array(32).fill(7) }] };
  const url = registry.parse("ftp://h.example/a");

  it("are opened, and unsigned ones are rejected", async () => {
    const guard = guardOf({ sign });
    let href = "";
    await guard.answer(asked("/"), undefined, async (incoming) => {
      href = await incoming.href(url, "/ftp/h.example/a");
      return fine();
    });
    let seen = "";
    const open = (path: string, target = url) =>
      guard.answer(asked(path), undefined, async (incoming) => {
        seen = incoming.request.url;
        await incoming.target(target);
        return fine();
      });
    expect((await open(href)).status).toBe(200);
    expect(seen).toBe(`${HERE}/ftp/h.example/a`);
    expect((await open("/ftp/h.example/a")).status).toBe(403);
    expect((await open(href, registry.parse("ftp://other.example/a"))).status).toBe(403);
    expect(JSON.stringify(guard.records)).not.toContain(href.split("/")[3]);
  });

  it("are plain paths without the option sign", async () => {
    await guardOf().answer(asked("/"), undefined, (incoming) => {
      expect(incoming.href(url, "/ftp/h.example/a")).toBe("/ftp/h.example/a");
      return fine();
    });
  });
});

describe("options", () => {
  it("of limits can be Infinity, which turns them off", async () => {
    const off = Number.POSITIVE_INFINITY;
    const guard = guardOf({
      ...{ maxRequests: off, maxPerClient: off, maxPerTarget: off, maxTracked: off },
      ...{ clientRate: { perSecond: off, burst: off }, targetRate: { perSecond: off, burst: off } },
    });
    for (let i = 0; i < 200; i++)
      expect((await guard.answer(asked("/x"), from("192.0.2.1"), fine)).status).toBe(200);
  });

  it.each<GuardOptions>([
    { maxRequests: 0 },
    { maxPerClient: Number.NaN },
    { maxPerTarget: 1.5 },
    { maxTracked: -1 },
    { maxForm: 0 },
    { clientRate: { perSecond: -1, burst: 1 } },
    { robots: "perhaps" as never },
    { operations: "friends" as never },
    { logAddresses: "half" as never },
    { contact: "me" },
    { name: "a b" },
    { publicUrl: "https://h/path" },
    { hosts: ["a b"] },
    { clientRate: { perSecond: 0 } },
    { clientRate: { perSecond: Number.NaN } },
    { targetRate: { burst: 0 } },
    { targetRate: { perSecond: 0 } },
    { targetRate: { perSecond: -1 } },
    { sign: {} as never },
    { sign: { keys: undefined } as never },
    { sign: null as never },
    { sign: { keys: [], scope: "path" } as never },
    { maxRequest: 1 } as never,
  ])("rejects %o", (options) => {
    expect(() => createGuard({ registry, ...options })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});
