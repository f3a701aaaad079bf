import { getOptionSet, type OperationName, override } from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createAnyurl } from "../src/index.ts";
import { createAnyurlFrom } from "../src/lazy.ts";

/** Fails the test if anything is looked up or connected. */
const NO_NETWORK: Transport = new Proxy({} as Transport, {
  get: (_, name) =>
    name === "then" ? undefined : () => expect.fail(`the transport is used: ${String(name)}`),
});

const urls = createAnyurl({ transport: NO_NETWORK });
const SCHEMES = urls.names().map((name) => [name, urls.scheme(name)!] as const);

/** A value that no option of the type has. */
const WRONG: Readonly<Record<string, unknown>> = {
  ...{
    boolean: "perhaps",
    string: 5,
    choice: "no such choice",
    integer: "many",
    number: "several",
    duration: "long",
    bytes: "much",
  },
  ...{
    date: "yesterday?",
    list: { no: "list" },
    function: 5,
    value: Symbol("not a value"),
    group: 5,
    object: 5,
  },
};

type Call = (...args: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/** The arguments between the URL and the options. */
const ARGUMENTS: Partial<Readonly<Record<OperationName, readonly unknown[]>>> = {
  search: ["words"],
  put: [""],
  append: [""],
  send: [""],
  rename: ["x:y"],
  request: [{}],
};

async function failureOf(operation: string, url: string, options: object): Promise<unknown> {
  const call = urls[operation as "get"] as unknown as Call;
  try {
    const result = call(url, ...(ARGUMENTS[operation as OperationName] ?? []), { options });
    if (Symbol.asyncIterator in result) for await (const _ of result);
    else await result;
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.each(SCHEMES)("options of %s", (name, scheme) => {
  it("are rejected by every operation before anything is connected: an unknown one, and wrong values", async () => {
    const operations = Object.keys((await scheme.access?.()) ?? {});
    const { url } = scheme.examples.find((each) => each.url.startsWith(`${name}:`)) ?? scheme.examples[0]!;
    const declared = Object.entries(getOptionSet(scheme).declarations as Record<string, { type: string }>);
    // A scheme without operations, such as tel, has no options either.
    expect(declared.length > 0).toBe(operations.length > 0);
    if (operations.length === 0) return;
    const wrong = [
      ["noSuchOption", 1],
      ...declared.map(([option, { type }]) => [option, WRONG[type]]),
    ] as const;
    for (const operation of operations) {
      for (const [option, value] of wrong) {
        const error = await failureOf(operation, url, { [option as string]: value });
        expect({ operation, option, error }).toMatchObject({
          error: { code: "bad-option", operation, message: expect.stringContaining(option as string) },
        });
      }
    }
    const planned = () => urls.plan(url, undefined, { noSuchOption: 1 });
    expect(planned).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});

describe("the types of options", () => {
  it("follow the URL of the call", () => {
    const calls = () => [
      urls.get("ftp://h.example/", { options: { tls: "required" } }),
      urls.list("gopher://h.example/", { options: { quirks: ["bare-lf"] } }),
      urls.get("http://h.example/" as string, { options: { anything: 1 } }),
      urls.get(urls.parse("ftps://h.example/x"), { options: { path: "full-path" } }),
      // @ts-expect-error: not a choice
      urls.get("ftp://h.example/", { options: { tls: "requird" } }),
      // @ts-expect-error: not an option of ftp
      urls.get("ftp://h.example/", { options: { quirks: [] } }),
      // @ts-expect-error: not an option of gopher
      urls.list("gopher://h.example/", { options: { tls: "required" } }),
      // @ts-expect-error: text is for a command line
      urls.stat("ftp://h.example/", { options: { facts: "true" } }),
      // @ts-expect-error: known by the type of the URL
      urls.get(urls.parse("ftps://h.example/x"), { options: { path: "full" } }),
    ];
    expectTypeOf(calls).returns.toBeArray();
  });
});

describe("the options of an anyurl", () => {
  it.each([
    [{ retrys: 3 }, "use retry"],
    [{ limits: { deadlin: 1 } }, "use limits.deadline"],
    [{ connections: { idel: 1 } }, "use connections.idle"],
    [{ policy: "untrustd" }, 'use "untrusted"'],
    [{ transport: {} }, undefined],
  ])("reject a misspelled name or an invalid value at once: %j", (options, hint) => {
    for (const create of [createAnyurl, (of: object) => createAnyurlFrom([], of)]) {
      expect(() => create(options as object)).toThrow(expect.objectContaining({ code: "bad-option", hint }));
    }
  });

  it("accept a value of undefined, as if it was not given", () => {
    expect(() => createAnyurl({ transport: undefined, retry: undefined } as object)).not.toThrow();
  });

  it("take one name for a list of one, as the client does", () => {
    const file = override({ ...urls.scheme("file")!, protected: false });
    expect(() => createAnyurl({ schemes: [file], allowOverride: "file" })).not.toThrow();
    expect(() => createAnyurl({ schemes: [file] })).toThrow("protected");
  });
});
