import { createHash } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Connection } from "@anyurl/core/exchange";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { afterEach, describe, expect, it } from "vitest";
import { nodeTransport } from "../src/index.ts";

const transport = nodeTransport();
const never = new AbortController().signal;
let server: Server | undefined;

afterEach(async () => {
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await turn();
}

/** Returns how many bytes a connection has read from the system for a later call. */
const unreadBytes = (connection: Connection) => (connection as unknown as { readonly unread: number }).unread;

/** Bytes that show their own position. */
const LONG = Uint8Array.from({ length: 6 * 1024 * 1024 }, (_, i) => (i * 2_654_435_761) >>> 24);

/** Starts a server that sends this text in chunks of this size, and ends. */
async function saying(octets: Uint8Array, cut: number, tls: boolean): Promise<number> {
  const behave = (socket: Socket) => {
    socket.on("error", () => {});
    for (let at = 0; at < octets.length; at += cut) socket.write(octets.subarray(at, at + cut));
    socket.end();
  };
  server = tls ? createTlsServer(SELF_SIGNED, behave) : createServer(behave);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

const connect = (port: number, tls: boolean) =>
  transport.connect(
    {
      address: "127.0.0.1",
      port,
      maxBuffer: 256 * 1024,
      ...(tls && { tls: { serverName: "localhost", insecure: true } }),
    },
    never,
  );

/**
 * Returns the digest of all bytes. Checks lent bytes when they arrive and after they have been held for a while; checks
 * bytes that belong to the reader again at the end.
 */
async function digest(
  connection: Connection,
  { onLoan, hold }: { onLoan: (count: number) => boolean; hold: (count: number) => Promise<unknown> },
): Promise<string> {
  const whole = createHash("sha256");
  const own: (() => void)[] = [];
  for (let count = 0; ; count++) {
    const octets = await connection.receive("body", onLoan(count));
    if (octets === undefined) break;
    const atFirst = sha256(octets);
    expect(octets.constructor).toBe(Uint8Array);
    const look = () => expect(sha256(octets)).toBe(atFirst);
    await hold(count);
    look();
    whole.update(octets);
    if (!onLoan(count)) own.push(look);
  }
  for (const look of own) look();
  return whole.digest("hex");
}

function sha256(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}

const EXPECTED = sha256(LONG);

const READERS: readonly (readonly [who: string, Parameters<typeof digest>[1]])[] = [
  ["that is fast", { onLoan: () => true, hold: async () => {} }],
  ["that takes a turn of the event loop", { onLoan: () => true, hold: turn }],
  ["that takes several turns", { onLoan: () => true, hold: turns }],
  [
    "that is sometimes fast and sometimes slow",
    { onLoan: () => true, hold: async (count) => count % 3 === 0 && (await turn()) },
  ],
  ["that borrows most chunks and owns some", { onLoan: (count) => count % 3 !== 0, hold: turn }],
  ["that owns most chunks and borrows some", { onLoan: (count) => count % 5 === 4, hold: turn }],
];

describe.each([
  ["TCP", false],
  ["TLS", true],
] as const)("bytes on loan over %s", (_, tls) => {
  it.each(READERS)("stay unchanged until the next receive, for a reader %s", async (_, reader) => {
    for (const cut of [LONG.length, 128 * 1024, 5_000, 100_001]) {
      const connection = await connect(await saying(LONG, cut, tls), tls);
      expect(await digest(connection, reader)).toBe(EXPECTED);
      connection.close();
      await new Promise((resolve) => server!.close(resolve));
    }
  });
});

describe("bytes that are not requested", () => {
  it("are read from the system only up to the limit, and are available later", async () => {
    const connection = await connect(await saying(LONG, LONG.length, false), false);
    const first = await connection.receive("body", true);
    const known = createHash("sha256").update(first!);
    const held = Buffer.from(first!);
    // biome-ignore lint/plugin/no-fixed-waits: no more than the limit is read during this time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(Buffer.from(first!).equals(held)).toBe(true);
    expect(unreadBytes(connection)).toBeLessThanOrEqual(256 * 1024);
    for (;;) {
      const octets = await connection.receive("body", true);
      if (octets === undefined) break;
      known.update(octets);
    }
    expect(known.digest("hex")).toBe(EXPECTED);
    connection.close();
  });

  it("are dropped when the connection is closed", async () => {
    const connection = await connect(await saying(LONG, LONG.length, false), false);
    await connection.receive("body", true);
    await connection.receive("body", true);
    await expect.poll(() => unreadBytes(connection)).toBeGreaterThan(0);
    connection.close();
    await expect(connection.receive("body", true)).rejects.toThrow("closed");
  });

  it("are still available after the socket's end", async () => {
    const few = LONG.subarray(0, 200_000);
    const connection = await connect(await saying(few, few.length, false), false);
    const whole = createHash("sha256");
    let octets = await connection.receive("body", true);
    await expect.poll(() => octets!.length + unreadBytes(connection)).toBe(few.length);
    for (; octets !== undefined; octets = await connection.receive("body", true)) whole.update(octets);
    expect(whole.digest("hex")).toBe(sha256(few));
    connection.close();
  });
});

it("gives each connection its own buffers, including reused ones", async () => {
  const port = await saying(LONG, LONG.length, false);
  const all = Array.from({ length: 12 }, async (_, i) => {
    const connection = await connect(port, false);
    const given = await digest(connection, { onLoan: (count) => (count + i) % 4 !== 0, hold: turn });
    connection.close();
    return given;
  });
  expect(new Set(await Promise.all(all))).toEqual(new Set([EXPECTED]));
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const connection = await connect(port, false);
      expect(await digest(connection, READERS[1]![1])).toBe(EXPECTED);
      connection.close();
    }),
  );
});
