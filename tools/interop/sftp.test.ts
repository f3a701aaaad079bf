import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, Transcript } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { file } from "@anyurl/scheme-file";
import { sftp } from "@anyurl/scheme-sftp";
import { nodeTransport } from "@anyurl/transport-node";
import { beforeAll, expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";

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

describePeer({ name: "sshd", seed, needs: ["sftp-server"] }, (peer) => {
  let knownHosts = "";
  const create = (options: object = { knownHosts }, password = "s3cr:t@/%") =>
    createClient({
      schemes: [sftp],
      transport: nodeTransport(),
      credentials: () => ({ password }),
      options: { sftp: options },
    });
  const url = (path: string) => `sftp://alice@127.0.0.1:${peer.port}${path}` as `sftp:${string}`;

  beforeAll(() => {
    knownHosts = `[127.0.0.1]:${peer.port} ${readFileSync(join(peer.root, "hostkey.pub"), "utf8")}`;
  });

  it("sends a file, a range of it, and one that its system generates", async () => {
    const client = create();
    expect(await (await client.get(url("/~/pub/lf.txt"))).text()).toBe("line one\nline two\nno newline here");
    expect(await (await client.get(url("/~/pub/bytes.bin"))).bytes()).toEqual(BYTES);
    const part = await client.get(url("/~/pub/bytes.bin"), { range: { start: 10, end: 20 } });
    expect(await part.bytes()).toEqual(BYTES.slice(10, 20));
    expect(await (await client.get(url("/proc/self/status"))).text()).toContain("sftp-server");
  });

  it("serves one call after the other on a pooled connection", async () => {
    await using client = createClient({
      ...{ schemes: [sftp], transport: nodeTransport(), credentials: () => ({ password: "s3cr:t@/%" }) },
      ...{ options: { sftp: { knownHosts } }, connections: { idle: 60_000 } },
    });
    const isReused: boolean[] = [];
    for (const path of ["/~/pub/lf.txt", "/~/pub/bytes.bin", "/~/pub/lf.txt", "/proc/self/status"]) {
      const transcript = new Transcript();
      expect(await (await client.get(url(path), { transcript })).bytes()).not.toHaveLength(0);
      const [opened] = transcript.entries;
      isReused.push(opened !== undefined && "reused" in opened);
    }
    expect(isReused).toEqual([false, true, true, true]);
  });

  it("lists a directory with a link, and with names of any bytes", async () => {
    const entries = await collect(create().list(url("/~/pub/")));
    const kinds = Object.fromEntries(entries.map(({ name, kind }) => [name, kind]));
    expect(kinds).toEqual({
      ...{ "a b;c?d#e%.txt": "file", "bytes.bin": "file", dir: "directory", "lf.txt": "file" },
      ...{ link: "link", "\udce9.txt": "file" },
    });
    for (const { kind, url: to } of entries)
      if (kind !== "directory")
        expect((await (await create().get(to as "sftp:")).bytes()).length).toBeGreaterThan(0);
  });

  it("tells the targets of links, and takes links in its order of paths", async () => {
    const directory = mkdtempSync(join(tmpdir(), "anyurl-sftp-"));
    mkdirSync(join(directory, "a/d"), { recursive: true });
    writeFileSync(join(directory, "a/d/file"), "1");
    for (const [target, name] of [
      ["d/file", "one"],
      ["d", "two"],
      ["missing", "three"],
    ] as const)
      symlinkSync(target, join(directory, "a", name));
    const client = createClient({
      schemes: [file, sftp] as const,
      transport: nodeTransport(),
      policy: { files: { roots: [directory], write: true } },
      credentials: () => ({ password: "s3cr:t@/%" }),
      options: { sftp: { knownHosts } },
    });
    const local = (path: string) => `${pathToFileURL(join(directory, path)).href}/` as `file://${string}`;
    const copy = async (from: string, to: string) => {
      const done: string[] = [];
      for await (const { did } of client.sync(from as "file:", to as "file:", { links: "copy" }))
        done.push(did);
      return done.sort();
    };
    const remote = url("/~/incoming/links/");
    const COPIED = ["copied", "copied", "copied", "copied", "made"];
    expect(await copy(local("a"), remote)).toEqual(COPIED);
    expect(new Set(await copy(local("a"), remote))).toEqual(new Set(["unchanged"]));
    const home = join(peer.root, "home/incoming/links");
    expect(["one", "two", "three"].map((name) => readlinkSync(join(home, name)))).toEqual([
      ...["d/file", "d", "missing"],
    ]);
    expect(await copy(remote, url("/~/incoming/again/"))).toEqual(COPIED);
    expect(await copy(url("/~/incoming/again/"), local("b"))).toEqual(COPIED);
    expect(readlinkSync(join(directory, "b/one"))).toBe("d/file");
    // A link takes the place of a file and of another link.
    await client.remove(url("/~/incoming/again/one"));
    await client.put(url("/~/incoming/again/one"), "a file");
    expect(
      (await copy(local("a"), url("/~/incoming/again/"))).filter((did) => did === "copied"),
    ).toHaveLength(1);
    expect(readlinkSync(join(peer.root, "home/incoming/again/one"))).toBe("d/file");
    client.close();
    rmSync(directory, { recursive: true });
  });

  it("tells where links of a tree really lead", async () => {
    const directory = mkdtempSync(join(tmpdir(), "anyurl-sftp-"));
    const home = join(peer.root, "home/incoming");
    mkdirSync(join(home, "t/d/sub"), { recursive: true });
    mkdirSync(join(home, "outside"));
    for (const path of ["t/d/file", "t/d/sub/deep", "outside/secret"]) writeFileSync(join(home, path), path);
    for (const [path, target] of Object.entries({
      ...{ "t/in": "d", "t/to-file": "in/sub/deep", "t/absolute": join(home, "t/d") },
      ...{ "t/round": "../t/d/file", "t/d/up": "..", "t/chain": "middle", "t/middle": "d/out" },
      ...{ "t/d/out": "../../outside", "t/d/passwd": "/etc/passwd", "t/gone": "nothing", "t/loop": "loop" },
      link: "t",
    }))
      symlinkSync(target, join(home, path));
    const client = createClient({
      schemes: [file, sftp] as const,
      transport: nodeTransport(),
      policy: { files: { roots: [directory], write: true } },
      credentials: () => ({ password: "s3cr:t@/%" }),
      options: { sftp: { knownHosts } },
    });
    const to = `${pathToFileURL(join(directory, "b")).href}/` as const;
    const sync = async (from: string) => {
      const left: string[] = [];
      let copied = 0;
      for await (const each of client.sync(url(from), to)) {
        if (each.did === "failed" || each.did === "skipped") left.push(`${each.path.join("/")}: ${each.why}`);
        if (each.did === "copied") copied++;
      }
      return { left: left.sort(), copied };
    };
    const [out, twice] = [
      "the link leads out of the tree",
      "a linked directory is not entered in another one",
    ];
    const below = (name: string) => [`${name}/out: ${out}`, `${name}/passwd: ${out}`];
    const reported = [
      ...[...below("d"), ...below("in"), ...below("absolute"), ...below("d/up/d")],
      ...["in/up", "absolute/up", "d/up/in", "d/up/absolute", "d/up/d/up"].map((path) => `${path}: ${twice}`),
      ...["", "d/up/"].flatMap((at) => [
        ...[`${at}chain: ${out}`, `${at}middle: ${out}`, `${at}gone: the link leads to nothing`],
        `${at}loop: the link leads to nothing`,
      ]),
    ].sort();
    // The second tree is a link itself.
    const first = await sync("/~/incoming/t/");
    expect(first).toEqual({ left: reported, copied: 12 });
    expect(await sync("/~/incoming/link/")).toEqual({ left: reported, copied: 0 });
    expect(await sync(`${home}/link/`)).toEqual({ left: reported, copied: 0 });
    expect(readFileSync(join(directory, "b/in/sub/deep"), "utf8")).toBe("t/d/sub/deep");
    expect(readFileSync(join(directory, "b/to-file"), "utf8")).toBe("t/d/sub/deep");
    // Links are removed, and what they lead to is not. The directories must be those of alice.
    for (const path of ["t/d", "t/d/sub"]) chownSync(join(home, path), 1500, 1500);
    const source = join(directory, "empty");
    mkdirSync(source);
    const removed: string[] = [];
    for await (const each of client.sync(`${pathToFileURL(source).href}/`, url("/~/incoming/t/d/"), {
      delete: true,
    }))
      if (each.did === "removed") removed.push(each.path.join("/"));
    expect(removed.sort()).toEqual(["file", "out", "passwd", "sub", "sub/deep", "up"]);
    expect(readFileSync(join(home, "outside/secret"), "utf8")).toBe("outside/secret");
    client.close();
    rmSync(directory, { recursive: true });
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
