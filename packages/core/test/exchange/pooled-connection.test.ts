import { describe, expect, it } from "vitest";
import {
  type Connection,
  type Context,
  type Lease,
  type LeaseOptions,
  usePooledConnection,
} from "../../src/exchange/index.ts";
import { AccessError } from "../../src/index.ts";

const STALE = new AccessError("truncated", "the server closed the connection");

type Outcome = readonly (string | Error)[];

/** Uses connections with these outcomes, in turn: the events, and the error if there is one. */
async function useWith(
  outcomes: readonly Outcome[],
  { states = [] as readonly unknown[], pool = true, reason = undefined as Error | undefined } = {},
) {
  const log: string[] = [];
  const left = [...outcomes];
  const stateLeft = [...states];
  const abort = new AbortController();
  const connection = {} as Connection;
  const context = {
    signal: abort.signal,
    connect: async (_: unknown, how: unknown) => {
      log.push(`connect ${JSON.stringify(how)}`);
      return connection;
    },
    ...(pool && {
      lease: async (_: unknown, { key, fresh }: LeaseOptions): Promise<Lease> => {
        log.push(`lease ${key} ${fresh}`);
        return { connection, state: stateLeft.shift(), giveBack: () => {} };
      },
    }),
  } as unknown as Context;
  async function* use(): AsyncGenerator<string, string, void> {
    try {
      for (const each of left.shift()!) {
        if (reason !== undefined) abort.abort(reason);
        if (each instanceof Error) throw each;
        yield each;
      }
      return "done";
    } finally {
      log.push("end");
    }
  }
  const events = usePooledConnection({
    ...{ context, endpoint: { host: "h", port: 1 }, options: { key: ["alice"], tls: { alpn: ["x"] } }, use },
    isStale: ({ code }) => code === "truncated",
  });
  const seen: string[] = [];
  try {
    for (;;) {
      const next = await events.next();
      seen.push(next.value);
      if (next.done === true) break;
    }
  } catch (error) {
    seen.push((error as Error).message);
  }
  return { seen, log };
}

describe("usePooledConnection", () => {
  it("yields the events, and returns the result, of a pooled connection", async () => {
    const { seen, log } = await useWith([["a", "b"]], { states: ["kept"] });
    expect(seen).toEqual(["a", "b", "done"]);
    expect(log).toEqual(["lease alice false", "end"]);
  });

  it("connects, with the same TLS, if there is no pool", async () => {
    const { seen, log } = await useWith([["a"]], { pool: false });
    expect(seen).toEqual(["a", "done"]);
    expect(log).toEqual(['connect {"tls":{"alpn":["x"]}}', "end"]);
  });

  it("replaces a stale connection once by a new one", async () => {
    const { seen, log } = await useWith([[STALE], ["a"]], { states: ["kept"] });
    expect(seen).toEqual(["a", "done"]);
    expect(log).toEqual(["lease alice false", "end", "lease alice true", "end"]);
    const again = await useWith([[STALE], [STALE], ["a"]], { states: ["kept"] });
    expect(again.seen).toEqual([STALE.message]);
  });

  it.each<[what: string, outcome: Outcome, world: Parameters<typeof useWith>[1]]>([
    ["a new connection", [STALE], {}],
    ["a connection that has yielded an event", ["a", STALE], { states: ["kept"] }],
    ["one that fails for another reason", [new AccessError("not-found", "no")], { states: ["kept"] }],
    ["one that fails for a fault of the program", [new TypeError("no")], { states: ["kept"] }],
    ["one of a call that was aborted", [STALE], { states: ["kept"], reason: new Error("stop") }],
  ])("does not replace %s", async (_, outcome, world) => {
    const { seen, log } = await useWith([outcome, ["again"]], world);
    expect(seen).toEqual(outcome.map((each) => (each instanceof Error ? each.message : each)));
    expect(log).toEqual(["lease alice false", "end"]);
  });

  it("ends what it uses if the caller stops", async () => {
    let ended = false;
    const events = usePooledConnection({
      context: { lease: async () => ({ state: "kept" }) } as unknown as Context,
      ...{ endpoint: { host: "h", port: 1 }, options: { key: [] }, isStale: () => true },
      use: async function* () {
        try {
          yield 1;
          yield 2;
        } finally {
          ended = true;
        }
      },
    });
    for await (const _ of events) break;
    expect(ended).toBe(true);
  });
});
