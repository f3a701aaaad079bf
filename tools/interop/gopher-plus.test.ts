import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClient } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { gopher, readAdmin, readForm, readViews } from "@anyurl/scheme-gopher";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { curl } from "./curl.ts";
import { describePeer } from "./describe-peer.ts";
import { ALL_OCTETS } from "./seeds.ts";
import { bytesOf, client, fetchText } from "./world.ts";

/** The served documents, by their path below the root. */
const DOCUMENTS: ReadonlyMap<string, string | Uint8Array> = new Map<string, string | Uint8Array>([
  ["text.txt", "line one\nline two\n"],
  ["text.txt.abstract", "What this text is about.\n"],
  ["form.txt", "form answer\n"],
  ["form.txt.ask", "Ask: Your name:\tnobody\nSelect: Agree?:0\nChoose: Colour:\tred\tgreen\n"],
  ["dots.txt", "before\n.\nafter a dot\n..two\nend\n"],
  ["empty.txt", ""],
  ["what?.txt", "question\n"],
  ["bytes.bin", ALL_OCTETS],
  ["sub/one.txt", "one\n"],
  ["search", `#!/bin/sh\nprintf '0query [%s]\\t/text.txt\\tlocalhost\\t70\\r\\n' "$SEARCHREQUEST"\n`],
]);

function seed(root: string): void {
  for (const [path, content] of DOCUMENTS) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  chmodSync(join(root, "search"), 0o755);
  const then = new Date("2001-02-03T04:05:06Z");
  utimesSync(join(root, "text.txt"), then, then);
}

const at = (path: string) => `gopher://127.0.0.1:${peer.port}${path}` as "gopher://h/";

const peer = describePeer({ name: "pygopherd", seed }, () => {
  // The server sends files unchanged, without a Lastline and without doubled dots.
  it.each([
    ["/0/text.txt", "line one\nline two\n"],
    ["/0/dots.txt", "before\n.\nafter a dot\n..two\nend\n"],
    ["/0/empty.txt", ""],
    ["/0/what?.txt", "question\n"],
  ])("a text: %s", async (path, text) => {
    expect(await fetchText(at(path))).toBe(text);
    expect(Buffer.from(await bytesOf(at(path)))).toEqual(Buffer.from(await curl(at(path))));
  });

  it.each([
    ["/0/text.txt%09%09+", "line one\nline two\n"],
    ["/0/dots.txt%09%09+", "before\n.\nafter a dot\n..two\nend\n"],
    ["/0/empty.txt%09%09+", ""],
    ["/0/text.txt%09%09+text/plain", "line one\nline two\n"],
  ])("reads a text with a length over Gopher+: %s", async (path, text) => {
    const entity = await client.get(at(path));
    expect(entity).toMatchObject({ size: text.length, mediaType: "text/plain" });
    expect(await entity.text()).toBe(text);
    expect(await entity.complete).toBe(true);
  });

  it("reads all byte values over Gopher and Gopher+", async () => {
    expect(Buffer.from(await bytesOf(at("/9/bytes.bin")))).toEqual(Buffer.from(ALL_OCTETS));
    expect(Buffer.from(await bytesOf(at("/9/bytes.bin%09%09+")))).toEqual(Buffer.from(ALL_OCTETS));
  });

  it.each(["/1/", "/1/%09%09+", "/1/%09%09$"])("a menu: %s", async (path) => {
    const entries = await entriesOf(path);
    const text = entries.find(({ name }) => name === "text.txt");
    expect(text).toMatchObject({ kind: "file", url: `gopher://localhost:${peer.port}/0/text.txt` });
    expect(text?.attributes).toMatchObject({ gophertype: "0", gopherPlus: "+" });
    expect(entries.find(({ name }) => name === "sub")).toMatchObject({ kind: "directory" });
    expect(await fetchText(text!.url!.replace("localhost", "127.0.0.1"))).toBe("line one\nline two\n");
  });

  it("reads the attributes of an item, alone and in a menu", async () => {
    const listed = (await entriesOf("/1/%09%09$")).find(({ name }) => name === "text.txt");
    for (const { attributes, modified } of [await client.stat(at("/0/text.txt")), listed!]) {
      expect(attributes?.["+ABSTRACT"]).toBe("What this text is about.");
      expect(readAdmin(attributes?.["+ADMIN"] ?? "").admin?.address).toBe("tester@example.org");
      expect(readViews(attributes?.["+VIEWS"] ?? "")).toMatchObject([{ mediaType: "text/plain" }]);
      expect(modified).toBeInstanceOf(Date);
    }
  });

  it("reads a form; this server ignores the answers and sends the item", async () => {
    const { attributes } = await client.stat(at("/0/form.txt"));
    expect(readForm(attributes?.["+ASK"] ?? "")).toEqual([
      { kind: "Ask", prompt: "Your name:", suggested: "nobody" },
      { kind: "Select", prompt: "Agree?", checked: false, boxes: [] },
      { kind: "Choose", prompt: "Colour:", choices: ["red", "green"] },
    ]);
    const options = { answers: ["Alice", true, "red"] };
    expect(await (await client.get(at("/0/form.txt%09%09?"), { options })).text()).toBe("form answer\n");
  });

  it("fails if the server sends the item instead of the requested attributes", async () => {
    await expect(client.get(at("/0/text.txt%09%09!+INFO"))).rejects.toMatchObject({ code: "unsupported" });
    await expect(client.stat(at("/0/text.txt%09%09!+ABSTRACT"))).rejects.toMatchObject({
      code: "unsupported",
    });
  });

  it("fails with not-found, and has the server's message", async () => {
    const words = expect.stringContaining("does not exist");
    await expect(client.get(at("/0/nosuch"))).rejects.toMatchObject({ code: "not-found", reply: words });
    await expect(client.get(at("/0/nosuch%09%09+"))).rejects.toMatchObject({
      code: "not-found",
      reply: words,
      replyCode: 1,
    });
    await expect(client.stat(at("/0/nosuch"))).rejects.toMatchObject({ code: "not-found", reply: words });
  });

  it("searches over Gopher and Gopher+", async () => {
    const found = [expect.objectContaining({ name: "query [blue whale]" })];
    expect(await entriesOf("/7/search%09blue%20whale")).toEqual(found);
    expect(await entriesOf("/7/search%09blue%20whale%09+")).toEqual(found);
    const entries = await collect(client.search(at("/7/search"), "blue whale"));
    expect(entries).toEqual(found);
  });

  it("reads the same over TLS on the same port", async () => {
    const ca = readFileSync(join(peer.root, "../tls/cert.pem"), "utf8");
    const secure = createClient({ schemes: [gopher], transport: nodeTransport(), tls: { ca } });
    const url = `gophers://localhost:${peer.port}` as "gophers://h/";
    expect(await (await secure.get(`${url}/0/text.txt%09%09+`)).text()).toBe("line one\nline two\n");
    const entries: Entry[] = [];
    const list = async () => {
      for await (const entry of secure.list(`${url}/1/`)) entries.push(entry);
    };
    // The server sends no Lastline, and closes without a close_notify: an attacker could have removed entries.
    await expect(list()).rejects.toMatchObject({ code: "truncated" });
    // Other items of the server are read the same way.
    expect(entries.find(({ name }) => name === "text.txt")?.url).toBe(`${url}/0/text.txt`);
    await expect(client.get(`${url}/0/text.txt`)).rejects.toMatchObject({ code: "tls-failed" });
  });
});

async function entriesOf(path: string): Promise<readonly Entry[]> {
  return collect(client.list(at(path)));
}
