import { AccessError, defineScheme, octetsOf } from "@anyurl/core";
import type { Context, Files, PartFile } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type ClientOptions, createClient, type FilePolicyOptions, resolvePolicy } from "../../src/index.ts";
import { ManualClock, outcome, settled } from "../world.ts";

type Options = Partial<Pick<ClientOptions<readonly []>, "policy" | "limits" | "clock">>;

const FACTS = { kind: "file", size: 4, modified: new Date(0) } as const;

/** Does `work` with the files of a call. */
async function use<T>(
  system: Partial<Files>,
  work: (files: Files, signal: AbortSignal) => Promise<T>,
  options: Options = {},
): Promise<T | undefined> {
  let result: T | undefined;
  const scheme = defineScheme({
    name: "x-use",
    cite: ["x-use"],
    parse: () => ({}),
    format: () => "x-use:/",
    examples: [],
    access: async () => ({
      stat: async (_: object, { files, signal }: Context) => {
        result = await work(files!, signal);
        return { kind: "file" as const };
      },
    }),
  });
  const never = async () => expect.unreachable();
  const below = { system: "posix", ...system } as Files;
  const client = createClient({
    schemes: [scheme],
    transport: { resolve: never, connect: never, files: { ...below, below: () => below } },
    policy: { files: { roots: ["/ro", { path: "/ro/rw", write: true }] } },
    ...options,
  });
  await client.stat("x-use:/");
  return result;
}

/** Each use of files, with the path to which it needs access. */
const READS: Readonly<Record<string, (files: Files, path: string, signal: AbortSignal) => Promise<unknown>>> =
  {
    open: (files, path, signal) => files.open(path, signal),
    facts: (files, path, signal) => files.facts(path, signal),
    entries: (files, path, signal) => files.entries(path, signal).next(),
  };
const WRITES: typeof READS = {
  write: (files, path, signal) => files.write(path, (async function* () {})(), "replace", signal),
  withPart: (files, path, signal) => files.withPart!(path, {} as never, signal, async () => {}),
  remove: (files, path, signal) => files.remove(path, signal),
  "rename from": (files, path, signal) => files.rename(path, "/ro/rw/x", "create", signal),
  "rename to": (files, path, signal) => files.rename("/ro/rw/x", path, "create", signal),
  makeDirectory: (files, path, signal) => files.makeDirectory(path, signal),
  makeLink: (files, path, signal) => files.makeLink!(path, "target", signal),
};

/** Files that note what they are asked for. */
function noting() {
  const asked: string[] = [];
  const note = (name: string) => async () => void asked.push(name);
  const files: Partial<Files> = {
    open: async () => {
      asked.push("open");
      return {
        facts: FACTS,
        read: async () => 0,
        size: async () => 4,
        [Symbol.asyncDispose]: async () => {},
      };
    },
    facts: async () => {
      asked.push("facts");
      return FACTS;
    },
    async *entries() {
      asked.push("entries");
    },
    write: note("write"),
    withPart: async () => {
      asked.push("withPart");
      return undefined;
    },
    remove: note("remove"),
    rename: note("rename"),
    makeDirectory: note("makeDirectory"),
    makeLink: note("makeLink"),
  };
  return { asked, files };
}

describe("a path", () => {
  const OUTSIDE = "the policy allows access to other directories only";
  const READ_ONLY = "the policy does not allow writing to this path";
  const ROOTS = 'add the directory to the policy: files: { roots: ["/srv/pub"] }';
  const WRITE = "allow it with the policy's files: { roots, write: true }";
  const all = Object.entries({ ...READS, ...WRITES });

  it.each(all)("outside of the roots is not touched by %s", async (_, act) => {
    const { asked, files } = noting();
    const failed = use(files, (each, signal) => act(each, "/etc/x", signal));
    await expect(failed).rejects.toMatchObject({ code: "path-blocked", message: OUTSIDE, hint: ROOTS });
    expect(asked).toEqual([]);
  });

  it.each(all)("without roots is not touched by %s", async (_, act) => {
    const { asked, files } = noting();
    const failed = use(files, (each, signal) => act(each, "/ro/x", signal), { policy: {} });
    const message = "the policy does not allow access to any directory";
    await expect(failed).rejects.toMatchObject({ code: "path-blocked", message, hint: ROOTS });
    expect(asked).toEqual([]);
  });

  it.each(Object.entries(WRITES))("that can only be read is not changed by %s", async (_, act) => {
    const { asked, files } = noting();
    const failed = use(files, (each, signal) => act(each, "/ro/x", signal));
    await expect(failed).rejects.toMatchObject({ code: "path-blocked", message: READ_ONLY, hint: WRITE });
    expect(asked).toEqual([]);
  });

  it.each(all)("that the policy allows is used by %s", async (name, act) => {
    const { asked, files } = noting();
    await use(files, (each, signal) => act(each, name in READS ? "/ro/x" : "/ro/rw/y", signal));
    expect(asked).toEqual([name.split(" ")[0]]);
  });

  it.each([
    ["withPart", "this runtime does not keep incomplete files"],
    ["makeLink", "this runtime cannot create symbolic links"],
  ])("is not used by %s if the transport has no such operation", async (name, message) => {
    const failed = use({}, (each, signal) => WRITES[name]!(each, "/ro/rw/x", signal));
    await expect(failed).rejects.toMatchObject({ code: "unsupported", message });
  });
});

describe("the deepest root above a path", () => {
  it.each<[roots: NonNullable<FilePolicyOptions["roots"]>, isAllowed: boolean]>([
    [["/ro", { path: "/ro/rw", write: true }], true],
    [[{ path: "/ro/rw", write: true }, "/ro"], true],
    [[{ path: "/ro", write: true }, "/ro/rw"], false],
    [["/ro/rw", { path: "/ro", write: true }], false],
    [["/ro/rw", { path: "/ro/rw", write: true }], false],
    [[{ path: "/ro/rw", write: true }, "/ro/rw"], true],
    [["/other", { path: "/", write: true }, "/ro/rw/y"], true],
  ])("has the settings that apply, the first one of two: %j", async (roots, isAllowed) => {
    const { asked, files } = noting();
    const act = (each: Files, signal: AbortSignal) => each.remove("/ro/rw/x", signal);
    const done = await use(files, act, { policy: { files: { roots } } }).catch(({ code }) => code);
    expect([done, asked]).toEqual(isAllowed ? [undefined, ["remove"]] : ["path-blocked", []]);
  });

  it("needs a path", () => {
    const roots = [{ write: true }] as never;
    expect(() => resolvePolicy({ files: { roots } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});

describe("a directory", () => {
  it("has the entries of the system, and its reader may stop", async () => {
    const names = ["a", "b", "c"];
    let ended = 0;
    const system: Partial<Files> = {
      async *entries() {
        try {
          for (const name of names) yield { name, facts: FACTS };
        } finally {
          ended++;
        }
      },
    };
    const read = (count: number) =>
      use(system, async (files, signal) => {
        const found: string[] = [];
        for await (const { name } of files.entries("/ro", signal)) if (found.push(name) === count) break;
        return found;
      });
    expect(await read(9)).toEqual(names);
    expect(await read(2)).toEqual(["a", "b"]);
    await settled();
    expect(ended).toBe(2);
  });
});

describe("the time of the system", () => {
  const limits = { replyTimeout: 1000, idleTimeout: 3000 };
  const LATE = { code: "timeout", hint: "increase the limit replyTimeout" };
  const hang = () => new Promise<never>(() => {});

  it.each(Object.entries({ ...READS, ...WRITES }).filter(([name]) => name !== "write"))(
    "for %s is replyTimeout",
    async (name, act) => {
      const clock = new ManualClock();
      const entries = () => ({ next: hang, return: hang }) as never;
      const [method = ""] = name.split(" ");
      const system = { [method]: method === "entries" ? entries : hang };
      const path = name in READS ? "/ro/x" : "/ro/rw/y";
      const done = outcome(use(system, (each, signal) => act(each, path, signal), { clock, limits }));
      await clock.advance(999);
      expect(done.is).toBe("waiting");
      await clock.advance(1);
      expect(done.is).toMatchObject(LATE);
      expect(clock.pending).toBe(0);
    },
  );

  it("for each chunk of a write is idleTimeout, and that of the source does not count", async () => {
    const clock = new ManualClock();
    let more = () => {};
    let take = () => {};
    async function* source() {
      for (const text of ["a", "b"]) {
        await new Promise<void>((resolve) => (more = resolve));
        yield octetsOf(text);
      }
    }
    const system: Partial<Files> = {
      write: async (_path, chunks) => {
        for await (const _ of chunks) await new Promise<void>((resolve) => (take = resolve));
        await new Promise<void>((resolve) => (take = resolve));
      },
    };
    const write = (files: Files, signal: AbortSignal) => files.write("/ro/rw/x", source(), "replace", signal);
    const done = outcome(use(system, write, { clock, limits }));
    for (let i = 0; i < 2; i++) {
      await clock.advance(60_000);
      more();
      await clock.advance(2999);
      take();
    }
    // The end of the file is written by the system too.
    await clock.advance(2999);
    expect(done.is).toBe("waiting");
    await clock.advance(1);
    expect(done.is).toMatchObject({
      code: "timeout",
      message: "the file system timed out after 3 s",
      hint: "increase the limit idleTimeout",
    });
    expect(clock.pending).toBe(0);
  });

  it("for a write has no timer when the write has ended, or without a limit", async () => {
    const clock = new ManualClock();
    const pending: number[] = [];
    const system: Partial<Files> = {
      write: async (_path, chunks) => {
        pending.push(clock.pending);
        const reader = chunks[Symbol.asyncIterator]();
        await reader.next();
        pending.push(clock.pending);
      },
    };
    const source = async function* () {
      yield octetsOf("a");
    };
    const write = (files: Files, signal: AbortSignal) => files.write("/ro/rw/x", source(), "replace", signal);
    await use(system, write, { clock, limits });
    await use(system, write, { clock, limits: { idleTimeout: Number.POSITIVE_INFINITY } });
    const [first = 0, second = 0, third = 0, fourth = 0] = pending;
    expect([first - third, second - fourth, clock.pending]).toEqual([1, 1, 0]);
  });

  it("for a file that is opened late is over: an incomplete file is not used after the call", async () => {
    const clock = new ManualClock();
    let open = () => {};
    let used = 0;
    let failure: unknown;
    const system: Partial<Files> = {
      withPart: async (_path, _options, _signal, useIt) => {
        await new Promise<void>((resolve) => (open = resolve));
        await useIt({} as PartFile).catch((error: unknown) => {
          failure = error;
        });
        return undefined;
      },
    };
    const work = (files: Files, signal: AbortSignal) =>
      files.withPart!("/ro/rw/x", {} as never, signal, async () => void used++);
    const done = outcome(use(system, work, { clock, limits }));
    await clock.advance(1000);
    expect(done.is).toMatchObject(LATE);
    open();
    await settled();
    expect([used, failure]).toEqual([0, expect.objectContaining({ code: "aborted" })]);
  });

  it("for an incomplete file ends when it is open, and the reason not to use one is returned", async () => {
    const clock = new ManualClock();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const part = { size: 3 } as unknown as PartFile;
    const system: Partial<Files> = {
      withPart: async (_path, _options, _signal, useIt) => {
        await useIt(part);
        return "busy" as never;
      },
    };
    const work = (files: Files, signal: AbortSignal) =>
      files.withPart!("/ro/rw/x", {} as never, signal, () => finished);
    const result = use(system, work, { clock, limits });
    const done = outcome(result);
    await clock.advance(60_000);
    expect(done.is).toBe("waiting");
    finish();
    expect(await result).toBe("busy");
  });

  it("is over for a change when the call has ended: its signal is aborted, unless it is made", async () => {
    const signals: AbortSignal[] = [];
    const system: Partial<Files> = {
      remove: async (_path, signal) => void signals.push(signal),
      makeDirectory: (_path, signal) => {
        signals.push(signal);
        return hang();
      },
    };
    const clock = new ManualClock();
    await use(system, (files, signal) => files.remove("/ro/rw/x", signal));
    const made = (files: Files, signal: AbortSignal) => files.makeDirectory("/ro/rw/x", signal);
    const late = outcome(use(system, made, { clock, limits }));
    await clock.advance(1000);
    expect(late.is).toMatchObject(LATE);
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    expect(signals[1]!.reason).toMatchObject({ code: "aborted", message: "the call has ended" });
  });
});

describe("an incomplete file", () => {
  const facts = { url: "x:y" };
  const at = (name: string, hangs = false): Partial<PartFile> => ({
    [name]: () => (hangs ? new Promise(() => {}) : Promise.resolve(name === "read" ? 4 : undefined)),
  });
  const steps: readonly (readonly [name: string, limit: string, (part: PartFile) => Promise<unknown>])[] = [
    ["read", "idleTimeout", (part) => part.read(new Uint8Array(4), 0)],
    ["write", "idleTimeout", (part) => part.write(new Uint8Array(4), 0)],
    ["truncate", "replyTimeout", (part) => part.truncate(0)],
    ["note", "replyTimeout", (part) => part.note(facts)],
    ["complete", "replyTimeout", (part) => part.complete()],
  ];
  const using = (
    part: Partial<PartFile>,
    work: (part: PartFile) => Promise<unknown>,
    options: Options = {},
  ) =>
    use(
      {
        withPart: async (_path, _options, _signal, useIt) => {
          await useIt(part as PartFile);
          return undefined;
        },
      },
      (files, signal) =>
        files.withPart!("/ro/rw/x", { how: "create" }, signal, async (each) => void (await work(each))),
      options,
    );

  it("has the size, the facts, and the discarded bytes of the system's file", async () => {
    let seen: unknown;
    await using({ length: 3, facts, discarded: "other-url" }, async ({ length, facts, discarded }) => {
      seen = { length, facts, discarded };
    });
    expect(seen).toEqual({ length: 3, facts, discarded: "other-url" });
  });

  it.each(steps)("has a time for each %s: %s", async (name, limit, step) => {
    const clock = new ManualClock();
    const limits = { idleTimeout: 3000, replyTimeout: 1000 };
    let result: unknown = "none";
    await using(at(name), async (part) => (result = await step(part)), { clock, limits });
    expect(result).toBe(name === "read" ? 4 : undefined);
    const late = outcome(using(at(name, true), step, { clock, limits }));
    const time = limit === "idleTimeout" ? 3000 : 1000;
    await clock.advance(time - 1);
    expect(late.is).toBe("waiting");
    await clock.advance(1);
    expect(late.is).toMatchObject({ code: "timeout", hint: `increase the limit ${limit}` });
  });
});

it("a path of Windows is checked by the rules of Windows, and its use has a signal", async () => {
  const asked: unknown[] = [];
  const system: Partial<Files> = {
    system: "windows",
    facts: async (path, signal) => {
      asked.push(path, signal instanceof AbortSignal);
      return FACTS;
    },
  };
  const policy = { files: { roots: ["C:\\pub"] } };
  const kind = await use(
    system,
    async (files, signal) => (await files.facts("c:\\PUB\\x", signal)) && files.system,
    { policy },
  );
  expect([kind, ...asked]).toEqual(["windows", "c:\\PUB\\x", true]);
  const other = use(system, (files, signal) => files.facts("C:\\pub\\x:y", signal), { policy });
  await expect(other).rejects.toMatchObject({ code: "path-blocked" });
});

describe("an error of the system", () => {
  it.each<[name: string, code: string, message: string, more: object]>([
    ["EISDIR", "is-a-directory", "the target is a directory", { hint: 'end the URL with "/" to list it' }],
    ["EEXIST", "already-exists", "the target already exists", { hint: expect.stringContaining("overwrite") }],
    ["ENOTEMPTY", "not-empty", "the directory is not empty", { hint: "remove its contents first" }],
    ["EXDEV", "unsupported", "the new name is on another file system", { hint: expect.any(String) }],
    ["EAGAIN", "temporarily-unavailable", "the file or the system is busy", { retryable: true }],
    ["ENOMEM", "temporarily-unavailable", "the system has not enough memory", { retryable: true }],
    ["EIO", "truncated", "the device reported an I/O error", {}],
    ["ESTALE", "truncated", "the file was removed while it was open", { retryable: true }],
    ["EACCES", "permission-denied", "permission denied", { retryable: false }],
  ])("%s is %s, and keeps its name as the cause", async (name, code, message, more) => {
    const error = Object.assign(new Error("/srv/pub/f"), { code: name });
    const failed = use({ facts: () => Promise.reject(error) }, (files, signal) =>
      files.facts("/ro/x", signal),
    );
    await expect(failed).rejects.toMatchObject({
      code,
      message,
      ...more,
      cause: { message: name, code: name },
    });
  });

  it("that is one of this library stays the same", async () => {
    const error = new AccessError("too-large", "the limit of the caller", { hint: "increase it" });
    const failed = use({ facts: () => Promise.reject(error) }, (files, signal) =>
      files.facts("/ro/x", signal),
    );
    await expect(failed).rejects.toMatchObject({
      code: "too-large",
      message: error.message,
      hint: error.hint,
    });
  });
});
