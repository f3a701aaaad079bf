import { connect as connectTo, createServer, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { folder, startSftpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { type SftpOptions, sftp } from "../src/index.ts";
import { createHostKey } from "./host-keys.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const FILES = { a: "the text of a", b: "the text of b", large: "x".repeat(300_000) };

/** A server, and a client that pools connections to it through a relay. */
async function start() {
  const server = await startSftpServer({
    root: folder(FILES),
    writable: true,
    accounts: { alice: "wonderland", bob: "builder" },
  });
  ends.push(server.close);
  const sockets: Socket[] = [];
  /** Closes the connection when the client sends something. */
  let closesNext = false;
  const relay = createServer((from) => {
    const to = connectTo(server.port, "127.0.0.1");
    sockets.push(from);
    for (const each of [from, to]) each.on("error", () => {});
    from.on("data", (octets) => {
      if (!closesNext) {
        to.write(octets);
        return;
      }
      closesNext = false;
      to.destroy();
      from.end();
    });
    from.on("close", () => to.destroy());
    to.pipe(from);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  ends.push(() => relay.close());
  const { port } = relay.address() as { readonly port: number };
  const client = createClient({
    ...{ schemes: [sftp], transport: nodeTransport(), connections: { idle: 60_000 } },
    policy: { allowAddresses: ["127.0.0.0/8"] },
    options: { sftp: { acceptHostKey: () => true } },
  });
  ends.push(() => client.close());
  const url = (path: string, login = "alice:wonderland") =>
    `sftp://${login}@127.0.0.1:${port}/${path}` as const;
  return {
    ...{ client, url },
    get: async (path: string, login?: string, options: SftpOptions = {}) =>
      (await client.get(url(path, login), { options })).text(),
    count: () => sockets.length,
    closeNext: () => {
      closesNext = true;
    },
  };
}

describe("a pooled connection", () => {
  it("is used by all operations of one user, one after the other", async () => {
    const { client, get, url, count } = await start();
    expect([await get("a"), await get("large"), await get("b")]).toEqual([FILES.a, FILES.large, FILES.b]);
    expect(await client.stat(url("a"))).toMatchObject({ kind: "file", size: FILES.a.length });
    await client.put(url("new"), octetsOf("1"));
    await client.append(url("new"), octetsOf("2"));
    await client.rename(url("new"), url("newer"));
    expect(await get("newer")).toBe("12");
    await client.remove(url("newer"));
    await client.makeDirectory(url("directory/"));
    const names: string[] = [];
    for await (const { name } of client.list(url(""))) names.push(name);
    expect(names.sort()).toEqual(["a", "b", "directory", "large"]);
    expect(count()).toBe(1);
  });

  it("serves one call at a time", async () => {
    const { get, count } = await start();
    const texts = await Promise.all(Array.from({ length: 12 }, (_, i) => get(i % 2 === 0 ? "a" : "large")));
    expect(texts).toEqual(texts.map((_, i) => (i % 2 === 0 ? FILES.a : FILES.large)));
    // The limit for one server.
    expect(count()).toBe(6);
    await get("b");
    expect(count()).toBe(6);
  });

  it.each<[what: string, login: string, options: SftpOptions]>([
    ["another user", "bob:builder", {}],
    ["a private key", "alice:wonderland", { privateKey: createHostKey().private }],
  ])("is not used by a call with %s", async (_, login, options) => {
    const { get, count } = await start();
    await get("a");
    await get("a", login, options);
    expect(count()).toBe(2);
  });

  it("is used with another password only if the server accepts it", async () => {
    const { get } = await start();
    await get("a");
    await expect(get("a", "alice:wrong")).rejects.toMatchObject({ code: "auth-failed" });
  });

  it("is not used by a call that does not trust the key of the host", async () => {
    const { get, count } = await start();
    await get("a");
    const refuse = { acceptHostKey: () => false };
    await expect(get("a", undefined, refuse)).rejects.toMatchObject({ code: "host-key-unknown" });
    const other = `alice;fingerprint=ssh-ed25519-${"A".repeat(43)}:wonderland`;
    await expect(get("a", other)).rejects.toMatchObject({ code: "host-key-changed" });
    await get("a");
    // The call that refuses closes the one that it got; that with a fingerprint, too.
    expect(count()).toBeGreaterThan(1);
  });

  it.each([
    ["fails", (world: Awaited<ReturnType<typeof start>>) => world.get("nothing").catch(() => {})],
    [
      "is left before its end",
      async ({ client, url }: Awaited<ReturnType<typeof start>>) => {
        for await (const _ of (await client.get(url("large"))).body) break;
      },
    ],
  ])("is closed after a call that %s", async (_, call) => {
    const world = await start();
    await call(world);
    expect(await world.get("a")).toBe(FILES.a);
    expect(world.count()).toBe(2);
  });

  it("that the server closes is replaced by a new one", async () => {
    const { get, count, closeNext } = await start();
    await get("a");
    closeNext();
    expect(await get("b")).toBe(FILES.b);
    expect(count()).toBe(2);
  });

  it("ends an aborted call with the reason", async () => {
    const { client, get, url, count } = await start();
    await get("a");
    const abort = new AbortController();
    const body = (await client.get(url("large"), { signal: abort.signal })).body.getReader();
    await body.read();
    const reason = new Error("stop");
    abort.abort(reason);
    await expect(
      (async () => {
        while (!(await body.read()).done);
      })(),
    ).rejects.toBe(reason);
    expect(await get("b")).toBe(FILES.b);
    expect(count()).toBe(2);
  });
});
