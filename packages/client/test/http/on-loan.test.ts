import { octetsOf, resolveLimits } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { systemClock } from "../../src/call/clock.ts";
import { ManagedConnection } from "../../src/connection/managed-connection.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { HttpExchange } from "../../src/http/http-exchange.ts";
import { FakeTransport } from "../world.ts";

/** A connection that lends its only buffer, which the next receive overwrites. */
function lending(response: string, cut: number): Connection {
  const octets = octetsOf(response);
  const buffer = new Uint8Array(cut);
  let at = 0;
  return {
    remote: { address: "127.0.0.1", port: 80 },
    send: async () => {},
    receive: async (_, onLoan) => {
      const next = octets.subarray(at, at + cut);
      if (next.length === 0) return undefined;
      at += next.length;
      if (onLoan !== true) return next.slice();
      buffer.fill(0);
      buffer.set(next);
      return buffer.subarray(0, next.length);
    },
    close: () => {},
  };
}

async function read(response: string, cut: number) {
  const transport = new FakeTransport();
  const limits = resolveLimits({});
  const call = new CallScope(systemClock, Number.POSITIVE_INFINITY, undefined);
  const terms = {
    ...{ call, clock: systemClock, limits, transport, scheme: "http", defaultPort: 80 },
    policy: resolvePolicy("default"),
  };
  const from = lending(response, cut);
  const connection = new ManagedConnection({ connection: from, remote: from.remote, isSecure: false }, terms);
  const recorder = {
    unlessAborted: call.unlessAborted.bind(call) as CallScope["unlessAborted"],
    record: () => {},
    recordFormatted: () => {},
  };
  const exchange = new HttpExchange(
    { connection, isReused: false },
    { call: recorder, limits },
    "control",
    "GET",
  );
  const bytes = octetsOf("GET / HTTP/1.1\r\n\r\n");
  const endpoint = { host: "h.example", port: 80 };
  const { body, trailers } = await exchange.request(
    { bytes, masked: () => bytes },
    { endpoint, method: "GET", target: "/", fields: [] },
  );
  let text = "";
  for await (const chunk of body) text += String.fromCharCode(...chunk);
  return { text, trailers: trailers?.() };
}

const TEXT = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join("");
const chunked = TEXT.replace(/[\s\S]{1,37}/g, (part) => `${part.length.toString(16)};x=1\r\n${part}\r\n`);

describe("the content of a response in a buffer that the next receive overwrites", () => {
  it.each([1, 2, 3, 7, 64, 100, 4096])("is read whole if %i bytes arrive at a time", async (cut) => {
    const whole = `HTTP/1.1 200 OK\r\ncontent-length: ${TEXT.length}\r\n\r\n${TEXT}`;
    expect((await read(whole, cut)).text).toBe(TEXT);
    expect((await read(`HTTP/1.1 200 OK\r\n\r\n${TEXT}`, cut)).text).toBe(TEXT);
    const coded = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunked}0\r\nx-one: 1\r\nx-two: second\r\n\r\n`;
    const trailers = [
      ["x-one", "1"],
      ["x-two", "second"],
    ];
    expect(await read(coded, cut)).toEqual({ text: TEXT, trailers });
  });
});
