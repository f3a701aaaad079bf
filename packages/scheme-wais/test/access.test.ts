import { createClient } from "@anyurl/client";
import { createRegistry, defineScheme, type Entry, textOf } from "@anyurl/core";
import { HEADER_BYTES, readSearch } from "@anyurl/protocol-wais";
import { type EmbeddedServer, folder, startWaisServer } from "@anyurl/servers";
import { expectNoLeaks, readVectors } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LikeOption, type WaisUrl, wais } from "../src/index.ts";
import { all } from "./memory-server.ts";

const BIG: Uint8Array = Uint8Array.from({ length: 35_001 }, (_, i) => i % 251);
const DOCUMENTS = folder({
  "tide.txt": "Tide tables for Lantern Bay\nThe tide turns twice each day.\n",
  "gulls.txt": "Gulls of the outer rocks\nThe gulls wait for the tide.\n",
  "lamp.txt": "Care of the lamp\nTrim the wick.\n",
  "empty.txt": "",
  "exact.txt": "x".repeat(20_000),
  "big.bin": BIG,
});

const client = createClient({ schemes: [wais], transport: nodeTransport() });
const urls = createRegistry(wais);
let server: EmbeddedServer;
beforeAll(async () => {
  server = await startWaisServer({ databases: { harbour: DOCUMENTS } });
});
afterAll(() => server.close());

const at = (path: string) => `${server.origin}${path}` as "wais://127.0.0.1/";
/** Returns the URL path of a document, in either spelling. */
const documentAt = (file: string, size: number, length?: number) => {
  const wpath = `\x02\x07harbour\x03${String.fromCharCode(`0 ${size} /wais/docs/${file}`.length)}0 ${size} /wais/docs/${file}`;
  const init = { host: "127.0.0.1", port: server.port, database: "harbour", wtype: "TEXT", wpath } as const;
  return urls.format(
    "wais",
    length === undefined ? init : { ...init, spelling: "fields", length },
  ) as "wais://h/";
};

describe("search and list", () => {
  it("find documents with URLs that can be opened", async () => {
    const hits = await all(client.search(at("/harbour"), "tide"));
    expect(hits.map(({ name }) => name).sort()).toEqual([
      "Gulls of the outer rocks",
      "Tide tables for Lantern Bay",
    ]);
    for (const hit of hits) {
      const document = await client.get(hit.url as "wais://h/");
      expect((await document.bytes()).length).toBe(hit.size);
      expect(document.mediaType).toBe("text/plain");
    }
  });

  it("format a document-id as bytes with the option, and it can be opened", async () => {
    const [hit] = await all(client.search(at("/harbour"), "lamp", { options: { spelling: "octets" } }));
    expect(urls.parse(hit!.url!).parts).toMatchObject({ spelling: "octets", length: undefined });
    expect(await (await client.get(hit!.url as "wais://h/")).text()).toBe(
      "Care of the lamp\nTrim the wick.\n",
    );
  });

  it("list the results of the words in a URL, or nothing", async () => {
    expect(await all(client.list(at("/harbour?lamp")))).toHaveLength(1);
    expect(await all(client.list(at("/harbour?nothing+like+it")))).toEqual([]);
    expect(await all(client.search(at("/harbour?lamp"), "gulls"))).toHaveLength(1);
  });

  it("list the description and catalog of a database, which can be opened", async () => {
    const [description, catalogue] = await all(client.list(at("/harbour")));
    expect(await (await client.get(description!.url as "wais://h/")).text()).toContain(
      ':database-name "harbour"',
    );
    expect(await (await client.get(catalogue!.url as "wais://h/")).text()).toContain("6 total documents");
  });

  it("list the databases of a server, and with the option their own URLs", async () => {
    const plain = await all(client.list(at("/")));
    expect(plain.map(({ name, kind }) => [name, kind])).toEqual([["harbour.src", "file"]]);
    expect(await (await client.get(plain[0]!.url as "wais://h/")).text()).toContain("(:source");
    const both = await all(client.list(at("/"), { options: { sources: true } }));
    expect(both[1]).toMatchObject({ kind: "search", name: "harbour", url: at("/harbour") });
    expect(await all(client.search(both[1]!.url as "wais://h/", "lamp"))).toHaveLength(1);
  });

  it("find documents similar to a document or a part of it", async () => {
    const like = documentAt("tide.txt", 59);
    const found = async (option: LikeOption | readonly LikeOption[]) =>
      (await all(client.search(at("/harbour"), "", { options: { like: option } }))).map(({ name }) => name);
    expect((await found(like))[0]).toBe("Tide tables for Lantern Bay");
    expect(await found([{ url: like, start: 0, end: 4 }])).toHaveLength(2);
    expect((await found([{ url: like, unit: "lines", start: 0, end: 1 }]))[0]).toBe(
      "Tide tables for Lantern Bay",
    );
    expect(readSearch(server.received.at(-1)!.at(-1)!).query).toMatchObject({
      like: [{ type: "TEXT", part: { unit: "lines", start: 0, end: 1 } }],
    });
  });

  it("request the number of results in the option", async () => {
    expect(await all(client.search(at("/harbour"), "tide", { options: { maxDocuments: 1 } }))).toHaveLength(
      1,
    );
  });
});

describe("get", () => {
  it.each([
    ["a known length", 35_001, 4],
    ["an unknown length", undefined, 4],
  ] as const)("downloads a document in chunks, with %s", async (_, length, requests) => {
    const before = server.received.length;
    const document = await client.get(documentAt("big.bin", 35_001, length));
    expect(await document.bytes()).toEqual(BIG);
    expect(await document.complete).toBe(true);
    expect(document.size).toBe(length);
    expect(server.received.slice(before).flat()).toHaveLength(1 + requests);
  });

  it("sends no further request after a full last chunk if the length is known", async () => {
    const before = server.received.length;
    expect(await (await client.get(documentAt("exact.txt", 20_000, 20_000))).text()).toHaveLength(20_000);
    expect(server.received.slice(before).flat()).toHaveLength(3);
    // Otherwise one more request is needed.
    expect(await (await client.get(documentAt("exact.txt", 20_000))).text()).toHaveLength(20_000);
  });

  it("distinguishes an empty document from a missing one", async () => {
    const empty = await client.get(documentAt("empty.txt", 0));
    expect(await empty.bytes()).toHaveLength(0);
    expect(await empty.complete).toBe(true);
    await expect(client.get(documentAt("gone.txt", 5))).rejects.toMatchObject({
      ...{ code: "not-found", reply: "Missing DocID in request", operation: "get", scheme: "wais" },
    });
  });

  it("fails with truncated if a document is shorter than its URL says", async () => {
    const document = await client.get(documentAt("lamp.txt", 32, 100));
    await expect(document.bytes()).rejects.toMatchObject({ code: "truncated" });
  });

  it("returns a range", async () => {
    for (const length of [35_001, undefined]) {
      const before = server.received.length;
      const range = { start: 10_005, end: 10_010 };
      const part = await client.get(documentAt("big.bin", 35_001, length), { range });
      expect(await part.bytes()).toEqual(BIG.subarray(10_005, 10_010));
      expect(server.received.slice(before).flat()).toHaveLength(2);
      const rest = await client.get(documentAt("big.bin", 35_001, length), { range: { start: 34_990 } });
      expect(await rest.bytes()).toEqual(BIG.subarray(34_990));
    }
  });

  it("fails with is-a-directory for a database or a search, with a hint", async () => {
    for (const path of ["/harbour", "/harbour?tide", "/"])
      await expect(client.get(at(path))).rejects.toMatchObject({ code: "is-a-directory", hint: "use list" });
    await expect(all(client.list(documentAt("lamp.txt", 32)))).rejects.toMatchObject({
      code: "not-a-directory",
    });
    const searched = all(client.search(documentAt("lamp.txt", 32), "x"));
    await expect(searched).rejects.toMatchObject({ code: "not-a-directory" });
  });

  it("closes the connection if the reader stops", async () => {
    await expectNoLeaks(async () => {
      const { body } = await client.get(documentAt("big.bin", 35_001));
      for await (const _ of body) break;
    });
    await expect.poll(() => server.live).toBe(0);
  });
});

describe("stat", () => {
  it("checks whether a document exists", async () => {
    expect(await client.stat(documentAt("lamp.txt", 32))).toEqual({ kind: "file", mediaType: "text/plain" });
    expect(await client.stat(documentAt("lamp.txt", 32, 32))).toMatchObject({ size: 32 });
    await expect(client.stat(documentAt("gone.txt", 5))).rejects.toMatchObject({ code: "not-found" });
  });

  it("returns the kind of a database, a search, and a server", async () => {
    expect(await client.stat(at("/harbour"))).toEqual({ kind: "search" });
    expect(await client.stat(at("/harbour?tide"))).toEqual({ kind: "directory" });
    expect(await client.stat(at("/"))).toEqual({ kind: "directory" });
    await expect(client.stat(at("/nosuch"))).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("before connecting", () => {
  it("rejects unsafe and invalid names", async () => {
    const before = server.received.length;
    const listed = async (path: string) => all(client.list(at(path)));
    const refused = (path: string, code: string) => expect(listed(path)).rejects.toMatchObject({ code });
    for (const path of ["/a%1Fb", "/a%1Eb", "/a%00b", "/a%0D%0Ab", "/a%7Fb"])
      await refused(path, "control-octet");
    for (const path of ["/db@h.example%3A210", "/..", "/..%2F..%2Fetc", "/a%2F..%2Fb"])
      await refused(path, "unsafe-name");
    for (const path of ["/harbour/TE%0AXT/x", "/harbour/TEXT/"])
      await expect(client.get(at(path))).rejects.toMatchObject({
        code: path.endsWith("/") ? "bad-document-id" : "control-octet",
      });
    await refused(`/harbour?${"x".repeat(10_000)}`, "too-long");
    const mail = async () => all(client.list("wais://127.0.0.1:25/db"));
    await expect(mail()).rejects.toMatchObject({ code: "port-blocked" });
    expect(server.received.length).toBe(before);
  });

  it("sends an unsafe name with allowUnsafeNames", async () => {
    const listed = all(client.list(at("/a..b@c"), { options: { allowUnsafeNames: true } }));
    await expect(listed).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the plan equals the sent bytes", () => {
  const vectors = readVectors(new URL("vectors.json", import.meta.url)).flatMap(({ url, code }) => {
    if (url === undefined || code !== undefined) return [];
    const parsed = urls.tryParse(url);
    return parsed.ok && wais.is(parsed.url) ? [parsed.url as WaisUrl] : [];
  });

  it("for most vectors", () => expect(vectors.length).toBeGreaterThan(15));

  it.each(vectors.map((url) => [url.href, url] as const))("%s", async (_, url) => {
    await using own = await startWaisServer({ databases: {} });
    const { hostStart, pathStart } = url.offsets;
    const text =
      `${url.href.slice(0, hostStart)}127.0.0.1:${own.port}${url.href.slice(pathStart)}` as "wais://h/";
    let planned: readonly Uint8Array[] = [];
    try {
      // Without the first header, as the server stores them.
      planned = urls
        .plan(text)
        .steps.flatMap((step) => (step.do === "send" ? [step.octets.subarray(HEADER_BYTES)] : []));
    } catch (error) {
      expect(error).toMatchObject({
        code: expect.stringMatching(/^(?:control-octet|unsafe-name|bad-document-id|too-long)$/),
      });
    }
    const opened = async () =>
      url.parts.wtype === undefined ? all(client.list(text)) : (await client.get(text)).bytes();
    // Compare only the requests, not the contents of the server.
    await opened().catch(() => {});
    // For a missing document only the first chunk is requested.
    expect(own.received.flat().map(textOf)).toEqual(planned.slice(0, 2).map(textOf));
  });

  it("shows every chunk of a document of known length", async () => {
    const url = documentAt("big.bin", 35_001, 35_001);
    const planned = urls
      .plan(url)
      .steps.filter((step) => step.do === "send")
      .map(({ octets }) => octets.subarray(HEADER_BYTES));
    const before = server.received.length;
    await (await client.get(url)).bytes();
    expect(planned).toEqual(server.received.slice(before).flat());
    expect(
      urls.plan(documentAt("big.bin", 35_001, 2 ** 40)).steps.filter((step) => step.do === "send"),
    ).toHaveLength(101);
  });

  it("names the part of the URL for each request", () => {
    const url = urls.parse(documentAt("lamp.txt", 32, 32));
    const [, , request] = urls.plan(url).steps;
    expect(request).toMatchObject({ do: "send", part: "wpath[0]", cite: "RFC 1625" });
    expect(urls.plan("wais://h.example/db?words").steps.at(-1)).toMatchObject({
      part: "search",
      start: 20,
      end: 25,
    });
    expect(urls.plan("wais://h.example/db").steps.at(-1)).toMatchObject({ part: "database" });
    expect(() => urls.plan("wais://h.example/db", "put")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});

describe("a gateway and pooled connections", () => {
  it("uses the gateway of the caller", async () => {
    const gateway = defineScheme({
      name: "x-gateway",
      defaultPort: 7000,
      cite: ["RFC 1738 §4"],
      format: () => "x-gateway://gw.example/",
      examples: [],
      access: async () => ({
        get: async (url: { href: string }) => ({
          body: (async function* () {
            yield new TextEncoder().encode(url.href);
            return true as const;
          })(),
        }),
      }),
    });
    const through = createClient({
      schemes: [wais, gateway],
      transport: nodeTransport(),
      gateways: { wais: "x-gateway://gw.example/{url}" },
    });
    const text = await (await through.get("wais://h.example/db/TEXT/x")).text();
    expect(text).toBe("x-gateway://gw.example/wais%3A%2F%2Fh.example%2Fdb%2FTEXT%2Fx");
  });

  it("reuses a connection for the next call if the client pools connections", async () => {
    await using own = await startWaisServer({ databases: { harbour: DOCUMENTS } });
    await using keeping = createClient({
      schemes: [wais],
      transport: nodeTransport(),
      connections: { idle: 5_000 },
    });
    const url = `${own.origin}/harbour?tide` as "wais://h/";
    const hits: readonly Entry[] = await all(keeping.list(url));
    for (const hit of hits) await (await keeping.get(hit.url as "wais://h/")).bytes();
    // One connection with one Init.
    expect(own.received.map((messages) => messages.length)).toEqual([1 + 1 + hits.length]);
  });
});
