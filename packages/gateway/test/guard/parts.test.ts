import { getEventListeners } from "node:events";
import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAccessRecord, formatLogAddress, redactTarget } from "../../src/guard/access-log.ts";
import { isLoopback, toClientKey, truncateAddress } from "../../src/guard/client-key.ts";
import { CONTENT_POLICY, setSecurityHeaders } from "../../src/guard/content-policy.ts";
import { countResponse } from "../../src/guard/count-response.ts";
import { GatewayError, gatewayErrorResponse } from "../../src/guard/gateway-error.ts";
import { guardOptions } from "../../src/guard/guard-options.ts";
import { parseHosts } from "../../src/guard/hosts.ts";
import { ConcurrencyLimiter, RateLimiter } from "../../src/guard/limiters.ts";
import { isRequestLoop } from "../../src/guard/via.ts";
import { isContact, securityTxtResponse } from "../../src/guard/well-known.ts";
import { formatLinkAs, parseRequestUrl, withNamed, withToken } from "../../src/paths.ts";

describe("Host", () => {
  const hosts = parseHosts(["gateway.example", "[::1]:8080", "127.0.0.1"], () => 8080);

  it.each([
    ["gateway.example", true],
    ["GATEWAY.Example.:8080", true],
    ["[::1]:8080", true],
    ["[0:0::1]:8080", true],
    ["[::1]:8081", false],
    ["127.0.0.1:1", true],
    ["127.0.0.1.attacker.example", false],
    ["attacker.example", false],
    ["gateway.example@attacker.example", false],
    ["gateway.example:8080:1", false],
    ["", false],
  ])("serves %s: %s", (host, served) => {
    expect(hosts.serves(host)).toBe(served);
  });

  it("rejects a missing Host", () => expect(hosts.serves(null)).toBe(false));
  it("accepts any Host with *", () => expect(parseHosts(["*"]).serves("whatever")).toBe(true));
  it("distinguishes our own address from other servers of the host", () => {
    expect(hosts.isOwn("Gateway.example", 8080)).toBe(true);
    expect(hosts.isOwn("::1", 8080)).toBe(true);
    expect(hosts.isOwn("gateway.example", 21)).toBe(false);
    expect(hosts.isOwn("gateway.example", 443)).toBe(true);
    expect(hosts.isOwn("127.0.0.1", 80)).toBe(false);
    expect(hosts.isOwn("127.0.0.1", 8080)).toBe(true);
    expect(parseHosts(["localhost"]).isOwn("localhost", 70)).toBe(false);
  });
  it.each(["", "a b", "h:0", "h:65536", "https://h", "[::1"])("rejects the option %j", (name) => {
    expect(() => parseHosts([name])).toThrow(expect.objectContaining({ name: "OptionValueError" }));
  });
});

describe("a client", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["nobody", undefined],
  ])("is counted by its key: %s, %s", (address, key) => {
    expect(toClientKey(address)).toBe(key);
  });
  it("has a truncated address in the log", () => {
    expect(truncateAddress("192.0.2.7")).toBe("192.0.2.0/24");
    expect(truncateAddress("2001:db8:1:2::3")).toBe("2001:db8:1::/48");
    expect(truncateAddress("a Unix socket")).toBeUndefined();
  });
  it("is recognized as loopback", () => {
    expect(["127.9.9.9", "::1", "::ffff:127.0.0.1"].every(isLoopback)).toBe(true);
    expect(["128.0.0.1", "::2", "::", "x"].some(isLoopback)).toBe(false);
  });
});

describe("Places", () => {
  it("limits slots per key, and releases each slot once", () => {
    const places = new ConcurrencyLimiter(2);
    const leave = places.acquire("a")!;
    expect(places.acquire("a")).toBeDefined();
    expect(places.acquire("a")).toBeUndefined();
    expect(places.acquire("b")).toBeDefined();
    leave();
    leave();
    expect(places.acquire("a")).toBeDefined();
    expect(places.acquire("a")).toBeUndefined();
  });
  it("drops keys without slots in use", () => {
    const places = new ConcurrencyLimiter(2);
    const leaves = ["a", "b", "a"].map((key) => places.acquire(key)!);
    for (const leave of leaves) leave();
    expect(places.keys).toBe(0);
  });
});

describe("Rates", () => {
  it("never allows more in any period than the burst plus the rate times the period", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (all, perSecond, burst) => {
          let now = 1_000_000;
          const rates = new RateLimiter({ perSecond, burst }, 10, () => now);
          const taken: number[] = [];
          for (const [wait, tries] of all) {
            now += wait;
            for (let i = 0; i < tries; i++) if (rates.take("a") === 0) taken.push(now);
          }
          for (let i = 0; i < taken.length; i++) {
            for (let j = i; j < taken.length; j++) {
              const most = burst + ((taken[j]! - taken[i]!) / 1000) * perSecond;
              expect(j - i + 1).toBeLessThanOrEqual(most + 1e-6);
            }
          }
        },
      ),
    );
  });

  it("returns when the next token is available", () => {
    let now = 0;
    const rates = new RateLimiter({ perSecond: 4, burst: 2 }, 10, () => now);
    expect([rates.take("a"), rates.take("a")]).toEqual([0, 0]);
    const wait = rates.take("a");
    expect(wait).toBe(250);
    now += wait;
    expect(rates.take("a")).toBe(0);
    expect(rates.take("b")).toBe(0);
  });

  it.each([
    { perSecond: Number.POSITIVE_INFINITY, burst: 1 },
    { perSecond: 1, burst: Number.POSITIVE_INFINITY },
  ])("never waits, and tracks no key, without a limit: %o", (rate) => {
    const rates = new RateLimiter(rate, 10, () => 0);
    for (let i = 0; i < 3; i++) expect(rates.take("a")).toBe(0);
    expect(rates.keys).toBe(0);
  });

  it("tracks a limited number of keys, the most recently used ones", () => {
    const rates = new RateLimiter({ perSecond: 1, burst: 1 }, 100, () => 5);
    for (let i = 0; i < 5000; i++) rates.take(`k${i}`);
    expect(rates.keys).toBe(100);
    expect(rates.take("k4999")).toBeGreaterThan(0);
  });

  it("works if the clock is set back", () => {
    let now = 1_000_000;
    const rates = new RateLimiter({ perSecond: 1, burst: 1 }, 10, () => now);
    rates.take("a");
    now = 0;
    expect(rates.take("a")).toBeLessThanOrEqual(1000);
  });
});

describe("Via (RFC 9110 §7.6.3)", () => {
  it.each([
    ["1.1 gw-1", true],
    ["HTTP/1.1 GW-1 (a comment)", true],
    ["1.0 fred, 1.1  gw-1", true],
    ["1.1 other, 1.1 gw-10", false],
    ["gw-1", false],
    [Array(33).fill("1.1 a").join(","), true],
  ])("is a loop for %j: %s", (via, loop) => {
    expect(isRequestLoop(via, "gw-1")).toBe(loop);
  });
});

describe("the log", () => {
  it.each([
    ["ftp://u:p@h.example/a;type=i", "ftp://h.example/a;type=i"],
    ["ftp://u:p@x@h.example/", "ftp://h.example/"],
    ["http://h.example/f?user=me&q=secret&flag#part", "http://h.example/f?user=***&q=***&***"],
    ["http://h.example/f#token=secret", "http://h.example/f"],
    ["gopher://h.example/7/find%09my%20illness", "gopher://h.example/7/find%09***"],
    ["wais://h.example/db?my+illness", "wais://h.example/db?***"],
    ["news:comp.lang.c", "news:comp.lang.c"],
    ["news:<1@h.example>", "news:<1@h.example>"],
    ["http://h/?", "http://h/?"],
    ["no url", ""],
    [`http://h/${"x".repeat(1000)}`, `http://h/${"x".repeat(491)}`],
    [`http://h/?${"a=b&".repeat(30)}`, `http://h/?${"a=***&".repeat(20).slice(0, -1)}`],
  ])("logs %s as %s", (url, kept) => {
    expect(redactTarget(url)).toBe(kept);
  });
  it("has an address in full only if asked, and at most 64 characters of it", () => {
    const address = "2001:db8:1:2::3";
    expect(["whole", "shortened", "none"].map((how) => formatLogAddress(address, how as "whole"))).toEqual([
      ...[address, "2001:db8:1::/48", undefined],
    ]);
    expect(formatLogAddress("x".repeat(100), "whole")).toBe("x".repeat(64));
  });
  it("has one line per request, without terminal control characters", () => {
    fc.assert(
      fc.property(anyUnicode(), (text) => {
        const target = redactTarget(`http://h/${text}`);
        const line = formatAccessRecord({ time: "t", method: "GET", target, status: 200, octets: 0, ms: 0 });
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(line.length).toBeLessThan(2500);
      }),
    );
  });
});

describe("the bytes of a response", () => {
  it("are counted once, also without content", async () => {
    const calls: unknown[] = [];
    const over = (octets: number, cut: boolean) => calls.push([octets, cut]);
    const { signal } = new AbortController();
    const empty = new Response(null, { status: 304 });
    expect(countResponse(empty, signal, over)).toBe(empty);
    expect(calls).toEqual([[0, false]]);
    const full = countResponse(new Response("1234"), signal, over);
    expect(await full.text()).toBe("1234");
    expect(calls).toEqual([
      [0, false],
      [4, false],
    ]);
  });

  it("are those up to the disconnect of the client", async () => {
    const calls: unknown[] = [];
    const client = new AbortController();
    const endless = new ReadableStream<Uint8Array>({ pull: (out) => out.enqueue(new Uint8Array(10)) });
    const counted = countResponse(new Response(endless), client.signal, (octets, cut) =>
      calls.push([octets, cut]),
    );
    await counted.body!.getReader().read();
    client.abort();
    client.abort();
    expect(calls).toEqual([[10, true]]);
  });

  it("are counted once if the client disconnects while the server is silent", async () => {
    const calls: unknown[] = [];
    const client = new AbortController();
    const silent = new ReadableStream<Uint8Array>();
    const counted = countResponse(new Response(silent), client.signal, (octets, cut) =>
      calls.push([octets, cut]),
    );
    const reading = counted.body!.getReader().read();
    client.abort();
    // The pending read ends as well.
    await reading;
    expect(calls).toEqual([[0, true]]);
  });

  it("are not read if the client disconnected before the response, which is canceled", async () => {
    const calls: unknown[] = [];
    let reason: unknown;
    const body = new ReadableStream<Uint8Array>({
      cancel(why) {
        reason = why;
      },
    });
    const gone = AbortSignal.abort(new Error("gone"));
    countResponse(new Response(body), gone, (octets, cut) => calls.push([octets, cut]));
    await Promise.resolve();
    expect([calls, reason]).toEqual([[[0, true]], gone.reason]);
  });

  it("are read at the pace of the client, and leave no listener after the last one", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(out) {
          if (pulled++ === 0) out.enqueue(new Uint8Array(10));
          else out.close();
        },
      },
      { highWaterMark: 0 },
    );
    const { signal } = new AbortController();
    const counted = countResponse(new Response(body), signal, () => {});
    await new Promise((resolve) => setImmediate(resolve));
    expect([pulled, getEventListeners(signal, "abort")]).toEqual([0, [expect.anything()]]);
    await counted.arrayBuffer();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("security headers", () => {
  it("are strict by default", () => {
    const headers = new Headers({ "set-cookie": "a=b" });
    setSecurityHeaders(headers, false);
    expect(Object.fromEntries(headers)).toEqual({
      "content-security-policy": CONTENT_POLICY.octets,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
    });
  });
  it.each(["image/svg+xml", "text/xml", "application/xhtml+xml; charset=utf-8", "application/xml"])(
    "make %s a download",
    (type) => {
      const headers = new Headers({ "content-type": type });
      setSecurityHeaders(headers, false);
      expect(headers.get("content-disposition")).toBe("attachment");
    },
  );
  it("allow scripts on the home page only, and only our own", () => {
    const { page, home, document, octets } = CONTENT_POLICY;
    for (const policy of [page, document, octets]) expect(policy).not.toMatch(/script/);
    expect(home).toContain("script-src 'self'");
    for (const policy of [page, home, document, octets]) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("sandbox");
    }
    // A document without an origin cannot read these resources anyway.
    expect(document).not.toContain("'self'");
    // A download does nothing by itself; everything else stays blocked.
    expect(document.match(/allow-\w+/g)).toEqual(["allow-downloads"]);
  });
});

describe("a rejection by the gateway", () => {
  it.each([
    ["own-address", 403],
    ["bad-signature", 403],
    ["link-expired", 403],
    ["foreign-form", 403],
    ["cross-site", 403],
    ["not-found", 404],
    ["method-not-allowed", 405],
    ["length-required", 411],
    ["precondition-failed", 412],
    ["too-large", 413],
    ["bad-form", 415],
    ["range-not-satisfiable", 416],
    ["host-not-served", 421],
    ["client-rate", 429],
    ["client-busy", 429],
    ["gateway-fault", 500],
    ["gateway-busy", 503],
    ["target-rate", 503],
    ["target-busy", 503],
    ["gateway-loop", 508],
  ] as const)("has its status (RFC 9110 §15) and is not cached: %s is %i", (code, status) => {
    const response = gatewayErrorResponse(new GatewayError(code));
    expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
  });

  it.each([
    ["client-busy", "1"],
    ["gateway-busy", "2"],
    ["target-busy", "2"],
    // The limiter knows how long.
    ["client-rate", null],
    ["target-rate", null],
  ] as const)("says when a slot may be free (RFC 9110 §10.2.3): %s after %s s", (code, after) => {
    expect(gatewayErrorResponse(new GatewayError(code)).headers.get("retry-after")).toBe(after);
  });

  it("says what the visitor can do, if there is anything", async () => {
    const texts = (["own-address", "gateway-busy"] as const).map((code) =>
      gatewayErrorResponse(new GatewayError(code)).text(),
    );
    expect(await Promise.all(texts)).toEqual([
      "own-address: this is the address of the gateway itself (open it without the gateway)\n",
      "gateway-busy: the gateway is busy; try again later\n",
    ]);
  });

  it("lists the methods that are allowed (RFC 9110 §15.5.6)", () => {
    expect(gatewayErrorResponse(new GatewayError("method-not-allowed")).headers.get("allow")).toBe(
      "GET, HEAD",
    );
  });
});

it("keys for signatures cannot be given on a command line, which other users of the machine can see", () => {
  expect(guardOptions.declarations.sign.programOnly).toBe(true);
});

describe("refusalResponse", () => {
  it("returns a code and one line", async () => {
    const refusal = new GatewayError("client-rate", { message: "slowly", retryAfter: 0.2 });
    const response = gatewayErrorResponse(refusal);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.text()).toBe("client-rate: slowly\n");
  });
});

describe("a request URL", () => {
  const parse = (path: string, isSigned = true) => parseRequestUrl(`http://gateway.example${path}`, isSigned);

  it("has a token, a mark and a format before its link", () => {
    const path = withToken("k.1.aa", withNamed(formatLinkAs("json", "ftp://h/a%2Fb?x")));
    expect(parse(`${path}#part`)).toEqual({
      host: "gateway.example:80",
      reference: path,
      link: "/_/json/ftp://h/a%2Fb?x",
      path: "/_/json/ftp://h/a%2Fb",
      query: "x",
      token: "k.1.aa",
      isNamed: true,
      form: "json",
      target: "ftp://h/a%2Fb?x",
    });
  });

  it("has no token if links are not signed, or if nothing follows it", () => {
    expect(parse("/_/s/k.1.aa/ftp://h/", false)).toMatchObject({ token: undefined, target: undefined });
    expect(parse("/_/s/k.1.aa")).toMatchObject({ token: undefined, target: undefined });
    expect(parse("/ftp://h/")).toMatchObject({ token: undefined, isNamed: false, target: "ftp://h/" });
  });

  it("has no mark without the slash after it", () => {
    expect(parse("/_/namedftp://h/")).toMatchObject({ isNamed: false, target: undefined });
  });

  it("always has a port", () => {
    expect(parseRequestUrl("https://h/", false).host).toBe("h:443");
    expect(parseRequestUrl("http://[::1]:8080/?q", false)).toMatchObject({ host: "[::1]:8080", path: "/" });
  });
});

describe("security.txt (RFC 9116)", () => {
  it("has Contact and Expires", async () => {
    const init = { contact: "mailto:abuse@gw.example", publicUrl: "https://gw.example/" };
    const text = await securityTxtResponse(init, Date.UTC(2026, 0, 1))!.text();
    expect(text).toBe(
      "Contact: mailto:abuse@gw.example\nExpires: 2026-07-02T12:00:00Z\n" +
        "Canonical: https://gw.example/.well-known/security.txt\n",
    );
  });
  it("is absent without a contact", () =>
    expect(securityTxtResponse({ contact: undefined, publicUrl: undefined }, 0)).toBeUndefined());
  it.each(["abuse@gw.example", "javascript:x", "mailto:a b", "https://h/\n"])("rejects %j", (contact) => {
    expect(isContact(contact)).toBe(false);
  });
});
