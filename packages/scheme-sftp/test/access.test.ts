import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:net";
import { type Client, createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { folder, link, type SftpServerOptions, startSftpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { sftp } from "../src/index.ts";
import { createHostKey } from "./host-keys.ts";

const hostKey = createHostKey();
const LARGE = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) % 251);
const PASSWORD = "s3cr:t@/%";
const root = () =>
  folder({
    home: folder({ alice: folder({ "notes.txt": "notes" }) }),
    pub: folder([["large.bin", LARGE]]),
    empty: "",
  });

const stack: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of stack.splice(0)) await close();
});

async function start(options: SftpServerOptions = {}) {
  const server = await startSftpServer({
    ...{
      root: root(),
      writable: true,
      home: "home/alice",
      hostKey: hostKey.private,
      accounts: { alice: PASSWORD },
    },
    ...options,
  });
  stack.push(server.close);
  const url = (path: string, login = "alice") =>
    `sftp://${login}@127.0.0.1:${server.port}${path}` as `sftp:${string}`;
  return { server, url, known: { knownHosts: server.knownHosts } };
}

const passwords: string[] = [];
function create(init: Parameters<typeof createClient<[typeof sftp]>>[0] | object = {}): Client<typeof sftp> {
  return createClient({
    schemes: [sftp],
    transport: nodeTransport(),
    credentials: ({ wanted, user }) => {
      passwords.push(`${wanted} of ${user}`);
      return { user: "alice", password: PASSWORD };
    },
    ...init,
  }) as Client<typeof sftp>;
}

describe("get", () => {
  it("reads a file of many packets, and a range of it", async () => {
    const { url, known } = await start();
    const client = create();
    const options = { options: known };
    expect(await (await client.get(url("/pub/large.bin"), options)).bytes()).toEqual(LARGE);
    const range = { start: 40_000, end: 80_001 };
    expect(await (await client.get(url("/pub/large.bin"), { ...options, range })).bytes()).toEqual(
      LARGE.slice(40_000, 80_001),
    );
  });

  it("reads an empty file, and one request after the other with requests: 1", async () => {
    const { url, known } = await start();
    expect(await (await create().get(url("/empty"), { options: known })).bytes()).toEqual(new Uint8Array(0));
    const options = { ...known, requests: 1 };
    expect(await (await create().get(url("/pub/large.bin"), { options })).bytes()).toEqual(LARGE);
  });

  it("begins in the home directory after ~, and with pathBase home", async () => {
    const { url, known } = await start();
    const text = async (path: string, more = {}) =>
      (await create().get(url(path), { options: { ...known, ...more } })).text();
    expect(await text("/~/notes.txt")).toBe("notes");
    expect(await text("/home/alice/notes.txt")).toBe("notes");
    expect(await text("/notes.txt", { pathBase: "home" })).toBe("notes");
    expect(await text("//home/alice/notes.txt", { pathBase: "home" })).toBe("notes");
  });
});

describe("put", () => {
  it("gives the file the modification time of the caller, in whole seconds (FSETSTAT)", async () => {
    const { url, known } = await start();
    const client = create();
    const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6, 789));
    await client.put(url("/~/dated"), "x", { modified, options: known } as object);
    const found = await client.stat(url("/~/dated"), { options: known } as object);
    expect(found.modified).toEqual(new Date(Date.UTC(2001, 1, 3, 4, 5, 6)));
  });

  it("continues at an offset, and refuses one beyond the end", async () => {
    const { url, known } = await start();
    const client = create({ options: { sftp: known } });
    await client.put(url("/~/notes.txt"), octetsOf("ED!"), { range: { start: 3 } } as object);
    expect(await (await client.get(url("/~/notes.txt"))).text()).toBe("notED!");
  });

  it("reports a full disk", async () => {
    const { url, known } = await start({ maxTree: 400_000 });
    const call = create().put(url("/~/new"), LARGE, { options: known });
    await expect(call).rejects.toMatchObject({ code: "no-space", target: "incomplete" });
  });

  it("changes nothing if the source fails at once", async () => {
    const { url, known } = await start();
    const client = create({ options: { sftp: known } });
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      throw new Error("the source has gone");
    };
    await expect(client.put(url("/~/notes.txt"), failing())).rejects.toThrow("the source has gone");
    expect(await (await client.get(url("/~/notes.txt"))).text()).toBe("notes");
  });

  it("is denied by a server that cannot be written", async () => {
    const { url, known } = await start({ writable: false });
    const client = create({ options: { sftp: known } });
    await expect(client.put(url("/~/new"), "x")).rejects.toMatchObject({
      code: "permission-denied",
      target: "unchanged",
    });
    await expect(client.put(url("/~/"), "x")).rejects.toMatchObject({ code: "is-a-directory" });
  });
});

describe("rename", () => {
  it("replaces a file if the server can, and is refused if it cannot", async () => {
    for (const renamesOver of [true, false]) {
      const { url, known } = await start({ renamesOver });
      const client = create({ options: { sftp: known } });
      const call = client.rename(url("/~/notes.txt"), url("/empty"));
      if (renamesOver) await call;
      else await expect(call).rejects.toMatchObject({ code: "already-exists" });
      expect(await (await client.get(url("/empty"))).text()).toBe(renamesOver ? "notes" : "");
    }
  });

  it("refuses another server, and another user", async () => {
    const { url, known } = await start();
    const client = create({ options: { sftp: known } });
    for (const to of ["sftp://alice@127.0.0.2/x" as const, url("/x", "bob")])
      await expect(client.rename(url("/empty"), to)).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("remove", () => {
  it("refuses a directory without its slash, and a file with one", async () => {
    const { url, known } = await start();
    const client = create({ options: { sftp: known } });
    await expect(client.remove(url("/pub"))).rejects.toMatchObject({ code: "is-a-directory" });
    await expect(client.remove(url("/empty/"))).rejects.toMatchObject({ code: "not-a-directory" });
  });
});

describe("host keys (RFC 4251 §4.1)", () => {
  const other = createHostKey();
  const open = (known: object, url: `sftp:${string}`) => create().get(url, { options: known });

  it("are found by plain and hashed names, and by patterns", async () => {
    const { server, url } = await start();
    const name = `[127.0.0.1]:${server.port}`;
    const salt = Buffer.from("12345678901234567890");
    const hash = createHmac("sha1", salt).update(name).digest("base64");
    for (const names of [
      name,
      `other,${name}`,
      `|1|${salt.toString("base64")}|${hash}`,
      "[127.*]:*",
      "[127.0.0.?]:*",
    ])
      await open({ knownHosts: `# mine\n\n${hostKey.line(names)}` }, url("/empty"));
  });

  it("that are not known, or only for other names, are refused, with the line to add", async () => {
    const { server, url } = await start();
    const name = `[127.0.0.1]:${server.port}`;
    const before = passwords.length;
    for (const knownHosts of [
      "",
      hostKey.line("127.0.0.1"),
      hostKey.line(`[127.0.0.2]:${server.port}`),
      hostKey.line(`[127.*]:*,!${name}`),
      `@cert-authority ${hostKey.line(name)}`,
    ])
      await expect(open({ knownHosts }, url("/empty"))).rejects.toMatchObject({
        code: "host-key-unknown",
        message: expect.stringContaining(hostKey.fingerprint),
        hint: expect.stringContaining(hostKey.line(name).trim()),
      });
    expect(passwords.length).toBe(before);
    expect(server.received.flat()).toEqual([]);
  });

  it("that have changed, or are revoked, are refused before a login", async () => {
    const { server, url } = await start();
    const name = `[127.0.0.1]:${server.port}`;
    const before = passwords.length;
    for (const knownHosts of [other.line(name), `@revoked ${hostKey.line(name)}${hostKey.line(name)}`])
      await expect(open({ knownHosts, acceptHostKey: () => true }, url("/empty"))).rejects.toMatchObject({
        code: "host-key-changed",
      });
    expect(passwords.length).toBe(before);
  });

  it("can be accepted by a function", async () => {
    const { server, url } = await start();
    const asked: unknown[] = [];
    await open({ acceptHostKey: (key: unknown) => asked.push(key) > 0 }, url("/empty"));
    expect(asked).toEqual([
      { host: "127.0.0.1", port: server.port, type: "ecdsa-sha2-nistp256", fingerprint: hostKey.fingerprint },
    ]);
    await expect(open({ acceptHostKey: () => false }, url("/empty"))).rejects.toMatchObject({
      code: "host-key-unknown",
    });
  });

  it("can be named by the URL, which then decides", async () => {
    const { url, known } = await start();
    const hash = encodeURIComponent(hostKey.fingerprint.slice("SHA256:".length));
    await open({}, url("/empty", `alice;fingerprint=ecdsa-sha2-nistp256-${hash}`));
    const wrong = encodeURIComponent(other.fingerprint);
    await expect(
      open(known, url("/empty", `alice;fingerprint=ecdsa-sha2-nistp256-${wrong}`)),
    ).rejects.toMatchObject({
      code: "host-key-changed",
    });
    await expect(open(known, url("/empty", "alice;fingerprint=ssh-dss-c1-b1-30-29"))).rejects.toMatchObject({
      code: "unsupported",
    });
  });

  it("are read from a file that the policy allows", async () => {
    const { server, url } = await start();
    const { mkdtemp, writeFile, rm } = await import("node:fs/promises");
    const { tmpdir } = await import("node:os");
    const { join } = await import("node:path");
    const directory = await mkdtemp(join(tmpdir(), "anyurl-sftp-"));
    stack.push(() => rm(directory, { recursive: true }));
    const knownHostsFile = join(directory, "known_hosts");
    await writeFile(knownHostsFile, server.knownHosts);
    const client = create({ policy: { files: { roots: [directory] } } });
    await client.get(url("/empty"), { options: { knownHostsFile } });
    await expect(
      client.get(url("/empty"), { options: { knownHostsFile }, limits: { maxHeld: 10 } }),
    ).rejects.toMatchObject({ code: "too-large" });
    await expect(open({ knownHostsFile }, url("/empty"))).rejects.toMatchObject({
      code: expect.stringMatching(/^(path-blocked|unsupported)$/),
    });
  });
});

describe("a login", () => {
  it("asks for the user that the URL does not name, and for a password only if the server takes one", async () => {
    const { url, known } = await start();
    passwords.length = 0;
    await create().get(url("/empty").replace("alice@", "") as "sftp:", { options: known });
    expect(passwords).toEqual(["user of undefined"]);
    const key = createHostKey();
    const byKey = await start({ methods: [], authorizedKeys: [key.public] });
    passwords.length = 0;
    await expect(create().get(byKey.url("/empty"), { options: byKey.known })).rejects.toMatchObject({
      code: "auth-failed",
    });
    await create().get(byKey.url("/empty"), { options: { ...byKey.known, privateKey: key.private } });
    expect(passwords).toEqual([]);
  });

  it("uses the password of the URL, a key, or one prompt", async () => {
    const { url, known } = await start({ methods: ["keyboard-interactive"] });
    await create().get(url("/empty"), { options: known });
    const silent = create({ credentials: undefined });
    await silent.get(url("/empty", `alice:${encodeURIComponent(PASSWORD)}`), { options: known });
    const other = await start();
    // A key that the server does not know: the password is next.
    await create().get(other.url("/empty"), {
      options: { ...other.known, privateKey: createHostKey().private },
    });
  });

  it("fails with auth-required without an answer, and auth-failed with a wrong one", async () => {
    const { url, known } = await start();
    const silent = create({ credentials: undefined });
    await expect(silent.get(url("/empty"), { options: known })).rejects.toMatchObject({
      code: "auth-required",
    });
    const withoutUser = url("/empty").replace("alice@", "") as "sftp:";
    await expect(silent.get(withoutUser, { options: known })).rejects.toMatchObject({
      code: "auth-required",
    });
    const error = await create()
      .get(url("/empty", "alice:wr0ng-s3cret"), { options: known })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "auth-failed" });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain("wr0ng-s3cret");
  });

  it("rejects a text that is not a private key", async () => {
    const { url, known } = await start();
    const call = create().get(url("/empty"), { options: { ...known, privateKey: "no key" } });
    await expect(call).rejects.toMatchObject({ code: "bad-option" });
  });

  it("reports an agent that does not answer", async () => {
    const { url, known } = await start({ methods: [], authorizedKeys: [createHostKey().public] });
    const call = create().get(url("/empty"), { options: { ...known, agent: "/nonexistent/agent.sock" } });
    await expect(call).rejects.toMatchObject({ code: "auth-failed" });
  });
});

describe("hostile servers", () => {
  async function listen(
    say: (write: (text: string) => void, end: () => void) => void,
  ): Promise<`sftp:${string}`> {
    const server: Server = createServer((socket) => {
      socket.on("error", () => {}).resume();
      say(
        (text) => socket.write(text),
        () => socket.end(),
      );
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    stack.push(() => new Promise((resolve) => server.close(resolve)));
    return `sftp://alice@127.0.0.1:${(server.address() as { port: number }).port}/x`;
  }

  it.each([
    ["closes at once", (_: unknown, end: () => void) => end(), "truncated"],
    [
      "speaks another protocol",
      (write: (text: string) => void) => write("220 ready\r\n".repeat(2000)),
      /protocol-error|truncated/,
    ],
    [
      "closes after its version",
      (write: (text: string) => void, end: () => void) => {
        write("SSH-2.0-x\r\n");
        end();
      },
      "truncated",
    ],
    [
      "sends random packets",
      (write: (text: string) => void) => write(`SSH-2.0-x\r\n${"\xff".repeat(1000)}`),
      "protocol-error",
    ],
  ])("that %s", async (_, say, code) => {
    const url = await listen(say as never);
    await expect(create().stat(url)).rejects.toMatchObject({
      code: code instanceof RegExp ? expect.stringMatching(code) : code,
    });
  });

  it("that says nothing reaches replyTimeout", async () => {
    const url = await listen(() => {});
    await expect(create().stat(url, { limits: { replyTimeout: 50 } })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("at a port of another protocol is not connected to", async () => {
    const { url } = await start();
    await expect(create().stat(url("/").replace(/:\d+\//, ":25/") as "sftp:")).rejects.toMatchObject({
      code: "port-blocked",
    });
  });
});

describe("the links of a tree", () => {
  const tree = () =>
    folder({
      from: folder({
        d: folder({ "a.txt": "1" }),
        chain: link("linked"),
        linked: link("d"),
        file: link("d/a.txt"),
        out: link("../secret"),
        nothing: link("missing"),
      }),
      to: folder({}),
      secret: "2",
    });

  /** Copies the tree to another directory of the server, and says what became of each entry. */
  async function copy(links: "follow" | "copy"): Promise<readonly string[]> {
    const { url, known } = await start({ root: tree() });
    const results: string[] = [];
    const client = create({ options: { sftp: known } });
    for await (const each of client.copyTree(url("/from/"), url("/to/"), { links }))
      results.push(`${each.did} ${each.path.join("/")}${"why" in each ? `: ${each.why}` : ""}`);
    return results.sort();
  }

  it("are followed to where they really lead in it", async () => {
    expect(await copy("follow")).toEqual([
      "copied chain/a.txt",
      "copied d/a.txt",
      "copied file",
      "copied linked/a.txt",
      "failed nothing: the link leads to nothing",
      "failed out: the link leads out of the tree",
      "made chain",
      "made d",
      "made linked",
    ]);
  });

  it("are copied as links with the same targets", async () => {
    expect(await copy("copy")).toEqual([
      "copied chain",
      "copied d/a.txt",
      "copied file",
      "copied linked",
      "copied nothing",
      "failed out: the link leads out of the tree",
      "made d",
    ]);
  });
});
