import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@anyurl/client";
import { gemini } from "@anyurl/scheme-gemini";
import { CLIENT_ONLY } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";

const BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, i) => i);

function seed(root: string): void {
  mkdirSync(join(root, "dir"));
  writeFileSync(join(root, "index.gmi"), "# Hello\n=> text.gmi a link\n=> gopher://localhost/ elsewhere\n");
  writeFileSync(join(root, "text.gmi"), "## Text\nlíne\n");
  writeFileSync(join(root, "bytes.bin"), BYTES);
  writeFileSync(join(root, "dir", "a b.txt"), "x\n");
}

describePeer({ name: "molly-brown", seed }, (peer) => {
  const client = createClient({
    ...{ schemes: [gemini], transport: nodeTransport() },
    policy: { allowAddresses: ["127.0.0.1"], allowPorts: ["gemini:*"] },
  });
  const url = (path: string): `gemini:${string}` => `gemini://127.0.0.1:${peer.port}${path}`;

  it("gives documents, whole by the close_notify of TLS", async () => {
    const page = await client.get(url("/text.gmi"));
    expect([await page.text(), page.mediaType]).toEqual(["## Text\nlíne\n", "text/gemini; lang=en"]);
    expect(await (await client.get(url("/bytes.bin"))).bytes()).toEqual(BYTES);
    expect((await client.stat(url("/text.gmi"))).mediaType).toContain("text/gemini");
  });

  it("gives pages as menus, also those that it makes of directories", async () => {
    const page = await collect(client.list(url("/")));
    expect(page.map((entry) => entry.url)).toEqual([undefined, url("/text.gmi"), "gopher://localhost/"]);
    const directory = await collect(client.list(url("/dir/")));
    expect(directory.map((entry) => entry.url)).toContain(url("/dir/a%20b.txt"));
    expect(await (await client.get(url("/dir/a%20b.txt"))).text()).toBe("x\n");
  });

  it("redirects", async () => {
    expect(await (await client.get(url("/temp"))).text()).toContain("## Text");
  });

  it("asks a question, whose answer it gets unchanged", async () => {
    await expect(client.get(url("/cgi/ask"))).rejects.toMatchObject({
      code: "input-required",
      reply: "Words?",
    });
    expect(await (await client.get(url("/cgi/ask?two%20words"))).text()).toBe("two%20words\n");
  });

  it("asks for a client certificate", async () => {
    await expect(client.get(url("/cgi/cert"))).rejects.toMatchObject({
      code: "auth-required",
      replyCode: 60,
    });
    const { cert, key } = CLIENT_ONLY;
    const options = { certificates: [{ url: url("/cgi/"), cert, key }] };
    expect(await (await client.get(url("/cgi/cert"), { options })).text()).toMatch(/^[0-9A-Za-z:]+\n$/);
  });

  it("says for how long to wait, and that a document does not exist", async () => {
    await expect(client.get(url("/cgi/slow"))).rejects.toMatchObject({
      ...{ code: "temporarily-unavailable", retryAfter: 3000 },
    });
    await expect(client.get(url("/nothing"))).rejects.toMatchObject({ code: "not-found", replyCode: 51 });
  });
});
