import { describe, expect, expectTypeOf, it } from "vitest";
import {
  AccessError,
  defineOptions,
  type OptionSet,
  type OptionsInput,
  OptionValueError,
  optionError,
  type ResolvedOptions,
  resolveOptions,
} from "../../src/index.ts";

type Confirm = (text: string) => boolean;

interface Clock {
  now(): number;
}

const DECLARATIONS = {
  tls: { type: "choice", choices: ["none", "required"], default: "none", description: "use TLS" },
  facts: { type: "boolean", default: false, description: "ask for the size" },
  user: {
    type: "string",
    read: (text: string): string | undefined => (text.includes(" ") ? undefined : text),
    expected: "a name without spaces",
    description: "the user",
  },
  size: {
    type: "string",
    read: (text: string): number => {
      if (text === "") throw new RangeError("empty");
      return text.length;
    },
    default: "four",
    description: "a text, of which the length counts",
  },
  count: { type: "integer", min: 1, max: 10, default: 4, description: "how many" },
  wait: { type: "duration", unlimited: true, default: 500, description: "how long" },
  maxBytes: { type: "bytes", description: "how much" },
  since: { type: "date", description: "since when" },
  names: { type: "list", maxItems: 2, default: [], description: "names" },
  quirks: { type: "list", choices: ["a", "b"], default: ["a", "b"], description: "quirks" },
  redirect: {
    type: "choice",
    choices: ["follow", "error"],
    orFunction: undefined as Confirm | undefined,
    description: "redirects",
  },
  confirm: { type: "function", as: undefined as Confirm | undefined, description: "called first" },
  pair: {
    type: "value",
    as: undefined as readonly [number, number] | undefined,
    read: (value: unknown): number | undefined =>
      Array.isArray(value) && value.length === 2 ? value[0] + value[1] : undefined,
    expected: "a pair of numbers",
    description: "two numbers",
  },
  language: { type: "string", requires: "user", description: "the language of the user" },
  units: { type: "string", requires: "count", description: "the units of the count" },
  retry: {
    type: "group",
    description: "retries",
    options: {
      attempts: { type: "integer", default: 0, description: "how many" },
      delay: { type: "duration", description: "how long" },
    },
  },
} as const;
const options: OptionSet<typeof DECLARATIONS> = defineOptions("demo", DECLARATIONS);

function failure(given: unknown): Pick<AccessError, "code" | "message" | "hint"> {
  try {
    resolveOptions(options, given as never);
  } catch (error) {
    const { code, message, hint } = error as AccessError;
    return { code, message, hint };
  }
  return expect.fail("accepted");
}

describe("resolveOptions", () => {
  it("costs nothing without options: it returns the same frozen defaults", () => {
    expect(resolveOptions(options)).toBe(options.defaults);
    expect(resolveOptions(options, {})).toBe(options.defaults);
    expect(Object.isFrozen(options.defaults)).toBe(true);
    expect(options.defaults).toEqual({
      ...{ tls: "none", facts: false, size: 4, count: 4, wait: 500, names: [], quirks: ["a", "b"] },
      retry: { attempts: 0, delay: undefined },
    });
  });

  it("fills in the defaults of the others, also for undefined", () => {
    const resolved = resolveOptions(options, { facts: true, count: undefined, user: "me" });
    expect(resolved).toEqual({ ...options.defaults, facts: true, user: "me" });
    expect(Object.isFrozen(resolved)).toBe(true);
  });

  it.each([
    ["tls", "required", "required"],
    ["count", 1, 1],
    ["count", 10, 10],
    ["wait", 0, 0],
    ["wait", 0.5, 0.5],
    ["wait", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["size", "longer", 6],
    ["names", "one", ["one"]],
    ["names", ["one", "two"], ["one", "two"]],
    ["quirks", [], []],
    ["pair", [1, 2], 3],
    ["since", "2026-01-31", new Date("2026-01-31T00:00:00Z")],
    ["since", "2026-01-31T12:00:00.5Z", new Date("2026-01-31T12:00:00.5Z")],
    ["since", "Sun, 06 Nov 1994 08:49:37 GMT", new Date("1994-11-06T08:49:37Z")],
    ["since", new Date(0), new Date(0)],
    ["since", "0000-01-01", new Date("0000-01-01")],
    ["since", "9999-12-31T23:59:59.999Z", new Date("9999-12-31T23:59:59.999Z")],
    ["maxBytes", 0, 0],
    ["maxBytes", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["retry", { delay: 5 }, { attempts: 0, delay: 5 }],
    ["retry", {}, { attempts: 0 }],
  ])("reads %s: %j as %j", (name, value, expected) => {
    expect(resolveOptions(options, { [name]: value })).toEqual({ ...options.defaults, [name]: expected });
  });

  it("keeps functions", () => {
    const confirm = () => true;
    expect(resolveOptions(options, { confirm, redirect: confirm })).toMatchObject({
      confirm,
      redirect: confirm,
    });
  });

  it.each([
    ["tls", "maybe", ' "maybe": expected "none" or "required"'],
    ["tls", true, ' true: expected "none" or "required"'],
    ["tls", () => true, ': expected "none" or "required"'],
    ["facts", "true", ' "true": expected true or false'],
    ["facts", null, " null: expected true or false"],
    ["user", "a b", ": expected a name without spaces"],
    ["user", 5, ": expected a name without spaces"],
    ["size", "", ": expected a string"],
    ["count", 0, " 0: expected a whole number from 1 to 10"],
    ["count", 11, " 11: expected a whole number from 1 to 10"],
    ["count", 1.5, " 1.5: expected a whole number from 1 to 10"],
    ["count", Number.POSITIVE_INFINITY, " Infinity: expected a whole number from 1 to 10"],
    ["count", "4", ' "4": expected a whole number from 1 to 10'],
    ["wait", -1, " -1: expected a number of milliseconds from 0 to Infinity"],
    ["maxBytes", Number.NaN, " NaN: expected a whole number of bytes, at least 0"],
    ["since", "yesterday", ' "yesterday": expected a date such as "2026-01-31" or "2026-01-31T12:00:00Z"'],
    ["since", "2026-02-99", ' "2026-02-99": expected a date such as "2026-01-31" or "2026-01-31T12:00:00Z"'],
    ["since", new Date(Number.NaN), ': expected a date such as "2026-01-31" or "2026-01-31T12:00:00Z"'],
    ["since", 0, ' 0: expected a date such as "2026-01-31" or "2026-01-31T12:00:00Z"'],
    [
      "since",
      new Date(Date.UTC(10_000, 0)),
      ': expected a date such as "2026-01-31" or "2026-01-31T12:00:00Z"',
    ],
    [
      "since",
      "0000-01-01T00:00+00:01",
      ' "0000-01-01T00:00+00:01": expected a date such as "2026-01-31" or "2026-01-31T12:00:00Z"',
    ],
    ["tls", "x".repeat(61), ` "${"x".repeat(60)}": expected "none" or "required"`],
    ["maxBytes", -1, " -1: expected a whole number of bytes, at least 0"],
    ["maxBytes", 2 ** 53, " 9007199254740992: expected a whole number of bytes, at least 0"],
    ["names", ["a", "b", "c"], ": expected a list of at most 2 strings"],
    ["names", [1], ": expected a list of at most 2 strings"],
    ["quirks", ["c"], ": expected a list of: a, b"],
    ["redirect", 1, ' 1: expected "follow", "error", or a function'],
    ["confirm", "yes", ": expected a function"],
    ["pair", [1], ": expected a pair of numbers"],
  ])("rejects %s: %j", (name, value, rest) => {
    expect(failure({ [name]: value })).toMatchObject({
      code: "bad-option",
      message: `invalid demo option ${name}${rest}`,
    });
  });

  it("describes an object by its methods, and passes on only the error of an option in it", () => {
    const failing = (error: unknown) =>
      defineOptions("demo", {
        any: { type: "object", description: "an object" },
        some: {
          ...{ type: "value", description: "a value", expected: "something else" },
          read: () => {
            throw error;
          },
        },
      });
    expect(() => resolveOptions(failing(0), { any: 1 as never })).toThrow(
      "invalid demo option any: expected an object",
    );
    expect(() => resolveOptions(failing(0), { any: [] as never })).toThrow(/expected an object$/);
    const inner = optionError(failing(0), "some.inner", "a number");
    expect(() => resolveOptions(failing(inner), { some: 1 })).toThrow(inner);
    const others = [new AccessError("busy", "no"), Object.assign(new Error("no"), { code: "bad-option" })];
    for (const other of others)
      expect(() => resolveOptions(failing(other), { some: 1 })).toThrow(/some: expected something else$/);
  });

  it("says what is expected of this value, if the declaration does", () => {
    const set = defineOptions("demo", {
      names: {
        type: "list",
        read: (names: readonly string[]) => {
          if (names.includes("from")) throw new OptionValueError('a list without "from"');
          return names;
        },
        description: "names",
      },
    });
    expect(() => resolveOptions(set, { names: ["from"] })).toThrow(
      expect.objectContaining({
        code: "bad-option",
        message: 'invalid demo option names: expected a list without "from"',
      }),
    );
    expect(resolveOptions(set, { names: "to" }).names).toEqual(["to"]);
  });

  it("passes on the error of a value with options of its own", () => {
    const inner = defineOptions("inner", { size: { type: "integer", description: "a size" } });
    const set = defineOptions("outer", {
      inner: {
        type: "value",
        read: (value: unknown) => resolveOptions(inner, value as object),
        expected: "an object",
        description: "options",
      },
    });
    expect(() => resolveOptions(set, { inner: { sise: 1 } })).toThrow(
      expect.objectContaining({ message: 'unknown inner option "sise"', hint: "use size" }),
    );
    expect(resolveOptions(set, { inner: { size: 2 } }).inner).toEqual({ size: 2 });
  });

  it("does not show a value that can be secret, and shows at most 60 characters of another", () => {
    expect(failure({ user: "hunter two" }).message).not.toContain("hunter");
    expect(failure({ tls: "x".repeat(100) }).message).toContain(`"${"x".repeat(60)}"`);
  });

  it("rejects an unknown option and names the nearest one", () => {
    expect(failure({ tsl: "none" })).toEqual({
      code: "bad-option",
      message: 'unknown demo option "tsl"',
      hint: "use tls",
    });
    expect(failure({ max_bytes: 1 }).hint).toBe("use maxBytes");
    expect(failure({ nonsense: undefined }).hint).toBe(`use one of: ${Object.keys(DECLARATIONS).join(", ")}`);
    expect(failure(JSON.parse('{"__proto__": 1}')).message).toBe('unknown demo option "__proto__"');
    expect(failure({ constructor: 1 }).message).toBe('unknown demo option "constructor"');
    expect(failure({ ["x".repeat(100)]: 1 }).message).toBe(`unknown demo option "${"x".repeat(60)}"`);
  });

  it("names the nearest choice", () => {
    expect(failure({ tls: "requird" }).hint).toBe('use "required"');
  });

  it("names the path of an option in a group", () => {
    expect(failure({ retry: { atempts: 1 } })).toMatchObject({
      message: 'unknown demo option "retry.atempts"',
      hint: "use retry.attempts",
    });
    expect(failure({ retry: { attempts: -1 } }).message).toMatch(/^invalid demo option retry\.attempts -1: /);
    expect(failure({ retry: 3 }).message).toBe("invalid demo option retry: expected an object");
    expect(failure([]).message).toBe("invalid demo options: expected an object");
    expect(failure(null).message).toBe("invalid demo options: expected an object");
  });

  it("rejects a set without an option that is required", () => {
    const set = defineOptions("demo", {
      host: { type: "string", required: true, expected: "a host name", description: "the server" },
      auth: {
        type: "group",
        description: "the login",
        options: { user: { type: "string", required: true, description: "the user" } },
      },
    });
    const message = "missing demo option host: expected a host name";
    expect(() => resolveOptions(set)).toThrow(expect.objectContaining({ code: "bad-option", message }));
    expect(() => resolveOptions(set, { host: undefined } as never)).toThrow(message);
    expect(() => resolveOptions(set, { host: "h", auth: {} } as never)).toThrow(
      "missing demo option auth.user: expected a string",
    );
    expect(resolveOptions(set, { host: "h" }).host).toBe("h");
    expectTypeOf<OptionsInput<typeof set>["host"]>().toEqualTypeOf<string>();
    expectTypeOf<ResolvedOptions<typeof set>["host"]>().toEqualTypeOf<string>();
    // @ts-expect-error: the host is missing
    const hostless: OptionsInput<typeof set> = { auth: { user: "me" } };
    expect(() => resolveOptions(set, hostless)).toThrow(message);
  });

  it("passes an object on unchanged if it has the methods", () => {
    const set = defineOptions("demo", {
      clock: { type: "object", methods: ["now"], as: undefined as Clock | undefined, description: "time" },
      extra: { type: "object", description: "more" },
    });
    const clock = new (class {
      now(): number {
        return 1;
      }
    })();
    expect(resolveOptions(set, { clock }).clock).toBe(clock);
    expectTypeOf<ResolvedOptions<typeof set>["clock"]>().toEqualTypeOf<Clock | undefined>();
    for (const wrong of [{}, { now: 1 }, null, [], () => 1, "now"])
      expect(() => resolveOptions(set, { clock: wrong } as never)).toThrow(
        "invalid demo option clock: expected an object with the methods now",
      );
    for (const wrong of [[], null, () => 1])
      expect(() => resolveOptions(set, { extra: wrong } as never)).toThrow("expected an object");
  });

  it("reads a fraction of a number, and not of a count or a size", () => {
    const set = defineOptions("demo", { part: { type: "number", max: 1, description: "a part" } });
    expect(resolveOptions(set, { part: 0.25 }).part).toBe(0.25);
    for (const part of [1.01, -0.5, Number.NaN, "0.5"])
      expect(() => resolveOptions(set, { part } as never)).toThrow("expected a number from 0 to 1");
  });

  it("rejects an option without the one that it requires", () => {
    expect(failure({ language: "de" })).toEqual({
      code: "bad-option",
      message: "the demo option language requires the option user",
      hint: "set user too",
    });
    expect(resolveOptions(options, { language: "de", user: "me" }).language).toBe("de");
    // A default counts as set.
    expect(resolveOptions(options, { units: "km" }).units).toBe("km");
  });

  it("gives the error the properties of the caller", () => {
    expect(() => resolveOptions(options, { tls: 1 }, { scheme: "demo", operation: "get" })).toThrow(
      expect.objectContaining({ scheme: "demo", operation: "get" }),
    );
    expect(optionError(options, "tls", "more")).toMatchObject({
      code: "bad-option",
      message: "invalid demo option tls: expected more",
    });
  });
});

describe("defineOptions", () => {
  it("rejects a default that is not valid", () => {
    const wrong = { count: { type: "integer", max: 3, default: 4, description: "how many" } } as const;
    expect(() => defineOptions("demo", wrong).defaults).toThrow(
      "invalid default of the demo option count: expected a whole number from 0 to 3",
    );
  });

  it("reads defaults on first use, because a declaration can use constants that follow it", () => {
    const late = {
      name: { type: "string", read: (text: string) => text + SUFFIX, default: "a", description: "a name" },
    } as const;
    const set = defineOptions("demo", late);
    const SUFFIX = "z";
    expect(set.defaults.name).toBe("az");
    expect(set.defaults).toBe(set.defaults);
  });

  it("rejects a requirement that is not an option", () => {
    const wrong = { user: { type: "string", requires: "name", description: "the user" } } as const;
    expect(() => defineOptions("demo", wrong).defaults).toThrow("requires name, which is not an option");
  });
});

describe("the types of options", () => {
  it("are those that a caller may give", () => {
    type Input = OptionsInput<typeof options>;
    expectTypeOf<Input["tls"]>().toEqualTypeOf<"none" | "required" | undefined>();
    expectTypeOf<Input["facts"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Input["size"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Input["since"]>().toEqualTypeOf<Date | string | undefined>();
    expectTypeOf<Input["names"]>().toEqualTypeOf<string | readonly string[] | undefined>();
    expectTypeOf<Input["quirks"]>().toEqualTypeOf<"a" | "b" | readonly ("a" | "b")[] | undefined>();
    expectTypeOf<Input["redirect"]>().toEqualTypeOf<"follow" | "error" | Confirm | undefined>();
    expectTypeOf<Input["confirm"]>().toEqualTypeOf<Confirm | undefined>();
    expectTypeOf<Input["pair"]>().toEqualTypeOf<readonly [number, number] | undefined>();
    expectTypeOf<NonNullable<Input["retry"]>["attempts"]>().toEqualTypeOf<number | undefined>();
  });

  it("are those that the program reads: precise, and without undefined if there is a default", () => {
    type Resolved = ResolvedOptions<typeof options>;
    expectTypeOf<Resolved["tls"]>().toEqualTypeOf<"none" | "required">();
    expectTypeOf<Resolved["user"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Resolved["size"]>().toEqualTypeOf<number>();
    expectTypeOf<Resolved["since"]>().toEqualTypeOf<Date | undefined>();
    expectTypeOf<Resolved["names"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Resolved["quirks"]>().toEqualTypeOf<readonly ("a" | "b")[]>();
    expectTypeOf<Resolved["pair"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Resolved["retry"]["attempts"]>().toEqualTypeOf<number>();
  });

  it("reject a misspelled name and a wrong value before the program runs", () => {
    // @ts-expect-error: not a choice
    const misspelled: OptionsInput<typeof options> = { tls: "requird" };
    // @ts-expect-error: not an option
    const unknown: OptionsInput<typeof options> = { tsl: "required" };
    for (const given of [misspelled, unknown]) expect(() => resolveOptions(options, given)).toThrow();
  });
});
