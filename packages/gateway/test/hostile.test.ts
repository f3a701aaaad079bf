import { createServer, type Server, type Socket } from "node:net";
import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatAccessRecord } from "../src/index.ts";
import { ask, gatewayOf, open } from "./world.ts";

/** The machine may be busy. */
const PATIENT = { timeout: 20_000 };

let server: Server;
let origin: string;
/** The server sends this to each client, then closes. */
let says: Uint8Array = new Uint8Array();
let after: (socket: Socket) => void = (socket) => socket.end();
const live = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    live.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => live.delete(socket));
    socket.once("data", () => socket.write(says, () => after(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `gopher://127.0.0.1:${(server.address() as { port: number }).port}`;
});

beforeEach(() => {
  after = (socket) => socket.end();
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const faults: unknown[] = [];
const gateway = gatewayOf({ cache: false, onFault: (error) => faults.push(error) });

/** The tags of the pages. */
const TAGS = new Set(
  "html head meta title link body a header span search form label input button nav ol li bdi main h1 h2 p code ul pre table caption thead tr th tbody td data time dl div dt dd section strong q footer details".split(
    " ",
  ),
);

function expectPage(html: string): void {
  expect(html.endsWith("</html>\n")).toBe(true);
  for (const [, tag] of html.matchAll(/<\/?([a-z][^\s/>]*)/gi)) expect(TAGS.has(tag!)).toBe(true);
  for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
    // Attributes are quoted, their values cannot end them, and none of them executes.
    const names = tag.replace(/="[^"]*"/g, "=");
    expect(names).toMatch(/^<[a-z0-9]+(?:[ \n]+[a-z-]+=?)*>$/);
    expect(names).not.toMatch(/[ \n]on/);
    expect(tag).not.toMatch(/(?:href|action|src)="(?!\/)(?!#main")/);
  }
}

const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ..."019ghiT\t\r\n.\"'<>&=/ \u0000\u001b\u0085\u202e\u2028",
      "<script>",
      "</pre>",
      '" onload="x',
      "javascript:",
      "\tURL:javascript:alert(1)\th\t70\r\n",
      "\t/x\t127.0.0.1\t70\r\n",
      "http://x.example/\"onerror='",
      "<URL:ftp://h/a\nb>",
    ),
    anyUnicode({ maxLength: 2 }),
  ),
  maxLength: 60,
});

describe("any text from a server", () => {
  it.each(["/1/menu", "/0/text", "/h/page", "/9/octets", "/7/s%09x", "/0/form%09%09%3F", "/0/x%09%09!"])(
    "in reply to %s results in a valid page and valid JSON",
    async (path) => {
      await fc.assert(
        fc.asyncProperty(hostileText, async (text) => {
          says = new TextEncoder().encode(text);
          const page = await open(gateway, origin + path);
          const body = await page.text();
          if (page.headers.get("content-security-policy")!.includes("style-src 'self'")) expectPage(body);
          else expect(page.headers.get("content-security-policy")).toMatch(/sandbox(?: allow-downloads)?$/);
          const json = await open(gateway, origin + path, { accept: "application/json" });
          const said = await json.text().catch(() => "");
          if (/^application\/(?:problem\+)?json/.test(json.headers.get("content-type") ?? ""))
            JSON.parse(said);
        }),
        { numRuns: 40 },
      );
      expect(faults).toEqual([]);
    },
  );
});

describe("any request", () => {
  it("is answered without an internal error", async () => {
    const path = fc.string({
      unit: fc.constantFrom(
        ..."/:?#%@;.~'[]&=+ax1",
        "ftp:",
        "//",
        "gopher://",
        "_/",
        "/_/raw/",
        "/_/leave?url=",
        "/_/search?q=x&url=",
        "news:",
        "%2e",
        "%00",
        "127.0.0.1",
        "[::1]",
      ),
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.constantFrom("text/html", "*/*", "text/plain", ";;q=,"),
        async (rest, accept) => {
          let request: Request;
          try {
            request = new Request(`http://gateway.example/${rest}`, { headers: { accept } });
          } catch {
            return;
          }
          // Targets without a server: invalid hosts, and closed ports of this machine.
          const response = await gateway.fetch(request);
          expect([request.url, response.status]).not.toEqual([request.url, 500]);
          await response.text().catch(() => {});
        },
      ),
      { numRuns: 400 },
    );
    expect(faults).toEqual([]);
  });
});

describe("a visitor who disconnects", () => {
  it.each([
    ["/1/menu", "text/html"],
    ["/1/menu", "*/*"],
    ["/0/text", "text/html"],
    ["/9/octets", "*/*"],
  ])("cancels the call for %s as %s: before a response, and in the middle", async (path, accept) => {
    says = new TextEncoder().encode("0One\t/1\t127.0.0.1\t70\r\n".repeat(4000));
    after = () => {};
    const first = new AbortController();
    const waiting = open(gateway, origin + path, { accept, signal: first.signal });
    await expect.poll(() => live.size, PATIENT).toBe(1);
    first.abort(new Error("gone"));
    await waiting.then((response) => response.text()).catch(() => {});
    await expect.poll(() => live.size, PATIENT).toBe(0);

    const response = await open(gateway, origin + path, { accept });
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => live.size, PATIENT).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe("a visitor of a slow server", () => {
  it("uses at most half of its slots, so that others still reach it", async () => {
    says = new TextEncoder().encode("x");
    after = () => {};
    const sharing = gatewayOf({ cache: false, maxPerTarget: 4 });
    const request = (address: string) =>
      sharing.fetch(new Request(`http://gateway.example/${origin}/9/octets`), { address });
    const held = [await request("2001:db8::1"), await request("2001:db8::2")];
    expect(held.map(({ status }) => status)).toEqual([200, 200]);
    const third = await request("2001:db8::3");
    expect([third.status, ((await third.json()) as { title: string }).title]).toEqual([429, "client-busy"]);
    expect(third.headers.get("retry-after")).toBe("2");
    held.push(await request("2001:db8:0:1::1"));
    expect(held.at(-1)?.status).toBe(200);
    for (const { body } of held) await body?.cancel();
    await expect.poll(() => live.size, PATIENT).toBe(0);
  });
});

describe("the log", () => {
  it("contains targets, but no search terms", async () => {
    const lines: string[] = [];
    const logging = gatewayOf({ cache: false, log: (record) => lines.push(formatAccessRecord(record)) });
    says = new TextEncoder().encode("iwords\t\t\t70\r\n.\r\n");
    await (await open(logging, `${origin}/7/find%09secret%20words`)).text();
    await (await ask(logging, "/ftp://ada:s3cret@h/")).text();
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toMatchObject({ method: "GET", status: 200 });
    expect(lines.join("")).not.toMatch(/secret|s3cret|ada/);
  });
});

describe("hints", () => {
  it("are for visitors, not for programmers", async () => {
    for (const url of [
      "news:comp.lang.c",
      "wais://h/a@b",
      "gopher://h/0/x%09%09+%091%0D%0A+-1%0D%0Ax%0D%0A.%0D%0A",
      "ftp://127.0.0.1:25/",
    ]) {
      const text = await (await open(gateway, url, { accept: "text/plain" })).text();
      expect(text).not.toMatch(/option|allow[A-Z]|policy's/);
    }
    expect(await (await open(gateway, "news:a", { accept: "text/plain" })).text()).toContain(
      "news://news.example/",
    );
  });
});
