import {
  AccessError,
  type Attributes,
  defineScheme,
  type Limits,
  octetsOf,
  parseLogin,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { ConnectOptions, Context, DatagramSocket } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient, type PolicyOptions, Transcript } from "../../src/index.ts";
import { FakeTransport, ManualClock, settled } from "../world.ts";

/** A socket in memory: a test says what arrives. */
class FakeSocket implements DatagramSocket {
  readonly remote: { readonly address: string; readonly port: number };
  readonly sent: string[] = [];
  readonly waited: number[] = [];
  closed = 0;
  fault: Error | undefined;
  #queue: Uint8Array[] = [];
  #wake: (() => void) | undefined;

  constructor(address: string, port: number) {
    this.remote = { address, port };
  }

  arrive(text: string): void {
    this.#queue.push(octetsOf(text));
    this.#wake?.();
  }

  fail(error: Error): void {
    this.fault = error;
    this.#wake?.();
  }

  async send(octets: Uint8Array): Promise<void> {
    this.sent.push(new TextDecoder().decode(octets));
  }

  async receive(within: number): Promise<Uint8Array | undefined> {
    this.waited.push(within);
    for (;;) {
      if (this.closed > 0) throw new Error("closed");
      if (this.fault !== undefined) throw this.fault;
      const octets = this.#queue.shift();
      if (octets !== undefined) return octets;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.closed++;
    this.#wake?.();
  }
}

class FakeNetwork extends FakeTransport {
  readonly sockets: FakeSocket[] = [];
  readonly asked: { readonly address: string; readonly port: number; readonly maxBuffer: number }[] = [];
  /** Makes a socket, or fails, or never ends. */
  made: (address: string, port: number) => Promise<FakeSocket> = async (address, port) =>
    new FakeSocket(address, port);

  async datagram(endpoint: { readonly address: string; readonly port: number; readonly maxBuffer: number }) {
    this.asked.push(endpoint);
    const socket = await this.made(endpoint.address, endpoint.port);
    this.sockets.push(socket);
    return socket;
  }
}

type Use = (socket: DatagramSocket, context: Context) => Promise<void>;

/** `x-gram://host/`: opens a socket, and uses it as the test says. */
function scheme(
  use: Use,
  how?: ConnectOptions,
): Scheme<"x-gram", object, object, { stat: (url: Url, context: Context) => Promise<Attributes> }> {
  const stat = async (url: Url, context: Context): Promise<Attributes> => {
    const { hostname, port } = parseLogin(url, 4000);
    const socket = await context.datagram!({ host: hostname, port }, how);
    await use(socket, context);
    return { kind: "file" };
  };
  return defineScheme({
    name: "x-gram",
    defaultPort: 4000,
    cite: ["x-gram"],
    parse: () => ({}),
    format: () => "x-gram://h/",
    examples: [],
    access: async () => ({ stat }),
  });
}

interface Init {
  readonly how?: ConnectOptions;
  readonly limits?: Partial<Limits>;
  readonly policy?: PolicyOptions;
  readonly proxies?: { readonly proxy: string };
}

function world(use: Use, { how, limits, policy, proxies }: Init = {}) {
  const network = new FakeNetwork();
  const clock = new ManualClock();
  const client = createClient({
    schemes: [scheme(use, how)],
    transport: network,
    clock,
    ...(limits && { limits }),
    ...(policy && { policy }),
    ...(proxies && { proxies }),
  });
  const transcript = new Transcript();
  const stat = (url = "x-gram://h.example/", signal?: AbortSignal) =>
    client.stat(url as "x-gram://h.example/", { transcript, ...(signal && { signal }) });
  return { network, clock, client, stat, transcript };
}

const failing = (code: string, hint?: string) =>
  expect.objectContaining({
    name: "AccessError",
    code,
    ...(hint && { hint: expect.stringContaining(hint) }),
  });

describe("a socket for datagrams", () => {
  it("connects to an approved address, sends, receives, is recorded, and is closed with the call", async () => {
    const heard: (string | undefined)[] = [];
    const { network, stat, transcript, clock } = world(async (socket) => {
      expect(socket.remote).toEqual({ address: "127.0.0.1", port: 4000, host: "h.example" });
      await socket.send(octetsOf("hello"));
      network.sockets[0]!.arrive("hi");
      heard.push(new TextDecoder().decode(await socket.receive(1_000)));
    });
    await stat();
    expect(heard).toEqual(["hi"]);
    expect(network.asked).toEqual([{ address: "127.0.0.1", port: 4000, maxBuffer: 256 * 1024 }]);
    expect(network.sockets.map(({ closed, sent }) => [closed, sent])).toEqual([[1, ["hello"]]]);
    expect(transcript.entries.map(({ kind, text, port }) => text ?? port ?? kind)).toEqual([
      4000,
      "hello",
      "hi",
      "close",
    ]);
    expect(clock.pending).toBe(0);
  });

  it("reports a timeout, and loses no datagram that arrives at that moment", async () => {
    const { network, stat, clock } = world(async (socket) => {
      expect(await socket.receive(1_000)).toBeUndefined();
      expect(await socket.receive(500)).toBeUndefined();
      network.sockets[0]!.arrive("late");
      expect(await socket.receive(500)).toEqual(octetsOf("late"));
    });
    const call = stat();
    await clock.advance(1_000);
    await clock.advance(499);
    await clock.advance(1);
    await call;
    // The transport's own timer is never used: the client measures the time.
    expect(network.sockets[0]!.waited).toEqual([Number.POSITIVE_INFINITY]);
  });

  it.each([
    ["host-blocked", "169.254.169.254", "x-gram://h.example/", {}],
    ["host-blocked", "127.0.0.1", "x-gram://h.example/", { policy: { profile: "untrusted" } }],
    ["host-blocked", "10.0.0.1", "x-gram://h.example/", { how: { sentBy: { address: "8.8.8.8", port: 1 } } }],
    ["port-blocked", "8.8.8.8", "x-gram://h.example:53/", {}],
    ["port-blocked", "8.8.8.8", "x-gram://h.example:4001/", { policy: { profile: "untrusted" } }],
    ["unsupported", "8.8.8.8", "x-gram://h.example/", { proxies: { proxy: "socks5://proxy.example:1080" } }],
  ] as const)("is rejected by the policy: %s, at %s", async (code, address, url, init) => {
    const { network, stat } = world(async () => {}, init);
    network.answers = [[address]];
    await expect(stat(url)).rejects.toEqual(failing(code));
    expect(network.sockets).toEqual([]);
  });

  it("may connect to an address that an inner server names", async () => {
    const { network, stat } = world(async () => {}, { how: { sentBy: { address: "10.0.0.9", port: 1 } } });
    network.answers = [["10.0.0.1"]];
    await stat();
    expect(network.sockets).toHaveLength(1);
  });

  it("limits the number of datagrams and bytes received", async () => {
    const use: Use = async (socket) => {
      await socket.send(octetsOf("x"));
      for (;;) await socket.receive(1_000);
    };
    for (const [limits, limit] of [
      [{ maxDatagrams: 3 }, "maxDatagrams"],
      [{ maxDatagramOctets: 9 }, "maxDatagramOctets"],
    ] as const) {
      const { network, stat } = world(use, { limits });
      network.made = async (address, port) => {
        const socket = new FakeSocket(address, port);
        for (let i = 0; i < 4; i++) socket.arrive("abc");
        return socket;
      };
      await expect(stat()).rejects.toEqual(failing("too-large", limit));
      expect(network.sockets[0]!.closed).toBe(1);
    }
  });

  it("applies replyTimeout from the first datagram sent, regardless of later ones", async () => {
    const { network, stat, clock } = world(async (socket) => {
      for (;;) {
        await socket.send(octetsOf("x"));
        await socket.receive(4_000);
      }
    });
    const call = stat();
    const outcome = expect(call).rejects.toEqual(failing("timeout", "replyTimeout"));
    for (let i = 0; i < 10; i++) {
      await clock.advance(3_000);
      network.sockets[0]!.arrive("drip");
      await settled();
    }
    await clock.advance(1);
    await outcome;
    expect(network.sockets[0]!.closed).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it("times out if the lookup or the socket takes too long", async () => {
    const { network, stat, clock } = world(async () => {});
    let give: (socket: FakeSocket) => void = () => {};
    network.made = () =>
      new Promise((resolve) => {
        give = resolve;
      });
    const call = stat();
    const outcome = expect(call).rejects.toEqual(failing("timeout", "connectTimeout"));
    await clock.advance(10_000);
    await outcome;
    const late = new FakeSocket("127.0.0.1", 4000);
    give(late);
    await settled();
    expect(late.closed).toBe(1);
  });

  it("maps a failure to connect-failed, and keeps an existing code", async () => {
    const use: Use = async (socket) => void (await socket.receive(1_000));
    for (const [fault, code] of [
      [Object.assign(new Error("recv ECONNREFUSED"), { code: "ECONNREFUSED" }), "connect-failed"],
      [new AccessError("too-large", "one datagram carries less"), "too-large"],
    ] as const) {
      const { network, stat } = world(use);
      const call = stat();
      const outcome = expect(call).rejects.toEqual(failing(code));
      await settled();
      network.sockets[0]!.fail(fault);
      await outcome;
    }
    const { network, stat } = world(use);
    network.made = async () => {
      throw Object.assign(new Error("bind EACCES"), { code: "EACCES" });
    };
    await expect(stat()).rejects.toEqual(failing("connect-failed"));
  });

  it("is closed by an abort, and unusable after close", async () => {
    const controller = new AbortController();
    const { network, stat, clock } = world(
      async (socket) => void (await socket.receive(Number.POSITIVE_INFINITY)),
    );
    const call = stat(undefined, controller.signal);
    const reason = new Error("enough");
    const outcome = expect(call).rejects.toBe(reason);
    await settled();
    controller.abort(reason);
    await outcome;
    expect(network.sockets[0]!.closed).toBe(1);
    expect(clock.pending).toBe(0);
    const after = world(async (socket) => {
      socket.close();
      socket.close();
      await socket.send(octetsOf("x"));
    });
    await expect(after.stat()).rejects.toEqual(failing("plugin-fault"));
    expect(after.network.sockets[0]!.closed).toBe(1);
  });

  it("counts as a connection of the client until it is closed", async () => {
    let open = 0;
    let most = 0;
    const use: Use = async (socket) => {
      most = Math.max(most, ++open);
      await settled();
      open--;
      socket.close();
    };
    const network = new FakeNetwork();
    const client = createClient({
      schemes: [scheme(use)],
      transport: network,
      connections: { perServer: 2 },
    });
    await Promise.all(Array.from({ length: 6 }, () => client.stat("x-gram://h.example/")));
    expect(most).toBe(2);
    expect(network.sockets).toHaveLength(6);
  });

  it("frees its slot for the same call when it is closed", async () => {
    const use: Use = async (socket, context) => {
      socket.close();
      (await context.datagram!({ host: "h.example", port: 4000 })).close();
    };
    const network = new FakeNetwork();
    const client = createClient({
      schemes: [scheme(use)],
      transport: network,
      connections: { perServer: 1 },
    });
    await client.stat("x-gram://h.example/");
    expect(network.sockets).toHaveLength(2);
  });

  it("is not available if the transport has none", async () => {
    const client = createClient({
      schemes: [scheme(async () => {})],
      transport: new FakeTransport(),
    });
    await expect(client.stat("x-gram://h.example/")).rejects.toEqual(failing("plugin-fault"));
  });
});
