import { AccessError, type Completeness, defineScheme, type Entity, type Source } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

interface World {
  readonly pieces: readonly (string | Error)[];
  readonly ending?: Completeness;
  /** The number of chunks that the target accepts before it fails. */
  readonly takes?: number;
  readonly written: string[];
  /** Whether the source was closed. */
  left: boolean;
}

function clientOf(world: World) {
  const from = defineScheme({
    name: "x-from",
    cite: ["x-from"],
    parse: () => ({}),
    format: () => "x-from:",
    examples: [],
    access: async () => ({
      async get(): Promise<Entity> {
        async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
          try {
            for (const piece of world.pieces) {
              if (piece instanceof Error) throw piece;
              yield new TextEncoder().encode(piece);
            }
            return world.ending ?? true;
          } finally {
            world.left = true;
          }
        }
        return { body: body() };
      },
    }),
  });
  const to = defineScheme({
    name: "x-to",
    cite: ["x-to"],
    parse: () => ({}),
    format: () => "x-to:",
    examples: [],
    access: async () => ({
      async put(_: unknown, __: unknown, source: Source): Promise<void> {
        for await (const octets of source) {
          if (world.written.length >= (world.takes ?? 99)) throw new AccessError("permission-denied", "full");
          world.written.push(new TextDecoder().decode(octets));
        }
      },
    }),
  });
  return createClient({ schemes: [from, to] as const, transport: new FakeTransport() });
}

const worldOf = (world: Partial<World>): World => ({
  pieces: ["one ", "two"],
  written: [],
  left: false,
  ...world,
});

describe("copy", () => {
  it("copies all bytes, and reports their number and whether they are complete", async () => {
    const world = worldOf({});
    const sent: number[] = [];
    const onSent = (progress: { readonly sent: number }) => sent.push(progress.sent);
    expect(await clientOf(world).copy("x-from:a", "x-to:b", { onSent })).toEqual({
      octets: 7,
      complete: true,
    });
    expect(world.written).toEqual(["one ", "two"]);
    expect(sent).toEqual([4, 7]);
    const unknown = worldOf({ ending: "unknown" });
    expect(await clientOf(unknown).copy("x-from:a", "x-to:b")).toEqual({ octets: 7, complete: "unknown" });
  });

  it("fails with the source: a partial copy never looks complete", async () => {
    const broken = new AccessError("truncated", "the connection broke off");
    const world = worldOf({ pieces: ["one ", broken] });
    await expect(clientOf(world).copy("x-from:a", "x-to:b")).rejects.toMatchObject({ code: "truncated" });
    expect(world.written).toEqual(["one "]);
  });

  it("fails with the target, and closes the source", async () => {
    const world = worldOf({ takes: 1 });
    await expect(clientOf(world).copy("x-from:a", "x-to:b")).rejects.toMatchObject({
      code: "permission-denied",
      scheme: "x-to",
      operation: "put",
    });
    expect(world.left).toBe(true);
  });

  it("reads nothing from the source if the target is invalid", async () => {
    const world = worldOf({});
    await expect(clientOf(world).copy("x-from:a", "x-to:b c" as "x-to:b")).rejects.toMatchObject({
      code: "illegal-character",
    });
    expect(world.left).toBe(false);
  });

  it("does not compile for schemes that cannot read or write", async () => {
    const client = clientOf(worldOf({}));
    // @ts-expect-error: no scheme here can read the source.
    await client.copy("x-to:a", "x-to:b").catch(() => {});
    // @ts-expect-error: no scheme here can write the target.
    await client.copy("x-from:a", "x-from:b").catch(() => {});
  });
});
