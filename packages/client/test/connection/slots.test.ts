import { getEventListeners } from "node:events";
import { defineScheme, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import { Pool } from "../../src/connection/pool.ts";
import { poolOptions } from "../../src/connection/pool-options.ts";
import { createClient } from "../../src/index.ts";
import { FakeConnection, FakeTransport, line, ManualClock, settled } from "../world.ts";

const waiting = (signal: AbortSignal) => new CallScope(new ManualClock(), Number.POSITIVE_INFINITY, signal);
const never = waiting(new AbortController().signal);

describe("the slots of a pool", () => {
  it("admits at most the limit, as soon as a slot is free, and each caller once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        async (perServer, total, servers, chance) => {
          const pool = new Pool({ ...poolOptions.defaults, perServer, total });
          const inside: { server: string; leave: () => void }[] = [];
          let entered = 0;
          for (const server of servers) {
            pool.enter(server, never).then(({ leave }) => {
              entered++;
              inside.push({ server, leave });
            });
          }
          for (let i = 0; i <= servers.length; i++) {
            await settled();
            expect(inside.length).toBeLessThanOrEqual(total);
            for (const server of ["a", "b", "c"]) {
              const own = inside.filter((each) => each.server === server).length;
              expect(own).toBeLessThanOrEqual(perServer);
            }
            const [left] = inside.splice(chance.next().value! % Math.max(1, inside.length), 1);
            left?.leave();
            // A second release does not free another slot.
            left?.leave();
          }
          await settled();
          for (const { leave } of inside) leave();
          expect(entered).toBe(servers.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("does not block callers if an earlier one waits for another server", async () => {
    const pool = new Pool({ ...poolOptions.defaults, perServer: 1, total: 3 });
    await pool.enter("a", never);
    let second = false;
    pool.enter("a", never).then(() => {
      second = true;
    });
    await pool.enter("b", never);
    expect(second).toBe(false);
  });

  it("fails with busy if too many callers wait, and forgets aborted ones", async () => {
    const pool = new Pool({ ...poolOptions.defaults, perServer: 1, waiting: 1 });
    const { leave } = await pool.enter("a", never);
    const controller = new AbortController();
    const waiter = waiting(controller.signal);
    const second = pool.enter("a", waiter);
    second.catch(() => {});
    await expect(pool.enter("a", never)).rejects.toMatchObject({ code: "busy", retryable: true });
    controller.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    waiter.end();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    leave();
    (await pool.enter("a", never)).leave();
  });

  it("frees a slot that a call gets in the turn of its abort", async () => {
    const pool = new Pool({ ...poolOptions.defaults, perServer: 1 });
    const { leave } = await pool.enter("a", never);
    const controller = new AbortController();
    const second = pool.enter("a", waiting(controller.signal));
    leave();
    controller.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    let third = false;
    pool.enter("a", never).then(() => {
      third = true;
    });
    await settled();
    expect(third).toBe(true);
  });
});

describe("a client with limits for connections", () => {
  it("opens at most the limit of connections to a server, and the next one when one has ended", async () => {
    const [transport, clock] = [new FakeTransport(), new ManualClock()];
    const client = createClient({
      schemes: [line] as const,
      transport,
      clock,
      connections: { perServer: 1 },
    });
    const first = client.get("x-line://h.example/1");
    const second = client.get("x-line://H.example/2");
    const other = client.get("x-line://other.example/3");
    await settled();
    expect(transport.connections.map(({ sent }) => sent)).toEqual([["/1\r\n"], ["/3\r\n"]]);
    transport.connections[0]!.say("ok\r\n");
    await (await first).body.cancel();
    await settled();
    expect(transport.connections[2]?.sent).toEqual(["/2\r\n"]);
    for (const connection of transport.connections.slice(1)) connection.say("ok\r\n");
    await (await second).body.cancel();
    await (await other).body.cancel();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("frees the slot if a connection cannot be opened", async () => {
    const transport = new FakeTransport();
    transport.answer = async () => {
      throw Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    };
    const connections = { perServer: 1 };
    const client = createClient({ schemes: [line] as const, transport, connections });
    for (let i = 0; i < 3; i++)
      await expect(client.get("x-line://h.example/")).rejects.toMatchObject({ code: "connect-failed" });
  });

  it("frees the slot for another attempt of the same call", async () => {
    const transport = new FakeTransport();
    let tries = 0;
    transport.answer = async ({ address, port }) => {
      if (++tries === 1) throw Object.assign(new Error("no"), { code: "ECONNREFUSED" });
      return new FakeConnection(address, port);
    };
    const stubborn = defineScheme({
      name: "x-stubborn",
      defaultPort: 4000,
      cite: ["x"],
      parse: () => ({}),
      format: () => "x-stubborn://h/",
      examples: [],
      access: async () => ({
        remove: async (_: Url, context: Context) => {
          const endpoint = { host: "h.example", port: 4000 };
          const connection = await context.connect(endpoint).catch(() => context.connect(endpoint));
          connection.close();
        },
      }),
    });
    const client = createClient({
      schemes: [stubborn] as const,
      transport,
      connections: { perServer: 1, waiting: 0 },
    });
    await client.remove("x-stubborn://h.example/");
    expect([tries, transport.open]).toEqual([2, 0]);
  });

  it("counts the wait toward the deadline", async () => {
    const [transport, clock] = [new FakeTransport(), new ManualClock()];
    const client = createClient({ schemes: [line] as const, transport, clock, connections: { total: 1 } });
    const first = client.get("x-line://h.example/1");
    const second = client.get("x-line://other.example/2", { limits: { deadline: 500 } });
    second.catch(() => {});
    await clock.advance(500);
    await expect(second).rejects.toMatchObject({ code: "timeout" });
    transport.connections[0]!.say("ok\r\n");
    await (await first).body.cancel();
    expect(clock.pending).toBe(0);
  });
});
