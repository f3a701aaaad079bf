import { AccessError, defineScheme, type Entry, octetsOf, type Scheme, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient, type SyncResult, type TreeCopyOptions } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

const SOURCE = "x-tree://from/";

/** A scheme of trees with links: `x-tree://from/` has these listings, by their paths; the others are empty. */
function world(listings: Readonly<Record<string, readonly Entry[]>>) {
  const asked: string[] = [];
  /** The trees whose links are followed, as the listings get them. */
  const within: (string | undefined)[] = [];
  async function* list(url: Url, { linksWithin }: Context): AsyncGenerator<Entry, void, void> {
    asked.push(`list ${url.href}`);
    within.push(linksWithin?.href);
    yield* listings[url.href.replace(SOURCE, "/")] ?? [];
  }
  const get = async (url: Url) => {
    asked.push(`get ${url.href}`);
    return {
      body: (async function* () {
        yield octetsOf("content");
        return true as const;
      })(),
    };
  };
  const stat = async (url: Url) => {
    asked.push(`stat ${url.href}`);
    return { kind: "file" as const };
  };
  const put = async (_: Url, __: unknown, source: AsyncIterable<Uint8Array>) => {
    for await (const _ of source);
  };
  const remove = async (url: Url) => void asked.push(`remove ${url.href}`);
  const makeDirectory = async () => {};
  const scheme: Scheme<"x-tree", object, object, any> = defineScheme({
    name: "x-tree",
    cite: ["x-tree"],
    parse: () => ({}),
    format: () => SOURCE,
    examples: [],
    access: async () => ({ list, get, put, stat, remove, makeDirectory }) as any,
  });
  const client = createClient({ schemes: [scheme] as const, transport: new FakeTransport() });
  const copy = async (options: TreeCopyOptions = {}) => {
    const results: string[] = [];
    for await (const each of client.copyTree(SOURCE, "x-tree://to/", options)) results.push(show(each));
    return results;
  };
  return { client, asked, within, copy };
}

const show = (each: SyncResult) =>
  `${each.did} ${each.path.join("/")}${"why" in each ? `: ${each.why}` : ""}`;

const file = (name: string, path = `/${name}`): Entry => ({
  name,
  kind: "file",
  url: `x-tree://from${path}`,
});
/** A link of a scheme that knows where it really leads. */
const followed = (name: string, kind: "file" | "directory", realUrl: string): Entry => ({
  ...{ name, kind, realUrl, isLink: true, linkTarget: "x", url: `${SOURCE}${name}` },
});

describe("a link whose scheme knows where it really leads (realUrl)", () => {
  it("is read at its real place, as a file with its own name", async () => {
    const { asked, copy } = world({ "/": [followed("link", "file", `${SOURCE}d/file`)] });
    expect(await copy()).toEqual(["copied link"]);
    expect(asked.filter((each) => /^(get|stat)/.test(each))).toEqual([
      `get ${SOURCE}d/file`,
      `stat ${SOURCE}d/file`,
    ]);
  });

  it("is listed at its real place, and everything in it is copied again", async () => {
    const d: Entry = { name: "d", kind: "directory", url: `${SOURCE}d/` };
    const e: Entry = { name: "e", kind: "directory", url: `${SOURCE}d/e/` };
    const listings = { "/d/": [file("x", "/d/x"), e], "/d/e/": [file("y", "/d/e/y")] };
    for (const order of [0, 1]) {
      const top = [d, followed("link", "directory", `${SOURCE}d/`)];
      const { asked, copy } = world({ "/": order === 0 ? top : top.reverse(), ...listings });
      expect((await copy()).sort()).toEqual([
        ...["copied d/e/y", "copied d/x", "copied link/e/y", "copied link/x"],
        ...["made d", "made d/e", "made link", "made link/e"],
      ]);
      expect(asked.some((each) => each.includes("link"))).toBe(false);
    }
  });

  it("ends a cycle: a linked directory is not entered in another one", async () => {
    const loop = followed("loop", "directory", SOURCE);
    const { copy } = world({ "/": [loop, file("x")] });
    expect((await copy()).sort()).toEqual([
      ...["copied loop/x", "copied x", "failed loop/loop: a linked directory is not entered in another one"],
      "made loop",
    ]);
  });

  it("is not opened on another server", async () => {
    const { asked, copy } = world({ "/": [followed("link", "file", "x-tree://other/secret")] });
    expect(await copy()).toEqual(["skipped link: it is on a different server: other:0"]);
    expect(asked).toEqual(["list x-tree://from/"]);
  });

  it("is only reported with links: skip", async () => {
    const listings = {
      "/": ["file", "directory"].map((kind) => followed(kind, kind as "file", `${SOURCE}d`)),
    };
    const { asked, copy } = world(listings);
    expect(await copy({ links: "skip" })).toEqual([
      "skipped file: it is a link",
      "skipped directory: it is a link",
    ]);
    expect(asked).toEqual(["list x-tree://from/"]);
  });

  it("is reported with the reason if it leads out of the tree, also below a linked directory", async () => {
    const out = (name: string): Entry => ({
      ...{ name, kind: "link", url: undefined, unsafe: "the link leads out of the tree" },
    });
    const { copy } = world({
      "/": [followed("link", "directory", `${SOURCE}d/`), out("one")],
      "/d/": [out("two")],
    });
    expect(await copy()).toEqual([
      ...["made link", "failed one: the link leads out of the tree"],
      "failed link/two: the link leads out of the tree",
    ]);
    await expect(copy({ failFast: true })).rejects.toMatchObject({
      code: "unsupported",
      message: 'cannot copy "one": the link leads out of the tree',
    });
  });
});

describe("the listings of a tree", () => {
  const listings = { "/": [{ name: "d", kind: "directory", url: `${SOURCE}d/` } as const] };

  it("tell the scheme of the tree only if its links are followed", async () => {
    for (const [links, tree] of [
      ["follow", SOURCE],
      ["copy", undefined],
      ["skip", undefined],
    ] as const) {
      const { within, copy } = world(listings);
      await copy({ links });
      expect(within.slice(0, 2)).toEqual([tree, tree]);
    }
    const { client, within } = world(listings);
    for await (const _ of client.walk(SOURCE));
    expect(within).toEqual([undefined, undefined]);
  });

  it("do not tell another server of it", async () => {
    const { client, within } = world({ "/": [{ name: "d", kind: "directory", url: "x-tree://other/" }] });
    for await (const _ of client.copyTree(SOURCE, "x-tree://to/", { span: "hosts" }));
    expect(within).toEqual([SOURCE, undefined]);
  });
});

describe("remove of an entry", () => {
  it.each<[string, Partial<Entry>, string]>([
    ["a link to a directory: the link", { isLink: true }, "x-tree://from/l"],
    ["a link with a real place: the link", { isLink: true, realUrl: `${SOURCE}d/` }, "x-tree://from/l"],
    ["a directory: the directory", {}, "x-tree://from/l/"],
  ])("removes, for %s", async (_, facts, url) => {
    const { client, asked } = world({
      "/": [{ name: "l", kind: "directory", url: "x-tree://from/l/", ...facts }],
    });
    for await (const entry of client.list(SOURCE)) await client.remove(entry);
    expect(asked).toEqual(["list x-tree://from/", `remove ${url}`]);
  });
});

it("a link with an invalid real URL is an error of the scheme", async () => {
  const { client } = world({ "/": [{ ...file("x"), realUrl: 1 as never }] });
  const entries = client.list(SOURCE)[Symbol.asyncIterator]();
  await expect(entries.next()).rejects.toSatisfy(
    (error) => error instanceof AccessError && error.code === "plugin-fault",
  );
});
