import { createRegistry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { describe, expect, it } from "vitest";
import type { GuardOptions } from "../../src/guard/index.ts";
import { createGuard } from "./create-guard.ts";

const registry = createRegistry(ftp);
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";

interface Asked {
  readonly status: number;
  readonly code: string;
  readonly isForeign: boolean | undefined;
}

/** Sends a request to a gateway at http://gw.example:8080, like a browser. */
async function ask(
  fields: Record<string, string>,
  {
    method = "GET",
    url = "http://gw.example:8080/ftp://h/",
    ...options
  }: GuardOptions & RequestInit & { url?: string } = {},
): Promise<Asked> {
  const guard = createGuard({ registry, hosts: ["gw.example", "localhost"], ...options });
  const headers = { ...(method === "POST" && { "content-length": "3" }), ...fields };
  let isForeign: boolean | undefined;
  const response = await guard.answer(new Request(url, { method, headers }), undefined, (incoming) => {
    isForeign = incoming.isForeign;
    return new Response("fine");
  });
  const text = await response.text();
  return { status: response.status, code: text.split(":", 1)[0]!, isForeign };
}

const post = (fields: Record<string, string>, options: Parameters<typeof ask>[1] = {}) =>
  ask(fields, { method: "POST", ...options });

describe("a POST", () => {
  it.each([
    "http://evil.example",
    "http://gw.example:3000",
    "http://gw.example",
    "http://localhost:8080",
    "http://gw.example:8080.evil.example",
    "http://gw.example:8080@evil.example",
    "null",
    "file://",
    "",
  ])("is rejected from the origin %j", async (origin) => {
    expect(await post({ origin })).toMatchObject({ status: 403, code: "foreign-form" });
    // "*" allows all host names, but not forms of all origins.
    expect(await post({ origin }, { hosts: ["*"] })).toMatchObject({ status: 403 });
  });

  it("is answered from the gateway's own origin, also with a proxy for TLS or another name in front", async () => {
    expect((await post({ origin: "http://gw.example:8080" })).status).toBe(200);
    expect((await post({ origin: "https://gw.example:8080", "sec-fetch-site": "same-origin" })).status).toBe(
      200,
    );
    const publicUrl = "https://gateway.example";
    expect((await post({ origin: publicUrl }, { publicUrl })).status).toBe(200);
    expect((await post({ origin: "https://gateway.example:444" }, { publicUrl })).status).toBe(403);
  });

  it.each(["cross-site", "same-site", "CROSS-SITE", "x"])(
    "is rejected with Sec-Fetch-Site: %s, also as a navigation",
    async (site) => {
      const fields = { "sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
      expect(await post(fields)).toMatchObject({ status: 403, code: "foreign-form" });
    },
  );

  it("is checked by Referer without an Origin, and answered for a program", async () => {
    expect((await post({ referer: "http://evil.example/page" })).status).toBe(403);
    expect((await post({ referer: "http://gw.example:8080/gopher://h/" })).status).toBe(200);
    expect((await post({ "user-agent": "curl/8.10" })).status).toBe(200);
  });
});

describe("a GET with Fetch Metadata (resource isolation policy)", () => {
  const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  it.each([
    ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    ["a script", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" }],
    ["a fetch", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" }],
    ["a fetch by CORS", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
    ["a WebSocket", { "sec-fetch-mode": "websocket", "sec-fetch-dest": "empty" }],
    ["an object", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "object" }],
    ["an embed", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "embed" }],
    ["an iframe", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
    ["a frame", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "frame" }],
    ["a prefetched navigation", { ...navigation, "sec-purpose": "prefetch;prerender" }],
    ["no mode", {}],
  ])("is rejected as %s of another site or origin, and answered for our own pages", async (_, fields) => {
    const site = (value: string) => ask({ ...fields, "sec-fetch-site": value } as Record<string, string>);
    for (const value of ["cross-site", "same-site"])
      expect(await site(value)).toMatchObject({ status: 403, code: "cross-site" });
    for (const value of ["same-origin", "none"])
      expect(await site(value)).toMatchObject({ status: 200, isForeign: false });
  });

  it("is answered as a navigation, and known to be cross-site", async () => {
    for (const method of ["GET", "HEAD"])
      expect(await ask({ ...navigation, "sec-fetch-site": "cross-site" }, { method })).toMatchObject({
        status: 200,
        isForeign: true,
      });
  });

  it("is rejected for every path, also for health and assets", async () => {
    for (const path of [
      "/",
      "/_/assets/style.css",
      "/_/health",
      "/robots.txt",
      "/_/search?url=ftp%3A%2F%2Fh%2F&q=x",
    ])
      expect(
        await ask(
          { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
          { url: `http://localhost${path}` },
        ),
      ).toMatchObject({ status: 403, code: "cross-site" });
  });
});

describe("a GET without Fetch Metadata", () => {
  it("is rejected with another Origin, which only scripts send", async () => {
    expect(await ask({ origin: "http://evil.example" })).toMatchObject({ status: 403, code: "cross-site" });
    expect(await ask({ origin: "null" })).toMatchObject({ status: 403, code: "cross-site" });
    expect((await ask({ origin: "http://gw.example:8080" })).status).toBe(200);
  });

  it("counts as our own from a browser only with our own Referer", async () => {
    const foreign = async (fields: Record<string, string>) => (await ask(fields)).isForeign;
    expect(await foreign({ "user-agent": BROWSER })).toBe(true);
    expect(await foreign({ "user-agent": BROWSER, referer: "http://evil.example/" })).toBe(true);
    expect(await foreign({ "user-agent": BROWSER, referer: "http://gw.example:8080/x" })).toBe(false);
    expect(await foreign({ referer: "http://evil.example/" })).toBe(true);
    expect(await foreign({ "user-agent": "curl/8.10" })).toBe(false);
    expect(await foreign({})).toBe(false);
  });
});
