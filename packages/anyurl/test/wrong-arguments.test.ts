import { createAnyurl } from "anyurl";
import { describe, expect, it } from "vitest";

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const METHODS = [
  "get",
  "stat",
  "put",
  "append",
  "copy",
  "remove",
  "rename",
  "makeDirectory",
  "send",
  "open",
  "request",
];
const URL = "data:,x";
const WRONG: readonly (readonly unknown[])[] = [
  [],
  [null],
  [undefined, null],
  [1, 2, 3],
  [{}],
  [Symbol("a")],
  ["x y"],
  [URL, null],
  [URL, "x", null],
  [URL, URL, null],
  [URL, { options: null }],
  [URL, "x", { timeout: "x" }],
  [URL, { signal: 1 }],
];

/** Waits until the client is loaded, because the first call has a promise of its own. */
async function loaded(target: object): Promise<Readonly<Record<string, Method>>> {
  const methods = target as Readonly<Record<string, Method>>;
  await methods["get"]!(URL, { signal: AbortSignal.abort() }).catch(() => {});
  return methods;
}

describe("an operation with wrong arguments", () => {
  const anyurl = createAnyurl();

  it.each(METHODS)("%s of a client returns a promise, and never throws", async (name) => {
    const client = await loaded(anyurl);
    for (const args of WRONG) expect(client[name]!(...args).catch(() => {})).toBeInstanceOf(Promise);
  });

  it.each(METHODS)("%s of a view returns a promise, and never throws", async (name) => {
    const view = await loaded(anyurl.at("ftp://127.0.0.1:1/"));
    for (const args of WRONG) expect(view[name]!(...args).catch(() => {})).toBeInstanceOf(Promise);
  });
});
