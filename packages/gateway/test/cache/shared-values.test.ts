import { Transcript } from "@anyurl/client";
import { AccessError, type Attributes, createRegistry, type Entry } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { Keyv } from "keyv";
import { describe, expect, it } from "vitest";
import { CachedSource } from "../../src/cache/cached-source.ts";
import type { Source } from "../../src/guard/index.ts";

/*
 * Other programs write to a shared cache, such as Redis. A value that this gateway did not write is a miss: it is never
 * shown, and never an error.
 */

const FILE = "ftp://h.example/a.txt";
const LIST = "ftp://h.example/";
const MISSING = "ftp://h.example/missing";
const MODIFIED = new Date("2026-01-02T03:04:05Z");
const UNDATED_ENTRY: Entry = { name: "a.txt", kind: "file", url: FILE, size: 5 };
const UNDATED: Attributes = { kind: "file", size: 5 };
const ENTRY: Entry = { ...UNDATED_ENTRY, modified: MODIFIED };
const ATTRIBUTES: Attributes = { ...UNDATED, modified: MODIFIED };

/** A server, which may know no times; `calls` counts its requests. */
function createSource(withTimes = true): { source: Source; calls: string[] } {
  const modified = withTimes ? MODIFIED : undefined;
  const dated = withTimes ? { modified } : {};
  const calls: string[] = [];
  const source = {
    registry: createRegistry(ftp),
    async get(url: string) {
      calls.push(`get ${url}`);
      if (url === MISSING) throw new AccessError("not-found", "no such file", { reply: "550 no" });
      const rest = { url, mediaType: "text/plain", size: 5, modified };
      const absent = { etag: undefined, framing: undefined, range: undefined };
      const complete = Promise.resolve(true as const);
      return {
        ...rest,
        ...absent,
        body: new Blob(["hello"]).stream(),
        complete,
        transcript: new Transcript(),
      };
    },
    async *list(url: string) {
      calls.push(`list ${url}`);
      yield { ...UNDATED_ENTRY, ...dated };
    },
    async stat(url: string) {
      calls.push(`stat ${url}`);
      return { ...UNDATED, ...dated };
    },
  } as unknown as Source;
  return { source, calls };
}

/** Uses all cached operations once, and returns the results. */
async function useAll(source: CachedSource): Promise<unknown> {
  const { body, modified, size } = await source.get(FILE as never, {});
  const text = await new Response(body).text();
  const entries: Entry[] = [];
  for await (const entry of source.list(LIST as never, {})) entries.push(entry);
  const attributes = await source.stat(FILE as never, {});
  const missing = await source
    .get(MISSING as never, {})
    .catch(({ code, message, reply }) => ({ code, message, reply }));
  // A value is written after its last byte or entry.
  await new Promise((resolve) => setImmediate(resolve));
  return { text, modified, size, entries, attributes, missing };
}

const RESULT = {
  text: "hello",
  modified: MODIFIED,
  size: 5,
  entries: [ENTRY],
  attributes: ATTRIBUTES,
  missing: { code: "not-found", message: "no such file", reply: "550 no" },
};

/** Fills a shared cache with all values, changes each with `change`, and returns what another gateway has to request. */
async function requestsAfter(change: (stored: any) => unknown): Promise<readonly string[]> {
  const values = new Map<string, unknown>();
  const store = new Keyv({ store: values, serialize: undefined, deserialize: undefined } as never);
  expect(await useAll(new CachedSource(createSource().source, { store }))).toEqual(RESULT);
  expect(values.size).toBe(4);
  for (const [key, kept] of values) {
    const isText = typeof kept === "string";
    const { value, ...rest } = (isText ? JSON.parse(kept) : kept) as { value: string };
    const changed = change(JSON.parse(value));
    const next = { ...rest, value: typeof changed === "string" ? changed : JSON.stringify(changed) };
    values.set(key, isText ? JSON.stringify(next) : next);
  }
  const other = createSource();
  expect(await useAll(new CachedSource(other.source, { store }))).toEqual(RESULT);
  return other.calls;
}

const ALL = [`get ${FILE}`, `list ${LIST}`, `stat ${FILE}`, `get ${MISSING}`];

describe("a value of a shared cache", () => {
  it("is used by another gateway, and is the same", async () => {
    expect(await requestsAfter((stored) => stored)).toEqual([]);
  });

  it("is used if the server sent no times", async () => {
    const store = new Keyv({ store: new Map() });
    const first = await useAll(new CachedSource(createSource(false).source, { store }));
    const other = createSource(false);
    expect(await useAll(new CachedSource(other.source, { store }))).toEqual(first);
    expect(first).toMatchObject({ modified: undefined, entries: [UNDATED_ENTRY], attributes: UNDATED });
    expect(other.calls).toEqual([]);
  });

  it.each<[string, (stored: any) => unknown]>([
    ["of another version", (stored) => ({ ...stored, version: stored.version - 1 })],
    ["without a version", ({ version: _, ...stored }) => stored],
    ["that is not JSON", () => "{"],
    ["that is null", () => null],
    ["that is a list", (stored) => [stored]],
    ["that is empty", () => ""],
  ])("%s is a miss", async (_, change) => {
    expect(await requestsAfter(change)).toEqual(ALL);
  });

  it.each<[string, (stored: any) => unknown, readonly string[]]>([
    ["whose items are not a list", (stored) => ({ ...stored, items: "x" }), [0, 1, 2].map((i) => ALL[i]!)],
    ["whose items are missing", ({ items: _, ...stored }) => stored, [0, 1, 2].map((i) => ALL[i]!)],
    ["whose metadata are missing", ({ head: _, ...stored }) => stored, [ALL[0]!, ALL[2]!]],
    ["whose URL or kind is a number", replaceHead({ url: 1, kind: 1 }), [ALL[0]!, ALL[2]!]],
    ["whose date is invalid", replaceHead({ modified: "yesterday" }), [ALL[0]!, ALL[2]!]],
    ["whose bytes are not base64", replaceItems("get", "*"), [ALL[0]!]],
    ["with an entry without a name", replaceItems("list", { kind: "file" }), [ALL[1]!]],
    ["with an entry without a kind", replaceItems("list", { name: "x" }), [ALL[1]!]],
    ["with an entry of another kind of value", replaceItems("list", null), [ALL[1]!]],
    ["with an invalid date of an entry", replaceItems("list", { ...ENTRY, modified: "x" }), [ALL[1]!]],
    ["whose message is missing", ({ message: _, ...stored }) => stored, [ALL[3]!]],
    [
      "whose message is not a string",
      (stored) => ("message" in stored ? { ...stored, message: {} } : stored),
      [ALL[3]!],
    ],
  ])("%s is a miss", async (_, change, requests) => {
    expect(await requestsAfter(change)).toEqual(requests);
  });
});

function replaceHead(fields: object): (stored: any) => unknown {
  return (stored) =>
    stored.head === undefined ? stored : { ...stored, head: { ...stored.head, ...fields } };
}

function replaceItems(operation: string, item: unknown): (stored: any) => unknown {
  return (stored) => (stored.is === operation ? { ...stored, items: [item] } : stored);
}
