import {
  AccessError,
  type Attributes,
  defineScheme,
  type Entity,
  octetsOf,
  type Scheme,
  textOf,
  type Url,
} from "@anyurl/core";
import type { Context, FileEntry, FileRoot, Files, OpenFile } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient, type PolicyOptions, resolvePolicy } from "../../src/index.ts";
import { ManualClock } from "../world.ts";

/** `x-path:/a/b`: does with the path what the operation says, and nothing else. */
async function get(url: Url<"x-path", object>, { files, signal }: Context): Promise<Entity> {
  const file = await files!.open(url.path, signal);
  async function* body() {
    const into = new Uint8Array(4);
    const read = await file.read(into, 0);
    yield into.subarray(0, read);
    return true as const;
  }
  return { body: body() };
}

async function stat(url: Url<"x-path", object>, { files, signal }: Context): Promise<Attributes> {
  return files === undefined
    ? { kind: "unknown" }
    : files.facts(url.path, signal).then(() => ({ kind: "file" }));
}

async function* list(url: Url<"x-path", object>, { files, signal }: Context) {
  for await (const { name } of files!.entries(url.path, signal))
    yield { name, kind: "file" as const, url: undefined };
}

const path: Scheme<"x-path", object, object, object> = defineScheme({
  name: "x-path",
  cite: ["x-path"],
  parse: () => ({}),
  format: () => "x-path:/",
  examples: [],
  access: async () => ({
    get,
    stat,
    list,
    put: (url: Url, { files, signal }: Context, source: AsyncIterable<Uint8Array>) =>
      files!.write(url.path, source, "replace", signal),
    remove: (url: Url, { files, signal }: Context) => files!.remove(url.path, signal),
    rename: (url: Url, { files, signal }: Context, to: Url) =>
      files!.rename(url.path, to.path, "replace", signal),
    makeDirectory: (url: Url, { files, signal }: Context) => files!.makeDirectory(url.path, signal),
  }),
});

const FACTS = { kind: "file", size: 4, modified: new Date(0) } as const;

/** Files that record requests, and behave as configured. */
function fakeFiles(changes: Partial<Files> = {}, file: Partial<OpenFile> = {}) {
  const asked: string[] = [];
  const open = { count: 0 };
  const note = async (what: string) => void asked.push(what);
  const inRoots: Files = {
    system: "posix",
    open: async (name) => {
      await note(`open ${name}`);
      open.count++;
      return {
        facts: FACTS,
        read: async (into) => into.length,
        size: async () => 4,
        [Symbol.asyncDispose]: async () => void open.count--,
        ...file,
      };
    },
    facts: async (name) => note(`facts ${name}`).then(() => FACTS),
    async *entries() {
      for (let i = 0; ; i++) yield { name: String(i), facts: FACTS } satisfies FileEntry;
    },
    write: (name) => note(`write ${name}`),
    remove: (name) => note(`remove ${name}`),
    rename: (name, to) => note(`rename ${name} ${to}`),
    makeDirectory: (name) => note(`makeDirectory ${name}`),
    ...changes,
  };
  let roots: readonly FileRoot[] = [];
  const files: Files = {
    ...inRoots,
    below: (given) => {
      roots = given;
      return inRoots;
    },
  };
  return { files, asked, open, roots: () => roots };
}

function clientOf(files: Files | undefined, options: Partial<ClientOptions<any>> = {}) {
  const nothing = async () => Promise.reject(new Error("there is no network"));
  return createClient({
    ...{ schemes: [path], transport: { resolve: nothing, connect: nothing, ...(files && { files }) } },
    policy: { files: { roots: ["/srv/pub"] } },
    ...options,
  }) as any;
}

const nothing = async function* () {};

describe("the roots of a policy", () => {
  it("are empty by default: nothing is touched", async () => {
    const { files, asked } = fakeFiles();
    const client = clientOf(files, { policy: "default" });
    for (const call of everything(client, "x-path:/srv/pub/f")) {
      await expect(call()).rejects.toMatchObject({
        code: "path-blocked",
        hint: expect.stringContaining("roots"),
      });
    }
    expect(asked).toEqual([]);
  });

  it("are checked by the text of a path", async () => {
    const { files, asked, roots } = fakeFiles();
    const client = clientOf(files);
    await client.stat("x-path:/srv/pub/f");
    expect(roots()).toEqual([{ path: "/srv/pub", write: false, followLinks: false }]);
    expect(asked.splice(0)).toEqual(["facts /srv/pub/f"]);
    for (const url of [
      "x-path:/etc/passwd",
      "x-path:/srv/pub/../x",
      "x-path:/srv/publ",
      "x-path:/srv",
      "x-path:x",
    ])
      await expect(client.stat(url)).rejects.toMatchObject({ code: "path-blocked" });
    expect(asked).toEqual([]);
  });

  it("need write: true for writing, and for both paths of a rename", async () => {
    const { files, asked } = fakeFiles();
    const policy: PolicyOptions = { files: { roots: ["/srv/pub", { path: "/srv/pub/in", write: true }] } };
    const client = clientOf(files, { policy });
    for (const call of everything(client, "x-path:/srv/pub/f").slice(2))
      await expect(call()).rejects.toMatchObject({ code: "path-blocked" });
    await expect(client.rename("x-path:/srv/pub/in/a", "x-path:/srv/pub/a")).rejects.toMatchObject({
      code: "path-blocked",
    });
    expect(asked.splice(0)).toEqual([]);
    await client.put("x-path:/srv/pub/in/a", nothing());
    await client.rename("x-path:/srv/pub/in/a", "x-path:/srv/pub/in/b");
    expect(asked).toEqual(["write /srv/pub/in/a", "rename /srv/pub/in/a /srv/pub/in/b"]);
    const inner = { files: { roots: ["/srv/pub", { path: "/srv/pub/in", write: false }], write: true } };
    const other = clientOf(files, { policy: inner });
    await expect(other.remove("x-path:/srv/pub/in/a")).rejects.toMatchObject({ code: "path-blocked" });
    await other.remove("x-path:/srv/pub/a");
  });

  it('are rejected under "untrusted"', async () => {
    const { files, asked } = fakeFiles();
    const client = clientOf(files, { policy: "untrusted" });
    for (const call of everything(client, "x-path:/srv/pub/f"))
      await expect(call()).rejects.toMatchObject({ code: "path-blocked", hint: undefined });
    expect(asked).toEqual([]);
    expect(() => resolvePolicy({ profile: "untrusted", files: { roots: [] } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });

  it("must be absolute directories with boolean options", () => {
    for (const root of [
      "",
      "srv",
      "./srv",
      "/srv/../etc",
      "/a\0b",
      "C:pub",
      "\\\\srv\\share",
      "C:\\a\\..\\b",
      "C:\\a.",
    ])
      expect(() => resolvePolicy({ files: { roots: [root] } }), root).toThrow(
        expect.objectContaining({ code: "bad-option" }),
      );
    for (const root of ["/", "/srv/pub/", "C:\\", "c:/pub", "C:\\pub\\"])
      expect(resolvePolicy({ files: { roots: [root] } }).files[0]?.path).toBe(root);
    expect(() => resolvePolicy({ files: { roots: ["/"], write: 1 as never } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
    expect(() => resolvePolicy({ files: { roots: [{ path: "/", followLinks: "no" as never }] } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
    expect(() => resolvePolicy({ files: { roots: "/" as never } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });

  it("are not used if the transport cannot confine access to them", async () => {
    const { files, asked } = fakeFiles();
    const { below: _, ...unbounded } = files;
    expect(await clientOf(unbounded).stat("x-path:/srv/pub/f")).toEqual({ kind: "unknown" });
    expect(await clientOf(undefined).stat("x-path:/srv/pub/f")).toEqual({ kind: "unknown" });
    expect(asked).toEqual([]);
  });
});

describe("a file of a call", () => {
  it("is closed with the call, read or not", async () => {
    const { files, open } = fakeFiles();
    const client = clientOf(files);
    const { body } = await client.get("x-path:/srv/pub/f");
    expect(open.count).toBe(1);
    await body.cancel();
    expect(open.count).toBe(0);
    await (await client.get("x-path:/srv/pub/f")).bytes();
    expect(open.count).toBe(0);
  });

  it("is closed if it is opened too late", async () => {
    const fake = fakeFiles();
    let letIn = () => {};
    const late = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    const open: Files["open"] = (...of) => late.then(() => fake.files.open(...of));
    const slow = fakeFiles({ open });
    const clock = new ManualClock();
    const call = clientOf(slow.files, { clock, limits: { replyTimeout: 5_000 } }).get("x-path:/srv/pub/f");
    const failed = expect(call).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringContaining("replyTimeout"),
    });
    await clock.advance(5_000);
    await failed;
    letIn();
    await expect.poll(() => fake.asked).toEqual(["open /srv/pub/f"]);
    await expect.poll(() => fake.open.count).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it("does not hang in a read, and ends on an abort", async () => {
    const { files, open } = fakeFiles({}, { read: () => new Promise(() => {}) });
    const clock = new ManualClock();
    const client = clientOf(files, { clock, limits: { idleTimeout: 7_000 } });
    const late = expect((await client.get("x-path:/srv/pub/f")).bytes()).rejects.toMatchObject({
      code: "timeout",
    });
    await clock.advance(7_000);
    await late;
    expect(open.count).toBe(0);
    const controller = new AbortController();
    const { body } = await client.get("x-path:/srv/pub/f", { signal: controller.signal });
    const aborted = expect(body.getReader().read()).rejects.toThrow("enough");
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("enough"));
    await aborted;
    expect(open.count).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it("has at most maxEntries entries", async () => {
    const { files } = fakeFiles();
    const client = clientOf(files, { limits: { maxEntries: 5 } });
    const names: string[] = [];
    const reading = (async () => {
      for await (const { name } of client.list("x-path:/srv/pub/")) names.push(name);
    })();
    await expect(reading).rejects.toMatchObject({ code: "too-large", hint: "increase the limit maxEntries" });
    expect(names).toHaveLength(5);
  });
});

describe("a change that the system makes only after the call has timed out", () => {
  /** Lets a call time out while the system waits, and then lets the system continue. */
  async function change(
    changes: (waits: Promise<void>) => Partial<Files>,
    begin: (client: any) => Promise<void>,
  ) {
    let go = () => {};
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    const clock = new ManualClock();
    const limits = { idleTimeout: 5_000, replyTimeout: 5_000 };
    const policy = { files: { roots: ["/srv/pub"], write: true } };
    const call = begin(clientOf(fakeFiles(changes(waits)).files, { clock, limits, policy }));
    const failure = call.catch((error: unknown) => error);
    await clock.advance(5_000);
    const error = await failure;
    go();
    return error;
  }

  it.each([
    ["a generator", () => bytes("new")],
    ["bytes, which could be read again", () => octetsOf("new")],
  ])("leaves the file as it was: the source is %s", async (_, source) => {
    let written: Promise<void> | undefined;
    let seen: AbortSignal | undefined;
    const read: string[] = [];
    const error = await change(
      (waits) => ({
        write: (_path, chunks, _how, signal) => {
          seen = signal;
          written = waits.then(async () => {
            for await (const chunk of chunks) read.push(textOf(chunk));
          });
          return written;
        },
      }),
      (client) => client.put("x-path:/srv/pub/f", source()),
    );
    expect(error).toMatchObject({ code: "timeout" });
    expect(seen?.aborted).toBe(true);
    // A source that ended normally would make an empty file of it.
    await expect(written).rejects.toMatchObject({ code: "aborted" });
    expect(read).toEqual([]);
  });

  it.each([
    ["remove", (client: any) => client.remove("x-path:/srv/pub/f")],
    ["rename", (client: any) => client.rename("x-path:/srv/pub/f", "x-path:/srv/pub/g")],
    ["makeDirectory", (client: any) => client.makeDirectory("x-path:/srv/pub/f")],
  ] as const)("can be stopped by the signal: %s", async (name, begin) => {
    let seen: AbortSignal | undefined;
    const hang = (waits: Promise<void>) => ({
      [name]: (...given: readonly unknown[]) => {
        seen = given.find((each) => each instanceof AbortSignal) as AbortSignal;
        return waits;
      },
    });
    expect(await change(hang, begin)).toMatchObject({ code: "timeout" });
    expect(seen?.aborted).toBe(true);
  });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield octetsOf(text);
}

describe("an error of the system", () => {
  it.each([
    ["ENOENT", "not-found"],
    ["ENOTDIR", "not-a-directory"],
    ["EISDIR", "is-a-directory"],
    ["EACCES", "permission-denied"],
    ["EPERM", "permission-denied"],
    ["EROFS", "permission-denied"],
    ["EEXIST", "already-exists"],
    ["ENOTEMPTY", "not-empty"],
    ["ENAMETOOLONG", "bad-path"],
    ["ELOOP", "bad-path"],
    ["EXDEV", "unsupported"],
    ["ENOSPC", "no-space"],
    ["EDQUOT", "no-space"],
    ["EMFILE", "temporarily-unavailable"],
    ["EIO", "truncated"],
    ["EWHATEVER", "plugin-fault"],
  ])("%s becomes %s, without a path in the message", async (code, expected) => {
    const fails = async () => {
      throw Object.assign(new Error(`${code}: open '/srv/pub/f'`), { code, path: "/srv/pub/f" });
    };
    const client = clientOf(fakeFiles({ facts: fails }).files);
    const error = await client.stat("x-path:/srv/pub/f").catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(AccessError);
    expect(error).toMatchObject({ code: expected, scheme: "x-path", operation: "stat" });
    expect(error.message).not.toContain("/srv");
  });
});

function everything(client: any, url: string): readonly (() => Promise<unknown>)[] {
  return [
    () => client.get(url),
    () => client.stat(url),
    () => client.put(url, nothing()),
    () => client.remove(url),
    () => client.rename(url, url),
    () => client.makeDirectory(url),
  ];
}
