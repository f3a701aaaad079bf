import {
  AccessError,
  defineScheme,
  type Entry,
  type Limits,
  octetsOf,
  type Scheme,
  type Source,
  type Url,
} from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  createClient,
  localNameProblem,
  type TreeCopyResult,
  type TreeEntry,
  type TreeTarget,
} from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

type Tree = { readonly [name: string]: Tree | string };

/** `x-tree://from/…` reads a tree in memory; `x-tree://to/…` records the writes. */
function world(tree: Tree, extra: readonly Entry[] = [], limits: Partial<Limits> = {}) {
  const written: string[] = [];
  const at = (url: Url): Tree | string | undefined =>
    url.path
      .split("/")
      .filter((segment) => segment !== "")
      .reduce<Tree | string | undefined>(
        (here, name) => (typeof here === "object" ? here[decodeURIComponent(name)] : undefined),
        tree,
      );
  async function* list(url: Url): AsyncGenerator<Entry, void, void> {
    // The directory that the target has.
    if (url.path === "/out/old/") return;
    const here = at(url);
    if (typeof here !== "object") throw new AccessError("not-found", "no");
    for (const [name, below] of Object.entries(here)) {
      const isDirectory = typeof below === "object";
      const own = `x-tree://from${url.path}${encodeURIComponent(name)}${isDirectory ? "/" : ""}`;
      yield { name, kind: isDirectory ? "directory" : "file", url: own };
    }
    if (url.path === "/") yield* extra;
  }
  const get = async (url: Url) => {
    const here = at(url);
    if (here === "!") throw new AccessError("permission-denied", "not this one");
    if (here === "!!") throw new AccessError("connect-failed", "the server is gone");
    return {
      body: (async function* () {
        yield octetsOf(String(here));
        return true as const;
      })(),
    };
  };
  const put = async (url: Url, _: unknown, source: Source) => {
    let text = "";
    for await (const octets of source) text += new TextDecoder().decode(octets);
    written.push(`${url.path} ${text}`);
  };
  const makeDirectory = async (url: Url) => {
    if (url.path === "/out/old/") throw new AccessError("already-exists", "there is one");
    if (url.path.startsWith("/old/")) throw new AccessError("permission-denied", "no directories here");
    if (url.path === "/denied/") throw new AccessError("protocol-error", "not today");
    written.push(url.path);
  };
  const scheme: Scheme<"x-tree", object, object, any> = defineScheme({
    name: "x-tree",
    cite: ["x-tree"],
    parse: () => ({}),
    format: () => "x-tree://from/",
    examples: [],
    access: async () => ({ list, get, put, makeDirectory }) as any,
  });
  const client = createClient({ schemes: [scheme] as const, transport: new FakeTransport(), limits });
  return { client, written };
}

async function all<T>(sequence: AsyncGenerator<T, void, void>): Promise<T[]> {
  const things: T[] = [];
  for await (const thing of sequence) things.push(thing);
  return things;
}

const shown = ({ path, localPath }: TreeEntry) => [path.join(" / "), localPath?.join("/")];

describe("walk", () => {
  it("yields each directory before its entries, in order", async () => {
    const { client } = world({ a: { x: "1", b: { y: "2" } }, z: "3", c: {} });
    expect((await all(client.walk("x-tree://from/"))).map(shown)).toEqual([
      ["a", "a"],
      ["z", "z"],
      ["c", "c"],
      ["a / x", "a/x"],
      ["a / b", "a/b"],
      ["a / b / y", "a/b/y"],
    ]);
  });

  it("yields no local path for an invalid local name, nor for entries below it", async () => {
    const { client } = world({ "..": "1", "a\\b": "2", "-rf": { x: "3" }, "nul.txt": "4", ok: "5", OK: "6" });
    const walked = await all(client.walk("x-tree://from/"));
    expect(walked.filter(({ localPath }) => localPath !== undefined).map(shown)).toEqual([["ok", "ok"]]);
    expect(walked.find(({ path }) => path.join() === "OK")?.unsafe).toMatch(/another entry/);
    expect(walked.find(({ path }) => path.join() === "-rf,x")).toMatchObject({ localPath: undefined });
  });

  it("enters no directory twice, for any listing, and follows no link", async () => {
    const loop: Entry = { name: "loop", kind: "directory", url: "x-tree://FROM/" };
    const link: Entry = { name: "link", kind: "link", url: "x-tree://from/a/" };
    const { client } = world({ a: { x: "1" } }, [loop, link]);
    expect((await all(client.walk("x-tree://from/"))).map(({ path }) => path.join("/"))).toEqual([
      ...["a", "loop", "link", "a/x"],
    ]);
  });

  it("is limited in depth and in number", async () => {
    const deep = { a: { b: { c: { d: "1" } } } };
    const code = { code: "too-large" };
    await expect(all(world(deep).client.walk("x-tree://from/", { maxDepth: 2 }))).rejects.toMatchObject(code);
    await expect(all(world(deep).client.walk("x-tree://from/", { maxEntries: 3 }))).rejects.toMatchObject(
      code,
    );
    expect(await all(world(deep).client.walk("x-tree://from/", { maxDepth: 3, maxEntries: 4 }))).toHaveLength(
      4,
    );
    for (const limits of [{ maxDepth: 2 }, { maxEntries: 3 }]) {
      const { client } = world(deep, [], limits);
      await expect(all(client.walk("x-tree://from/"))).rejects.toMatchObject(code);
      await expect(all(world(deep).client.walk("x-tree://from/", { limits }))).rejects.toMatchObject(code);
    }
    expect(() => world(deep).client.walk("x-tree://from/", { maxDepth: Number.NaN })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});

describe("copyTree", () => {
  const did = (copied: TreeCopyResult) => `${copied.did} ${copied.path.join("/")}`;

  it("makes directories, copies files, and reports what it could not copy", async () => {
    const { client, written } = world({ "a b": { "x;y": "one" }, old: {}, "..": "evil", closed: "!" });
    const copied = await all(client.copyTree("x-tree://from/", "x-tree://to/out/"));
    expect(copied.map(did).sort()).toEqual(
      ["made a b", "made old", "copied ..", "failed closed", "copied a b/x;y"].sort(),
    );
    expect(written.sort()).toEqual(["/out/%252E%252E evil", "/out/a%20b/", "/out/a%20b/x%3By one"]);
  });

  it("copies two names that differ in case under two names, if the target cannot tell them apart", async () => {
    const { client, written } = world({ "UP.TXT": "1", "up.txt": "2", "Up.txt": "3" });
    const copied = await all(client.copyTree("x-tree://from/", "x-tree://to/old/"));
    expect(copied.map(({ did }) => did)).toEqual(["copied", "copied", "copied"]);
    expect(written.sort()).toEqual(["/old/%2555p.txt 3", "/old/%2575p.txt 2", "/old/UP.TXT 1"]);
  });

  it.each([
    ["skip", ["copied b", "skipped a\nb"]],
    ["escape", ["copied a\nb", "copied b"]],
  ] as const)(
    "with names: %s, treats a name that the target cannot have accordingly",
    async (names, results) => {
      const { client } = world({ "a\nb": "1", b: "2" });
      const copied = await all(client.copyTree("x-tree://from/", "x-tree://to/", { names }));
      expect(copied.map(did).sort()).toEqual(results);
    },
  );

  it("with names: strict, fails with unsafe-name", async () => {
    const { client } = world({ "a\nb": "1" });
    await expect(
      all(client.copyTree("x-tree://from/", "x-tree://to/", { names: "strict" })),
    ).rejects.toMatchObject({ code: "unsafe-name" });
  });

  it("goes on after a directory that cannot be listed, and after one that cannot be created", async () => {
    const lost: Entry = { name: "lost", kind: "directory", url: "x-tree://from/lost/" };
    const { client } = world({ denied: { x: "1" }, z: "2" }, [lost]);
    const copied = await all(client.copyTree("x-tree://from/", "x-tree://to/"));
    expect(copied.map(did).sort()).toEqual([
      "copied z",
      "failed denied",
      "failed denied/x",
      "failed lost",
      "made lost",
    ]);
    await expect(
      all(client.copyTree("x-tree://from/", "x-tree://to/", { failFast: true })),
    ).rejects.toMatchObject({ code: "protocol-error" });
  });

  it("copies into an object that writes the files", async () => {
    const { client } = world({ a: { b: "1" } });
    const paths: string[] = [];
    const target: TreeTarget = {
      names: { system: "posix", untrusted: true },
      makeDirectory: async (path) => ({ to: `${path.join("/")}/` }),
      copy: async ({ entry }, path) => {
        paths.push(`${entry.url} to ${path.join("/")}`);
        return { to: path.join("/"), octets: 1 };
      },
      isCaseSensitive: async () => true,
    };
    await all(client.copyTree("x-tree://from/", target));
    expect(paths).toEqual(["x-tree://from/a/b to a/b"]);
  });

  it("reports progress with the URL of each file", async () => {
    const { client } = world({ a: "12", "b c": "345" });
    const [received, sent]: [unknown[], unknown[]] = [[], []];
    const options = {
      onProgress: (each: unknown) => received.push(each),
      onSent: (each: unknown) => sent.push(each),
    };
    await all(client.copyTree("x-tree://from/", "x-tree://u:secret@to/", options));
    expect(received).toEqual([
      { url: "x-tree://from/a", received: 2 },
      { url: "x-tree://from/b%20c", received: 3 },
    ]);
    expect(sent).toEqual([
      { url: "x-tree://u:***@to/a", sent: 2 },
      { url: "x-tree://u:***@to/b%20c", sent: 3 },
    ]);
  });

  it("goes on after a lost connection, but not after maxConnectFailures in a row", async () => {
    const { client } = world({ a: "!!", b: "1", c: "!!", d: "!!" });
    const copy = (options = {}) =>
      all(client.copyTree("x-tree://from/", "x-tree://to/", { parallel: 1, ...options }));
    expect((await copy()).map(did)).toEqual(["failed a", "copied b", "failed c", "failed d"]);
    await expect(copy({ maxConnectFailures: 1 })).rejects.toMatchObject({ code: "connect-failed" });
    await expect(all(client.copyTree("x-tree://from/", "x-tree://to/out"))).rejects.toThrow(TypeError);
  });
});

/** The device names of Windows, which ignores the text after the stem. */
const DEVICES = [
  ...["con", "PRN", "Aux", "nul", "conin$", "CONOUT$", "clock$"],
  ...["com1", "COM0", "com¹", "LPT9", "lpt³"],
];

describe("a local file name", () => {
  it.each(
    ["", ".txt", " .txt", ". txt", ".tar.gz", " .tar.gz", ". .txt", "   .x", ".", " ", " ."].flatMap((end) =>
      DEVICES.map((device) => `${device}${end}`),
    ),
  )("is not the device %j", (name) => {
    expect(localNameProblem(name)).toEqual(expect.any(String));
  });

  it.each([
    "con x.txt",
    "xcon .txt",
    "con-.txt",
    "com .txt",
    "com10.txt",
    "com¹1",
    "lpt",
    "a con",
    "c on.txt",
  ])("may be %j, which is not a device", (name) => expect(localNameProblem(name)).toBeUndefined());

  it.each(["a", "a b.txt", "ä", "日本", "x;y", "100%", "con1", "nulls", "com", "~a", "a-", "#a"])(
    "may be %j",
    (name) => {
      expect(localNameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    ...[
      "",
      ".",
      "..",
      "...",
      "a/b",
      "a\\b",
      "c:",
      "a:stream",
      "-a",
      ".a",
      "a.",
      "a ",
      "CON",
      "nul.txt",
      "LPT1",
    ],
    ...["com¹", "a\0b", "a\nb", "a\x7f", "a\u202eb", "a\u200b", "\udc80", "a*", 'a"', "a|b", "ä".repeat(101)],
  ])("is never %j", (name) => {
    expect(localNameProblem(name)).toEqual(expect.any(String));
  });
});
