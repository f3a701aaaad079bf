import { AccessError } from "@anyurl/core";
import { describe, expect, test } from "vitest";
import { type LogEvent, logging, logLine } from "../../src/layers/index.ts";
import { FakeConnection, FakeTransport } from "../world.ts";

const ENDPOINT = { address: "192.0.2.1", port: 21, maxBuffer: 1024 };
const { signal } = new AbortController();

function logged() {
  const events: LogEvent[] = [];
  const transport = new FakeTransport();
  const outer = logging((event) => void events.push(event))(transport);
  return { events, transport, outer };
}

test("the layer logging logs a lookup, a connection, its data and its end", async () => {
  const { events, transport, outer } = logged();
  await outer.resolve("a.example", signal);
  const connection = await outer.connect(ENDPOINT, signal);
  const [inner] = transport.connections;
  await connection.send(new Uint8Array(5));
  inner!.say("abc");
  await connection.receive();
  inner!.say("de");
  await connection.receive();
  for (const _ of [1, 2]) inner!.say(undefined);
  for (const _ of [1, 2]) await connection.receive();
  connection.close();
  connection.close();
  expect(events).toEqual([
    { do: "resolve", name: "a.example", addresses: ["127.0.0.1"] },
    { do: "connect", connection: 1, address: "192.0.2.1", port: 21, tls: false },
    { do: "connected", connection: 1 },
    { do: "send", connection: 1, octets: 5 },
    { do: "receive", connection: 1, octets: 3 },
    { do: "receive", connection: 1, octets: 2 },
    { do: "end", connection: 1 },
    { do: "close", connection: 1, sent: 5, received: 5 },
  ]);
  expect(events.map(logLine)).toEqual([
    "resolve a.example: 127.0.0.1",
    "#1 connect 192.0.2.1 port 21",
    "#1 connected",
    "#1 send 5 bytes",
    "#1 receive 3 bytes",
    "#1 receive 2 bytes",
    "#1 end, by the peer",
    "#1 close: 5 bytes sent, 5 received",
  ]);
});

test("the layer logging logs polled bytes as received", async () => {
  const { events, transport, outer } = logged();
  transport.answer = async ({ address, port }) => {
    const inner = new FakeConnection(address, port);
    return Object.assign(inner, { poll: async () => inner.take() });
  };
  const connection = await outer.connect(ENDPOINT, signal);
  transport.connections[0]!.say("abc");
  await connection.poll!();
  await connection.poll!();
  connection.close();
  expect(events.slice(2)).toEqual([
    { do: "receive", connection: 1, octets: 3 },
    { do: "close", connection: 1, sent: 0, received: 3 },
  ]);
});

test("the layer logging logs the codes of failures, and throws them unchanged", async () => {
  const { events, transport, outer } = logged();
  const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  transport.answer = async () => {
    throw refused;
  };
  await expect(outer.connect(ENDPOINT, signal)).rejects.toBe(refused);
  transport.answer = new FakeTransport().answer;
  const connection = await outer.connect(ENDPOINT, signal);
  const tlsFailed = new AccessError("tls-failed", "what the peer says");
  transport.connections[0]!.say(tlsFailed);
  await expect(connection.receive()).rejects.toBe(tlsFailed);
  transport.resolve = async () => {
    throw new Error("no code");
  };
  await expect(outer.resolve("a.example", signal)).rejects.toThrow("no code");
  const aborted = AbortSignal.abort(new Error("s3cret reasons"));
  await expect(outer.resolve("a.example", aborted)).rejects.toThrow();
  expect(events.filter((event) => "code" in event)).toEqual([
    { do: "connect-failed", connection: 1, code: "ECONNREFUSED" },
    { do: "receive-failed", connection: 2, code: "tls-failed" },
    { do: "resolve-failed", name: "a.example", code: "unknown" },
    { do: "resolve-failed", name: "a.example", code: "aborted" },
  ]);
  expect(events.map(logLine)).toContain("#1 connect failed, ECONNREFUSED");
  expect(events.map(logLine)).toContain("resolve a.example: failed, aborted");
});

test("the layer logging does not log a receive that our own close ends as failed", async () => {
  const { events, outer } = logged();
  const connection = await outer.connect(ENDPOINT, signal);
  const waiting = expect(connection.receive()).rejects.toThrow();
  connection.close();
  await waiting;
  expect(events.at(-1)).toEqual({ do: "close", connection: 1, sent: 0, received: 0 });
});

describe("the layer logging and secrets", () => {
  test("are not logged: bytes, keys, and messages of errors", async () => {
    const { events, transport, outer } = logged();
    const tls = { serverName: "a.example", key: "s3cret", cert: "s3cret", ca: "s3cret" };
    const connection = await outer.connect({ ...ENDPOINT, tls }, signal);
    const [inner] = transport.connections;
    await connection.send(new TextEncoder().encode("PASS s3cret\r\n"));
    inner!.say("331 s3cret is the password\r\n");
    await connection.receive();
    inner!.say(Object.assign(new Error("s3cret"), { code: "the code is s3cret", cause: "s3cret" }));
    await expect(connection.receive()).rejects.toThrow();
    connection.close();
    expect(JSON.stringify(events) + events.map(logLine).join("\n")).not.toContain("s3cret");
    expect(events).toContainEqual({ do: "receive-failed", connection: 1, code: "unknown" });
    expect(events[0]).toEqual({ do: "connect", connection: 1, address: "192.0.2.1", port: 21, tls: true });
    expect(logLine(events[0]!)).toBe("#1 connect 192.0.2.1 port 21 with TLS");
  });

  test("logLine returns one line for any name", () => {
    const name = "a\r\nresolve b\x1b[2J\u202e";
    const line = logLine({ do: "resolve", name: name + "x".repeat(10_000), addresses: [] });
    expect(line).toMatch(/^resolve a[\x20-\x7e]*: no address$/);
    expect(line.length).toBeLessThan(400);
  });
});

test("the layer logging ignores errors of the log function", async () => {
  const outer = logging(() => {
    throw new Error("the disk is full");
  })(new FakeTransport());
  const connection = await outer.connect(ENDPOINT, signal);
  await connection.send(Uint8Array.of(1));
  connection.close();
  expect(await outer.resolve("a.example", signal)).toEqual(["127.0.0.1"]);
});
