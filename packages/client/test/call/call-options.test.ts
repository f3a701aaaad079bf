import { describe, expect, expectTypeOf, it } from "vitest";
import { type CallOptions, createClient, toFetch } from "../../src/index.ts";
import { FakeTransport, line } from "../world.ts";

const URL = "x-line://h.example/p";

/** The operations of a client with these options. */
const OPERATIONS = {
  get: (client, options) => client.get(URL, options),
  list: async (client, options) => client.list(URL, options),
  search: async (client, options) => client.search(URL, "words", options),
  stat: (client, options) => client.stat(URL, options),
  put: (client, options) => client.put(URL, new Uint8Array(1), options),
  append: (client, options) => client.append(URL, new Uint8Array(1), options),
  copy: (client, options) => client.copy(URL, `${URL}2`, options),
  walk: async (client, options) => client.walk(URL, options),
  copyTree: (client, options) => client.copyTree(URL, `${URL}/`, options).next(),
  sync: (client, options) => client.sync(URL, `${URL}/`, options).next(),
  remove: (client, options) => client.remove(URL, options),
  rename: (client, options) => client.rename(URL, `${URL}2`, options),
  makeDirectory: (client, options) => client.makeDirectory(URL, options),
  send: (client, options) => client.send(URL, undefined, options),
  open: (client, options) => client.open(URL, options),
} as const satisfies Record<string, (client: any, options: CallOptions) => Promise<unknown>>;

/** Calls an operation. Returns its error, which comes before anything is connected. */
async function failure(operation: keyof typeof OPERATIONS, options: object): Promise<unknown> {
  const transport = new FakeTransport();
  const client = createClient({ schemes: [line], transport });
  const error = await OPERATIONS[operation](client, options).then(
    () => expect.fail("accepted"),
    (reason: unknown) => reason,
  );
  expect([transport.looked, transport.dialled]).toEqual([[], []]);
  return error;
}

describe.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])("the options of %s", (operation) => {
  const name = operation === "walk" || operation === "copyTree" || operation === "sync" ? operation : "call";

  it("are rejected if unknown, and the error names the nearest", async () => {
    expect(await failure(operation, { limts: {} })).toMatchObject({
      ...{ code: "bad-option", message: `unknown ${name} option "limts"`, hint: "use limits" },
    });
    expect(await failure(operation, { retry: { atempts: 1 } })).toMatchObject({
      ...{ code: "bad-option", hint: "use retry.attempts" },
    });
  });

  it.each([
    ["signal", {}, "an AbortSignal"],
    ["limits", { deadline: -1 }, "a number of milliseconds from 0 to Infinity"],
    ["limits", 5, "an object"],
    ["retry", 3, "an object"],
    ["retry", { attempts: 1.5 }, "a whole number from 0 to Infinity"],
    ["options", [], "an object"],
    ["range", { start: 2, end: 1 }, "{ start, end } with whole numbers"],
    ["range", null, "{ start, end } with whole numbers"],
    ["onProgress", true, "a function"],
    ["onSent", {}, "a function"],
    ["atomic", "maybe", 'true, false, or "preferred"'],
    ["namedBy", "client", 'a response, an entry, or "server"'],
    ["transcript", [], "a Transcript"],
    ["insecure", 1, "true or false"],
    ["allowAmbiguous", "yes", "true or false"],
  ])("are rejected with a wrong %s: %j", async (option, value, expected) => {
    expect(await failure(operation, { [option]: value })).toMatchObject({
      code: "bad-option",
      message: expect.stringMatching(`^invalid ${name} option ${option}`),
    });
    expect(String(await failure(operation, { [option]: value }))).toContain(`expected ${expected}`);
  });
});

describe("the options of a call", () => {
  it("have types that follow from the declarations", () => {
    expectTypeOf<CallOptions["signal"]>().toEqualTypeOf<AbortSignal | undefined>();
    expectTypeOf<CallOptions["atomic"]>().toEqualTypeOf<boolean | "preferred" | undefined>();
    expectTypeOf<NonNullable<CallOptions["limits"]>["deadline"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<CallOptions<{ readonly tls: string }>["options"]>().toEqualTypeOf<
      { readonly tls: string } | undefined
    >();
    // @ts-expect-error: not an option
    const misspelled: CallOptions = { limts: {} };
    expect(misspelled).toBeDefined();
  });

  it("of fetch are rejected when it is created", () => {
    const client = createClient({ schemes: [line], transport: new FakeTransport() });
    expect(() => toFetch(client, { call: { limits: { deadlin: 1 } } } as never)).toThrow(
      expect.objectContaining({ code: "bad-option", hint: "use call.limits.deadline" }),
    );
    expect(() => toFetch(client, { error: "throw" } as never)).toThrow(
      expect.objectContaining({ message: 'unknown fetch option "error"', hint: "use errors" }),
    );
  });
});
