import { createServer, type Server, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { applyLayers, chaos, logging, rateLimit, retry } from "@anyurl/client/layers";
import { octetsOf, textOf } from "@anyurl/core";
import type { Connection, Transport } from "@anyurl/core/exchange";
import { document, type FtpServer, type FtpServerOptions, folder, startFtpServer } from "@anyurl/servers";
import { memoryTransport } from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";
import type { FtpOptions } from "../src/options.ts";
import { NOTICES_TLS_RESETS } from "./tls-resets.ts";

const OLD = "what was there";
const PIECE: Uint8Array = new Uint8Array(1000).fill(0x78);

const WAYS: readonly (readonly [name: string, options: FtpOptions, server: FtpServerOptions])[] = [
  ["passive", {}, {}],
  ["active", { data: "active" }, {}],
  ["TLS", { tls: "required" }, { tls: SELF_SIGNED }],
];

describe.each(WAYS)("a failed ftp upload (%s)", (_, options, init) => {
  const itNotices = it.skipIf("tls" in init && !NOTICES_TLS_RESETS);
  let server: FtpServer;
  beforeEach(async () => {
    const root = folder([["a.txt", document(OLD)]]);
    server = await startFtpServer({ root, writable: "everybody", active: true, ...init });
  });
  afterEach(() => server.close());

  const client = () =>
    createClient({
      ...{
        schemes: [ftp] as const,
        transport: nodeTransport(),
        tls: { ca: SELF_SIGNED.cert },
        options: { ftp: { ...options } },
      },
    });
  const url = () => `ftp://${"tls" in options ? "localhost" : "127.0.0.1"}:${server.port}/a.txt` as const;

  /** Yields chunks and then calls `end`. `begun` resolves when the first chunk has been sent. */
  function source(pieces: number, end: () => Promise<void> | void) {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    async function* octets(): AsyncGenerator<Uint8Array, void, void> {
      for (let i = 0; i < pieces; i++) {
        yield PIECE;
        begin();
      }
      await end();
    }
    return { octets: octets(), begun };
  }

  async function expectOld(): Promise<void> {
    await expect.poll(() => server.live).toBe(0);
    const entry = server.tree().entries.get("a.txt");
    expect(entry).toMatchObject({ kind: "document" });
    expect(await (await client().get(url())).text()).toBe(OLD);
  }

  itNotices.each([0, 1, 3, 50])(
    "leaves the old file if the source throws after %i chunks",
    async (pieces) => {
      const { octets } = source(pieces, () => {
        throw new Error("the source is gone");
      });
      await expect(client().put(url(), octets)).rejects.toThrow("the source is gone");
      await expectOld();
    },
  );

  it("sends no STOR or APPE if the source throws at once", async () => {
    for (const operation of ["put", "append"] as const) {
      const { octets } = source(0, () => {
        throw new Error("the source is gone");
      });
      await expect(client()[operation](url(), octets)).rejects.toThrow("the source is gone");
    }
    const commands = server.received.flat().map((line) => Buffer.from(line).toString());
    expect(commands.filter((line) => /^(?:STOR|APPE|EPSV|EPRT)/.test(line))).toEqual([]);
  });

  itNotices("leaves the old file if the call is aborted", async () => {
    const controller = new AbortController();
    const { octets, begun } = source(3, () => new Promise<void>(() => {}));
    const put = client().put(url(), octets, { signal: controller.signal });
    begun.then(() => controller.abort(new Error("enough")));
    await expect(put).rejects.toThrow("enough");
    await expectOld();
  });

  it("leaves the old file and no other after any failure with the option atomic", async () => {
    const gone = new Error("the source is gone");
    const names = () => [...server.tree().entries.keys()];
    for (const pieces of [0, 1, 3]) {
      const { octets } = source(pieces, () => {
        throw gone;
      });
      await expect(client().put(url(), octets, { atomic: true })).rejects.toBe(gone);
      await expectOld();
      expect(names()).toEqual(["a.txt"]);
    }
    const controller = new AbortController();
    const { octets, begun } = source(3, () => new Promise<void>(() => {}));
    begun.then(() => controller.abort(gone));
    await expect(client().put(url(), octets, { atomic: true, signal: controller.signal })).rejects.toBe(gone);
    await expectOld();
    expect(names()).toEqual(["a.txt"]);
  });

  it("uploads to a temporary name and renames it with the option atomic", async () => {
    await client().put(`${url()};type=i`, source(3, () => {}).octets, { atomic: true });
    expect(await (await client().get(url())).text()).toBe("x".repeat(3000));
    expect([...server.tree().entries.keys()]).toEqual(["a.txt"]);
    const commands = server.received.flat().map((line) => Buffer.from(line).toString().trim());
    expect(commands.find((line) => line.startsWith("STOR"))).toMatch(/^STOR \.anyurl-[0-9a-z]+\.a\.txt$/);
    expect(commands).toContain("RNTO a.txt");
  });

  it("replaces the old file if the source ends", async () => {
    await client().put(url(), source(3, () => {}).octets);
    expect(await (await client().get(url())).text()).toBe("x".repeat(3000));
    await client().put(url(), source(0, () => {}).octets);
    expect(await (await client().get(url())).text()).toBe("");
  });
});

describe("an ftp upload with an early final reply in a separate packet", () => {
  let control: Socket | undefined;
  let ended: Promise<"end" | "reset">;
  let dialed: Connection[] = [];
  const open: Server[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  async function listening(behave: (socket: Socket) => void): Promise<number> {
    const server = createServer((socket) => behave(socket.on("error", () => {})));
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as { readonly port: number }).port;
  }

  /** Starts a server that sends `reply` after the first bytes of an upload. */
  async function start(reply: string): Promise<`ftp://${string}`> {
    dialed = [];
    ended = new Promise((resolve) => {
      control = undefined;
      const data = listening((socket) => {
        socket.once("data", () => control?.write(`${reply}\r\n`));
        socket.once("end", () => resolve("end")).once("error", () => resolve("reset"));
      });
      REPLIES.set("EPSV", async () => `229 ok (|||${await data}|)`);
    });
    const port = await listening((socket) => {
      control = socket.setEncoding("latin1");
      socket.write("220 ready\r\n");
      socket.on("data", async (text: string) => {
        for (const line of text.split("\r\n").slice(0, -1))
          socket.write(`${(await REPLIES.get(line.split(" ")[0] ?? "")?.()) ?? "200 ok"}\r\n`);
      });
    });
    return `ftp://127.0.0.1:${port}/x`;
  }

  const REPLIES = new Map<string, () => Promise<string>>([
    ["USER", async () => "230 in"],
    ["STOR", async () => "150 go on"],
    ["APPE", async () => "150 go on"],
  ]);

  async function* source(): AsyncGenerator<Uint8Array, void, void> {
    yield octetsOf("one");
    // The reply has arrived on the control connection, which is the first one.
    const first = dialed[0] as unknown as { readonly unread: number };
    await expect.poll(() => first.unread).toBeGreaterThan(0);
    yield octetsOf("two");
  }

  const node = nodeTransport();
  const transport: Transport = {
    ...node,
    async connect(endpoint, signal) {
      const connection = await node.connect(endpoint, signal);
      dialed.push(connection);
      return connection;
    },
  };
  const client = createClient({ schemes: [ftp] as const, transport });

  it.each(["put", "append"] as const)(
    "fails with desync for a 226 and resets the data connection (%s)",
    async (operation) => {
      const url = await start("226 done");
      await expect(client[operation](url, source())).rejects.toMatchObject({
        code: "desync",
        replyCode: 226,
        target: "incomplete",
      });
      expect(await ended).toBe("reset");
    },
  );

  it.each([
    ["retry", retry()],
    ["rateLimit", rateLimit({ octetsPerSecond: 1_000_000 })],
    ["logging", logging(() => {})],
    ["chaos", chaos({ seed: 1 })],
  ])("fails with desync also if the layer %s is around the transport", async (_, layer) => {
    const url = await start("226 done");
    const layered = createClient({ schemes: [ftp] as const, transport: applyLayers(transport, layer) });
    await expect(layered.put(url, source())).rejects.toMatchObject({ code: "desync", replyCode: 226 });
    expect(await ended).toBe("reset");
  });

  it.each([
    ["552 too much", "no-space"],
    ["426 broken", "truncated"],
    ["451 not now", "temporarily-unavailable"],
  ])("fails with the error of the reply %s", async (reply, code) => {
    const url = await start(reply);
    await expect(client.put(url, source())).rejects.toMatchObject({ code, target: "incomplete" });
    expect(await ended).toBe("reset");
  });
});

describe("an ftp upload that the server rejects before it starts", () => {
  it("reports that the target is unchanged", async () => {
    const root = folder([["a", folder([])]]);
    await using server = await startFtpServer({ root, writable: "everybody" });
    const client = createClient({ schemes: [ftp] as const, transport: nodeTransport() });
    async function* source(): AsyncGenerator<Uint8Array, void, void> {
      yield octetsOf("one");
    }
    for (const operation of ["put", "append"] as const) {
      const call = client[operation](`ftp://127.0.0.1:${server.port}/a`, source());
      await expect(call).rejects.toMatchObject({
        replyCode: 553,
        target: "unchanged",
        message: expect.not.stringContaining("target"),
      });
    }
  });
});

describe("an ftp upload with a final reply before its first byte", () => {
  /** Uploads to a server that replies to STOR in one chunk, and returns the bytes of the data connection. */
  async function put(reply: string) {
    const transport = memoryTransport();
    const came: string[] = [];
    const REPLIES: Readonly<Record<string, string>> = {
      USER: "230 in",
      EPSV: "229 ok (|||40000|)",
      STOR: reply,
    };
    transport.listen("10.0.0.1", 21, async (peer) => {
      await peer.send("220 ready\r\n");
      for (let line = await peer.receive(); line !== undefined; line = await peer.receive())
        await peer.send(`${REPLIES[textOf(line).slice(0, 4).trim()] ?? "200 ok"}\r\n`);
    });
    transport.listen("10.0.0.1", 40_000, async (peer) => {
      for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive())
        came.push(textOf(octets));
    });
    async function* source(): AsyncGenerator<Uint8Array, void, void> {
      yield octetsOf("one");
    }
    const client = createClient({ schemes: [ftp] as const, transport });
    const error = await client.put("ftp://10.0.0.1/x", source()).catch((thrown: unknown) => thrown);
    return { error, came };
  }

  it("fails with desync for a 226, because the server confirms data that it has not received", async () => {
    expect(await put("150 go on\r\n226 done")).toMatchObject({
      error: { code: "desync", replyCode: 226 },
      came: [],
    });
  });

  it("fails with the error of a negative reply", async () => {
    expect(await put("150 go on\r\n552 too much")).toMatchObject({ error: { code: "no-space" }, came: [] });
  });
});
