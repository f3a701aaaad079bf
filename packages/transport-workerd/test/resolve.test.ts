import { octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type PlatformFetch, workerdTransport } from "../src/index.ts";
import { createResolver, formatReply, type Reply } from "./resolver.ts";

const A = 1;
const CNAME = 5;
const AAAA = 28;
const never = new AbortController().signal;
const IPV6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7];

function resolve(name: string, reply: (question: string) => Reply): Promise<readonly string[]> {
  return workerdTransport({ fetch: createResolver(reply).fetch }).resolve(name, never);
}

/** Resolves with a resolver that always gives this response. */
function resolveBy(fetch: PlatformFetch): Promise<readonly string[]> {
  return workerdTransport({ fetch }).resolve("h.example", never);
}

const message = (body: BodyInit, status = 200, type = "application/dns-message") =>
  resolveBy(async () => new Response(body, { status, headers: { "content-type": type } }));

describe("names by DNS over HTTPS (RFC 8484)", () => {
  it("asks for both kinds of addresses, and gives those of IPv6 first", async () => {
    const { fetch, asked } = createResolver((question) => ({
      records: question.startsWith(`${A} `) ? [[A, [192, 0, 2, 7]]] : [[AAAA, IPV6]],
    }));
    const transport = workerdTransport({ fetch });
    expect(await transport.resolve("h.example", never)).toEqual(["2001:db8::7", "192.0.2.7"]);
    expect(asked.sort()).toEqual(["1 h.example", "28 h.example"]);
  });

  it("sends the query to the resolver of the option", async () => {
    const sent: [string, RequestInit][] = [];
    const fetch: PlatformFetch = async (url, init) => {
      sent.push([url, init]);
      throw new Error("enough");
    };
    const transport = workerdTransport({ fetch, resolver: "https://dns.example/q" });
    await transport.resolve("h.example", never).catch(() => {});
    const [url, { method, headers, body }] = sent[1]!;
    expect([url, method, headers]).toEqual([
      "https://dns.example/q",
      "POST",
      { accept: "application/dns-message", "content-type": "application/dns-message" },
    ]);
    // RFC 1035 §4.1: ID 0, recursion desired, one question; the name in labels; type A, class IN.
    expect([...(body as Uint8Array)]).toEqual([
      ...[0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
      ...[1, ...octetsOf("h"), 7, ...octetsOf("example"), 0],
      ...[0, A, 0, 1],
    ]);
  });

  it("skips other records, such as the CNAMEs on the way (RFC 1034 §3.6.2)", async () => {
    const records: Reply["records"] = [
      [CNAME, [1, 0x61, 0xc0, 12]],
      [A, [192, 0, 2, 7]],
      [A, [192, 0, 2, 8]],
    ];
    expect(await resolve("h.example", () => ({ records }))).toEqual(["192.0.2.7", "192.0.2.8"]);
  });

  it.each([
    ["RCODE 3, Name Error (RFC 1035 §4.1.1)", { flags: 0x8183 }],
    ["no records", {}],
  ])("reports ENOTFOUND for %s", async (_, reply) => {
    await expect(resolve("h.example", () => reply)).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it.each(["a..b", `${"a".repeat(64)}.example`, `${"abcdefg.".repeat(32)}example`])(
    "reports ENOTFOUND for a name that the DNS cannot have (RFC 1035 §2.3.4): %s",
    async (name) => {
      await expect(resolve(name, () => ({}))).rejects.toMatchObject({ code: "ENOTFOUND" });
    },
  );

  it("reports EAI_AGAIN if the resolver fails", async () => {
    const again = { code: "EAI_AGAIN" };
    await expect(resolve("h.example", () => ({ flags: 0x8182 }))).rejects.toMatchObject(again);
    await expect(resolveBy(() => Promise.reject(new TypeError("down")))).rejects.toMatchObject(again);
    await expect(message("busy", 503)).rejects.toMatchObject(again);
    await expect(message("<p>", 200, "text/html")).rejects.toMatchObject(again);
    await expect(message(new Uint8Array(65_536))).rejects.toMatchObject(again);
  });

  it.each([
    ["a message that is empty", new Uint8Array(0)],
    ["a query", formatReply(new Uint8Array(12), { flags: 0 })],
    ["a name without an end", Uint8Array.from([0, 0, 0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0, 63, 1])],
    [
      "a record that ends early",
      formatReply(new Uint8Array(12), { records: [[A, [1, 2, 3, 4]]] }).slice(0, -2),
    ],
  ])("rejects %s", async (_, body) => {
    await expect(message(body)).rejects.toMatchObject({ code: "EAI_AGAIN" });
  });

  it("ignores an address of another length than its type has", async () => {
    const records: Reply["records"] = [[A, [1, 2, 3]]];
    await expect(resolve("h.example", () => ({ records }))).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("ends at an abort, with its reason", async () => {
    const controller = new AbortController();
    const fetch: PlatformFetch = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason));
        controller.abort(new Error("enough"));
      });
    const resolving = workerdTransport({ fetch }).resolve("h.example", controller.signal);
    await expect(resolving).rejects.toThrow("enough");
  });
});
