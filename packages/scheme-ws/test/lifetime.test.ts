import { setImmediate } from "node:timers/promises";
import { Transcript } from "@anyurl/client";
import { createRegistry, octetsOf, resolveLimits } from "@anyurl/core";
import type { Phase, WireEvent } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type WsUrl, ws } from "../src/index.ts";
import { accepted, closeFrame, frame, OPCODE, readAll, worldOf } from "./world.ts";

/** Lets both sides do all that they can without waiting for each other. */
async function settle(): Promise<void> {
  for (let i = 0; i < 100; i++) await setImmediate();
}

/** A server that sends this many messages of 70,000 bytes, which no buffer of a stream holds, and closes. */
function flood(messages: number) {
  const sent: number[] = [];
  const world = worldOf(async ({ peer }) => {
    for (let i = 0; i < messages; i++) {
      await peer.send(frame(OPCODE.text, String(i).padEnd(70_000, ".")));
      sent.push(i);
    }
    await peer.send(closeFrame(1000));
  });
  return { ...world, sent };
}

describe("a server whose messages are not read", () => {
  it("has to wait after 16 messages, until they are read", async () => {
    const { client, sent, transport } = flood(100);
    const session = await client.open("ws://h.example/");
    await settle();
    const taken = Math.floor(transport.connections[0]!.taken / 70_010);
    expect([taken >= 16, taken <= 18, sent.length < 25]).toEqual([true, true, true]);
    const reader = session.readable[Symbol.asyncIterator]();
    await reader.next();
    await settle();
    expect(sent.length).toBeLessThan(30);
    const rest = await readAll(session);
    expect(rest.map((text) => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: 99 }, (_, i) => i + 1),
    );
  });

  it("does not wait before", async () => {
    const { client, sent } = flood(15);
    const session = await client.open("ws://h.example/");
    await settle();
    expect(sent).toHaveLength(15);
    await session[Symbol.asyncDispose]();
  });

  it("does not hinder the end of the session", async () => {
    const { client, transport } = flood(100);
    const session = await client.open("ws://h.example/");
    await settle();
    await session[Symbol.asyncDispose]();
    expect(transport.open).toBe(0);
  });
});

describe("the end of a session", () => {
  it("ends a reader that waits, without an error", async () => {
    const frames: number[] = [];
    const { client, transport } = worldOf(async ({ peer, receive }) => {
      await peer.send(frame(OPCODE.text, "one"));
      for (let next = await receive(); next !== undefined; next = await receive()) frames.push(next.opcode);
    });
    const session = await client.open("ws://h.example/");
    const reader = session.readable[Symbol.asyncIterator]();
    expect(await reader.next()).toEqual({ done: false, value: octetsOf("one\n") });
    const waiting = reader.next();
    await session[Symbol.asyncDispose]();
    expect(transport.open).toBe(0);
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    await expect.poll(() => frames).toEqual([OPCODE.close]);
    await expect(session.send("x")).rejects.toMatchObject({ code: "truncated" });
  });

  it("does not wait for a server that never answers", async () => {
    const { client, transport } = worldOf(({ peer }) => peer.closed);
    const session = await client.open("ws://h.example/");
    await session[Symbol.asyncDispose]();
    expect(transport.open).toBe(0);
  });
});

describe("a connection that fails", () => {
  it("at any step closes the connection, and is an error with a code", async () => {
    const codes = new Set<string>();
    for (let failAt = 0; failAt < 12; failAt++) {
      const { client, transport } = worldOf(
        async ({ peer, receive }) => {
          await peer.send(frame(OPCODE.text, "one"));
          await receive();
          await peer.send(closeFrame(1000));
        },
        false,
        failAt,
      );
      const use = async () => {
        const session = await client.open("ws://h.example/");
        try {
          await session.send("x");
          return await readAll(session);
        } finally {
          await session[Symbol.asyncDispose]();
        }
      };
      const outcome = await use().catch((error: { readonly code: string }) => error.code);
      if (typeof outcome === "string") codes.add(outcome);
      else expect(outcome).toEqual(["one\n"]);
      expect(transport.open).toBe(0);
    }
    expect([...codes].sort()).toEqual(["connect-failed", "truncated"]);
  });

  it("by a reset is not complete, after the messages before it", async () => {
    const { client, transport } = worldOf(async ({ peer }) => {
      await peer.send(frame(OPCODE.text, "one"));
      peer.reset();
    });
    const session = await client.open("ws://h.example/");
    const heard: unknown[] = [];
    session.onMessage((message) => heard.push(message));
    await expect(readAll(session)).rejects.toMatchObject({ code: "truncated" });
    expect(heard).toEqual(["one"]);
    await session[Symbol.asyncDispose]();
    expect(transport.open).toBe(0);
  });
});

describe("the transcript of a session", () => {
  it("has its messages as bodies: their texts are not recorded, but their sizes", async () => {
    const { client } = worldOf(async ({ peer, receive }) => {
      await peer.send(frame(OPCODE.text, "secret"));
      await receive();
      await peer.send(closeFrame(1000));
    });
    const transcript = new Transcript();
    const session = await client.open("ws://h.example/", { transcript });
    await session.send("é");
    await readAll(session);
    expect(JSON.stringify(transcript)).not.toMatch(/secret|é/);
  });

  it("and the time limits of its phases: those of a reply, and then those of a body", async () => {
    const { transport } = worldOf(async ({ peer, receive, request }) => {
      await peer.send(accepted(request));
      await receive();
      await peer.send(Buffer.concat([frame(OPCODE.text, "é"), frame(OPCODE.binary, "x"), closeFrame(1000)]));
    }, true);
    const { signal } = new AbortController();
    const phases: Phase[] = [];
    const events: WireEvent[] = [];
    const connect = async () => {
      const pipe = await transport.connect({ address: "10.0.0.1", port: 80, maxBuffer: 65_536 }, signal);
      const receive = (phase: Phase) => {
        phases.push(phase);
        return pipe.receive(phase);
      };
      return { ...pipe, receive };
    };
    const context = {
      ...{ limits: resolveLimits({}), options: ws.options!.defaults, signal, connect },
      record: (event: WireEvent) => void events.push(event),
    };
    const { open } = await ws.access!();
    const url = createRegistry(ws).parse("ws://h.example/") as WsUrl;
    const session = await open(url, context as never);
    await session.send("out");
    await session.send(Uint8Array.of(1));
    await readAll(session);
    expect([phases[0], phases.at(-1), new Set(phases).size]).toEqual(["reply", "body", 2]);
    expect(events).toEqual([
      { do: "send", on: "control", octets: octetsOf("out"), body: true },
      { do: "send", on: "control", octets: Uint8Array.of(1), body: true },
      { do: "receive", on: "control", octets: octetsOf("é\n"), body: true },
      { do: "receive", on: "control", octets: octetsOf("x"), body: true },
    ]);
  });
});
