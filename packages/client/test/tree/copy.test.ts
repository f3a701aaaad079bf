import {
  AccessError,
  type Completeness,
  defineOptions,
  defineScheme,
  type Entity,
  type Entry,
  type Source,
  type Url,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
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

/** A scheme with the option `tls` and a directory with one file, which records the option in each call. */
function secureScheme<const Name extends string>(name: Name, calls: string[]) {
  const record = (operation: string, { options }: Context) =>
    void calls.push(`${operation} ${name} ${(options as { readonly tls: string }).tls}`);
  return defineScheme({
    name,
    cite: [name],
    parse: () => ({}),
    format: () => `${name}://h/`,
    examples: [],
    options: defineOptions(name, {
      tls: { type: "choice", choices: ["none", "required"], default: "none", description: "use TLS" },
    }),
    access: async () => ({
      async *list({ path }: Url, context: Context): AsyncGenerator<Entry, void, void> {
        record("list", context);
        if (path !== "/") return;
        yield { name: "a", kind: "directory", url: `${name}://h/a/` };
        yield { name: "b", kind: "file", url: "x-two://h/b" };
        yield { name: "c", kind: "file", url: `${name}://h/c` };
      },
      async get(_: unknown, context: Context): Promise<Entity> {
        record("get", context);
        async function* body(): AsyncGenerator<Uint8Array, Completeness, void> {
          yield Uint8Array.of(0x61);
          return true;
        }
        return { body: body() };
      },
      async put(_: unknown, context: Context, source: Source): Promise<void> {
        record("put", context);
        for await (const _each of source);
      },
      async makeDirectory(_: unknown, context: Context): Promise<void> {
        record("makeDirectory", context);
      },
    }),
  });
}

describe("the scheme options of a copy", () => {
  const secureClient = (calls: string[]) =>
    createClient({
      schemes: [secureScheme("x-one", calls), secureScheme("x-two", calls)] as const,
      transport: new FakeTransport(),
    });
  const options = { tls: "required" } as const;

  it("apply to the source, and to a target of the same scheme", async () => {
    const calls: string[] = [];
    await secureClient(calls).copy("x-one://h/a", "X-ONE://other/b" as "x-one://other/b", { options });
    expect(calls).toEqual(["get x-one required", "put x-one required"]);
  });

  it("do not apply to a target of another scheme", async () => {
    const calls: string[] = [];
    await secureClient(calls).copy("x-one://h/a", "x-two://h/b", { options });
    expect(calls).toEqual(["get x-one required", "put x-two none"]);
  });

  it("are rejected before the source is read if they are invalid", async () => {
    const calls: string[] = [];
    const copied = secureClient(calls).copy("x-one://h/a", "x-one://h/b", {
      options: { tls: "maybe" } as never,
    });
    await expect(copied).rejects.toMatchObject({ code: "bad-option" });
    expect(calls).toEqual([]);
  });

  it.each([0, 33, 1.5])("are rejected if the number of parallel copies is %s", async (parallel) => {
    const calls: string[] = [];
    const copied = secureClient(calls).copyTree("x-one://h/", "x-one://other/", { parallel });
    await expect(copied.next()).rejects.toMatchObject({ code: "bad-option" });
    expect(calls).toEqual([]);
  });

  it("apply to all directories and files of their scheme in a tree", async () => {
    const calls: string[] = [];
    const copied = secureClient(calls).copyTree("x-one://h/", "x-one://other/", { options, span: "hosts" });
    for await (const _each of copied);
    expect(calls.sort()).toEqual([
      "get x-one required",
      "get x-two none",
      "list x-one required",
      "list x-one required",
      "makeDirectory x-one required",
      "put x-one required",
      "put x-one required",
    ]);
  });
});

describe("the target of a copy", () => {
  it.each(["x-one://h/a", "X-ONE://H/%61", "x-one://h/a#top"])(
    "is not the source, which a server could empty before it is read: %s",
    async (from) => {
      const calls: string[] = [];
      const schemes = [secureScheme("x-one", calls)] as const;
      const client = createClient({ schemes, transport: new FakeTransport() });
      const copied = client.copy(from as "x-one://h/a", "x-one://h/a");
      await expect(copied).rejects.toMatchObject({ code: "bad-argument", hint: "choose another target" });
      expect(calls).toEqual([]);
    },
  );
});

describe("treeTarget", () => {
  const clientFor = (who: string, calls: string[]) => {
    const own: string[] = [];
    const client = createClient({
      schemes: [secureScheme("x-one", own), secureScheme("x-two", own)] as const,
      transport: new FakeTransport(),
    });
    return { client, end: () => calls.push(...own.map((call) => `${who}: ${call}`)) };
  };

  it("is a directory to which one client writes what another one reads", async () => {
    const calls: string[] = [];
    const reader = clientFor("reader", calls);
    const writer = clientFor("writer", calls);
    const target = await writer.client.treeTarget(reader.client, "x-one://h/", "x-two://other/");
    const results = [];
    for await (const { did } of reader.client.copyTree("x-one://h/", target)) results.push(did);
    reader.end();
    writer.end();
    expect(results).not.toContain("failed");
    expect(new Set(calls.map((call) => call.split(" ", 2).join(" ")))).toEqual(
      new Set(["reader: list", "reader: get", "writer: makeDirectory", "writer: put"]),
    );
  });

  it("is not the source itself, and has a URL that ends with a slash", async () => {
    const { client } = clientFor("one", []);
    const target = (to: "x-one://h/a" | "x-one://h/a/") => client.treeTarget(client, "x-one://h/a/", to);
    await expect(target("x-one://h/a")).rejects.toThrow(TypeError);
    await expect(target("x-one://h/a/")).rejects.toThrow();
  });
});
