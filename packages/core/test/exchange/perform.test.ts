import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../src/exchange/channels.ts";
import {
  type Connection,
  type ConnectOptions,
  type Context,
  concat,
  type Endpoint,
  type Exchange,
  type Lease,
  type Phase,
  perform,
  type WireEvent,
} from "../../src/exchange/index.ts";
import { AccessError, DEFAULT_LIMITS, octetsOf, textOf } from "../../src/index.ts";

/** A context without sockets that records all calls. */
class World {
  readonly log: string[] = [];
  readonly wire: WireEvent[] = [];
  readonly abort: AbortController = new AbortController();
  /** Results of connecting, in turn: success if none is left. */
  readonly connects: (Error | undefined)[] = [];
  /** Can its connections start TLS? */
  tls = false;

  connection(name: string, replies: readonly (string | Error | undefined)[] = []): Connection {
    const waiting = [...replies];
    return {
      remote: { address: "192.0.2.1", port: 1 },
      send: async (octets, secret) => void this.log.push(`${name} <${secret ? "!" : ""} ${textOf(octets)}`),
      ...(this.tls && {
        tls: { protocol: "TLSv1.3", authorized: true, fingerprint: "00" },
        secure: async () => void this.log.push(`${name} TLS`),
      }),
      receive: async (phase?: Phase) => {
        const reply = waiting.shift();
        this.log.push(`${name} > ${phase ?? "-"} ${reply}`);
        if (reply instanceof Error) throw reply;
        return reply === undefined ? undefined : octetsOf(reply);
      },
      close: () => void this.log.push(`${name} closed`),
    };
  }

  readonly context: Context = {
    connect: async ({ host, port }: Endpoint, { channel, peerOf }: ConnectOptions = {}) => {
      this.log.push(`connect ${channel} ${host ?? peerOf?.remote.address}:${port}`);
      const failure = this.connects.shift();
      if (failure !== undefined) throw failure;
      return this.connection(`${channel}:${port}`, ["data", undefined]);
    },
    ask: async () => undefined,
    limits: DEFAULT_LIMITS,
    signal: this.abort.signal,
    now: () => 0,
    record: (event) => void this.wire.push(event),
    options: {},
  };
}

async function all<E, R>(run: AsyncGenerator<E, R, void>): Promise<{ events: E[]; result: R }> {
  const events: E[] = [];
  for (;;) {
    const next = await run.next();
    if (next.done === true) return { events, result: next.value };
    events.push(next.value);
  }
}

describe("perform", () => {
  it("performs one step after the other, and returns what is emitted and returned", async () => {
    const world = new World();
    function* exchange(): Exchange<string, number> {
      const greeting = yield { do: "receive" };
      yield { do: "emit", event: textOf(greeting!) };
      yield { do: "send", octets: octetsOf("QUIT") };
      const end = yield { do: "receive", phase: "farewell" };
      yield { do: "emit", event: String(end) };
      return 42;
    }
    const { events, result } = await all(
      perform(exchange(), world.connection("c", ["hello", undefined]), world.context),
    );
    expect([events, result]).toEqual([["hello", "undefined"], 42]);
    expect(world.log).toEqual(["c > - hello", "c < QUIT", "c > farewell undefined", "c closed"]);
    expect(world.wire.map((event) => event.do)).toEqual(["receive", "send", "close"]);
  });

  it("performs a step only when the reader asks for more", async () => {
    const world = new World();
    function* exchange(): Exchange<number> {
      yield { do: "emit", event: 1 };
      yield { do: "send", octets: octetsOf("x") };
      yield { do: "emit", event: 2 };
    }
    const run = perform(exchange(), world.connection("c"), world.context);
    expect(await run.next()).toEqual({ done: false, value: 1 });
    expect(world.log).toEqual([]);
    expect(await run.next()).toEqual({ done: false, value: 2 });
    expect(world.log).toEqual(["c < x"]);
    expect(await run.next()).toEqual({ done: true, value: undefined });
    expect(world.log).toEqual(["c < x", "c closed"]);
  });

  it("closes every connection if the reader stops", async () => {
    const world = new World();
    function* exchange(): Exchange<Uint8Array> {
      yield { do: "open", on: "data", endpoint: { port: 5 } };
      for (;;) yield { do: "emit", event: (yield { do: "receive", on: "data" })! };
    }
    for await (const octets of perform(exchange(), world.connection("c"), world.context)) {
      expect(textOf(octets)).toBe("data");
      break;
    }
    expect(world.log).toEqual(["connect data 192.0.2.1:5", "data:5 > - data", "c closed", "data:5 closed"]);
  });

  it("gives what has arrived to a poll, and nothing if the connection cannot say", async () => {
    const world = new World();
    const waiting = [octetsOf("226 early\r\n"), undefined];
    const polling = { ...world.connection("c"), poll: async () => waiting.shift() };
    function* exchange(): Exchange<string> {
      for (const on of ["control", "control", "data"]) {
        if (on === "data") yield { do: "open", on, endpoint: { port: 5 } };
        const arrived = yield { do: "poll", on };
        yield { do: "emit", event: arrived === undefined ? "nothing" : textOf(arrived) };
      }
    }
    const { events } = await all(perform(exchange(), polling, world.context));
    expect(events).toEqual(["226 early\r\n", "nothing", "nothing"]);
    expect(world.wire.filter((event) => event.do === "receive")).toMatchObject([
      { on: "control", octets: octetsOf("226 early\r\n"), body: false },
    ]);
  });

  it("resets an upload unless it was ended", async () => {
    const world = new World();
    const uploading = {
      ...world.connection("up"),
      resetUnlessEnded: () => void world.log.push("up guarded"),
    };
    const listen = async () => ({
      ...{ address: "192.0.2.2", port: 7, close: () => {} },
      accept: async () => uploading,
    });
    const connect = async () => uploading;
    function* exchange(): Exchange<never> {
      yield { do: "open", on: "data", endpoint: { port: 5 }, upload: true };
      yield { do: "close", on: "data" };
      yield { do: "open", on: "data", endpoint: { port: 5 } };
      yield { do: "close", on: "data" };
      yield { do: "listen", on: "data" };
      yield { do: "accept", on: "data", upload: true };
    }
    await all(perform(exchange(), world.connection("c"), { ...world.context, connect, listen }));
    const log = ["up guarded", "up closed", "up closed", "up guarded", "c closed", "up closed"];
    expect(world.log).toEqual(log);
  });

  it("also closes every listener", async () => {
    const world = new World();
    const listen = async () => ({
      address: "192.0.2.2",
      port: 7,
      accept: async () => world.connection("came"),
      close: () => void world.log.push("door closed"),
    });
    function* exchange(): Exchange<never> {
      yield { do: "listen", on: "data" };
      yield { do: "accept", on: "data" };
    }
    await all(perform(exchange(), world.connection("c"), { ...world.context, listen }));
    expect(world.log).toEqual(["door closed", "c closed", "came closed"]);
  });

  it("throws a failed step into the exchange, which can use a fallback", async () => {
    const world = new World();
    world.connects.push(new AccessError("connect-failed", "refused"));
    function* exchange(): Exchange<never, string> {
      try {
        yield { do: "open", on: "data", endpoint: { host: "h", port: 1 } };
      } catch (error) {
        expect(error).toMatchObject({ code: "connect-failed" });
        yield { do: "open", on: "data", endpoint: { host: "h", port: 2 } };
      }
      return textOf((yield { do: "receive", on: "data", phase: "body" })!);
    }
    const { result } = await all(perform(exchange(), world.connection("c"), world.context));
    expect(result).toBe("data");
    expect(world.log.slice(0, 3)).toEqual(["connect data h:1", "connect data h:2", "data:2 > body data"]);
  });

  it("fails with an error that the exchange does not catch, and closes", async () => {
    const world = new World();
    const failure = new AccessError("timeout", "no reply");
    function* exchange(): Exchange<never> {
      yield { do: "receive" };
    }
    await expect(all(perform(exchange(), world.connection("c", [failure]), world.context))).rejects.toBe(
      failure,
    );
    expect(world.log.at(-1)).toBe("c closed");
  });

  it("closes if the exchange itself fails", async () => {
    const world = new World();
    function* exchange(): Exchange<number> {
      yield { do: "emit", event: 1 };
      throw new AccessError("protocol-error", "nonsense");
    }
    await expect(all(perform(exchange(), world.connection("c"), world.context))).rejects.toMatchObject({
      code: "protocol-error",
    });
    expect(world.log).toEqual(["c closed"]);
  });

  it("uses no fallback after an abort", async () => {
    const world = new World();
    const reason = new Error("stop");
    function* exchange(): Exchange<never> {
      try {
        yield { do: "receive" };
      } catch {
        yield { do: "send", octets: octetsOf("never sent") };
      }
    }
    world.abort.abort();
    await expect(all(perform(exchange(), world.connection("c", [reason]), world.context))).rejects.toBe(
      reason,
    );
    expect(world.log).toEqual([`c > - ${reason}`, "c closed"]);
  });

  it("closes a channel once, by a step, by another channel of its name, or at the end", async () => {
    const world = new World();
    function* exchange(): Exchange<never> {
      yield { do: "open", on: "data", endpoint: { port: 1 } };
      yield { do: "open", on: "data", endpoint: { port: 2 } };
      yield { do: "close", on: "data" };
      yield { do: "close", on: "control" };
    }
    await all(perform(exchange(), world.connection("c"), world.context));
    expect(world.log).toEqual([
      ...[
        "connect data 192.0.2.1:1",
        "connect data 192.0.2.1:2",
        "data:1 closed",
        "data:2 closed",
        "c closed",
      ],
    ]);
    expect(world.wire.map((event) => `${event.do} ${event.on}`)).toEqual([
      "close data",
      "close data",
      "close control",
    ]);
  });

  it("rejects a channel that was never opened", async () => {
    const world = new World();
    function* exchange(): Exchange<never> {
      yield { do: "receive", on: "data" };
    }
    await expect(all(perform(exchange(), world.connection("c"), world.context))).rejects.toMatchObject({
      code: "plugin-fault",
    });
  });

  it("rejects a listener that was never opened, or that the transport does not have", async () => {
    const world = new World();
    function* exchange(step: "listen" | "accept"): Exchange<never> {
      yield { do: step, on: "data" };
    }
    const run = (step: "listen" | "accept") =>
      all(perform(exchange(step), world.connection("c"), world.context));
    await expect(run("accept")).rejects.toMatchObject({ name: "AccessError", code: "plugin-fault" });
    await expect(run("listen")).rejects.toMatchObject({
      code: "unsupported",
      hint: "use passive mode",
    });
  });

  it("listens again on a channel, says where, and closes the listener before", async () => {
    const world = new World();
    let port = 0;
    const listen = async () => {
      const own = ++port;
      return {
        ...{ address: "192.0.2.2", port: own, accept: async () => world.connection("came") },
        close: () => void world.log.push(`door ${own} closed`),
      };
    };
    function* exchange(): Exchange<string> {
      yield { do: "emit", event: textOf((yield { do: "listen", on: "data" })!) };
      yield { do: "emit", event: textOf((yield { do: "listen", on: "data" })!) };
    }
    const { events } = await all(perform(exchange(), world.connection("c"), { ...world.context, listen }));
    expect(events).toEqual(["192.0.2.2 1", "192.0.2.2 2"]);
    expect(world.log).toEqual(["door 1 closed", "door 2 closed", "c closed"]);
  });

  it("may close a channel that was never opened", async () => {
    const world = new World();
    function* exchange(): Exchange<never> {
      yield { do: "close", on: "data" };
    }
    await all(perform(exchange(), world.connection("c"), world.context));
    expect(world.log).toEqual(["c closed"]);
  });

  it.each([true, false])("ends the sent data, or closes a connection that cannot: %j", async (canEnd) => {
    const world = new World();
    const control: Connection = {
      ...world.connection("c"),
      ...(canEnd && { end: async () => void world.log.push("c ended") }),
    };
    function* exchange(): Exchange<never> {
      yield { do: "end", on: "control" };
      if (canEnd) yield { do: "receive" };
    }
    await all(perform(exchange(), control, world.context));
    expect(world.log).toEqual(canEnd ? ["c ended", "c > - undefined", "c closed"] : ["c closed"]);
  });

  it("connects to the host of the step, else to the peer of the first connection", async () => {
    const world = new World();
    function* exchange(): Exchange<never> {
      yield { do: "open", on: "data", endpoint: { host: "other.example", port: 5 } };
    }
    const peers: unknown[] = [];
    const connect: Context["connect"] = (endpoint, how) => {
      peers.push(how?.peerOf);
      return world.context.connect(endpoint, how);
    };
    await all(perform(exchange(), world.connection("c"), { ...world.context, connect }));
    expect(peers).toEqual([undefined]);
    expect(world.log[0]).toBe("connect data other.example:5");
  });

  it.each([true, false])(
    "gives a pooled connection back, but closes one that it has closed: %j",
    async (kept) => {
      const world = new World();
      const connection = world.connection("c");
      const giveBack = (state: unknown) => void world.log.push(`given back ${state}`);
      function* exchange(): Exchange<number> {
        if (!kept) yield { do: "close", on: "control" };
        yield { do: "emit", event: (yield { do: "keep", state: "idle" })!.length };
        yield { do: "keep", state: "idle" };
      }
      const { events } = await all(perform(exchange(), { connection, giveBack } as Lease, world.context));
      expect(events).toEqual([0]);
      expect(world.log).toEqual(kept ? ["given back idle"] : ["c closed"]);
      expect(world.wire.map((event) => event.do)).toEqual([kept ? "keep" : "close"]);
    },
  );

  it("records a sent body as one", async () => {
    const world = new World();
    function* exchange(): Exchange<never> {
      yield { do: "send", octets: octetsOf("x"), body: true };
    }
    await all(perform(exchange(), world.connection("c"), world.context));
    expect(world.wire[0]).toMatchObject({ do: "send", body: true });
  });

  it("records sent data without secrets, but sends them", async () => {
    const world = new World();
    function* exchange(): Exchange<never> {
      yield { do: "send", octets: octetsOf("PASS secret\r\n"), secret: [5, 11] };
      yield { do: "receive", phase: "body" };
    }
    await all(perform(exchange(), world.connection("c", ["x"]), world.context));
    expect(world.log[0]).toBe("c <! PASS secret\r\n");
    const [sent, received] = world.wire;
    expect(sent).toMatchObject({ do: "send", on: "control", body: false });
    expect(received).toMatchObject({ do: "receive", on: "control", body: true });
    expect(textOf((sent as { octets: Uint8Array }).octets)).toBe("PASS ***\r\n");
  });
});

describe("maskSecrets", () => {
  it.each([
    ["PASS secret", undefined, "PASS secret"],
    ["PASS secret", [5, 11], "PASS ***"],
    ["PASS secret", [5, 5], "PASS secret"],
    ["ab", [0, 2], "***"],
    ["ab", [0, 1], "***b"],
  ] as const)("%s with the secret bytes %j becomes %s", (text, secret, expected) => {
    expect(textOf(maskSecrets({ octets: octetsOf(text), ...(secret && { secret }) }))).toBe(expected);
  });
});

describe("concat", () => {
  it("joins bytes", () => {
    expect(concat()).toEqual(new Uint8Array(0));
    expect(concat(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3))).toEqual(Uint8Array.of(1, 2, 3));
  });
});

describe("perform, for TLS on an open connection", () => {
  function* upgrading(): Exchange<never, string> {
    yield { do: "send", octets: octetsOf("STARTTLS") };
    try {
      yield { do: "secure" };
    } catch (error) {
      return (error as AccessError).code;
    }
    yield { do: "send", octets: octetsOf("PASS x"), secret: [5, 6] };
    return "done";
  }

  it("starts it, records that, and marks sent data as secret", async () => {
    const world = new World();
    world.tls = true;
    const { result } = await all(perform(upgrading(), world.connection("control"), world.context));
    expect(result).toBe("done");
    expect(world.log).toEqual(["control < STARTTLS", "control TLS", "control <! PASS x", "control closed"]);
    expect(world.wire.map((event) => (event.do === "secure" ? event.protocol : event.do))).toEqual([
      ...["send", "TLSv1.3", "send", "close"],
    ]);
  });

  it("fails with unsupported if the connection cannot", async () => {
    const world = new World();
    const { result } = await all(perform(upgrading(), world.connection("control"), world.context));
    expect(result).toBe("unsupported");
    expect(world.log).toEqual(["control < STARTTLS", "control closed"]);
  });
});
