import { getEventListeners } from "node:events";
import {
  AccessError,
  defineScheme,
  octetsOf,
  parseLogin,
  type ScreenView,
  type Session,
  type SessionScreen,
  textOf,
  type Url,
} from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport, ManualClock, settled } from "../world.ts";

/** A screen whose status is what was typed. */
class OneLine implements SessionScreen {
  readonly keys: SessionScreen["keys"] = [];
  #typed = "";

  get view(): ScreenView {
    const cursor = { row: 0, column: 0 };
    return { rows: 1, columns: 1, lines: [[{ text: " " }]], cursor, isLocked: false, status: this.#typed };
  }

  async type(text: string): Promise<void> {
    this.#typed += text;
  }

  async press(name: string): Promise<void> {
    throw new AccessError("bad-argument", `unknown key "${name}"`);
  }

  onChange(): () => void {
    return () => {};
  }
}

/** A session with additional members, some of them hidden. */
class Talk implements Session {
  readonly #connection: Connection;
  readonly readable: AsyncIterable<Uint8Array>;
  #turns = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    const next = async () => {
      const value = await connection.receive("body");
      return value === undefined ? { done: true as const, value } : { done: false as const, value };
    };
    this.readable = { [Symbol.asyncIterator]: () => ({ next }) };
    // A wrapper must not fail on that.
    Object.freeze(this);
  }

  readonly screen: SessionScreen = new OneLine();

  get turns(): number {
    return this.#turns;
  }

  async write(octets: Uint8Array): Promise<void> {
    this.#turns++;
    await this.#connection.send(octets);
  }

  resize(columns: number): number {
    if (columns < 0) throw new RangeError("no size");
    return columns;
  }

  async fail(): Promise<void> {
    throw new AccessError("protocol-error", "the password is s3cret");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
  }
}

async function open(url: Url<"x-talk", object>, context: Context): Promise<Talk> {
  const { hostname, port } = parseLogin(url, 4000);
  return new Talk(await context.connect({ host: hostname, port }));
}

const talk = defineScheme({
  name: "x-talk",
  defaultPort: 4000,
  cite: ["x-talk"],
  parse: () => ({}),
  format: () => "x-talk://h/",
  examples: [],
  access: async () => ({ open }),
});

function setUp() {
  const transport = new FakeTransport();
  const clock = new ManualClock();
  const client = createClient({ schemes: [talk] as const, transport, clock });
  return { transport, clock, client, peer: () => transport.connections[0]! };
}

describe("the open of a client", () => {
  it("returns the scheme's own session with all of its members", async () => {
    const { client, peer, transport, clock } = setUp();
    const session = await client.open("x-talk://h.example/");
    expectTypeOf(session).toEqualTypeOf<Talk>();
    expect(session.turns).toBe(0);
    await session.write(octetsOf("hello"));
    expect([session.turns, peer().sent]).toEqual([1, ["hello"]]);
    expect(session.resize(80)).toBe(80);
    expect("turns" in session && !("nothing" in session)).toBe(true);
    await session[Symbol.asyncDispose]();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("reports where a failure of the screen happened, without the password", async () => {
    const { client } = setUp();
    const session = await client.open("x-talk://u:s3cret@h.example/");
    expect(session.screen.view).toMatchObject({ rows: 1, status: "" });
    await session.screen.type("ok");
    await expect(session.screen.press("s3cret")).rejects.toMatchObject({
      ...{ scheme: "x-talk", operation: "open", endpoint: "h.example:4000" },
      message: 'unknown key "***"',
    });
    expect(session.screen.view.status).toBe("ok");
    await session[Symbol.asyncDispose]();
  });

  it("returns any session if the scheme is not known in advance", async () => {
    const { client } = setUp();
    const url: string = "x-talk://h.example/";
    const session = await client.open(url);
    expectTypeOf(session).toEqualTypeOf<Session>();
    await session[Symbol.asyncDispose]();
  });

  it("can be read in several loops, and ends the call when the server closes", async () => {
    const { client, peer, transport, clock } = setUp();
    const { signal } = new AbortController();
    const session = await client.open("x-talk://h.example/", { signal, limits: { deadline: 60_000 } });
    peer().say("one");
    peer().say("two");
    const seen: string[] = [];
    for await (const octets of session.readable) {
      seen.push(textOf(octets));
      break;
    }
    expect(transport.open).toBe(1);
    peer().say(undefined);
    for await (const octets of session.readable) seen.push(textOf(octets));
    expect(seen).toEqual(["one", "two"]);
    expect([transport.open, clock.pending]).toEqual([0, 0]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("may be idle indefinitely by default", async () => {
    const patient = setUp();
    const session = await patient.client.open("x-talk://h.example/");
    const next = session.readable[Symbol.asyncIterator]().next();
    await patient.clock.advance(86_400_000);
    patient.peer().say("still here");
    expect(textOf((await next).value)).toBe("still here");
    await session[Symbol.asyncDispose]();

    const hasty = setUp();
    const other = await hasty.client.open("x-talk://h.example/", { limits: { idleTimeout: 1000 } });
    const late = other.readable[Symbol.asyncIterator]().next();
    late.catch(() => {});
    await hasty.clock.advance(1000);
    await expect(late).rejects.toMatchObject({ code: "timeout", scheme: "x-talk", operation: "open" });
    expect([hasty.transport.open, hasty.clock.pending]).toEqual([0, 0]);
  });

  it("reports where a failure happened, without the password", async () => {
    const { client, peer, transport } = setUp();
    const session = await client.open("x-talk://u:s3cret@h.example/");
    const expected = { scheme: "x-talk", operation: "open", endpoint: "h.example:4000" };
    await expect(session.fail()).rejects.toMatchObject({ ...expected, message: "the password is ***" });
    expect(() => session.resize(-1)).toThrow(RangeError);
    peer().say(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    await expect(session.readable[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      ...expected,
      code: "truncated",
    });
    expect(transport.open).toBe(0);
  });

  it("ends with the reason of the caller's abort, and at the deadline", async () => {
    const aborted = setUp();
    const controller = new AbortController();
    const session = await aborted.client.open("x-talk://h.example/", { signal: controller.signal });
    const next = session.readable[Symbol.asyncIterator]().next();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    expect([aborted.transport.open, aborted.clock.pending]).toEqual([0, 0]);

    const late = setUp();
    const other = await late.client.open("x-talk://h.example/", { limits: { deadline: 500 } });
    const waiting = other.readable[Symbol.asyncIterator]().next();
    waiting.catch(() => {});
    await late.clock.advance(500);
    await expect(waiting).rejects.toMatchObject({ code: "timeout" });
    await settled();
    expect([late.transport.open, late.clock.pending]).toEqual([0, 0]);
  });
});
