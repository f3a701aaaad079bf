import { getEventListeners } from "node:events";
import { defineScheme, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import type { Link } from "../../src/connection/link.ts";
import { Pool, type Shortage, type Slot, type SlotUser } from "../../src/connection/pool.ts";
import { poolOptions } from "../../src/connection/pool-options.ts";
import { createClient } from "../../src/index.ts";
import { FakeConnection, FakeTransport, line, ManualClock, outcome, settled } from "../world.ts";

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
    expect(waiter.waitingFor).toBeUndefined();
    let third = false;
    pool.enter("a", never).then((slot) => {
      third = true;
      slot.leave();
    });
    waiter.end();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await settled();
    expect(third).toBe(false);
    leave();
    (await pool.enter("a", never)).leave();
    expect(third).toBe(true);
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

/** A call that waits for at most `queueTimeout`, and whose connections a test moves data on. */
class User implements SlotUser {
  lastActivity = 0;
  isUnread = false;
  waitingFor: (() => Shortage) | undefined;
  readonly queueTimeout: number;
  constructor(queueTimeout = Number.POSITIVE_INFINITY) {
    this.queueTimeout = queueTimeout;
  }
  throwIfAborted(): void {}
  unlessAborted(promise: Promise<Slot>): Promise<Slot> {
    return promise;
  }
}

function world(limits: Partial<typeof poolOptions.defaults> = {}) {
  const clock = new ManualClock();
  const pool = new Pool({ ...poolOptions.defaults, ...limits }, clock);
  const links: Link[] = [];
  const make = async (): Promise<Link> => {
    const connection = new FakeConnection("192.0.2.1", 70);
    links.push({ connection, remote: connection.remote, isSecure: false });
    return links.at(-1)!;
  };
  const isClosed = (i: number) => (links[i]!.connection as FakeConnection).closed;
  return { clock, pool, links, make, isClosed };
}

describe("a call that waits for a slot", () => {
  it("says for what while it waits", async () => {
    const { pool } = world({ perServer: 1, total: 2 });
    const [one, other, user] = [new User(), new User(), new User()];
    const slot = await pool.enter("a", one);
    expect(one.waitingFor).toBeUndefined();
    const waits = pool.enter("a", user);
    expect(user.waitingFor?.()).toEqual({
      what: "free connection to a: 1 of 1 are in use (connections.perServer)",
      hint: "wait for earlier calls to end, or increase the option connections.perServer",
    });
    one.isUnread = true;
    await pool.enter("b", other);
    expect(user.waitingFor?.()).toEqual({
      what: "free connection to a: 1 of 1 are in use (connections.perServer), 1 of them by responses whose body is unread",
      hint: "read, cancel, or dispose of the bodies of earlier responses, or increase the option connections.perServer",
    });
    const third = new User();
    pool.enter("c", third);
    expect(third.waitingFor?.()).toEqual({
      what: "free connection to c: 2 of 2 are in use (connections.total), 1 of them by responses whose body is unread",
      hint: "read, cancel, or dispose of the bodies of earlier responses, or increase the option connections.total",
    });
    slot.leave();
    expect(await waits).toMatchObject({ server: "a", user });
    expect(user.waitingFor).toBeUndefined();
  });

  it("waits for queueTimeout after data has moved on a connection that is in its way", async () => {
    const { clock, pool } = world({ perServer: 1 });
    const [same, other] = [new User(), new User()];
    await pool.enter("a", same);
    await pool.enter("b", other);
    const waits = outcome(pool.enter("a", new User(1000)));
    await clock.advance(600);
    same.lastActivity = clock.elapsed();
    await clock.advance(300);
    other.lastActivity = clock.elapsed();
    await clock.advance(699);
    expect(waits.is).toBe("waiting");
    await clock.advance(1);
    expect(waits.is).toMatchObject({
      code: "busy",
      message:
        "no free connection to a: 1 of 1 are in use (connections.perServer), and none has moved a byte for 1 s (queueTimeout)",
      hint: "wait for earlier calls to end, or increase the option connections.perServer",
    });
    expect(clock.pending).toBe(0);
  });

  it("waits for queueTimeout after a connection that is in its way was opened", async () => {
    const { clock, pool } = world({ total: 1 });
    const { leave } = await pool.enter("a", new User());
    const first = pool.enter("b", new User());
    const second = outcome(pool.enter("c", new User(1000)));
    await clock.advance(600);
    leave();
    await first;
    await clock.advance(999);
    expect(second.is).toBe("waiting");
    await clock.advance(1);
    expect(second.is).toMatchObject({ code: "busy" });
  });

  it("has no timer if it may wait without a limit", async () => {
    const { clock, pool } = world({ perServer: 1 });
    const { leave } = await pool.enter("a", new User());
    const waits = pool.enter("a", new User());
    expect(clock.pending).toBe(0);
    leave();
    await waits;
  });

  it("cancels its timer when it gets a slot", async () => {
    const { clock, pool } = world({ perServer: 1 });
    const { leave } = await pool.enter("a", new User());
    const waits = pool.enter("a", new User(1000));
    expect(clock.pending).toBe(1);
    leave();
    await waits;
    expect(clock.pending).toBe(0);
  });

  it.each([0, 1, 2])("fails at once if %i others wait, which is the limit", async (waiting) => {
    const { pool } = world({ perServer: 1, waiting });
    await pool.enter("a", new User());
    for (let i = 0; i < waiting; i++) pool.enter("a", new User());
    await expect(pool.enter("a", new User())).rejects.toMatchObject({
      code: "busy",
      message: `too many calls wait for a connection: the limit is ${waiting} (connections.waiting)`,
      hint: "wait for earlier calls to end, or increase the option connections.waiting",
    });
  });

  it("gets the slots in the order of the calls, and is passed by those for a server with room", async () => {
    const { pool } = world({ perServer: 1, total: 2 });
    const order: string[] = [];
    const a = await pool.enter("a", new User());
    const b = await pool.enter("b", new User());
    const next = (["a1", "b1", "a2", "c1"] as const).map(async (name) => {
      const slot = await pool.enter(name[0]!, new User());
      order.push(name);
      return slot;
    });
    a.leave();
    await settled();
    expect(order).toEqual(["a1"]);
    b.leave();
    await settled();
    expect(order).toEqual(["a1", "b1"]);
    (await next[1])!.leave();
    await settled();
    expect(order).toEqual(["a1", "b1", "c1"]);
    (await next[3])!.leave();
    (await next[0])!.leave();
    await settled();
    expect(order).toEqual(["a1", "b1", "c1", "a2"]);
  });
});

describe("an idle connection", () => {
  const lend = async (own: ReturnType<typeof world>, key: string, server = "a", fresh = false) => {
    const user = new User();
    const slot = await own.pool.lend(server, key, own.make, user, fresh);
    expect(slot).toMatchObject({ key, server, user });
    return slot;
  };

  it("is the one of its key that was used last", async () => {
    const own = world({ idle: 1000 });
    const slots = [await lend(own, "k"), await lend(own, "k"), await lend(own, "other")];
    for (const slot of slots) own.pool.giveBack(slot, undefined);
    expect(slots.map(({ user }) => user)).toEqual([undefined, undefined, undefined]);
    expect((await lend(own, "k")).link).toBe(own.links[1]);
    expect((await lend(own, "k")).link).toBe(own.links[0]);
    expect((await lend(own, "k")).link).toBe(own.links[3]);
  });

  it("is closed, and all others of its key, for a call that wants a fresh one", async () => {
    const own = world({ idle: 1000 });
    const slots = [await lend(own, "k"), await lend(own, "other"), await lend(own, "k")];
    for (const slot of slots) own.pool.giveBack(slot, undefined);
    expect((await lend(own, "k", "a", true)).link).toBe(own.links[3]);
    expect([0, 1, 2, 3].map(own.isClosed)).toEqual([true, false, true, false]);
  });

  it("is handed to a waiting call of its key, but not to one that wants a fresh one", async () => {
    const own = world({ idle: 1000, perServer: 1 });
    const first = await lend(own, "k");
    const fresh = lend(own, "k", "a", true);
    await settled();
    own.pool.giveBack(first, "state");
    expect((await fresh).link).toBe(own.links[1]);
    expect([own.isClosed(0), (await fresh).state]).toEqual([true, undefined]);
    const second = lend(own, "k");
    await settled();
    own.pool.giveBack(await fresh, "state");
    expect(await second).toMatchObject({ link: own.links[1], state: "state" });
    expect(own.isClosed(1)).toBe(false);
  });

  it("makes room for a call to another server, the longest idle first", async () => {
    const own = world({ idle: 1000, perServer: 2, total: 3 });
    const slots = [await lend(own, "x", "a"), await lend(own, "y", "b"), await lend(own, "z", "b")];
    for (const i of [1, 0, 2]) own.pool.giveBack(slots[i]!, undefined);
    // The limit of b is reached: only a connection to b makes room.
    await lend(own, "new", "b");
    expect([0, 1, 2, 3].map(own.isClosed)).toEqual([false, true, false, false]);
    await lend(own, "new", "c");
    expect([0, 1, 2, 3].map(own.isClosed)).toEqual([true, true, false, false]);
    await lend(own, "z", "b");
    expect(own.links).toHaveLength(5);
  });

  it("is not kept if the pool keeps none, or for no time", async () => {
    const own = world();
    expect(own.pool.keeps).toBe(false);
    own.pool.giveBack(await lend(own, "k"), undefined);
    own.pool.giveBack(await lend(own, "k"), undefined, 0);
    own.pool.giveBack(await lend(own, "k"), undefined, 1);
    expect([0, 1, 2].map(own.isClosed)).toEqual([true, true, false]);
    expect(own.clock.pending).toBe(1);
    await own.clock.advance(1);
    expect([own.isClosed(2), own.clock.pending]).toEqual([true, 0]);
  });

  it("is closed after its own time, although another one has a longer one", async () => {
    const own = world({ idle: 1000 });
    const slots = [await lend(own, "a"), await lend(own, "b"), await lend(own, "c")];
    const times = [1000, 400, 700];
    for (const [i, slot] of slots.entries()) own.pool.giveBack(slot, undefined, times[i]);
    const closedAt: unknown[] = [];
    for (let now = 0; now <= 1000; now += 100) {
      closedAt.push([0, 1, 2].filter(own.isClosed).length);
      expect(own.clock.pending).toBe(now === 1000 ? 0 : 1);
      await own.clock.advance(100);
    }
    expect(closedAt).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3]);
  });

  it("is closed when the pool is, and none is kept from then on", async () => {
    const own = world({ idle: 1000 });
    const slots = [await lend(own, "a"), await lend(own, "b")];
    own.pool.giveBack(slots[0]!, undefined);
    own.pool.close();
    own.pool.giveBack(slots[1]!, undefined, 500);
    expect([own.pool.keeps, own.isClosed(0), own.isClosed(1), own.clock.pending]).toEqual([
      false,
      true,
      true,
      0,
    ]);
  });

  it("is closed with all others whose key is meant", async () => {
    const own = world({ idle: 1000 });
    const slots = [await lend(own, "a"), await lend(own, "b"), await lend(own, "a")];
    for (const slot of slots.slice(0, 2)) own.pool.giveBack(slot, undefined);
    own.pool.endIdle((key) => key === "a");
    expect([0, 1, 2].map(own.isClosed)).toEqual([true, false, false]);
    expect(own.clock.pending).toBe(1);
  });

  it("has the state that its last call left, which is also that of its peers", async () => {
    const own = world({ idle: 1000 });
    const [first, second, third] = [await lend(own, "k"), await lend(own, "k"), await lend(own, "other")];
    expect([first, second, third].map(own.pool.getPeerState.bind(own.pool))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    own.pool.giveBack(first, "one");
    expect([second, third].map(own.pool.getPeerState.bind(own.pool))).toEqual(["one", undefined]);
    own.pool.giveBack(second, "two");
    expect(own.pool.getPeerState(second)).toBe("one");
    expect((await lend(own, "k")).state).toBe("two");
  });

  it("of a failed attempt leaves no slot taken", async () => {
    const own = world({ idle: 1000, perServer: 1 });
    const error = new Error("no");
    await expect(own.pool.lend("a", "k", () => Promise.reject(error), new User())).rejects.toBe(error);
    await lend(own, "k");
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
