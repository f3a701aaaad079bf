import { createServer } from "node:net";
import { createClient } from "@anyurl/client";
import { ftp } from "@anyurl/scheme-ftp";
import {
  type EmbeddedServer,
  folder,
  startFtpServer,
  startGopherServer,
  startHttpServer,
} from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway, formatLink } from "../src/index.ts";
import { ask, gatewayOf, open, strictGateway } from "./world.ts";

const gateway = gatewayOf();
let gopher: EmbeddedServer;
let http: EmbeddedServer;
let files: EmbeddedServer;

const MARKUP = `"><img src=x onerror=alert(1)>'&</title></pre><script>alert(1)</script>`;

beforeAll(async () => {
  const menu = [
    MARKUP,
    { gophertype: "0", display: MARKUP, selector: `/${MARKUP}` },
    { gophertype: "h", display: "js", selector: "URL:javascript:alert(1)" },
    { gophertype: "h", display: "data", selector: "URL:data:text/html,<script>alert(1)</script>" },
    { gophertype: "h", display: "web", selector: "URL:https://web.example/a?b=c#d" },
    { gophertype: "h", display: "login", selector: "URL:http://user:secret@web.example/" },
    { gophertype: "h", display: "mail", selector: "URL:mailto:ada@web.example" },
    { gophertype: "8", display: "session", selector: "guest", host: "library.example", port: 23 },
    { gophertype: "1", display: "\u202eesrever\u001b[2J", selector: "/x" },
  ];
  const root = folder({ "a.txt": MARKUP }, { menu });
  [gopher, http, files] = await Promise.all([
    startGopherServer({ root }),
    startHttpServer({ accounts: { ada: "secret" } }),
    startFtpServer({ root: folder({ [`${MARKUP.replaceAll("/", "")}.txt`]: "" }), anonymous: true }),
  ]);
});

afterAll(() => Promise.all([gopher, http, files].map((server) => server.close())));

async function problemOf(
  response: Response,
): Promise<{ title: string; status: number; detail: string; hint?: string }> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return (await response.json()) as { title: string; status: number; detail: string; hint?: string };
}

describe("text from a server", () => {
  it("is escaped in titles, entries, texts, errors and attributes", async () => {
    for (const url of [
      `${gopher.origin}/`,
      `${files.origin}/`,
      `${gopher.origin}/0/a.txt`,
      `${gopher.origin}/0/none${encodeURIComponent(MARKUP)}`,
    ]) {
      const html = await (await open(gateway, url)).text();
      expect(html).not.toContain("<script");
      expect(html).not.toContain("<img");
      expect(html.match(/<\/title>/g)).toHaveLength(1);
      expect(html.match(/<\/html>/g)).toHaveLength(1);
    }
  });

  it("is sanitized: controls and bidirectional marks are shown as escapes", async () => {
    const html = await (await open(gateway, `${gopher.origin}/`)).text();
    expect(html).toContain("\\u202eesrever\\x1b[2J");
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  it("links only to the gateway, and to the web only through the page for external links", async () => {
    const html = await (await open(gateway, `${gopher.origin}/`)).text();
    const hrefs = Array.from(html.matchAll(/href="([^"]*)"/g), (match) => match[1]!);
    expect(hrefs.filter((href) => !/^[/#]/.test(href))).toEqual([]);
    expect(hrefs.filter((href) => href.startsWith("//"))).toEqual([]);
    expect(hrefs).toContain("/_/named/_/leave?url=https%3A%2F%2Fweb.example%2Fa%3Fb%3Dc%23d");
    expect(html).not.toContain("secret");
    expect(hrefs.join(" ")).not.toMatch(/javascript|data:|mailto/);
  });

  it("leads from a URL: item to the page for external links, which links to the web only", async () => {
    const page = await (await ask(gateway, "/_/leave?url=https%3A%2F%2Fweb.example%2Fa%3Fb%3Dc%23d")).text();
    expect(page).toContain("https://web.example/a?b=c#d</code>");
    expect(page).toMatch(
      /<a class="button" href="https:\/\/web\.example\/a\?b=c#d" rel="noopener noreferrer nofollow"/,
    );
    const session = await (await ask(gateway, "/_/leave?url=telnet%3A%2F%2Flibrary.example%3A23%2F")).text();
    expect(session).toContain("library.example");
    expect(session).not.toContain('class="button"');
    for (const url of [
      "javascript:alert(1)",
      "data:text/html,x",
      "mailto:a@b.example",
      "file:///etc/passwd",
    ]) {
      const response = await ask(gateway, `/_/leave?url=${encodeURIComponent(url)}`, { accept: "*/*" });
      expect([url, (await problemOf(response)).status]).toEqual([url, 403]);
    }
  });
});

describe("every response", () => {
  it.each(["GET", "HEAD"])("has the security headers and sets no cookie: %s", async (method) => {
    const style = /href="(\/_\/assets\/[^"]*\.css)"/.exec(await (await ask(gateway, "/")).text())![1]!;
    const range = { range: "bytes=0-1" };
    const cross = { "sec-fetch-site": "cross-site" };
    const asked: readonly (readonly [string, number, Record<string, string>?])[] = [
      ["/", 200],
      ["/_/about", 200],
      [formatLink(`${gopher.origin}/`), 200],
      [formatLink(`${gopher.origin}/0/a.txt`), 200],
      [`/_/raw${formatLink(`${gopher.origin}/0/a.txt`)}`, 200],
      [formatLink(`${gopher.origin}/0/none`), 404],
      [formatLink(gopher.origin), 308],
      [formatLink("ftp://u:p@h/"), 400],
      [formatLink(`${http.origin}/`), 200],
      ["/nothing", 404],
      ["/robots.txt", 200],
      [style, 200],
      ["/_/assets/nothing", 404],
      ["/_/leave?url=https%3A%2F%2Fweb.example%2F", 200],
      [`/_/search?url=${encodeURIComponent(`${gopher.origin}/7/x`)}&q=x`, 303],
      [`/?url=${encodeURIComponent(`${gopher.origin}/`)}&go=open`, 303],
      [`/_/raw${formatLink(`${http.origin}/welcome.txt`)}`, method === "HEAD" ? 200 : 206, range],
      [
        `/_/raw${formatLink(`${http.origin}/welcome.txt`)}`,
        method === "HEAD" ? 200 : 416,
        { range: "bytes=99999-" },
      ],
      [formatLink(`${http.origin}/welcome.txt`), 304, { "if-none-match": "*" }],
      [formatLink(`${http.origin}/private/x`), 403],
      ["/", 403, cross],
      ["/", 508, { via: Array(40).fill("1.1 a").join(",") }],
    ];
    for (const [path, status, fields = {}] of asked) {
      const { status: got, headers } = await ask(gateway, path, { method, headers: fields });
      expect([path, got]).toEqual([path, status]);
      const policy = headers.get("content-security-policy")!;
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
      expect(policy).toContain("sandbox");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      if (path !== "/") expect(policy).not.toContain("script");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      // Only the gateway gets Referer, from its own pages and redirects.
      const isOwn = policy.includes("form-action 'self'") || headers.has("location");
      expect(headers.get("referrer-policy")).toBe(isOwn ? "same-origin" : "no-referrer");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.has("set-cookie")).toBe(false);
    }
  });
});

describe("the gateway", () => {
  it("requires a client with the policy untrusted", () => {
    const client = createClient({ schemes: [ftp], transport: nodeTransport() });
    expect(() => createGateway({ client })).toThrow(TypeError);
    expect(() => createGateway({ client: {} as never })).toThrow(TypeError);
  });

  it("rejects invalid options", () => {
    expect(() => gatewayOf({ html: "active" as never })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
    expect(() => gatewayOf({ limits: { maxBytes: Number.NaN } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
    expect(() => gatewayOf({ contact: "javascript:alert(1)" })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });

  it.each([
    ["ftp://127.0.0.1/", 403, "host-blocked"],
    ["ftp://localhost/", 403, "host-blocked"],
    ["http://[::1]/", 403, "host-blocked"],
    ["http://[::ffff:127.0.0.1]/", 403, "host-blocked"],
    ["http://10.0.0.1/", 403, "host-blocked"],
    ["http://169.254.169.254/latest/meta-data/", 403, "host-blocked"],
    ["gopher://192.0.2.1:25/0HELO", 403, "port-blocked"],
    ["http://192.0.2.1:9999/", 403, "port-blocked"],
    ["file:///etc/passwd", 403, "scheme-blocked"],
    ["mailto:ada@web.example", 403, "scheme-blocked"],
    ["acap://192.0.2.1/", 501, "unknown-scheme"],
    ["x-nothing:a", 501, "unknown-scheme"],
    ["http://gateway.example/", 403, "own-address"],
    ["ftp://h/%0D%0AQUIT", 400, "control-octet"],
    ["ftp://u?x@h/", 400, "ambiguous-authority"],
    ["ftp://h:99999/", 400, "bad-port"],
    ["ftp:x", 400, "missing-authority"],
    [`ftp://h/${"a".repeat(16_384)}`, 414, "too-long"],
  ])("answers %s with %i %s, in every format", async (url, status, code) => {
    const strict = strictGateway();
    const problem = await problemOf(await open(strict, url, { accept: "*/*" }));
    expect([problem.status, problem.title]).toEqual([status, code]);
    const page = await open(strict, url);
    expect(page.status).toBe(status);
    expect(await page.text()).toContain(`<code>${code}</code>`);
    const text = await open(strict, url, { accept: "text/plain" });
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toMatch(new RegExp(`^${code}: [^\\n]*\\n$`));
  });

  it("names the keyword of plugins for a scheme that it does not have", async () => {
    const { hint } = await problemOf(await open(strictGateway(), "acap://192.0.2.1/", { accept: "*/*" }));
    expect(hint).toContain("npm lists them with the keyword anyurl-scheme");
  });

  it("shows the address of a session and does not open it", async () => {
    const page = await open(strictGateway(), "telnet://library.example:23/");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("library.example");
  });

  it("rejects credentials in any URL with 400, and does not repeat them", async () => {
    const url = "ftp://lovelace:s3cret@h.example/x";
    const query = encodeURIComponent(url);
    for (const path of [
      formatLink(url),
      `/_/raw${formatLink(url)}`,
      `/_/leave?url=${query}`,
      `/_/search?url=${query}&q=s`,
      `/?url=${query}`,
      `/?url=${query}&go=open`,
    ])
      for (const accept of ["text/html", "*/*", "text/plain"]) {
        const response = await ask(gateway, path, { accept });
        expect([path, response.status]).toEqual([path, path.startsWith("/?") ? 200 : 400]);
        const said = (await response.text()) + JSON.stringify([...response.headers]);
        expect(said).not.toContain("s3cret");
        if (!path.startsWith("/?")) expect(said).not.toContain("lovelace");
      }
  });

  it("never opens a URL with a login, for any text with an @ before its path", () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."a:@/%2Fx[].-?#'~") }), async (rest) => {
        const response = await ask(strictGateway(), `/ftp://s3cret${rest.replaceAll("#", "")}@h.example/`, {
          accept: "*/*",
        });
        expect(response.status).toBeGreaterThanOrEqual(300);
        if (response.status === 400) expect((await response.text()).includes("s3cret")).toBe(false);
      }),
      { numRuns: 60 },
    ));

  it("answers 403 without a login prompt if the server requires a login", async () => {
    const url = `${http.origin}/private/x`;
    const page = await open(gateway, url);
    expect(page.status).toBe(403);
    expect(page.headers.has("www-authenticate")).toBe(false);
    expect(await page.text()).toContain("Login required");
    // Headers that a browser sends by itself are not forwarded.
    const authorization = `Basic ${btoa("ada:secret")}`;
    const again = await open(gateway, url, { headers: { authorization, cookie: "a=b" } });
    expect(again.status).toBe(403);
    expect(JSON.stringify(http.received)).not.toMatch(/authorization|cookie/i);
  });

  it("answers 405 with Allow to other methods", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
      const response = await open(gateway, `${files.origin}/x`, { method });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get("allow")).toMatch(/GET, HEAD/);
    }
    const post = await open(gateway, `${files.origin}/x`, {
      method: "POST",
      body: "x=1",
      headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "3" },
    });
    expect(post.status).toBe(405);
  });

  it("rejects an unknown Host", async () => {
    const response = await gateway.fetch(new Request("http://rebound.example/"));
    expect(response.status).toBe(421);
  });

  it("answers errors of servers with 502 or 504 and a code", async () => {
    const hung = createServer(() => {});
    await new Promise<void>((resolve) => hung.listen(0, "127.0.0.1", resolve));
    const { port } = hung.address() as { port: number };
    try {
      const impatient = gatewayOf({ limits: { replyTimeout: 100 } });
      const late = await problemOf(await open(impatient, `ftp://127.0.0.1:${port}/`, { accept: "*/*" }));
      expect([late.status, late.title]).toEqual([504, "timeout"]);
    } finally {
      hung.close();
    }
    // No server listens there: the port that was closed may be that of another test by now.
    const gone = await problemOf(await open(gateway, "ftp://127.0.0.1:1/", { accept: "*/*" }));
    expect([gone.status, gone.title]).toEqual([502, "connect-failed"]);
  });

  it("applies its limits of bytes, entries and time", async () => {
    const small = gatewayOf({ limits: { maxBytes: 10 } });
    const response = await open(small, `${gopher.origin}/0/a.txt`, { accept: "*/*" });
    await expect(response.text()).rejects.toThrow();
    const page = await (await open(small, `${gopher.origin}/0/a.txt`)).text();
    expect(page).toContain("<code>too-large</code>");
    const few = gatewayOf({ limits: { maxEntries: 1 } });
    const listing = await (await open(few, `${gopher.origin}/`, { accept: "*/*" })).text();
    expect(listing).toContain('"too-large"');
  });
});

describe("signed links", () => {
  const sign = { keys: [{ id: "k1", secret: new Uint8Array(32).fill(7) }] };

  it("are on all pages, and the gateway opens no others", async () => {
    const signing = gatewayOf({ sign });
    const bare = await open(signing, `${gopher.origin}/`, { accept: "*/*" });
    expect((await problemOf(bare)).title).toBe("bad-signature");
    const home = await (
      await ask(signing, `/?url=${encodeURIComponent(`${gopher.origin}/`)}&go=open`)
    ).text();
    const [, first = ""] = /class="button" href="([^"]*)"/.exec(home) ?? [];
    expect(first).toMatch(/^\/_\/s\//);
    const menu = await ask(signing, first);
    expect(menu.status).toBe(200);
    const html = await menu.text();
    const hrefs = Array.from(html.matchAll(/href="(\/[^"]*)"/g), (match) => match[1]!);
    const unsigned = hrefs.filter((href) => !/^\/(?:_\/(?:s|assets|about)|$)/.test(href));
    expect(unsigned).toEqual([]);
    for (const href of hrefs.filter((each) => each.startsWith("/_/s/"))) {
      const response = await ask(
        signing,
        href.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"'),
      );
      expect([href, response.status]).not.toEqual([href, 403]);
      await response.body?.cancel();
    }
  });
});
