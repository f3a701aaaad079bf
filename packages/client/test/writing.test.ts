import {
  AccessError,
  defineScheme,
  type Scheme,
  type Source,
  type TargetState,
  type Url,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient, Transcript } from "../src/index.ts";
import { FakeTransport, ManualClock } from "./world.ts";

/** `x-sink:` accepts all data; `x-sink:/refuse` rejects it, and `x-sink:/hang` never ends. */
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

/** A source that records how it ended. */
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

describe("a write", () => {
  it.each(["put", "append", "send"] as const)(
    "%s: fails with the error of the caller's source",
    async (operation) => {
      const own = new Error("the disk has gone");
      const { octets } = source(own);
      const { client } = world();
      await expect(client[operation]("x-sink:/", octets)).rejects.toBe(own);
    },
  );

  it.each(["put", "append", "send"] as const)("%s: ends a source that was never read", async (operation) => {
    const { octets, seen } = source();
    const { client } = world();
    await expect(client[operation]("x-sink:/refuse", octets)).rejects.toMatchObject({
      code: "permission-denied",
    });
    expect(seen.ended).toBe(true);
  });

  it("counts bytes after the scheme has accepted them", async () => {
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

const gone = () => new AccessError("changed", "the source has gone");

describe("a put or an append that fails", () => {
  it.each(["put", "append"] as const)("%s: says that the target may be incomplete", async (operation) => {
    const { client, clock } = world();
    await expect(client[operation]("x-sink:/", source(gone()).octets)).rejects.toMatchObject({
      code: "changed",
      target: "incomplete",
      message: "the source has gone; the target may be incomplete",
    });
    const late = client[operation]("x-sink:/", hanging(), { limits: { deadline: 500 } });
    late.catch(() => {});
    await clock.advance(500);
    await expect(late).rejects.toMatchObject({
      code: "timeout",
      target: "incomplete",
      message: expect.stringMatching(/; the target may be incomplete$/),
    });
    const controller = new AbortController();
    const aborted = client[operation]("x-sink:/", hanging(), { signal: controller.signal });
    setImmediate(() => controller.abort(gone()));
    await expect(aborted).rejects.toMatchObject({ code: "changed", target: "incomplete" });
  });

  it("does not mention the target before the source was read, or if nothing is written", async () => {
    const { client } = world();
    const refused = await client.put("x-sink:/refuse", source().octets).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "permission-denied", message: "no", target: undefined });
    const sent = await client.send("x-sink:/", source(gone()).octets).catch((error: unknown) => error);
    expect(sent).toMatchObject({ code: "changed", message: "the source has gone", target: undefined });
  });

  it("keeps the scheme's own statement", async () => {
    const { client } = files({
      put: async (_: Url, __: Context, octets: Source) => {
        for await (const _ of octets) break;
        throw new AccessError("no-space", "no room", { target: "unchanged" });
      },
    });
    await expect(client.put("x-files:/a", source().octets)).rejects.toMatchObject({
      message: "no room",
      target: "unchanged",
    });
  });

  it("says that the target is unchanged if the scheme writes whole files, until the source has ended", async () => {
    const put = async (_: Url, __: Context, octets: Source) => {
      for await (const _ of octets);
      throw new AccessError("no-space", "no room");
    };
    const { client } = files({ put }, { writesWhole: true });
    await expect(client.put("x-files:/a", source(gone()).octets)).rejects.toMatchObject({
      message: "the source has gone",
      target: "unchanged",
    });
    await expect(client.put("x-files:/a", source().octets)).rejects.toMatchObject({
      message: "no room; the target may have been replaced",
      target: "unknown",
    });
  });

  it("uses no temporary name for a scheme that writes directly, and says that the target may be incomplete", async () => {
    const { client, log } = files({}, { writesDirectly: true });
    await client.put("x-files:/a", source().octets, { atomic: true });
    expect(log).toEqual(["put /a"]);
    await expect(client.put("x-files:/a", source(gone()).octets, { atomic: true })).rejects.toMatchObject({
      message: "the source has gone; the target may be incomplete",
      target: "incomplete",
    });
  });

  it("says that the target is unchanged with the option atomic, until it is renamed", async () => {
    const { client, kept } = files();
    const failing = client.put("x-files:/a", source(gone()).octets, { atomic: true });
    await expect(failing).rejects.toMatchObject({ message: "the source has gone", target: "unchanged" });
    const refused = client.put("x-files:/fixed", source().octets, { atomic: true });
    await expect(refused).rejects.toMatchObject({ code: "permission-denied", target: "unchanged" });
    expect([...kept]).toEqual([["/a", "old"]]);
  });

  it("says that the target may have been replaced if the rename gets no reply", async () => {
    const { client } = files({
      rename: async () => {
        throw new AccessError("truncated", "no reply");
      },
    });
    await expect(client.put("x-files:/a", source().octets, { atomic: true })).rejects.toMatchObject({
      message: "no reply; the target may have been replaced",
      target: "unknown",
    });
  });
});

/** Files by their paths; renaming fails where the new path has "fixed" in it. */
function files(
  more: object = {},
  traits: { readonly writesWhole?: boolean; readonly writesDirectly?: boolean } = {},
) {
  const kept = new Map([["/a", "old"]]);
  const log: string[] = [];
  const access = {
    put: async (url: Url, _: Context, octets: Source) => {
      log.push(`put ${url.path}`);
      let text = "";
      for await (const piece of octets) {
        text += "x".repeat(piece.length);
        kept.set(url.path, text);
      }
    },
    rename: async (url: Url, _: Context, to: Url) => {
      log.push(`rename ${url.path} ${to.path}`);
      if (to.path.includes("fixed"))
        throw new AccessError("permission-denied", "no", { reply: "553 no", replyCode: 553 });
      kept.set(to.path, kept.get(url.path)!);
      kept.delete(url.path);
    },
    remove: async (url: Url) => {
      log.push(`remove ${url.path}`);
      kept.delete(url.path);
    },
    ...more,
  };
  const scheme = defineScheme({
    ...{ name: "x-files", cite: ["x"], parse: () => ({}), format: () => "x-files:/", examples: [] },
    ...traits,
    access: async () => access as any,
  });
  const client = createClient({ schemes: [scheme] as const, transport: new FakeTransport() });
  return { client, kept, log };
}

/** Yields one chunk, and then hangs. */
async function* hanging(): Source {
  yield new Uint8Array(10);
  await new Promise(() => {});
}

describe("the option atomic", () => {
  it("renames after the last byte, and keeps the existing file until then", async () => {
    const { client, kept, log } = files();
    await client.put("x-files:/a", source().octets, { atomic: true });
    expect([...kept]).toEqual([["/a", "x".repeat(20)]]);
    expect(log).toEqual([
      expect.stringMatching(/^put \/\.anyurl-[0-9a-z]+\.a$/),
      expect.stringMatching(/^rename \S+ \/a$/),
    ]);
  });

  it("keeps whole characters of a long name, at most 200 bytes, and the parameter at its end", async () => {
    const { client, kept, log } = files();
    const name = `${"x".repeat(199)}%C3%BC${"y".repeat(54)};type=a`;
    await client.put(`x-files:/d/${name}`, source().octets, { atomic: true });
    expect(log[0]).toMatch(/^put \/d\/\.anyurl-[0-9a-z]+\.x{199};type=a$/);
    expect([...kept.keys()]).toEqual(["/a", `/d/${name}`]);
  });

  it("removes the temporary file if the source fails, and only if there may be one", async () => {
    const own = new Error("the disk has gone");
    const { client, kept, log } = files();
    await expect(client.put("x-files:/a", source(own).octets, { atomic: true })).rejects.toBe(own);
    expect([...kept]).toEqual([["/a", "old"]]);
    expect(log.at(-1)).toMatch(/^remove \/\.anyurl-/);
    const refusing = files({
      put: async () => {
        throw new AccessError("auth-failed", "no");
      },
    });
    const put = refusing.client.put("x-files:/a", source().octets, { atomic: true });
    await expect(put).rejects.toMatchObject({ code: "auth-failed" });
    expect(refusing.log).toEqual([]);
  });

  it("says that the target is unchanged if it cannot rename", async () => {
    const { client, kept } = files();
    await expect(client.put("x-files:/fixed", source().octets, { atomic: true })).rejects.toMatchObject({
      code: "permission-denied",
      message: expect.stringContaining("the target is unchanged"),
      hint: expect.stringContaining("atomic"),
    });
    expect([...kept]).toEqual([["/a", "old"]]);
  });

  describe("if the server refuses the temporary name", () => {
    /** Rejects names that begin with a dot after this number of chunks of the source. */
    function refusing(chunks = 1, target: TargetState | undefined = "unchanged") {
      const { kept, client, log } = files({
        put: async (url: Url, _: Context, octets: Source) => {
          log.push(`put ${url.path}`);
          let text = "";
          let taken = 0;
          for await (const piece of octets) {
            if (url.path.startsWith("/.") && ++taken === chunks)
              throw new AccessError("permission-denied", "no dots", { replyCode: 553, target });
            text += "x".repeat(piece.length);
          }
          kept.set(url.path, text);
        },
      });
      return { kept, client, log };
    }

    it('writes to the target itself with "preferred", and says so in the transcript', async () => {
      const { client, kept, log } = refusing();
      const transcript = new Transcript();
      const told: number[] = [];
      const onSent = ({ sent }: { readonly sent: number }) => told.push(sent);
      const { octets, seen } = source();
      await client.put("x-files:/a", octets, { atomic: "preferred", transcript, onSent });
      expect([...kept]).toEqual([["/a", "x".repeat(20)]]);
      expect(log).toEqual([expect.stringMatching(/^put \/\.anyurl-/), "put /a"]);
      expect(seen.ended).toBe(false);
      expect(told).toEqual([10, 20]);
      expect(transcript.entries).toMatchObject([
        { kind: "note", text: expect.stringContaining("the server rejected the temporary name") },
      ]);
    });

    it("reports the state of the target if that fails", async () => {
      const { client } = refusing();
      const put = client.put("x-files:/a", source(gone()).octets, { atomic: "preferred" });
      await expect(put).rejects.toMatchObject({ code: "changed", target: "incomplete" });
    });

    it.each([
      ["true was asked for", true, refusing],
      ["more than one chunk was read", "preferred", () => refusing(2)],
      ["something may have been written", "preferred", () => refusing(1, "incomplete")],
    ] as const)("fails and keeps the target if %s", async (_, atomic, make) => {
      const { client, kept } = make();
      const { octets, seen } = source();
      await expect(client.put("x-files:/a", octets, { atomic })).rejects.toMatchObject({
        code: "permission-denied",
        target: "unchanged",
      });
      expect([...kept]).toEqual([["/a", "old"]]);
      expect(seen.ended).toBe(true);
    });

    it("ends a source that is not read again", async () => {
      const { client } = files({
        put: async (_: Url, __: Context, octets: Source) => {
          for await (const _ of octets) throw new AccessError("no-space", "no room");
        },
      });
      const { octets, seen } = source();
      await expect(client.put("x-files:/a", octets, { atomic: "preferred" })).rejects.toMatchObject({
        code: "no-space",
      });
      expect(seen.ended).toBe(true);
    });
  });

  it("writes directly if the scheme cannot rename, and with a range", async () => {
    const plain = files({ rename: undefined });
    await plain.client.put("x-files:/a", source().octets, { atomic: true });
    const ranged = files();
    await ranged.client.put("x-files:/a", source().octets, { atomic: true, range: { start: 1 } });
    for (const { log } of [plain, ranged]) expect(log).toEqual(["put /a"]);
  });
});
