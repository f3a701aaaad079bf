import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@anyurl/client";
import { type Entry, octetsOf } from "@anyurl/core";
import { sftp } from "@anyurl/scheme-sftp";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missing, type Peer, startPeer } from "./start.ts";

const BYTES = Uint8Array.from({ length: 1_000_000 }, (_, i) => (i * i) % 251);

function seed(root: string): void {
  const pub = join(root, "home/pub");
  mkdirSync(join(pub, "dir"), { recursive: true });
  mkdirSync(join(root, "home/incoming"));
  writeFileSync(join(pub, "lf.txt"), "line one\nline two\nno newline here");
  writeFileSync(join(pub, "bytes.bin"), BYTES);
  writeFileSync(join(pub, "a b;c?d#e%.txt"), "x\n");
  writeFileSync(Buffer.concat([Buffer.from(`${pub}/`), Buffer.of(0xe9), Buffer.from(".txt")]), "x\n");
  symlinkSync("lf.txt", join(pub, "link"));
}

describe.skipIf(missing("sshd") !== undefined || missing("sftp-server") !== undefined)("sshd", () => {
  let peer: Peer;
  let knownHosts = "";
  const create = (options: object = { knownHosts }, password = "s3cr:t@/%") =>
    createClient({
      schemes: [sftp],
      transport: nodeTransport(),
      credentials: () => ({ password }),
      options: { sftp: options },
    });
  const url = (path: string) => `sftp://alice@127.0.0.1:${peer.port}${path}` as `sftp:${string}`;

  beforeAll(async () => {
    peer = await startPeer("sshd", seed);
    knownHosts = `[127.0.0.1]:${peer.port} ${readFileSync(join(peer.root, "hostkey.pub"), "utf8")}`;
  });
  afterAll(async () => {
    await peer?.stop();
  });

  it("sends a file, a range of it, and one that its system generates", async () => {
    const client = create();
    expect(await (await client.get(url("/~/pub/lf.txt"))).text()).toBe("line one\nline two\nno newline here");
    expect(await (await client.get(url("/~/pub/bytes.bin"))).bytes()).toEqual(BYTES);
    const part = await client.get(url("/~/pub/bytes.bin"), { range: { start: 10, end: 20 } });
    expect(await part.bytes()).toEqual(BYTES.slice(10, 20));
    expect(await (await client.get(url("/proc/self/status"))).text()).toContain("sftp-server");
  });

  it("lists a directory with a link, and with names of any bytes", async () => {
    const entries: Entry[] = [];
    for await (const entry of create().list(url("/~/pub/"))) entries.push(entry);
    const kinds = Object.fromEntries(entries.map(({ name, kind }) => [name, kind]));
    expect(kinds).toEqual({
      ...{ "a b;c?d#e%.txt": "file", "bytes.bin": "file", dir: "directory", "lf.txt": "file" },
      ...{ link: "link", "\udce9.txt": "file" },
    });
    for (const { kind, url: to } of entries)
      if (kind !== "directory")
        expect((await (await create().get(to as "sftp:")).bytes()).length).toBeGreaterThan(0);
  });

  it("takes a file, appends to it, renames it over another one, and removes it", async () => {
    const client = create();
    const [one, two] = [url("/~/incoming/one"), url("/~/incoming/two")];
    await client.put(one, BYTES);
    await client.append(one, octetsOf("end"));
    await client.put(two, "old");
    await client.rename(one, two);
    expect((await (await client.get(two)).bytes()).length).toBe(BYTES.length + 3);
    await client.remove(two);
    await expect(client.stat(two)).rejects.toMatchObject({ code: "not-found" });
    await client.makeDirectory(url("/~/incoming/new/"));
    await expect(client.makeDirectory(url("/~/incoming/new/"))).rejects.toMatchObject({
      code: "already-exists",
    });
    await expect(client.remove(url("/~/incoming/"))).rejects.toMatchObject({ code: "not-empty" });
    await client.remove(url("/~/incoming/new/"));
  });

  it("maps its errors", async () => {
    const client = create();
    await expect(client.get(url("/~/pub/dir"))).rejects.toMatchObject({ code: "is-a-directory" });
    await expect(client.put(url("/root-only"), "x")).rejects.toMatchObject({ code: "permission-denied" });
    const entries = client.list(url("/~/pub/lf.txt/"))[Symbol.asyncIterator]();
    await expect(entries.next()).rejects.toMatchObject({ code: "not-a-directory" });
  });

  it("is refused with an unknown key, a wrong password, and admits a key", async () => {
    await expect(create({}).stat(url("/"))).rejects.toMatchObject({ code: "host-key-unknown" });
    await expect(create({ knownHosts }, "wrong").stat(url("/"))).rejects.toMatchObject({
      code: "auth-failed",
    });
    const privateKey = readFileSync(join(peer.root, "key"), "utf8");
    expect(await create({ knownHosts, privateKey }, "wrong").stat(url("/~"))).toMatchObject({
      kind: "directory",
    });
  });
});
