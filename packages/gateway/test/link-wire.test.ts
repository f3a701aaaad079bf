import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Serving, serveGateway } from "../src/node/index.ts";
import { formatLink, parseLink } from "../src/paths.ts";

let serving: Serving;

beforeAll(async () => {
  // Responds with the received path.
  serving = await serveGateway({ fetch: async ({ url }) => new Response(url) });
});

afterAll(() => serving.close());

/** Sends a URL through the URL parser of a client and of a server. */
async function arrived(url: string): Promise<string | undefined> {
  const { href, origin } = new URL(formatLink(url), serving.url);
  // Not `fetch`, which leaves an empty query out in Node.js 22.
  const [response] = (await once(get(origin, { path: href.slice(origin.length) }), "response")) as [
    IncomingMessage,
  ];
  return parseLink((await text(response)).slice(serving.url.length - 1));
}

describe("a link on the wire", () => {
  it.each([
    "ftp://h/%2Fetc//motd;type=a",
    "ftp://[2001:db8::1]:2121/",
    "ftp://%5B/%5b/%255D",
    "gopher://h/1/a/../b/./c/%2e%2E/~../...",
    "gopher://h/7/find%09blue%20whale%09+",
    "http://h/?",
    "http://h?",
    "http://h/a'b?q=it's%27%2527",
    "http://h//a//../",
    "http://h/%00%01%7F%80%FF%5C%2f?%00%5C",
    "news:two$1%252@example.org",
    "news:*",
    "prospero://h//pros/name;A=b;C=",
    "wais://h/db/TEXT/187/2=db;3=0%20187%20t.txt;",
    "urn:example:a/../b",
  ])("arrives unchanged: %s", async (url) => {
    expect(await arrived(url)).toBe(url);
  });

  it("arrives with any escaped byte, in either case", async () => {
    for (let octet = 0; octet < 256; octet += 1) {
      const hex = octet.toString(16).padStart(2, "0");
      const url = `ftp://h/${hex.length}%${hex}/%${hex.toUpperCase()}?%${hex}`;
      expect(await arrived(url)).toBe(url);
    }
  });
});
