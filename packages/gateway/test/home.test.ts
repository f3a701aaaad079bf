import { type EmbeddedServer, startGopherServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, gatewayOf } from "./world.ts";

const gateway = gatewayOf({ contact: "mailto:abuse@gateway.example" });
let gopher: EmbeddedServer;

beforeAll(async () => {
  gopher = await startGopherServer();
});

afterAll(() => gopher.close());

const home = (query: Record<string, string>) => ask(gateway, `/?${new URLSearchParams(query)}`);

describe("the home page", () => {
  it("has a URL field, an example of each scheme, and a contact", async () => {
    const response = await ask(gateway, "/");
    const html = await response.text();
    expect(html).toContain('name="url"');
    for (const scheme of ["ftp", "gopher", "http", "news", "nntp", "wais", "prospero"])
      expect(html).toContain(`${scheme}:`);
    expect(html).toContain("mailto:abuse@gateway.example");
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  });

  it("explains a URL without JavaScript, and links to it", async () => {
    const html = await (await home({ url: `${gopher.origin}/0/welcome.txt` })).text();
    expect(html).toContain(`href="/${gopher.origin}/0/welcome.txt"`);
    expect(html).toContain("selector");
  });

  it("redirects to the link if go is open", async () => {
    const response = await home({ url: ` ${gopher.origin}/ `, go: "open" });
    expect([response.status, response.headers.get("location")]).toEqual([303, `/${gopher.origin}/`]);
  });

  it("says why it does not open a URL, and shows no password", async () => {
    for (const [url, words] of [
      ["ftp://ada:s3cret@h.example/", "does not log in"],
      ["file:///etc/passwd", "does not open file URLs"],
      ["gopher:\\\\h", ""],
      ["ldap://h/", "cannot open ldap: URLs"],
    ] as const) {
      const response = await home({ url, go: "open" });
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain(words);
      expect(html).not.toContain("s3cret");
    }
  });

  it("lists the schemes that it opens and those that it only explains", async () => {
    const html = await (await ask(gateway, "/_/about")).text();
    expect(html).toMatch(
      /Supported[\s\S]*<code>gopher<\/code>[\s\S]*Explained only[\s\S]*<code>telnet<\/code>/,
    );
    expect(html).toContain("Concurrent requests");
  });
});

describe("the gateway's own paths", () => {
  it("serves assets with their media types", async () => {
    const html = await (await ask(gateway, "/")).text();
    const paths = Array.from(html.matchAll(/(?:href|src)="(\/_\/assets\/[^"]*)"/g), (match) => match[1]!);
    expect(paths.length).toBe(3);
    for (const path of paths) {
      const response = await ask(gateway, path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toMatch(/^(?:text\/css|text\/javascript|image\/svg\+xml)/);
      const head = await ask(gateway, path, { method: "HEAD" });
      expect(head.headers.get("content-length")).toBe(String((await response.arrayBuffer()).byteLength));
    }
  });

  it("answers 404 with a page for an unknown path", async () => {
    for (const path of ["/x", "/_/x", "/_/raw/x", "/_/assets/x", "/_/leave", "/_/search", "/.well-known/x"])
      expect([path, (await ask(gateway, path)).status]).toEqual([path, 404]);
  });
});
