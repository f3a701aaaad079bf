import { type EmbeddedServer, startGopherServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, gatewayOf, open } from "./world.ts";

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

  it.each([
    ["<URL:gopher://h.example/>", "gopher://h.example/", "removed the delimiters around the URL"],
    ["gopher://münchen.example/1", "gopher://xn--mnchen-3ya.example/1", "converted the host name to ASCII"],
    ["www.h.example/a b", "https://www.h.example/a%20b", "added the scheme &quot;https&quot;"],
  ])("reads %s, and shows what it changed before it opens it", async (url, read, change) => {
    const response = await home({ url, go: "open" });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`Read as <code dir="ltr" translate="no">${read}</code>:`);
    expect(html).toContain(change);
    expect(html).toContain(`value="${read}"`);
    expect(html).toContain(`href="/${read}"`);
    // Pressing the button again opens it.
    expect((await home({ url: read, go: "open" })).headers.get("location")).toBe(`/${read}`);
  });

  it.each([
    ["https//h.example/x", "https://h.example/x"],
    ["htp://h.example/", "http://h.example/"],
    ["https://ex\u0430mple.com/", "https://xn--exmple-4nf.com/"],
    ["https://joe@h.example/", "https://h.example/"],
  ])("suggests for %s a link to %s", async (url, suggested) => {
    const html = await (await home({ url, go: "open" })).text();
    expect(html).toContain(
      `Did you mean: <a href="/${suggested}"><code dir="ltr" translate="no">${suggested}</code></a>`,
    );
  });

  it.each([
    "/etc/passwd",
    "C:\\a.txt",
    "file:///C:\\a",
    "https://good.example\\@evil.example",
    "https://h.example/\u202etxt",
    "a b",
  ])("neither opens %s nor links to what it could mean", async (url) => {
    const html = await (await home({ url, go: "open" })).text();
    expect(html).not.toContain("Did you mean");
    expect(html).not.toContain('class="button"');
  });

  it("shows no password of a text that it reads or rejects", async () => {
    for (const url of [
      "<ftp://joe:s3cret@h.example/a b>",
      "ftp//joe:s3cret@h.example/",
      "https://joe:s3cret@h.example/a\\b",
    ])
      expect(await (await home({ url, go: "open" })).text()).not.toContain("s3cret");
  });

  it("suggests a URL on the page of a link that is not one", async () => {
    const response = await ask(gateway, "/htp://h.example/x", { headers: { accept: "text/html" } });
    expect(response.status).toBe(501);
    expect(await response.text()).toContain(
      'href="/?url=http%3A%2F%2Fh.example%2Fx">Did you mean http://h.example/x?</a>',
    );
  });

  it("does not suggest a URL that it does not open", async () => {
    const response = await ask(gateway, "/file://C:/x");
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("Did you mean");
  });

  it("says why the lenient parser rejects a text", async () => {
    const html = await (await home({ url: "https://ex\u0430mple.com/" })).text();
    expect(html).toContain("the host name can be mistaken for another one; check it");
    expect(await (await home({ url: "https://a.example/ https://b.example/" })).text()).toContain(
      "enter one URL.",
    );
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

describe("a page about a URL", () => {
  it("shows letters in its heading and the URL as it is sent in its field", async () => {
    const url = `${gopher.origin}/0/names/gr%C3%BC%C3%9Fe.txt`;
    const html = await (await open(gateway, url)).text();
    expect(html).toContain(`<code dir="ltr" translate="no">${gopher.origin}/0/names/grüße.txt</code>`);
    expect(html).toContain(`value="${url}"`);
  });

  it("shows a host with letters only if it cannot be mistaken for another one", async () => {
    for (const [host, shown] of [
      ["xn--mnchen-3ya.invalid", "münchen.invalid"],
      ["xn--80ak6aa92e.invalid", "xn--80ak6aa92e.invalid"],
    ]) {
      const html = await (await open(gateway, `gopher://${host}/`)).text();
      expect(html).toContain(`<bdi>${shown}</bdi>`);
      expect(html).toMatch(new RegExp(`<p class="what">[^<]* ${shown} `));
      expect(html).toContain(`<code dir="ltr" translate="no">gopher://${shown}/</code>`);
      expect(html).toContain(`value="gopher://${host}/"`);
    }
  });
});
