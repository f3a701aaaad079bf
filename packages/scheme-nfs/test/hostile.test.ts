import { createServer, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { type Entry, octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describeHostile } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { type NfsOptions, nfs } from "../src/index.ts";
import { opaque, uint32, uint64 } from "../src/xdr.ts";
import {
  DIRECTORY,
  directoryResults,
  FILE,
  formatAttributes,
  formatRecord,
  formatReply,
  HANDLE,
  LINK,
  type ListedEntry,
  lookupResults,
  type ReceivedCall,
  readCall,
  readResults,
} from "./rpc-replies.ts";

/** Answers a call with bytes; `undefined`: closes the connection. */
type Answer = (call: ReceivedCall, nth: number) => Uint8Array | undefined;

const [GETATTR, LOOKUP, READLINK, READ, WRITE, CREATE, READDIR, READDIRPLUS, FSINFO, COMMIT] = [
  1, 3, 5, 6, 7, 8, 16, 17, 19, 21,
];

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** Starts a server that answers each call as told, and a client of it. */
async function start(answer: Answer, options: NfsOptions = {}) {
  const sockets = new Set<Socket>();
  const calls: ReceivedCall[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    let unread = new Uint8Array(0);
    socket.on("error", () => {});
    socket.on("data", (octets) => {
      unread = joinBytes([unread, octets]);
      for (;;) {
        const length = unread.length < 4 ? Infinity : 4 + Buffer.from(unread).readUInt32BE(0) - 0x8000_0000;
        if (unread.length < length) return;
        const call = readCall(unread.subarray(0, length));
        unread = unread.slice(length);
        const reply = answer(call, calls.push(call));
        if (reply === undefined) socket.end();
        else socket.write(reply);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const { port } = server.address() as { port: number };
  const client = createClient({
    schemes: [nfs],
    transport: nodeTransport(),
    options: { nfs: { portmapperPort: port, ...options } },
  });
  return { client, calls, url: `nfs://127.0.0.1:${port}/pub/a.txt` as const, port };
}

const DOCUMENT = octetsOf("line one\nline two\n");

/** A server with one document at every path. */
const serve: Answer = ({ xid, procedure, args }) =>
  formatReply(
    xid,
    procedure === LOOKUP ? lookupResults(FILE, { size: DOCUMENT.length }) : readResults(DOCUMENT, args),
  );

const serveDirectory =
  (list: (call: ReceivedCall, nth: number) => Uint8Array): Answer =>
  (call, nth) =>
    call.procedure === LOOKUP ? formatReply(call.xid, lookupResults(DIRECTORY)) : list(call, nth);

async function outcome(answer: Answer, options?: NfsOptions, limits = {}) {
  const { client, url, calls } = await start(answer, options);
  const got = client.get(url, { limits }).then((entity) => entity.text());
  const [result] = await Promise.allSettled([got]);
  return result.status === "fulfilled"
    ? { text: result.value, calls }
    : { ...result.reason, message: result.reason.message, calls };
}

describe("records", () => {
  it("are read from fragments of any size", async () => {
    for (const size of [1, 3, 4, 7, 100]) {
      const split: Answer = (call, nth) => {
        const message = serve(call, nth)!.subarray(4);
        const fragments: Uint8Array[] = [];
        for (let at = 0; at < message.length; at += size) {
          const part = message.subarray(at, at + size);
          const isLast = at + size >= message.length;
          fragments.push(uint32((isLast ? 0x8000_0000 : 0) + part.length), part);
        }
        return joinBytes(fragments);
      };
      expect(await outcome(split)).toMatchObject({ text: "line one\nline two\n" });
    }
  });

  it.each([
    ["a length of 2 GiB", uint32(0xffff_ffff)],
    ["a length of 2 GiB that is not the last fragment", uint32(0x7fff_ffff)],
    ["empty fragments without an end", new Uint8Array(200_000)],
    [
      "fragments without an end",
      joinBytes(Array.from({ length: 2_000 }, () => joinBytes([uint32(100), new Uint8Array(100)]))),
    ],
  ])("%s: too-large", async (_, octets) => {
    expect(await outcome(() => octets)).toMatchObject({
      code: "too-large",
      hint: "increase the limit maxMessage",
    });
  });

  it("may be larger with the limit maxMessage", async () => {
    const document = new Uint8Array(300_000).fill(0x61);
    const large: Answer = ({ xid, procedure, args }) =>
      formatReply(xid, procedure === LOOKUP ? lookupResults(FILE) : readResults(document, args));
    const found = await outcome(large, { transferSize: 250_000 }, { maxMessage: 260_000 });
    expect(found.text).toHaveLength(300_000);
    expect(found.calls).toHaveLength(3);
  });
});

describe("replies", () => {
  it.each([
    ["that are calls", (xid: number) => formatRecord(joinBytes([xid, 0].map(uint32))), "protocol-error"],
    [
      "neither accepted nor denied",
      (xid: number) => formatRecord(joinBytes([xid, 1, 2].map(uint32))),
      "protocol-error",
    ],
    ["that end early", (xid: number) => formatRecord(uint32(xid)), "protocol-error"],
    ["that are empty", () => formatRecord(new Uint8Array(0)), "protocol-error"],
    [
      "of another version of RPC",
      (xid: number) => formatRecord(joinBytes([xid, 1, 1, 0, 3, 4].map(uint32))),
      "unsupported",
    ],
    [
      "that reject the credential",
      (xid: number) => formatRecord(joinBytes([xid, 1, 1, 1, 2].map(uint32))),
      "permission-denied",
    ],
    [
      "that find nobody too weak as well",
      (xid: number) => formatRecord(joinBytes([xid, 1, 1, 1, 5].map(uint32))),
      "permission-denied",
    ],
    ["without the program", (xid: number) => formatReply(xid, [], 1), "unsupported"],
    ["with version 4 only", (xid: number) => formatReply(xid, [4, 4], 2), "unsupported"],
    ["without the procedure", (xid: number) => formatReply(xid, [], 3), "unsupported"],
    ["that reject the arguments", (xid: number) => formatReply(xid, [], 4), "protocol-error"],
    ["of a server with an error", (xid: number) => formatReply(xid, [], 5), "protocol-error"],
    ["with an unknown status", (xid: number) => formatReply(xid, [], 99), "protocol-error"],
    ["with an unknown status of NFS", (xid: number) => formatReply(xid, [4_711]), "protocol-error"],
    [
      "with a handle that is too long",
      (xid: number) => formatReply(xid, [0, opaque(new Uint8Array(65))]),
      "protocol-error",
    ],
    ["with a length of 1 GiB", (xid: number) => formatReply(xid, [0, 0x4000_0000]), "protocol-error"],
    ["with an invalid boolean", (xid: number) => formatReply(xid, [0, opaque(HANDLE), 2]), "protocol-error"],
  ] as const)("%s: an error with a code", async (_, reply, code) => {
    expect(await outcome(({ xid }) => reply(xid))).toMatchObject({ code });
  });

  it("name the versions of a server without version 3", async () => {
    const { message } = await outcome(({ xid }) => formatReply(xid, [4, 4], 2));
    expect(message).toContain("version 3 of NFS: it has version 4");
  });

  it("to earlier calls are dropped, up to a number", async () => {
    const late =
      (count: number): Answer =>
      (call, nth) => {
        const others = Array.from({ length: count }, () => formatReply(call.xid + 1_000, [0]));
        return joinBytes([...others, serve(call, nth)!]);
      };
    expect(await outcome(late(16))).toMatchObject({ text: "line one\nline two\n" });
    expect(await outcome(late(17))).toMatchObject({ code: "desync" });
  });

  it("before a call end the exchange", async () => {
    const early: Answer = (call, nth) => joinBytes([serve(call, nth)!, formatReply(call.xid + 1, [0])]);
    expect(await outcome(early)).toMatchObject({ code: "desync" });
  });

  it("that are cut off are truncated", async () => {
    expect(await outcome(() => undefined)).toMatchObject({ code: "truncated" });
  });
});

describe("READ", () => {
  const reading =
    (results: (call: ReceivedCall) => readonly (Uint8Array | number)[]): Answer =>
    (call) =>
      formatReply(call.xid, call.procedure === LOOKUP ? lookupResults(FILE) : results(call));

  it.each([
    ["more bytes than requested", () => [0, 0, 70_000, 1, opaque(new Uint8Array(70_000))]],
    ["another number of bytes than it says", () => [0, 0, 5, 1, opaque(new Uint8Array(4))]],
    ["nothing before the end of the file", () => [0, 0, 0, 0, opaque(new Uint8Array(0))]],
  ])("with %s: protocol-error", async (_, results) => {
    expect(await outcome(reading(results))).toMatchObject({ code: "protocol-error" });
  });

  it("continues with a new handle if the old one is stale, and the file is the same", async () => {
    let reads = 0;
    const stale: Answer = (call, nth) =>
      call.procedure === READ && ++reads === 1 ? formatReply(call.xid, [70, 0]) : serve(call, nth);
    const found = await outcome(stale);
    expect(found.text).toBe("line one\nline two\n");
    expect(found.calls.map(({ procedure }: ReceivedCall) => procedure)).toEqual([LOOKUP, READ, LOOKUP, READ]);
  });

  it.each([
    ["changed, if it is another file", 8, "changed"],
    ["truncated, if the new handle is stale as well", 7, "truncated"],
  ])("of a stale handle: %s", async (_, fileid, code) => {
    let lookups = 0;
    const stale: Answer = ({ xid, procedure }) =>
      procedure === LOOKUP
        ? formatReply(xid, lookupResults(FILE, { fileid: ++lookups === 1 ? 7 : fileid }))
        : formatReply(xid, [70, 0]);
    expect(await outcome(stale)).toMatchObject({ code });
  });
});

describe("a server that knows the public file handle", () => {
  it.each([
    [22, "protocol-error"],
    [70, "truncated"],
    [10_001, "protocol-error"],
  ])("is not asked for a mount after the status %i of a later LOOKUP (RFC 2224 §7)", async (status, code) => {
    let lookups = 0;
    const found = await outcome(({ xid, procedure }) => {
      if (procedure === READLINK) return formatReply(xid, [0, 0, opaque(octetsOf("next"))]);
      return formatReply(xid, ++lookups === 1 ? lookupResults(LINK) : [status, 0]);
    });
    expect(found).toMatchObject({ code, replyCode: status });
    expect(found.calls.map(({ procedure }: ReceivedCall) => procedure)).toEqual([LOOKUP, READLINK, LOOKUP]);
  });
});

describe("a server that is not ready (NFS3ERR_JUKEBOX)", () => {
  const busy = (times: number): Answer => {
    let left = times;
    return (call, nth) => (left-- > 0 ? formatReply(call.xid, [10_008, 0]) : serve(call, nth));
  };

  it("is asked again, with a new xid", async () => {
    const found = await outcome(busy(3), { jukeboxDelay: 1 });
    expect(found.text).toBe("line one\nline two\n");
    expect(found.calls.map(({ xid }: ReceivedCall) => xid)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is temporarily-unavailable after the number of retries", async () => {
    const found = await outcome(busy(9), { jukeboxDelay: 1, jukeboxRetries: 2 });
    expect(found).toMatchObject({ code: "temporarily-unavailable", retryable: true, replyCode: 10_008 });
    expect(found.calls).toHaveLength(3);
  });

  it("does not hold a call beyond its deadline", async () => {
    const found = await outcome(busy(9), { jukeboxDelay: 3_600_000 }, { deadline: 50 });
    expect(found).toMatchObject({ code: "timeout" });
  });
});

describe("a directory", () => {
  const all = async (answer: Answer, limits = {}) => {
    const { client, port } = await start(answer);
    const found: Entry[] = [];
    for await (const entry of client.list(`nfs://127.0.0.1:${port}/pub/`, { limits })) found.push(entry);
    return found;
  };
  const entries = (...list: readonly ListedEntry[]): Answer =>
    serveDirectory(({ xid }) => formatReply(xid, directoryResults(list)));

  it("with cookies in a loop: protocol-error", async () => {
    const loop = serveDirectory(({ xid }) =>
      formatReply(
        xid,
        directoryResults(
          [
            { name: "a", cookie: 1 },
            { name: "b", cookie: 2 },
          ],
          false,
        ),
      ),
    );
    await expect(all(loop)).rejects.toMatchObject({ code: "protocol-error" });
    await expect(all(entries({ name: "a", cookie: 5 }, { name: "b", cookie: 5 }))).rejects.toMatchObject({
      code: "protocol-error",
    });
  });

  it("without entries and without an end: protocol-error", async () => {
    await expect(
      all(serveDirectory(({ xid }) => formatReply(xid, directoryResults([], false)))),
    ).rejects.toMatchObject({
      code: "protocol-error",
    });
  });

  it("without an end: too-large", async () => {
    let cookie = 0;
    const endless = serveDirectory(({ xid }) =>
      formatReply(
        xid,
        directoryResults(
          Array.from({ length: 50 }, () => ({ name: "x".repeat(100), cookie: ++cookie })),
          false,
        ),
      ),
    );
    await expect(all(endless, { maxEntries: 1_000 })).rejects.toMatchObject({ code: "too-large" });
    await expect(all(endless, { maxListing: 10_000 })).rejects.toMatchObject({ code: "too-large" });
  });

  it("whose names are paths, or not names, has entries without URLs", async () => {
    const names = ["../x", "/etc/passwd", "a/b", "a\0b", "a\nb", "", ".", "..", "ok"];
    const found = await all(entries(...names.map((name, i) => ({ name, cookie: i + 1 }))));
    expect(found.map(({ name, url }) => [name, url === undefined])).toEqual([
      ...["../x", "/etc/passwd", "a/b", "a\0b", "a\nb", ""].map((name) => [name, true]),
      ["ok", false],
    ]);
    for (const entry of found) if (entry.url === undefined) expect(entry.unsafe).toMatch(/^the name /);
  });

  it("that changed while it was listed (NFS3ERR_BAD_COOKIE): changed", async () => {
    await expect(all(serveDirectory(({ xid }) => formatReply(xid, [10_003, 0])))).rejects.toMatchObject({
      code: "changed",
    });
  });

  it("without READDIRPLUS and with a loop in READDIR: protocol-error", async () => {
    const plain = [0, 0, uint64(0), 1, uint64(1), opaque(octetsOf("a")), uint64(1), 0, 0];
    const answer = serveDirectory(({ xid, procedure }) =>
      formatReply(xid, procedure === READDIRPLUS ? [10_004, 0] : procedure === READDIR ? plain : [0]),
    );
    await expect(all(answer)).rejects.toMatchObject({ code: "protocol-error" });
  });
});

describe("the text of a link", () => {
  it.each([
    ["is empty", "", "protocol-error"],
    ["has NUL", "a\0b", "protocol-error"],
    ["has NUL in an escape", "a%00b", "protocol-error"],
    ["has a query", "a?b", "protocol-error"],
    ["is not a reference", "a b", "protocol-error"],
    ["is an invalid nfs URL", "nfs://127.0.0.1:99999/", "protocol-error"],
    ["is a file URL", "file:///etc/passwd", "redirect-refused"],
    ["is a network path", "//other.example/x", "redirect-refused"],
    ["has control characters", "\u001b[2J", "protocol-error"],
    ["leads to itself", "a.txt", "too-many-redirects"],
  ])("%s: %s", async (_, text, code) => {
    const links: Answer = ({ xid, procedure }) =>
      formatReply(xid, procedure === READLINK ? [0, 0, opaque(octetsOf(text))] : lookupResults(LINK));
    const found = await outcome(links);
    expect(found).toMatchObject({ code });
    expect(found.reply ?? "").not.toContain("\u001b");
  });

  it("never opens a file or another port with links: any", async () => {
    for (const text of ["file:///etc/passwd", "nfs://127.0.0.1:111/", "nfs://127.0.0.1:25/x"]) {
      const links: Answer = ({ xid, procedure }) =>
        formatReply(xid, procedure === READLINK ? [0, 0, opaque(octetsOf(text))] : lookupResults(LINK));
      const { code } = await outcome(links, { links: "any" });
      expect(["redirect-refused", "port-blocked", "scheme-not-installed"]).toContain(code);
    }
  });
});

describe("an upload", () => {
  /** A server that stores, with a verifier for each call. */
  const storing = (verifier: (nth: number) => number, written = (count: number) => count): Answer => {
    let nth = 0;
    return ({ xid, procedure, args }) => {
      if (procedure === LOOKUP)
        return formatReply(xid, args.opaque().length === 0 ? lookupResults(DIRECTORY) : [2, 0]);
      if (procedure === FSINFO)
        return formatReply(xid, [0, 0, 512, 512, 1, 512, 512, 1, 512, uint64(0), 0, 0, 0]);
      if (procedure === CREATE)
        return formatReply(xid, [0, 1, opaque(HANDLE), 1, formatAttributes(FILE), 0, 0]);
      if (procedure === COMMIT) return formatReply(xid, [0, 0, 0, uint64(verifier(++nth))]);
      args.opaque();
      args.uint64();
      return formatReply(xid, [0, 0, 0, written(args.uint32()), 0, uint64(verifier(++nth))]);
    };
  };
  const put = async (answer: Answer) => {
    const { client, url, calls } = await start(answer);
    await client.put(url, "x".repeat(1_000), { atomic: false });
    return calls.map(({ procedure }) => procedure);
  };

  it("is committed, and repeats what the server did not write", async () => {
    expect(await put(storing(() => 1))).toEqual([LOOKUP, LOOKUP, FSINFO, CREATE, WRITE, WRITE, COMMIT]);
    expect(
      await put(
        storing(
          () => 1,
          (count) => Math.min(count, 400),
        ),
      ),
    ).toEqual([...[LOOKUP, LOOKUP, FSINFO, CREATE, WRITE, WRITE, WRITE, COMMIT]]);
  });

  it.each([
    ["between two WRITEs", (nth: number) => nth],
    ["before the COMMIT", (nth: number) => (nth < 3 ? 1 : 2)],
  ])("fails if the server restarts %s, and the target may be incomplete", async (_, verifier) => {
    await expect(put(storing(verifier))).rejects.toMatchObject({
      ...{ code: "truncated", retryable: true, target: "incomplete" },
      message: expect.stringContaining("restarted"),
    });
  });

  it.each([
    ["nothing", () => 0],
    ["more than it was sent", (count: number) => count + 1],
  ])("fails if the server writes %s", async (_, written) => {
    await expect(put(storing(() => 1, written))).rejects.toMatchObject({ code: "protocol-error" });
  });
});

describe("without the public file handle", () => {
  /** A server without WebNFS. It answers the portmapper and MOUNT as told. */
  const plain =
    (getport: number, mount: (path: string, procedure: number) => readonly (Uint8Array | number)[]): Answer =>
    (call, nth) => {
      const { xid, program, procedure, args } = call;
      if (program === 100_000) return formatReply(xid, [getport]);
      if (program === 100_005) return formatReply(xid, mount(textOf(args.opaque()), procedure));
      if (procedure === GETATTR) return formatReply(xid, [0, formatAttributes(DIRECTORY)]);
      if (procedure === LOOKUP && args.opaque().length === 0) return formatReply(xid, [10_001, 0]);
      return serve(call, nth);
    };
  const OK = [0, opaque(HANDLE), 0];

  it.each([
    [25, "port-blocked"],
    [1_000, "port-blocked"],
    [0, "unsupported"],
    [70_000, "unsupported"],
  ])("a portmapper that names the port %s: %s", async (port, code) => {
    expect(await outcome(plain(port, () => OK))).toMatchObject({ code });
  });

  it.each([
    ["nothing is exported", () => [2], "not-found"],
    ["access is denied", () => [13], "permission-denied"],
    ["the server has an error", () => [10_006], "protocol-error"],
    ["the handle is too long", () => [0, opaque(new Uint8Array(65)), 0], "protocol-error"],
  ])("MOUNT if %s: %s", async (_, mount, code) => {
    const { client, url, port } = await start(plain(0, mount));
    await expect(client.get(url, { options: { mountPort: port } })).rejects.toMatchObject({ code });
  });

  it("tries the longest beginning first, and undoes the mount", async () => {
    const { client, url, port, calls } = await start(plain(0, (path) => (path === "/pub" ? OK : [13])));
    await client.get(url, { options: { mountPort: port } });
    const mounts = calls.filter(({ program }) => program === 100_005);
    expect(mounts.map(({ procedure }) => procedure)).toEqual([1, 1, 3]);
  });

  it("rejects a name with a slash, which would be a path", async () => {
    const { client, port } = await start(plain(0, () => OK));
    await expect(client.get(`nfs://127.0.0.1:${port}/a%2Fb`)).rejects.toMatchObject({ code: "unsafe-name" });
  });

  it("rejects a path with too many segments", async () => {
    const { client, port } = await start(plain(0, () => [2]));
    const url = `nfs://127.0.0.1:${port}/${"a/".repeat(200)}b` as const;
    await expect(client.get(url)).rejects.toMatchObject({ code: "too-long" });
  });

  it("names the ports if the portmapper cannot be reached", async () => {
    const found = await outcome(
      plain(0, () => OK),
      { portmapperPort: 1 },
    );
    expect(found.code).toMatch(/^(?:connect-failed|port-blocked)$/);
  });
});

describeHostile(nfs, {
  client: (limits) => createClient({ schemes: [nfs], transport: nodeTransport(), limits }),
  url: (port) => `nfs://127.0.0.1:${port}/pub/a.bin`,
  opening: [],
  reply: textOf(formatReply(1, lookupResults(FILE, { size: 10 }))),
});
