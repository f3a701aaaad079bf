import { AccessError, defineScheme, type Scheme, type Source, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient } from "../src/index.ts";
import { FakeTransport, ManualClock } from "./world.ts";

/** `x-sink:` takes what it is given; `x-sink:/refuse` nothing, and `x-sink:/hang` never ends. */
async function take(url: Url, context: Context, source?: Source): Promise<void> {
  if (url.path === "/refuse") throw new AccessError("permission-denied", "no");
  if (url.path === "/hang")
    await new Promise((_, reject) => context.signal.addEventListener("abort", reject));
  for await (const octets of source ?? []) void octets;
}

const sink: Scheme<"x-sink", object, object, any> = defineScheme({
  name: "x-sink",
  cite: ["x-sink"],
  parse: () => ({}),
  format: () => "x-sink:/",
  examples: [],
  access: async () => ({ put: take, append: take, send: take, remove: take, makeDirectory: take }) as any,
});

function world() {
  const clock = new ManualClock();
  return { clock, client: createClient({ schemes: [sink] as const, transport: new FakeTransport(), clock }) };
}

/** A source that tells what became of it. */
function source(fails?: Error) {
  const seen = { ended: false };
  const octets = {
    [Symbol.asyncIterator]: () => ({
      count: 0,
      async next() {
        if (this.count++ < 2) return { done: false as const, value: new Uint8Array(10) };
        if (fails !== undefined) throw fails;
        return { done: true as const, value: undefined };
      },
      async return() {
        seen.ended = true;
        return { done: true as const, value: undefined };
      },
    }),
  };
  return { seen, octets };
}

describe("what is written", () => {
  it.each(["put", "append", "send"] as const)(
    "%s: fails as the caller's own source does",
    async (operation) => {
      const own = new Error("the disk has gone");
      const { octets } = source(own);
      const { client } = world();
      await expect(client[operation]("x-sink:/", octets)).rejects.toBe(own);
    },
  );

  it.each(["put", "append", "send"] as const)("%s: ends a source that nobody has read", async (operation) => {
    const { octets, seen } = source();
    const { client } = world();
    await expect(client[operation]("x-sink:/refuse", octets)).rejects.toMatchObject({
      code: "permission-denied",
    });
    expect(seen.ended).toBe(true);
  });

  it("is counted once it has been taken", async () => {
    const told: number[] = [];
    await world().client.put("x-sink:/", source().octets, { onSent: ({ sent }) => told.push(sent) });
    expect(told).toEqual([10, 20]);
  });

  it.each([
    ["put", true],
    ["append", false],
    ["remove", false],
    ["makeDirectory", false],
    ["send", false],
  ] as const)("%s: when time is up, it may be done again: %s", async (operation, retryable) => {
    const { client, clock } = world();
    const options = { limits: { deadline: 500 } };
    const { octets } = source();
    const call =
      operation === "remove" || operation === "makeDirectory"
        ? client[operation]("x-sink:/hang", options)
        : client[operation]("x-sink:/hang", octets, options);
    call.catch(() => {});
    await clock.advance(500);
    await expect(call).rejects.toMatchObject({ code: "timeout", retryable });
  });
});
