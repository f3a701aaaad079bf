import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@anyurl/client";
import { http } from "@anyurl/scheme-http";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { curl } from "./curl.ts";
import { describePeer } from "./describe-peer.ts";
import { HTTP_DOCUMENTS, LONG_TEXT, MODIFIED, seedHttp } from "./http-seeds.ts";
import { ALL_OCTETS } from "./seeds.ts";

const client = createClient({ schemes: [http], transport: nodeTransport() });

const alice = createClient({
  schemes: [http],
  transport: nodeTransport(),
  credentials: async () => ({ user: "alice", password: "s3cr:t@/%" }),
});

async function* source(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield new TextEncoder().encode(piece);
}

for (const name of ["nginx", "apache2"]) {
  describePeer({ name, seed: seedHttp }, (peer) => {
    const at = (path: string) => `http://127.0.0.1:${peer.port}/${path}`;
    const text = async (path: string, by: Client<typeof http> = client) => (await by.get(at(path))).text();

    it.each([
      ["text.txt", "text.txt"],
      ["name%20with%20spaces.bin", "name with spaces.bin"],
      ["100%25.bin", "100%.bin"],
      ["a+b.bin", "a+b.bin"],
      ["gr%C3%BC%C3%9Fe.bin", "grüße.bin"],
      ["x;type=a", "x;type=a"],
      ["./dir/../text.txt?x", "text.txt"],
      ["%74ext.txt", "text.txt"],
      ["", "index.html"],
      ["dir", "dir/index.html"],
    ])("reads the same document as curl: %s", async (path, document) => {
      const content = HTTP_DOCUMENTS.get(document);
      expect(await text(path)).toBe(content);
      if (path !== "dir") expect(Buffer.from(await curl(at(path))).toString()).toBe(content);
    });

    it("reads binary and empty documents", async () => {
      const entity = await client.get(at("bytes.bin"));
      expect(entity.size).toBe(256);
      expect(await entity.bytes()).toEqual(ALL_OCTETS);
      expect(await entity.complete).toBe(true);
      expect((await (await client.get(at("empty.bin"))).bytes()).length).toBe(0);
    });

    it("reads a long text with and without a content coding", async () => {
      for (const acceptEncoding of ["gzip", "identity"]) {
        const answers: (readonly (readonly [string, string])[])[] = [];
        const onResponse = ({ fields }: { fields: readonly (readonly [string, string])[] }) =>
          void answers.push(fields);
        const entity = await client.get(at("long.txt"), { options: { acceptEncoding, onResponse } });
        expect((await entity.text()) === LONG_TEXT).toBe(true);
        const isCoded = answers[0]!.some(([field]) => field === "content-encoding");
        expect(isCoded).toBe(acceptEncoding === "gzip");
      }
    });

    it("returns the metadata of a document", async () => {
      const size = HTTP_DOCUMENTS.get("text.txt")!.length;
      expect(await client.stat(at("text.txt"))).toMatchObject({
        ...{ kind: "file", size, modified: MODIFIED, mediaType: "text/plain" },
        attributes: { etag: expect.stringMatching(/^(?:W\/)?"/) },
      });
    });

    it.each([
      [10, 20],
      [250, undefined],
      [0, 1],
      [256, undefined],
      [300, 400],
    ])("reads a range: from %s to %s", async (start, end) => {
      const range = end === undefined ? { start } : { start, end };
      const entity = await client.get(at("bytes.bin"), { range });
      expect(await entity.bytes()).toEqual(ALL_OCTETS.slice(start, end));
      expect(entity.size).toBe(256);
    });

    it("reads a range of a document that the server can compress", async () => {
      const range = { start: 9, end: 17 };
      expect(await (await client.get(at("text.txt"), { range })).text()).toBe("line two");
    });

    it("reads a document only if it has changed", async () => {
      const { attributes, modified } = await client.stat(at("bytes.bin"));
      const ask = (options: Readonly<Record<string, unknown>>) => client.get(at("bytes.bin"), { options });
      await expect(ask({ ifNoneMatch: attributes!["etag"] })).rejects.toMatchObject({ code: "not-modified" });
      // nginx requires exactly this date, and rejects a later one.
      await expect(ask({ ifModifiedSince: modified })).rejects.toMatchObject({ code: "not-modified" });
      expect((await (await ask({ ifNoneMatch: '"x"' })).bytes()).length).toBe(256);
      await expect(ask({ ifMatch: '"x"' })).rejects.toMatchObject({ code: "changed" });
    });

    it.each([301, 302, 303, 307, 308])("follows a redirect with %s", async (status) => {
      expect(await text(String(status))).toBe(HTTP_DOCUMENTS.get("text.txt"));
      const options = { redirect: "error" };
      const refused = client.get(at(String(status)), { options });
      await expect(refused).rejects.toMatchObject({ code: "redirect-refused", replyCode: status });
    });

    it.each([
      ["none", "not-found"],
      ["403", "permission-denied"],
      ["410", "not-found"],
    ])("a failure: %s", async (path, code) => {
      await expect(client.get(at(path))).rejects.toMatchObject({ code, reply: expect.stringMatching(/./) });
      await expect(client.stat(at(path))).rejects.toMatchObject({ code });
    });

    it("a login", async () => {
      await expect(text("private/x.txt")).rejects.toMatchObject({ code: "auth-required" });
      expect(await text("private/x.txt", alice)).toBe("secret\n");
      const mallory = createClient({
        schemes: [http],
        transport: nodeTransport(),
        credentials: async () => ({ user: "alice", password: "guess" }),
      });
      await expect(text("private/x.txt", mallory)).rejects.toMatchObject({ code: "auth-failed" });
    });

    it("writes and removes a document", async () => {
      const url = at("upload/new.bin");
      await client.put(url, source("one ", "two"));
      expect(await text("upload/new.bin")).toBe("one two");
      await client.put(url, source("three"), { options: { length: 5 } });
      expect(await text("upload/new.bin")).toBe("three");
      await client.remove(url);
      await expect(client.remove(url)).rejects.toMatchObject({ code: "not-found" });
      await expect(client.put(at("dir/new.bin"), source("x"))).rejects.toMatchObject({ code: "unsupported" });
    });

    it("cancels a body", async () => {
      const { body } = await client.get(at("long.txt"), { options: { acceptEncoding: "identity" } });
      for await (const _ of body) break;
      expect(await text("text.txt")).toBe(HTTP_DOCUMENTS.get("text.txt"));
    });
  });
}

describePeer({ name: "nginx", seed: seedHttp, title: "nginx only" }, (peer) => {
  it("receives the planned request", async () => {
    const url = `http://127.0.0.1:${peer.port}/echo`;
    const said = await (await client.get(url, { options: { fields: { cookie: "a=b" } } })).text();
    expect(said).toBe(
      `GET /echo HTTP/1.1\nhost=127.0.0.1:${peer.port}\naccept-encoding=gzip, deflate\ncookie=a=b\n`,
    );
  });

  it("handles redirect loops, redirects to files, empty responses, and status 503", async () => {
    const get = (path: string) => client.get(`http://127.0.0.1:${peer.port}/${path}`);
    await expect(get("loop")).rejects.toMatchObject({ code: "too-many-redirects" });
    await expect(get("file")).rejects.toMatchObject({ code: "redirect-refused" });
    expect((await (await get("204")).bytes()).length).toBe(0);
    await expect(get("503")).rejects.toMatchObject({ code: "temporarily-unavailable", retryable: true });
  });

  it("uses TLS", async () => {
    const ca = readFileSync(join(peer.root, "../root.pem"), "utf8");
    const secure = createClient({ schemes: [http], transport: nodeTransport(), tls: { ca } });
    const url = `https://127.0.0.2:${peer.port}/`;
    expect(await (await secure.get(`${url}text.txt`)).text()).toBe(HTTP_DOCUMENTS.get("text.txt"));
    await expect(client.get(`${url}text.txt`)).rejects.toMatchObject({ code: "tls-failed" });
    await expect(secure.get(`${url}down`)).rejects.toMatchObject({ code: "redirect-refused" });
    // For unencrypted requests nginx itself describes the error.
    const plain = client.get(`http://127.0.0.2:${peer.port}/`);
    await expect(plain).rejects.toMatchObject({ code: "protocol-error", replyCode: 400 });
    // And a TLS connection to a port without TLS.
    const none = secure.get(`https://127.0.0.1:${peer.port}/`);
    await expect(none).rejects.toMatchObject({ code: "tls-failed" });
  });
});

describePeer({ name: "apache2", seed: seedHttp, title: "apache2 only" }, (peer) => {
  it("decodes a document that is stored compressed, and returns a range of the decoded text", async () => {
    const url = `http://127.0.0.1:${peer.port}/coded.gz`;
    expect(await (await client.get(url)).text()).toBe("in a coding\n");
    expect(await (await client.get(url, { range: { start: 3, end: 4 } })).text()).toBe("a");
  });
});
