import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@anyurl/client";
import { type NfsOptions, nfs } from "@anyurl/scheme-nfs";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collect } from "./collect.ts";
import { freePort, missing, type Peer, startPeer } from "./start.ts";

const BIG: Uint8Array = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) % 251);

function seedNfs(root: string): void {
  mkdirSync(join(root, "sub"));
  writeFileSync(join(root, "text.txt"), "line one\nline two\n");
  writeFileSync(join(root, "sub/deep.txt"), "deep\n");
  writeFileSync(join(root, "big.bin"), BIG);
  writeFileSync(join(root, "a b%.txt"), "x\n");
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xe9)]), "not UTF-8\n");
  symlinkSync("text.txt", join(root, "link"));
  symlinkSync("../text.txt", join(root, "sub/up"));
  symlinkSync("sub", join(root, "directory"));
  symlinkSync("http://h.example/", join(root, "elsewhere"));
  symlinkSync("loop", join(root, "loop"));
}

const reasons = ["ganesha", "ganesha-vfs", "rpcbind"].map(missing).filter((reason) => reason !== undefined);

async function start(env: Readonly<Record<string, string>>, options: NfsOptions = {}) {
  const [mount, portmapper] = [await freePort(), await freePort()];
  const ports = { NFS_MOUNT_PORT: String(mount), NFS_PORTMAPPER_PORT: String(portmapper) };
  const peer = await startPeer("ganesha", seedNfs, { ...ports, ...env });
  const client = createClient({
    schemes: [nfs],
    transport: nodeTransport(),
    options: { nfs: { portmapperPort: portmapper, ...options } },
  });
  const at = (path: string) => `nfs://127.0.0.1:${peer.port}${peer.root}/${path}` as const;
  return { peer, client, at, mount };
}

/** The server rejects the public file handle, so every call uses the portmapper and MOUNT (RFC 2224 §7). */
describe.skipIf(reasons.length > 0)("NFS-Ganesha", () => {
  let world: Awaited<ReturnType<typeof start>>;
  let peer: Peer | undefined;
  beforeAll(async () => {
    world = await start({ NFS_WRITABLE: "YES" });
    peer = world.peer;
  }, 30_000);
  afterAll(() => peer?.stop());

  const text = async (path: string, options: NfsOptions = {}) =>
    (await world.client.get(world.at(path), { options })).text();

  it("sends files, and a range of one", async () => {
    expect(await text("text.txt")).toBe("line one\nline two\n");
    expect(await text("sub/deep.txt")).toBe("deep\n");
    expect(await text("a%20b%25.txt")).toBe("x\n");
    expect(await text("%E9")).toBe("not UTF-8\n");
    expect(await (await world.client.get(world.at("big.bin"))).bytes()).toEqual(BIG);
    const part = await world.client.get(world.at("big.bin"), { range: { start: 100_000, end: 100_010 } });
    expect(await part.bytes()).toEqual(BIG.subarray(100_000, 100_010));
  });

  it("needs no portmapper with the option mountPort", async () => {
    expect(await text("text.txt", { mountPort: world.mount, portmapperPort: 9 })).toBe(
      "line one\nline two\n",
    );
  });

  it("accepts a user with AUTH_SYS", async () => {
    expect(await text("text.txt", { uid: 1000, gid: 100 })).toBe("line one\nline two\n");
  });

  it("lists a directory", async () => {
    const entries = await collect(world.client.list(world.at("")));
    expect(entries.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual([
      ...["directory sub", "file a b%.txt", "file big.bin", "file text.txt", "file \udce9"],
      ...["link directory", "link elsewhere", "link link", "link loop"],
    ]);
    expect(entries.find(({ name }) => name === "big.bin")).toMatchObject({
      size: 300_000,
      url: world.at("big.bin"),
    });
  });

  it("has links, which lead to the same server only", async () => {
    expect(await text("link")).toBe("line one\nline two\n");
    expect(await text("sub/up")).toBe("line one\nline two\n");
    expect(await text("directory/deep.txt")).toBe("deep\n");
    await expect(text("elsewhere")).rejects.toMatchObject({
      code: "redirect-refused",
      reply: "http://h.example/",
    });
    await expect(text("loop")).rejects.toMatchObject({ code: "too-many-redirects" });
  });

  it("reports errors", async () => {
    await expect(text("missing")).rejects.toMatchObject({ code: "not-found" });
    await expect(text("sub")).rejects.toMatchObject({ code: "is-a-directory" });
    await expect(text("text.txt", { fallback: false })).rejects.toMatchObject({
      ...{ code: "unsupported", replyCode: 10_001 },
    });
    const above = world.client.stat(`nfs://127.0.0.1:${world.peer.port}/etc/passwd`);
    await expect(above).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:not-found|permission-denied)$/),
    });
  });

  it("stores files, and makes, renames, and removes them", async () => {
    const { client, at } = world;
    await client.put(at("new.bin"), BIG);
    await client.put(at("new.bin"), BIG.subarray(7));
    expect(await (await client.get(at("new.bin"))).bytes()).toEqual(BIG.subarray(7));
    await client.makeDirectory(at("made/"));
    await client.rename(at("new.bin"), at("made/moved.bin"));
    expect(await client.stat(at("made/moved.bin"))).toMatchObject({ kind: "file", size: BIG.length - 7 });
    await expect(client.remove(at("made/"))).rejects.toMatchObject({ code: "not-empty" });
    await client.remove(at("made/moved.bin"));
    await client.remove(at("made/"));
    await expect(client.stat(at("made/"))).rejects.toMatchObject({ code: "not-found" });
    await expect(client.put(at("link"), "x", { atomic: false })).rejects.toMatchObject({
      target: "unchanged",
    });
    expect(await text("text.txt")).toBe("line one\nline two\n");
  });

  it("is read-only if its export is", async () => {
    const { peer: other, client, at } = await start({});
    await using _ = other;
    const put = client.put(at("new.txt"), "x", { atomic: false });
    await expect(put).rejects.toMatchObject({ code: "permission-denied", reply: "NFS3ERR_ROFS" });
  }, 30_000);
});
