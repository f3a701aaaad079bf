import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { createClient, type PolicyOptions, Transcript } from "@anyurl/client";
import type { Entry, Limits } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import {
  folder,
  patternDocument,
  startFtpServer,
  startGopherServer,
  startProsperoServer,
} from "@anyurl/servers";
import { expectNoLeaks, fakeClock, planEqualsWire } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { prospero } from "../src/index.ts";
import { fates, lossy } from "./lossy.ts";
import { octetsOfHex, packetsOf } from "./scripted-datagrams.ts";

interface Init {
  readonly limits?: Partial<Limits>;
  readonly policy?: PolicyOptions;
  readonly prospero?: Readonly<Record<string, unknown>>;
  readonly transport?: ReturnType<typeof nodeTransport>;
}

const clientWith = ({ limits, policy, prospero: options, transport = nodeTransport() }: Init = {}) =>
  createClient({
    schemes: [prospero, ftp, gopher],
    transport,
    ...(limits && { limits }),
    ...(policy && { policy }),
    ...(options && { options: { prospero: options } }),
  });

const client = clientWith();
const root = folder({
  "tide.txt": "The tide at Lantern Bay turns twice each day.\n",
  "it's 4 o'clock.txt": "'quoted'\n",
  "octets.bin": Uint8Array.from({ length: 1_024 }, (_, i) => i & 0xff),
  "empty.txt": "",
  "long.bin": patternDocument(100_000),
  charts: folder({ "chart.gif": "GIF89a" }),
});

async function all(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

const names = (entries: readonly Entry[]) => entries.map(({ name }) => name);
const failing = (code: string) => expect.objectContaining({ name: "AccessError", code });

/** Starts a UDP server with a handler for each datagram. */
async function serve(answer: (octets: Uint8Array, from: RemoteInfo, socket: Socket) => void) {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const received: Uint8Array[] = [];
  socket.on("message", (octets, from) => {
    received.push(Uint8Array.from(octets));
    answer(octets, from, socket);
  });
  const { port } = socket.address();
  const close = () => new Promise<void>((resolve) => socket.close(resolve));
  return { port, received, url: `prospero://127.0.0.1:${port}//x` as const, [Symbol.asyncDispose]: close };
}

/** With the id of the request. */
const packetsFor = (request: Uint8Array, text: string) =>
  packetsOf(text, 1250, (request[1]! << 8) | request[2]!);

/**
 * Returns true for a request of access methods ("#"). Skips the header, whose length is in its first byte, because it
 * has random bytes.
 */
const asksForMethods = (octets: Uint8Array): boolean => octets.subarray(octets[0]! & 0x3f).includes(0x23);

describe("get", () => {
  it.each([
    ["tide.txt", 46],
    ["it's%204%20o'clock.txt", 9],
    ["octets.bin", 1_024],
    ["empty.txt", 0],
    ["long.bin", 100_000],
  ])("downloads contents from the server itself: %s", async (name, size) => {
    await using server = await startProsperoServer({ root });
    await using other = await startFtpServer({ root });
    await expectNoLeaks(async () => {
      const retrieved = await client.get(`${server.origin as "prospero:"}//${name}`);
      expect(retrieved.size).toBe(size);
      expect(retrieved.modified).toEqual(new Date("1994-12-20T12:00:00Z"));
      const octets = await retrieved.bytes();
      expect(octets).toEqual(await (await client.get(`${other.origin as "ftp:"}/${name}`)).bytes());
      expect(await retrieved.complete).toBe(true);
    });
  });

  it("downloads over ftp or gopher with the server's access method", async () => {
    await using ftpServer = await startFtpServer({ root });
    await using gopherServer = await startGopherServer({ root });
    await using server = await startProsperoServer({
      root: folder({}),
      links: {
        "/by-ftp": `${ftpServer.origin}/octets.bin;type=i`,
        "/by-gopher": `${gopherServer.origin}/9/octets.bin`,
        "/either": [`${gopherServer.origin}/9/octets.bin`, `${ftpServer.origin}/octets.bin;type=i`],
        "/session": "telnet://127.0.0.1:2323/",
      },
    });
    await expectNoLeaks(async () => {
      for (const [name, server2] of [
        ["by-ftp", ftpServer],
        ["by-gopher", gopherServer],
      ] as const) {
        const retrieved = await client.get(`${server.origin as "prospero:"}//${name}`);
        expect(await retrieved.bytes()).toEqual(Uint8Array.from({ length: 1_024 }, (_, i) => i & 0xff));
        expect(retrieved.transcript.entries.filter(({ kind }) => kind === "open")).toEqual(
          expect.arrayContaining([expect.objectContaining({ port: server2.port })]),
        );
      }
    });
    const [before, url] = [gopherServer.received.length, `${server.origin as "prospero:"}//either` as const];
    await (await client.get(url)).bytes();
    // Anonymous FTP comes first, independent of the server's order, unless the option sets another order.
    expect(gopherServer.received.length).toBe(before);
    await (await clientWith({ prospero: { accessMethods: ["GOPHER"] } }).get(url)).bytes();
    expect(gopherServer.received.length).toBe(before + 1);
    await expect(client.get(`${server.origin as "prospero:"}//session`)).rejects.toEqual(
      expect.objectContaining({
        code: "unsupported",
        reply: "TELNET",
        hint: expect.stringContaining("accessMethods"),
      }),
    );
  });

  it("returns a range, from the server itself and over other schemes", async () => {
    await using ftpServer = await startFtpServer({ root });
    await using server = await startProsperoServer({
      root,
      links: { "/ftp": `${ftpServer.origin}/octets.bin;type=i` },
    });
    for (const name of ["ftp", "octets.bin"]) {
      const url = `${server.origin as "prospero:"}//${name}` as const;
      const retrieved = await client.get(url, { range: { start: 1_000, end: 1_010 } });
      expect(await retrieved.bytes()).toEqual(Uint8Array.from({ length: 10 }, (_, i) => (i + 1_000) & 0xff));
    }
  });

  it("tries the next access method if the first one is not available", async () => {
    await using gopherServer = await startGopherServer({ root });
    await using server = await startProsperoServer({
      links: {
        "/x": [
          "ftp://127.0.0.1:9/x;type=i",
          "wais://127.0.0.1:9/db/TEXT/1",
          `${gopherServer.origin}/9/octets.bin`,
        ],
      },
    });
    const narrow = clientWith({ policy: { allowSchemes: ["prospero", "gopher"] } });
    expect(await (await narrow.get(`${server.origin as "prospero:"}//x`)).bytes()).toHaveLength(1_024);
    // Do not continue if the policy blocks a method: the server may be malicious.
    await expect(client.get(`${server.origin as "prospero:"}//x`)).rejects.toEqual(failing("port-blocked"));
  });

  it("never opens a local file, even if the option allows the method", async () => {
    const answer =
      "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE LOCAL INTERNET-D localhost ASCII '/etc/passwd'\n" +
      "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE FILE INTERNET-D localhost ASCII '/etc/passwd'\n" +
      "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE NFS INTERNET-D localhost ASCII '/etc/passwd' /\n";
    await using server = await serve((octets, from, socket) => {
      for (const packet of packetsFor(octets, answer)) socket.send(packet, from.port, from.address);
    });
    await expect(client.get(server.url)).rejects.toEqual(
      expect.objectContaining({ code: "unsupported", reply: "LOCAL, FILE, NFS" }),
    );
    for (const accessMethods of [["LOCAL"], ["FILE"], ["NFS"]]) {
      const eager = clientWith({ prospero: { accessMethods } });
      await expect(eager.get(server.url)).rejects.toEqual(expect.objectContaining({ name: "AccessError" }));
    }
    const { attributes } = await client.stat(server.url);
    expect(attributes?.["ACCESS-METHOD"]).toContain("LOCAL INTERNET-D localhost ASCII /etc/passwd");
  });

  it.each([
    ["nosuch", "not-found"],
    ["charts", "is-a-directory"],
    ["tide.txt;OBJECT-VERSION=one", "bad-field"],
    ["tide.txt;UNIX-MODES=x", "not-found"],
    ["tide%0Atxt", "control-octet"],
    ["tide.txt;a%00=b", "control-octet"],
    [`${"x".repeat(9_000)}`, "too-long"],
  ])("fails with a code: %s is %s", async (name, code) => {
    await using server = await startProsperoServer({ root });
    await expectNoLeaks(async () => {
      await expect(client.get(`${server.origin as "prospero:"}//${name}`)).rejects.toEqual(failing(code));
    });
    if (code === "control-octet" || code === "too-long") expect(server.received).toEqual([]);
  });

  it("selects an object by its other fields", async () => {
    await using server = await startProsperoServer({ root });
    const url =
      `${server.origin as "prospero:"}//tide.txt;UNIX-MODES=-rw-r--r--;OBJECT-VERSION=3;UNKNOWN=x` as const;
    expect(await (await client.get(url)).text()).toContain("Lantern Bay");
    const lines = server.received[0]!.map((octets) => new TextDecoder().decode(octets));
    expect(lines.slice(2)).toEqual([
      "GET-OBJECT-INFO #ALL ASCII '/tide.txt' 3",
      "SELECT OBJECT FIELD UNIX-MODES -rw-r--r--",
      "SELECT OBJECT FIELD UNKNOWN x",
    ]);
  });
});

describe("list, search and stat", () => {
  it("return entries with URLs that can be opened", async () => {
    await using server = await startProsperoServer({ root });
    const entries = await all(client.list(`${server.origin as "prospero:"}//`));
    expect(names(entries)).toEqual([...root.entries.keys()]);
    const files = entries.filter(({ kind }) => kind === "file");
    expect(files).toHaveLength(5);
    for (const { url, size } of files)
      expect(await (await client.get(url as "prospero:")).bytes()).toHaveLength(size!);
    const [charts] = entries.filter(({ kind }) => kind === "directory");
    expect(names(await all(client.list(charts!.url as "prospero:")))).toEqual(["chart.gif"]);
  });

  it("follow union links, forwards, and directories of other servers", async () => {
    await using far = await startProsperoServer({
      root: folder({ "far.txt": "far\n", deep: folder({ "a.gif": "x" }) }),
    });
    await using server = await startProsperoServer({
      root,
      links: { "/links/far": `${far.origin}//` },
      unions: { "/charts": [`${far.origin}//`] },
      forwards: { "/old": `${far.origin}//` },
    });
    const at = (name: string) => `${server.origin as "prospero:"}//${name}` as const;
    const transcript = new Transcript();
    expect(names(await all(client.list(at("charts"), { transcript })))).toEqual([
      "chart.gif",
      "far.txt",
      "deep",
    ]);
    // One socket at a time.
    const one = ["open", "send", "receive", "close"];
    expect(transcript.entries.map(({ kind }) => kind)).toEqual([...one, ...one]);
    expect(names(await all(client.list(at("old"))))).toEqual(["far.txt", "deep"]);
    expect((await client.stat(at("old"))).kind).toBe("directory");
    expect(names(await all(client.search(at("links"), "far/deep/*.gif")))).toEqual(["a.gif"]);
    expect(names(await all(client.search(at(""), "*.?xt")))).toEqual([
      "tide.txt",
      "it's 4 o'clock.txt",
      "empty.txt",
    ]);
    expect(names(await all(client.search(at(""), "nothing")))).toEqual([]);
  });

  it("work over IPv6, with brackets in a URL and without them in a link", async () => {
    await using server = await startProsperoServer({ root, host: "::1" });
    const [first] = await all(client.list(`${server.origin as "prospero:"}//`));
    expect(first?.url).toBe(`prospero://[::1]:${server.port}//tide.txt`);
    expect(await (await client.get(first!.url as "prospero:")).text()).toContain("Lantern Bay");
  });

  it("return the attributes", async () => {
    await using server = await startProsperoServer({ root });
    expect(await client.stat(`${server.origin as "prospero:"}//tide.txt`)).toEqual({
      kind: "file",
      size: 46,
      modified: new Date("1994-12-20T12:00:00Z"),
      attributes: { "UNIX-MODES": "-rw-r--r--", "ACCESS-METHOD": "PROSPERO-CONTENTS\nLOCAL" },
    });
  });
});

describe("the plan", () => {
  it.each(["get", "list", "stat"] as const)("equals the sent bytes: %s", async (operation) => {
    await using server = await startProsperoServer({ root });
    const url = `${server.origin as "prospero:"}//${operation === "list" ? "charts" : "tide.txt"}` as const;
    const open = {
      get: async () => (await client.get(url)).bytes(),
      list: () => all(client.list(url)),
      stat: () => client.stat(url),
    }[operation];
    await planEqualsWire({ registry: client.registry, url, operation, open, server });
  });

  it("shows the parts of the URL, and no connection id", () => {
    const { steps } = client.registry.plan("prospero://h.example//a;OBJECT-VERSION=2", "list");
    expect(steps).toMatchObject([
      { do: "connect", host: "h.example", port: 1525 },
      {
        do: "send",
        part: "hsoname",
        start: 21,
        end: 23,
        text: expect.stringContaining("\\x09***\\x00\\x01"),
      },
    ]);
    expect(() => client.registry.plan("prospero://h.example/a%0Ab")).toThrow(failing("control-octet"));
    expect(() => client.registry.plan("prospero://h.example/a", "put" as "get")).toThrow(
      failing("unsupported"),
    );
  });
});

describe("a faulty network", () => {
  it.each([1, 2, 3, 4, 5, 6])("delivers a complete body or an error (%i)", async (seed) => {
    await using server = await startProsperoServer({ root });
    const transport = lossy(nodeTransport(), fates(seed));
    // On a busy machine, a client that does not wait gets many packets twice.
    const limits = { maxDatagrams: 10_000, maxDatagramOctets: 100 * 1024 * 1024 };
    const patient = clientWith({ transport, limits, prospero: { retransmitAfter: 20, retransmissions: 8 } });
    const octets = await (await patient.get(`${server.origin as "prospero:"}//long.bin`)).bytes();
    expect(octets.every((octet, i) => octet === i % 251)).toBe(true);
    expect(octets).toHaveLength(100_000);
  });
});

describe("a hostile server", () => {
  it("is stopped at the limit if it floods, and gets fewer bytes than it sends", async () => {
    let sent = 0;
    await using server = await serve((octets, from, socket) => {
      if ((octets[3]! << 8) + octets[4]! === 0) return;
      for (let i = 0; i < 400; i++) {
        const packet = Uint8Array.from([
          12,
          octets[1]!,
          octets[2]!,
          0,
          1,
          0,
          0,
          0,
          1,
          0,
          0,
          0x80,
          ...new Uint8Array(100),
        ]);
        sent += packet.length;
        socket.send(packet, from.port, from.address);
      }
    });
    await expectNoLeaks(async () => {
      const error = await client
        .get(server.url, { limits: { replyTimeout: 1_000 } })
        .catch((thrown: unknown) => thrown);
      expect(error).toEqual(
        expect.objectContaining({ code: expect.stringMatching(/^(?:too-large|timeout)$/) }),
      );
    });
    expect(server.received.reduce((sum, octets) => sum + octets.length, 0)).toBeLessThan(sent);
  });

  it("is ignored if the response comes from another address", async () => {
    const forger = createSocket("udp4");
    await new Promise<void>((resolve) => forger.bind(0, "127.0.0.1", resolve));
    await using server = await serve((octets, from, socket) => {
      const forged = packetsFor(octets, "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA forged\n");
      const real = packetsFor(
        octets,
        asksForMethods(octets) ? METHOD : "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA real\n",
      );
      forger.send(forged[0]!, from.port, from.address, () => socket.send(real[0]!, from.port, from.address));
    });
    expect(await (await client.get(server.url)).text()).toBe("real");
    await new Promise<void>((resolve) => forger.close(resolve));
  });

  it("times out on the client's clock if it is silent", async () => {
    await using server = await serve(() => {});
    const clock = fakeClock();
    const patient = createClient({ schemes: [prospero], transport: nodeTransport(), clock });
    await expect(clock.until(patient.stat(server.url))).rejects.toEqual(
      expect.objectContaining({ code: "timeout", hint: expect.stringContaining("replyTimeout") }),
    );
    expect(clock.now() - fakeClock().now()).toBe(30_000);
    expect(clock.pending).toBe(0);
    // The request, three retransmissions, and the cancel packet.
    await expect.poll(() => server.received.length).toBe(5);
  });

  it("leaves no socket open after an abort or a deadline", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    await using server = await serve(() => controller.abort(reason));
    await expectNoLeaks(async () => {
      const call = client.stat(server.url, { signal: controller.signal });
      await expect(call).rejects.toBe(reason);
      await expect(client.stat(server.url, { limits: { deadline: 30 } })).rejects.toEqual(failing("timeout"));
    });
  });

  it("fails early if the port is closed", async () => {
    const { port } = await (async () => {
      await using gone = await serve(() => {});
      return gone;
    })();
    await expect(client.stat(`prospero://127.0.0.1:${port}//x`)).rejects.toEqual(failing("connect-failed"));
  });

  it("fails if it refuses the connection or uses another protocol", async () => {
    await using refusing = await serve((octets, from, socket) => {
      const refused = octetsOfHex("0d000000000000000000000001");
      refused.set(octets.subarray(1, 3), 1);
      socket.send(refused, from.port, from.address);
    });
    await expect(client.stat(refusing.url)).rejects.toEqual(
      expect.objectContaining({ code: "connect-failed", retryable: true }),
    );
    await using foreign = await serve((_octets, from, socket) =>
      socket.send("ERROR what\n", from.port, from.address),
    );
    await expect(client.stat(foreign.url, { limits: { replyTimeout: 1000 } })).rejects.toEqual(
      failing("protocol-error"),
    );
  });

  it("cannot refer to a target that the policy blocks", async () => {
    const link =
      "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D 169.254.169.254 ASCII /x BINARY\n";
    await using server = await serve((octets, from, socket) => {
      for (const packet of packetsFor(octets, link)) socket.send(packet, from.port, from.address);
    });
    await expect(client.get(server.url)).rejects.toEqual(failing("host-blocked"));
    await using forwarding = await serve((octets, from, socket) => {
      const text = "FORWARDED INTERNET-D '127.0.0.1(53)' ASCII /x 0\n";
      for (const packet of packetsFor(octets, text)) socket.send(packet, from.port, from.address);
    });
    await expect(client.stat(forwarding.url)).rejects.toEqual(failing("port-blocked"));
    await using redirecting = await serve((octets, from, socket) => {
      const redirect = octetsOfHex("130000000000000000000000047f0000010035");
      redirect.set(octets.subarray(1, 3), 1);
      socket.send(redirect, from.port, from.address);
    });
    await expect(client.stat(redirecting.url)).rejects.toEqual(failing("redirect-refused"));
    const eager = clientWith({ prospero: { followRedirects: true } });
    await expect(eager.stat(redirecting.url)).rejects.toEqual(failing("port-blocked"));
  });
});

const METHOD = "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n";

it("a client without datagrams fails with unsupported", async () => {
  const { datagram: _datagram, ...transport } = nodeTransport();
  await expect(clientWith({ transport }).stat("prospero://127.0.0.1:1525//x")).rejects.toEqual(
    expect.objectContaining({ code: "unsupported", hint: expect.stringContaining("transport") }),
  );
});

it("an invalid option fails with bad-option before sending", async () => {
  await using server = await startProsperoServer({ root });
  const options = { maxUnions: -1 };
  const list = async () => all(client.list(`${server.origin as "prospero:"}//`, { options }));
  await expect(list()).rejects.toEqual(failing("bad-option"));
  expect(server.received).toEqual([]);
});
