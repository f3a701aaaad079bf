import { type EmbeddedServer, startGopherServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, gatewayOf } from "./world.ts";

let gopher: EmbeddedServer;
beforeAll(async () => {
  gopher = await startGopherServer();
});
afterAll(() => gopher.close());

/** What browsers send for a link on another site: to a trustworthy origin, and to any other origin. */
const FOREIGN = [
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  { "user-agent": "Mozilla/5.0 (X11)" },
  { "user-agent": "Mozilla/5.0 (X11)", referer: "http://evil.example/" },
];

const OWN = [
  { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  { "user-agent": "Mozilla/5.0 (X11)", referer: "http://gateway.example/" },
  { "user-agent": "curl/8.10" },
];

describe("a gateway with the option crossSite", () => {
  it("rejects any other value", () => {
    expect(() => gatewayOf({ crossSite: "none" as never })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });

  it('opens a link of another site with "open"', async () => {
    for (const headers of FOREIGN)
      expect((await ask(gatewayOf({ crossSite: "open" }), `/${gopher.origin}/`, { headers })).status).toBe(
        200,
      );
  });

  it('answers a link of another site with the home page with "home", and opens nothing', async () => {
    const home = gatewayOf({ crossSite: "home" });
    const before = gopher.received.length;
    const url = `${gopher.origin}/0/FLUSHALL`;
    const query = encodeURIComponent(url);
    for (const headers of FOREIGN) {
      for (const [path, location] of [
        [`/${url}`, `/?url=${query}`],
        [`/_/raw/${url}`, `/?url=${query}`],
        [`/_/search?url=${query}&q=x`, `/?url=${query}`],
        [`/_/leave?url=${query}`, `/?url=${query}`],
        ["/gopher://user:s3cret@h/", `/?url=${encodeURIComponent("gopher://user:***@h/")}`],
        ["/_/about", "/"],
      ] as const) {
        const response = await ask(home, path, { headers });
        expect([path, response.status, response.headers.get("location")]).toEqual([path, 303, location]);
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
      for (const path of ["/", `/?url=${query}`]) {
        const response = await ask(home, path, { headers });
        expect([path, response.status]).toEqual([path, 200]);
      }
    }
    expect(gopher.received.length).toBe(before);
  });

  it('opens links of its own pages and typed URLs with "home"', async () => {
    const home = gatewayOf({ crossSite: "home" });
    for (const headers of OWN) expect((await ask(home, `/${gopher.origin}/`, { headers })).status).toBe(200);
  });

  it("makes browsers send Referer to the gateway only", async () => {
    const home = gatewayOf({ crossSite: "home" });
    const policyOf = async (path: string, init = {}) =>
      (await ask(home, path, init)).headers.get("referrer-policy");
    const url = `${gopher.origin}/`;
    for (const path of ["/", "/_/about", `/${url}`, `/?url=${encodeURIComponent(url)}&go=open`])
      expect([path, await policyOf(path)]).toEqual([path, "same-origin"]);
    for (const path of [`/_/raw/${gopher.origin}/0/welcome.txt`, "/_/assets/nothing"])
      expect([path, await policyOf(path, { accept: "*/*" })]).toEqual([path, "no-referrer"]);
  });
});
