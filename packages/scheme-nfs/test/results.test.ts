import {
  createRegistry,
  DEFAULT_LIMITS,
  type Entity,
  octetsOf,
  resolveOptions,
  type Source,
} from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import * as access from "../src/access.ts";
import { type NfsOptions, type NfsUrl, nfs } from "../src/index.ts";
import { nfsOptions, type ResolvedNfsOptions } from "../src/options.ts";
import { encode, encodeCall, record, word } from "./dialogues/notation.ts";

/* What a caller gets of each operation, from a server that is a table of calls and results. */

type Table = Readonly<Record<string, string>>;

const urls = createRegistry(nfs);
const parse = (url: string) => urls.parse(url) as NfsUrl;
const MODIFIED = new Date("1994-12-20T12:00:00.123Z");
const OWNED = { uid: "1000", gid: "100" };

/** A context whose connections answer the calls of the table. A call that is not in it gets no reply. */
function worldOf(table: Table, given: { options?: NfsOptions; more?: Partial<Context> } = {}) {
  const state = { dialled: [] as string[], called: [] as string[], closed: 0 };
  const connect = async ({ host = "", port }: { host?: string; port: number }): Promise<Connection> => {
    state.dialled.push(`${host}:${port}`);
    const replies: (Buffer | undefined)[] = [];
    let xid = 0;
    return {
      remote: { host, port, address: "192.0.2.1" },
      send: async (octets) => {
        xid++;
        const call = Object.keys(table).find((each) => encodeCall(each, xid).bytes.equals(octets));
        state.called.push(call ?? Buffer.from(octets).toString("hex"));
        const results = table[call ?? ""];
        replies.push(
          results === undefined
            ? undefined
            : record(Buffer.concat([word(xid), encode("1 0 0 '' 0"), encode(results)])),
        );
      },
      receive: async () => replies.shift(),
      close: async () => void state.closed++,
    };
  };
  const context = {
    ...{ connect, ask: async () => undefined, limits: DEFAULT_LIMITS, signal: new AbortController().signal },
    ...{ now: () => 0, record: () => {}, options: resolveOptions(nfsOptions, given.options ?? {}) },
    ...given.more,
  } as unknown as Context<ResolvedNfsOptions>;
  return { context, state };
}

async function textOf({ body }: Entity): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks).toString();
}

const FILE = { "LOOKUP '' 'a.txt'": "0 'h' 1 file(size=2) 0", "READ 'h' 0n 65536": "0 0 2 1 'hi'" };

describe("get", () => {
  it("has the size, the type, and the time of a file", async () => {
    const { context, state } = worldOf(FILE);
    const { body, ...facts } = await access.get(parse("nfs://H.example/a.txt"), context);
    expect(facts).toEqual({
      ...{ framing: "reply", start: 0, modified: MODIFIED, size: 2, mediaType: "text/plain" },
    });
    expect(state.closed).toBe(0);
    expect(await textOf({ body } as Entity)).toBe("hi");
    expect(state).toEqual({ dialled: ["h.example:2049"], called: Object.keys(FILE), closed: 1 });
  });

  it("has neither size nor type if they are unknown", async () => {
    const table = {
      "LOOKUP '' 'a'": "0 'h' 1 file(size=9007199254740992) 0",
      "READ 'h' 5n 65536": "0 0 2 1 'hi'",
    };
    const { context } = worldOf(table, { more: { range: { start: 5 } } });
    const entity = await access.get(parse("nfs://h.example:2049/a"), context);
    const { body: _, ...facts } = entity;
    expect(facts).toEqual({ framing: "reply", start: 5, modified: MODIFIED });
    expect(await textOf(entity)).toBe("hi");
  });

  it("ends the connection if its body is not read to the end", async () => {
    const table = { ...FILE, "READ 'h' 0n 65536": "0 0 2 0 'hi'" };
    const { context, state } = worldOf(table);
    const { body } = await access.get(parse("nfs://h.example/a.txt"), context);
    for await (const _ of body) break;
    expect(state.closed).toBe(1);
  });

  const LINK = {
    "LOOKUP '' 'a'": "0 'h' 1 link 0",
    "READLINK 'h'": "0 0 'http://other.example/'",
  };
  const refused = {
    ...{ code: "redirect-refused", message: "the symbolic link was not followed" },
    ...{ reply: "http://other.example/" },
    hint: 'open that URL, or use get with the nfs option links "any"',
  };

  it("opens a link to another resource only with the option links", async () => {
    const referred: string[] = [];
    const entity = { framing: "close" } as unknown as Entity;
    const refer = async (url: string) => {
      referred.push(url);
      return entity;
    };
    const { context, state } = worldOf(LINK, { options: { links: "any" }, more: { refer } });
    expect(await access.get(parse("nfs://h.example/a"), context)).toBe(entity);
    expect([referred, state.closed]).toEqual([["http://other.example/"], 1]);
    const other = worldOf(LINK, { more: { refer } });
    await expect(access.get(parse("nfs://h.example/a"), other.context)).rejects.toMatchObject(refused);
    expect([referred.length, other.state.closed]).toEqual([1, 1]);
  });

  it("refuses such a link without a client that could open it", async () => {
    const { context } = worldOf(LINK, { options: { links: "any" } });
    await expect(access.get(parse("nfs://h.example/a"), context)).rejects.toMatchObject(refused);
  });
});

describe("stat", () => {
  it.each([
    [
      "a.txt",
      "file(size=5,mode=33188)",
      { kind: "file", size: 5, mediaType: "text/plain", attributes: { ...OWNED, mode: "0644" } },
    ],
    ["a", "file(size=0,mode=7)", { kind: "file", size: 0, attributes: { ...OWNED, mode: "0007" } }],
    ["a.txt", "file(size=9007199254740992)", { kind: "file", mediaType: "text/plain" }],
    ["a.txt", "directory(mode=3565)", { kind: "directory", attributes: { ...OWNED, mode: "6755" } }],
    ["a.txt", "device", { kind: "unknown" }],
  ])("of %s: %s", async (name, attributes, expected) => {
    const { context, state } = worldOf({ [`LOOKUP '' '${name}'`]: `0 'h' 1 ${attributes} 0` });
    expect(await access.stat(parse(`nfs://h.example/${name}`), context)).toEqual({
      ...{ modified: MODIFIED, modifiedPrecision: "millisecond", attributes: { ...OWNED, mode: "0644" } },
      ...expected,
    });
    expect(state.closed).toBe(1);
  });

  it("of a link to another resource says where it leads", async () => {
    const { context } = worldOf({
      "LOOKUP '' 'a'": "0 'h' 1 link 0",
      "READLINK 'h'": "0 0 'http://other.example/'",
    });
    expect(await access.stat(parse("nfs://h.example/a"), context)).toEqual({
      ...{ kind: "link", attributes: { target: "http://other.example/" } },
    });
  });
});

describe("list", () => {
  const NAMES =
    "0 0 0n 1 1n 'a.txt' 1n 1 file(size=5) 0 1 2n 'd e' 2n 1 directory 0 1 3n 'f/g' 3n 0 0 1 4n 'l' 4n 1 link 0 0 1";
  const facts = {
    ...{ modified: MODIFIED, modifiedPrecision: "millisecond", attributes: { ...OWNED, mode: "0644" } },
  };

  it.each([
    ["nfs://h.example", ".", "nfs://h.example/"],
    ["nfs://h.example/pub", "pub", "nfs://h.example/pub/"],
    ["nfs://h.example:2050/x/../pub/", "pub", "nfs://h.example:2050/pub/"],
    ["nfs://h.example//", "/", "nfs://h.example//"],
    ["nfs://h.example:2049//pub/", "/pub", "nfs://h.example:2049//pub/"],
  ])("of %s has entries with URLs that can be opened", async (url, path, above) => {
    const { context, state } = worldOf({
      [`LOOKUP '' '${path}'`]: "0 'dir' 1 directory 0",
      "READDIRPLUS 'dir' 0n 0n 8192 65536": NAMES,
    });
    const entries: unknown[] = [];
    for await (const entry of access.list(parse(url), context)) entries.push(entry);
    expect(entries).toEqual([
      { ...facts, kind: "file", size: 5, mediaType: "text/plain", name: "a.txt", url: `${above}a.txt` },
      { ...facts, kind: "directory", name: "d e", url: `${above}d%20e/` },
      { kind: "unknown", name: "f/g", url: undefined, unsafe: "the name is a path" },
      { ...facts, kind: "link", name: "l", url: `${above}l` },
    ]);
    expect(state.closed).toBe(1);
  });

  it.each([
    ["", "the name is not valid"],
    ["a\\x00", "the name contains NUL, CR, or LF"],
    ["a\\x0A", "the name contains NUL, CR, or LF"],
    ["a\\x0Db/c", "the name contains NUL, CR, or LF"],
    ["/", "the name is a path"],
    ["a/", "the name is a path"],
  ])("of the name %j has an entry without a URL", async (name, unsafe) => {
    const { context } = worldOf({
      "LOOKUP '' '.'": "0 'dir' 1 directory 0",
      "READDIRPLUS 'dir' 0n 0n 8192 65536": `0 0 0n 1 1n '${name}' 1n 1 directory 0 0 1`,
    });
    const entries: unknown[] = [];
    for await (const entry of access.list(parse("nfs://h.example/"), context)) entries.push(entry);
    expect(entries).toEqual([
      { ...facts, kind: "directory", name: expect.any(String), url: undefined, unsafe },
    ]);
  });
});

/** A source of chunks, or of an error, which counts what is asked of it. */
function sourceOf(...chunks: readonly (string | Error)[]) {
  const calls: string[] = [];
  const left = [...chunks];
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      calls.push("next");
      const chunk = left.shift();
      if (chunk instanceof Error) throw chunk;
      return chunk === undefined ? { done: true, value: undefined } : { done: false, value: octetsOf(chunk) };
    },
    return: async () => {
      calls.push("return");
      return { done: true, value: undefined };
    },
  };
  return { calls, source: { [Symbol.asyncIterator]: () => iterator } as unknown as Source };
}

describe("put", () => {
  const STORES = {
    "LOOKUP '' '.'": "0 'dir' 1 directory 0",
    "LOOKUP 'dir' 'a'": "2 0",
    "FSINFO 'dir'": "0 0 1 2 3 4096 4096 6 7n 8 9 10",
    "CREATE 'dir' 'a' 0 1 420 0 0 1 0n 0 0": "0 1 'new' 1 file 0 0",
    "WRITE 'new' 0n 1 0 'x'": "0 0 0 1 2 0n",
    "WRITE 'new' 1n 1 0 'y'": "0 0 0 1 2 0n",
  };
  const without = (call: string): Table =>
    Object.fromEntries(Object.entries(STORES).filter(([key]) => !key.startsWith(call)));

  it.each<[what: string, chunks: readonly (string | Error)[], table: Table, calls: string]>([
    ["is read to its end", ["x", "y"], STORES, "next next next"],
    ["that is empty is not ended again", [], STORES, "next"],
    ["is ended if the file cannot be created", ["x"], without("CREATE"), "next return"],
    ["is ended if a chunk cannot be written", ["x", "y"], without("WRITE 'new' 1n"), "next next return"],
    ["is not read before the server is known to have room", ["x"], without("FSINFO"), "return"],
    ["that fails is ended", ["x", new Error("disk")], STORES, "next next return"],
  ])("a source %s", async (_, chunks, table, due) => {
    const { calls, source } = sourceOf(...chunks);
    const { context, state } = worldOf(table);
    await access.put(parse("nfs://h.example/a"), context, source).catch(() => {});
    expect([calls.join(" "), state.closed]).toEqual([due, 1]);
  });

  it("changes nothing if the source fails at once", async () => {
    const { context, state } = worldOf(STORES);
    const { source } = sourceOf(new Error("disk"));
    await expect(access.put(parse("nfs://h.example/a"), context, source)).rejects.toThrow("disk");
    expect(state.called).toEqual(Object.keys(STORES).slice(0, 3));
  });

  it("does not write what a source returns at its end", async () => {
    const iterator = { next: async () => ({ done: true, value: octetsOf("x") }) };
    const source = { [Symbol.asyncIterator]: () => iterator } as unknown as Source;
    const { context, state } = worldOf(STORES);
    await access.put(parse("nfs://h.example/a"), context, source);
    expect(state.called).toEqual(Object.keys(STORES).slice(0, 4));
  });

  it("cannot resume an upload, and sends nothing", async () => {
    const { calls, source } = sourceOf("x");
    const { context, state } = worldOf(STORES, { more: { range: { start: 1 } } });
    await expect(access.put(parse("nfs://h.example/a"), context, source)).rejects.toMatchObject({
      ...{ code: "unsupported", message: "cannot resume an upload over NFS", hint: "upload the whole file" },
    });
    expect([calls, state.dialled]).toEqual([[], []]);
    const whole = worldOf(STORES, { more: { range: { start: 0 } } });
    await access.put(parse("nfs://h.example/a"), whole.context, source);
    expect(whole.state.called).toHaveLength(5);
  });
});

describe("a change", () => {
  const DIRECTORY = { "LOOKUP '' '.'": "0 'dir' 1 directory 0" };

  it.each<[operation: typeof access.remove, url: string, call: string]>([
    [access.remove, "nfs://h.example/a", "REMOVE 'dir' 'a'"],
    [access.remove, "nfs://h.example/a/", "RMDIR 'dir' 'a'"],
    [access.makeDirectory, "nfs://h.example/a", "MKDIR 'dir' 'a' 1 493 0 0 0 0 0"],
  ])("$0.name of $1 is $2", async (operation, url, call) => {
    const { context, state } = worldOf({ ...DIRECTORY, [call]: "0 0 0" });
    expect(await operation(parse(url), context)).toBeUndefined();
    expect(state).toEqual({ dialled: ["h.example:2049"], called: ["LOOKUP '' '.'", call], closed: 1 });
  });

  it.each([
    ["nfs://h.example/b", true],
    ["nfs://H.EXAMPLE:2049/b", true],
    ["nfs://h2.example/b", false],
    ["nfs://h.example:2050/b", false],
  ])("rename to %s is possible: %s", async (to, isPossible) => {
    const { context, state } = worldOf({ ...DIRECTORY, "RENAME 'dir' 'a' 'dir' 'b'": "0 0 0 0 0" });
    const renamed = access.rename(parse("nfs://h.example/a"), context, parse(to));
    if (isPossible) {
      expect(await renamed).toBeUndefined();
      expect(state.called).toEqual(["LOOKUP '' '.'", "LOOKUP '' '.'", "RENAME 'dir' 'a' 'dir' 'b'"]);
      return;
    }
    await expect(renamed).rejects.toMatchObject({
      ...{ code: "unsupported", message: "cannot rename to a different server" },
      hint: "copy the file, then remove the original",
    });
    expect(state.dialled).toEqual([]);
  });

  it.each([
    [
      "nfs://h.example/a%00b",
      { code: "control-octet", message: "a file name cannot contain NUL", hint: 'remove "%00"' },
    ],
    [
      "nfs://h.example:111/a",
      {
        ...{
          code: "port-blocked",
          hint: "set the nfs option portmapperPort for a portmapper at another port",
        },
        message: "port 111 belongs to the portmapper, not to NFS; nothing was sent",
      },
    ],
  ])("of or to %s is rejected before connecting", async (url, error) => {
    const { context, state } = worldOf(DIRECTORY);
    await expect(access.remove(parse(url), context)).rejects.toMatchObject(error);
    await expect(access.rename(parse("nfs://h.example/a"), context, parse(url))).rejects.toMatchObject(error);
    expect(state.dialled).toEqual([]);
  });
});

describe("a server that is not ready", () => {
  it("is not waited for after an abort", async () => {
    const controller = new AbortController();
    const { context, state } = worldOf(
      { "LOOKUP '' 'a'": "10008 0" },
      {
        options: { jukeboxDelay: 3_600_000 },
        more: { signal: controller.signal },
      },
    );
    const found = access.stat(parse("nfs://h.example/a"), context);
    await expect.poll(() => state.called.length).toBe(1);
    controller.abort(new Error("no longer needed"));
    await expect(found).rejects.toThrow("no longer needed");
    expect(state.closed).toBe(1);
    await expect(access.stat(parse("nfs://h.example/a"), context)).rejects.toThrow("no longer needed");
  });
});
