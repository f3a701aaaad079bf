import { once } from "node:events";
import { opendir, open as openFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { AccessError, type Limits, resolveLimits } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  describeHostile,
  expectNoLeaks,
  HOSTILE_KINDS,
  type HostileClient,
  type HostileOptions,
  hostile,
  startHostileServer,
} from "../src/index.ts";
import { collectingRunner } from "./collecting-runner.ts";
import { echoScheme } from "./echo.ts";

/** The smallest possible client of the echo protocol, without any checks. */
async function echoOver(socket: Socket, limits: Limits): Promise<Uint8Array> {
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("hello\r\n");
  let received = "";
  for await (const octets of socket.iterator({ destroyOnReturn: true })) {
    received += (octets as Buffer).toString("latin1");
    if (received.startsWith(".\r\n") || received.includes("\r\n.\r\n")) return Buffer.from(received);
    if (received.length > limits.maxBytes) throw new AccessError("too-large", "more than maxBytes");
    if (received.length - received.lastIndexOf("\n") > limits.maxLine)
      throw new AccessError("too-large", "a line");
  }
  throw new AccessError("truncated", "the connection was closed before the end of the reply");
}

function clientOf(use: (socket: Socket, limits: Limits) => Promise<Uint8Array>) {
  return (changes: Partial<Limits>): HostileClient => ({
    async get(url) {
      const limits = resolveLimits(changes);
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      // biome-ignore lint/plugin/no-fixed-waits: the time limit of this client.
      const timer = setTimeout(() => socket.destroy(new Error("late")), limits.replyTimeout);
      try {
        const octets = await use(socket, limits);
        return { bytes: async () => octets };
      } catch (error) {
        if (error instanceof AccessError) throw error;
        throw new AccessError(socket.errored?.message === "late" ? "timeout" : "truncated", "it failed", {
          cause: error,
        });
      } finally {
        clearTimeout(timer);
        socket.destroy();
      }
    },
  });
}

const OPTIONS: HostileOptions = {
  client: clientOf(echoOver),
  url: (port) => `x-echo://127.0.0.1:${port}/hello`,
  opening: [""],
  reply: "hello\r\n",
};

// The exam on a healthy client, which must pass.
describeHostile(echoScheme(), OPTIONS);

/** Returns what fails if the peer is hostile from the start. */
async function failures(options: Partial<HostileOptions>): Promise<readonly string[]> {
  const runner = collectingRunner();
  describeHostile(echoScheme(), { ...OPTIONS, opening: [], ...options, runner });
  expect(runner.count).toBe(HOSTILE_KINDS.length);
  return [...(await runner.failures()).values()];
}

describe("describeHostile catches", () => {
  it("a client that takes a truncated reply for a complete one", async () => {
    const trusting = clientOf((socket, limits) => echoOver(socket, limits).catch(() => new Uint8Array(0)));
    const told = await failures({ client: trusting });
    expect(told).toHaveLength(HOSTILE_KINDS.length);
    expect(told[0]).toContain("the call must fail");
    expect(await failures({ client: trusting, harmless: () => true })).toEqual([]);
  });

  it("an error without a code", async () => {
    const plain = (limits: Partial<Limits>): HostileClient => ({
      get: (url) =>
        OPTIONS.client(limits)
          .get(url)
          .catch((error: Error) => Promise.reject(new Error(error.message))),
    });
    expect((await failures({ client: plain }))[0]).toContain(
      "an AccessError that has a code, not with: Error",
    );
  });

  it("a client that leaves its socket open", async () => {
    const sockets: Socket[] = [];
    const untidy = (): HostileClient => ({
      get(url) {
        const socket = connect(Number(new URL(url).port), "127.0.0.1");
        socket.on("error", () => {});
        sockets.push(socket);
        return Promise.reject(new AccessError("truncated", "no patience"));
      },
    });
    const told = await failures({ client: untidy, within: 200 });
    for (const socket of sockets) socket.destroy();
    expect(told.join("\n")).toMatch(/left open/);
  });

  it("a client that never connects to its peer", async () => {
    const timid = (): HostileClient => ({ get: () => Promise.reject(new AccessError("port-blocked", "no")) });
    const told = await failures({ client: timid, within: 50 });
    expect(told).toHaveLength(HOSTILE_KINDS.length);
    expect(told[0]).toContain("the client did not connect to the test server: AccessError: no");
  });

  it("a call that does not end", async () => {
    const patient = (): HostileClient => ({ get: () => new Promise(() => {}) });
    const told = await failures({ client: patient, within: 50 });
    expect(told).toHaveLength(HOSTILE_KINDS.length);
    expect(told[0]).toContain("the call did not end within 50 ms");
  });
});

describe("startHostileServer", () => {
  it("sends its opening one line at a time, and then injects the fault", async () => {
    await using server = await startHostileServer(hostile("early-close", ""), [
      "220 ready\r\n",
      "331 more\r\n",
    ]);
    const socket = connect(server.port, "127.0.0.1");
    let received = "";
    socket.on("data", (octets) => {
      received += String(octets);
      if (received.endsWith("ready\r\n")) socket.write("USER x\r\n");
      if (received.endsWith("more\r\n")) socket.write("PASS y\r\n");
    });
    await once(socket, "close");
    expect(received).toBe("220 ready\r\n331 more\r\n");
  });

  it("leaves no open handles if it is closed while it sends", async () => {
    await expectNoLeaks(async () => {
      const server = await startHostileServer(hostile("endless", "1\r\n"));
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "data");
      expect(server.live).toBe(1);
      await server.close();
      expect(server.live).toBe(0);
      socket.destroy();
    });
  });
});

describe("expectNoLeaks", () => {
  const SOON = { patience: 50 };

  it("returns the result of the action", async () => {
    expect(await expectNoLeaks(async () => 42)).toBe(42);
  });

  it("waits for handles that are being closed", async () => {
    // biome-ignore lint/plugin/no-fixed-waits: a handle that is open for this time.
    await expectNoLeaks(() => void setTimeout(() => {}, 30));
  });

  it("reports an open file and an open directory, and no others", async () => {
    const left: { close(): Promise<void> }[] = [];
    for (const [open, name] of [
      [() => openFile(import.meta.filename), "FILEHANDLE"],
      [() => opendir(import.meta.dirname), "DIRHANDLE"],
    ] as const) {
      await expect(
        expectNoLeaks(async () => {
          left.push(await open());
        }, SOON),
      ).rejects.toThrow(`left open: ${name}`);
      await expectNoLeaks(async () => (await open()).close(), SOON);
    }
    for (const each of left) await each.close();
  });

  it("treats a directory that was read to its end as closed", async () => {
    await expectNoLeaks(async () => {
      for await (const _ of await opendir(import.meta.dirname));
    }, SOON);
  });

  it("reports a running timer and an open server", async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await expect(
      expectNoLeaks(() => {
        // biome-ignore lint/plugin/no-fixed-waits: this timer is what is left open.
        timer = setTimeout(() => {}, 60_000).unref();
      }, SOON),
    ).rejects.toThrow(/left open: Timeout/);
    clearTimeout(timer);

    let close = async () => {};
    await expect(
      expectNoLeaks(async () => {
        const server = await startHostileServer(hostile("hang", ""));
        close = () => server.close();
      }, SOON),
    ).rejects.toThrow(/left open: TCPSERVERWRAP/);
    await close();
  });
});
