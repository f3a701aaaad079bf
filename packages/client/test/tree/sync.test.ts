import {
  AccessError,
  decodeText,
  defineScheme,
  type Entry,
  encodeText,
  octetsOf,
  type Scheme,
  type Source,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createClient, type JournalRecord, type SyncJournal, type SyncResult } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

interface Node {
  readonly text?: string;
  readonly modified?: Date;
  /** Is the time exact to the second? */
  readonly isExact?: boolean;
  /** For a directory. */
  readonly below?: Map<string, Node>;
}

const file = (text: string, day: number | undefined = 1): Node => ({
  text,
  ...(day !== undefined && { modified: new Date(Date.UTC(2026, 0, day)) }),
});
const folder = (entries: Readonly<Record<string, Node>>): Node => ({
  below: new Map(Object.entries(entries)),
});

/** `x-tree://h/a/` and `x-tree://h/b/` are trees in memory. Fails for the operations and paths in `faults`. */
function world(
  a: Readonly<Record<string, Node>>,
  b: Readonly<Record<string, Node>>,
  faults: readonly string[] = [],
  /** Changes the name of what is written. */
  stored: (name: string) => string = (name) => name,
) {
  const root = folder({ a: folder(a), b: folder(b) });
  const done: string[] = [];
  const listed: string[] = [];
  const names = ({ path }: Url) =>
    path
      .split("/")
      .filter((name) => name !== "")
      .map((name) => decodeText(name));
  function find(path: readonly string[]): Node | undefined {
    let node: Node | undefined = root;
    for (const name of path) node = node?.below?.get(name);
    return node;
  }
  function act(operation: string, url: Url): readonly string[] {
    const call = `${operation} ${url.path}`;
    if (operation === "list") listed.push(url.path);
    if (faults.includes(call)) throw new AccessError("permission-denied", `cannot ${call}`);
    if (operation !== "list" && operation !== "get" && operation !== "stat") done.push(call);
    return names(url);
  }
  async function* list(url: Url): AsyncGenerator<Entry, void, void> {
    const node = find(act("list", url));
    if (node?.below === undefined) throw new AccessError("not-found", "no such directory");
    for (const [name, each] of [...node.below]) {
      const isDirectory = each.below !== undefined;
      yield {
        ...{ name, kind: isDirectory ? "directory" : "file" },
        url:
          name === "no-url"
            ? undefined
            : `x-tree://h${url.path}${encodeText(name, UNRESERVED)}${isDirectory ? "/" : ""}`,
        ...(each.text !== undefined && { size: each.text.length }),
        ...(each.modified !== undefined && {
          modified: each.modified,
          ...(each.isExact !== true && { modifiedPrecision: "day" as const }),
        }),
      };
    }
  }
  const scheme: Scheme<"x-tree", object, object, any> = defineScheme({
    name: "x-tree",
    cite: ["x-tree"],
    hierarchical: true,
    parse: () => ({}),
    format: () => "x-tree://h/",
    examples: [],
    access: async () =>
      ({
        list,
        get: async (url: Url) => {
          const node = find(act("get", url));
          return {
            body: (async function* () {
              yield octetsOf(node?.text ?? "");
              return true as const;
            })(),
          };
        },
        stat: async (url: Url) => {
          const node = find(act("stat", url));
          return { kind: "file", size: node?.text?.length, modified: node?.modified };
        },
        put: async (url: Url, { modified }: { modified?: Date }, source: Source) => {
          const path = act("put", url);
          let text = "";
          for await (const octets of source) text += new TextDecoder().decode(octets);
          find(path.slice(0, -1))!.below!.set(stored(path.at(-1)!), { text, ...(modified && { modified }) });
        },
        makeDirectory: async (url: Url) => {
          const path = act("makeDirectory", url);
          find(path.slice(0, -1))!.below!.set(stored(path.at(-1)!), folder({}));
        },
        remove: async (url: Url) => {
          const path = act("remove", url);
          find(path.slice(0, -1))!.below!.delete(path.at(-1)!);
        },
      }) as any,
  });
  const client = createClient({ schemes: [scheme] as const, transport: new FakeTransport() });
  const sync = async (options: object = {}, to = "x-tree://h/b/") => {
    const results: SyncResult[] = [];
    for await (const each of client.sync("x-tree://h/a/", to, options)) results.push(each);
    return results.map(({ did, path }) => `${did} ${path.join("/")}`).sort();
  };
  return { client, sync, done, listed, find };
}

class MemoryJournal implements SyncJournal {
  readonly records = new Map<string, JournalRecord>();

  get(path: readonly string[]): JournalRecord | undefined {
    return this.records.get(path.join("/"));
  }

  set(path: readonly string[], record: JournalRecord): void {
    this.records.set(path.join("/"), record);
  }
}

describe("a tree that contains the target", () => {
  it.each(["x-tree://h/a/", "x-tree://h/a/b/", "x-tree://H/a/./b/"])(
    "is not copied into itself: %s",
    async (to) => {
      const { sync, done } = world({ file: file("1") }, {});
      await expect(sync({}, to)).rejects.toMatchObject({ code: "bad-argument" });
      expect(done).toEqual([]);
    },
  );
});

describe("sync with a journal", () => {
  const same = { x: file("1") };

  it("does not read again what was compared", async () => {
    const faults: string[] = [];
    const { sync } = world(same, same, faults);
    const options = { compare: "content", journal: new MemoryJournal() };
    expect(await sync(options)).toEqual(["unchanged x"]);
    faults.push("get /a/x", "get /b/x");
    expect(await sync(options)).toEqual(["unchanged x"]);
    expect(await sync({ ...options, journal: new MemoryJournal() })).toEqual(["failed x"]);
  });

  it("does not ask again for a copied file whose time the target does not tell", async () => {
    const { sync, find } = world({ x: file("1", 9) }, {});
    const options = { journal: new MemoryJournal() };
    await sync(options);
    find(["b"])!.below!.set("x", { text: "1" });
    expect(await sync(options)).toEqual(["unchanged x"]);
    expect(await sync({ dryRun: true })).toEqual(["copied x"]);
    // A backup took the place of the copy.
    find(["b"])!.below!.set("x", file("2", 2));
    expect(await sync(options)).toEqual(["copied x"]);
  });

  it.each<[string, string, Node]>([
    ["a source of another size", "a", file("22")],
    ["a newer source", "a", file("2", 3)],
    ["an older source", "a", { ...file("2", 1), isExact: true }],
    ["a target of another size", "b", file("22")],
    ["an older target", "b", file("2", 1)],
  ])("copies for %s", async (_, side, changed) => {
    const { sync, find } = world({ x: file("1", 2) }, { x: file("1", 2) });
    const options = { journal: new MemoryJournal() };
    await sync(options);
    find([side])!.below!.set("x", changed);
    expect(await sync(options)).toEqual(["copied x"]);
  });

  it("compares bytes if only times were compared before, and the other way round does not", async () => {
    const { sync } = world({ x: file("1") }, { x: file("2") });
    const options = { journal: new MemoryJournal() };
    expect(await sync(options)).toEqual(["unchanged x"]);
    expect(await sync({ ...options, compare: "content" })).toEqual(["copied x"]);
    expect(await sync({ ...options, compare: "content" })).toEqual(["unchanged x"]);
    await sync(options);
    expect(options.journal.get(["x"])?.by).toBe("content");
  });

  it("keeps nothing of a file that may change within the unit of its time, and nothing of a dry run", async () => {
    const today = { text: "1", modified: new Date() };
    const journal = new MemoryJournal();
    await world({ x: today }, { x: today }).sync({ journal });
    await world({ x: today }, {}).sync({ journal });
    await world(same, same).sync({ journal, dryRun: true });
    expect(journal.records.size).toBe(0);
  });
});

describe("sync", () => {
  it("copies what is missing, of another size, or newer, and keeps the time", async () => {
    const { sync, find } = world(
      {
        new: file("1"),
        longer: file("22"),
        newer: file("3", 9),
        same: file("4"),
        d: folder({ x: file("5") }),
      },
      { longer: file("2"), newer: file("x", 8), same: file("4"), own: file("6") },
    );
    expect(await sync()).toEqual([
      "copied d/x",
      "copied longer",
      "copied new",
      "copied newer",
      "made d",
      "unchanged same",
    ]);
    expect(find(["b", "newer"])).toMatchObject({ text: "3", modified: new Date(Date.UTC(2026, 0, 9)) });
    expect(await sync()).toEqual([
      ...[
        "unchanged d",
        "unchanged d/x",
        "unchanged longer",
        "unchanged new",
        "unchanged newer",
        "unchanged same",
      ],
    ]);
  });

  it("creates a target that does not exist", async () => {
    const { sync, done } = world({ x: file("1") }, {});
    expect(await sync({}, "x-tree://h/new/")).toEqual(["copied x"]);
    expect(done).toEqual(["makeDirectory /new/", "put /new/x"]);
  });

  it("copies again if no time is known, and asks for it first", async () => {
    const { sync } = world({ x: file("1", undefined) }, { x: file("1", undefined) }, ["stat /b/x"]);
    expect(await sync()).toEqual(["copied x"]);
    expect(await sync({ compare: "size" })).toEqual(["unchanged x"]);
  });

  it("compares the bytes with compare: content", async () => {
    const { sync } = world({ x: file("1"), y: file("2") }, { x: file("1"), y: file("3") });
    expect(await sync({ compare: "content" })).toEqual(["copied y", "unchanged x"]);
  });

  it("removes with delete what only the target has, directories last, but not what the filter excludes", async () => {
    const { sync, done } = world({}, { gone: folder({ deep: folder({ y: file("1") }) }), keep: file("2") });
    const filter = (path: readonly string[]) => path[0] !== "keep";
    expect(await sync({ delete: true, filter })).toEqual([
      "removed gone",
      "removed gone/deep",
      "removed gone/deep/y",
    ]);
    expect(done).toEqual(["remove /b/gone/deep/y", "remove /b/gone/deep/", "remove /b/gone/"]);
  });

  it("goes on after something that it cannot remove", async () => {
    const { sync } = world({}, { x: file("1"), y: file("2") }, ["remove /b/x"]);
    expect(await sync({ delete: true })).toEqual(["failed x", "removed y"]);
  });

  it("reports a directory of the target that cannot be listed, and removes the rest", async () => {
    const { sync, done } = world({}, { d: folder({ x: file("1") }), y: file("1") }, ["list /b/d/"]);
    expect(await sync({ delete: true })).toEqual(["failed d", "removed y"]);
    expect(done).toEqual(["remove /b/y"]);
  });

  it("does not remove a directory without a URL, and neither says so in a dry run", async () => {
    for (const dryRun of [true, false]) {
      const { client } = world({}, { "no-url": folder({ x: file("1") }), y: file("1") });
      const results: string[] = [];
      for await (const each of client.sync("x-tree://h/a/", "x-tree://h/b/", { delete: true, dryRun }))
        results.push(`${each.did} ${each.path.join("/")}`);
      expect(results.sort()).toEqual(["failed no-url", "removed y"]);
    }
  });

  it("lists a directory of the target when the first of its entries is needed, and once", async () => {
    const same = () => ({ d: folder({ x: file("1"), y: file("1") }), e: folder({ x: file("1") }) });
    const { client, listed } = world(same(), same());
    const targets = () => listed.filter((path) => path.startsWith("/b/"));
    const before: Record<string, readonly string[]> = {};
    for await (const { path } of client.sync("x-tree://h/a/", "x-tree://h/b/", { parallel: 1 }))
      before[path.join("/")] = targets();
    expect(before).toMatchObject({ d: ["/b/"], e: ["/b/"], "d/x": ["/b/", "/b/d/"] });
    expect(targets()).toEqual(["/b/", "/b/d/", "/b/e/"]);
  });

  it("reports the files of a directory of the target that cannot be listed, and copies the others", async () => {
    const { sync, done } = world(
      { d: folder({ x: file("1") }), y: file("2") },
      { d: folder({ x: file("1") }) },
      ["list /b/d/"],
    );
    expect(await sync()).toEqual(["copied y", "failed d/x", "unchanged d"]);
    expect(done).toEqual(["put /b/y"]);
  });

  it("removes nothing if a directory of the source could not be listed", async () => {
    const { sync, done } = world(
      { d: folder({ x: file("1") }) },
      { d: folder({ x: file("1") }), own: file("2") },
      ["list /a/d/"],
    );
    expect(await sync({ delete: true })).toEqual(["failed d", "unchanged d"]);
    expect(done).toEqual([]);
  });

  it("reports with dryRun what it would do, and writes nothing", async () => {
    const { sync, done } = world(
      { d: folder({ x: file("1") }), A: file("2"), a: file("3") },
      { own: file("4") },
    );
    expect(await sync({ delete: true, dryRun: true })).toEqual([
      ...["copied A", "copied a", "copied d/x", "made d", "removed own"],
    ]);
    expect(done).toEqual([]);
    expect(await sync({ dryRun: true }, "x-tree://h/new/")).toHaveLength(4);
  });

  it("keeps the modification times of the files, unless the option times is false", async () => {
    const { sync, find } = world({ x: file("1", 9) }, {});
    await sync();
    expect(find(["b", "x"])?.modified).toEqual(new Date(Date.UTC(2026, 0, 9)));
    const { sync: syncAgain, find: findAgain } = world({ x: file("1", 9) }, {});
    await syncAgain({ times: false });
    expect(findAgain(["b", "x"])).toEqual({ text: "1" });
  });

  it.each(["x ", "\tx", "a\u0001b", "\udcff", "~"])(
    "reports a file or directory that the server stores under another name: %j",
    async (name) => {
      const changed = (each: string) => (each === name ? "other" : each);
      const { sync, find } = world({ [name]: file("1"), y: file("2") }, {}, [], changed);
      expect(await sync()).toEqual(["copied y", `failed ${name}`].sort());
      expect([...find(["b"])!.below!.keys()].sort()).toEqual(["other", "y"]);
      const { sync: syncTree } = world({ [name]: folder({ z: file("1") }) }, {}, [], changed);
      expect(await syncTree()).toEqual([`failed ${name}`, `failed ${name}/z`]);
    },
  );

  it("reports a file where the target has a directory", async () => {
    const { sync } = world({ x: file("1") }, { x: folder({}) }, ["put /b/x"]);
    expect(await sync()).toEqual(["failed x"]);
  });

  it("is an operation of a view as well, with one file at once", async () => {
    const { client, find } = world({ x: file("1") }, {});
    const view = client.at("x-tree://h/");
    for await (const _ of view.sync("a/", "b/"));
    expect(find(["b", "x"])?.text).toBe("1");
    for await (const _ of view.copyTree("a/", "b/"));
    const walked: string[] = [];
    for await (const { path } of view.walk("a/")) walked.push(path.join());
    expect(walked).toEqual(["x"]);
  });
});
