import {
  type Attributes,
  defineOptions,
  defineScheme,
  type OptionSet,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

const options: OptionSet = defineOptions("x-opt", {
  tls: { type: "choice", choices: ["none", "required"], default: "none", description: "use TLS" },
  count: { type: "integer", default: 1, description: "how many" },
});

/** Returns the options that an operation reads. */
async function seen(ofClient?: object, ofCall?: object, set: OptionSet | null = options): Promise<unknown> {
  let read: unknown;
  const stat = async (_: Url, context: Context): Promise<Attributes> => {
    read = context.options;
    return { kind: "file" };
  };
  const scheme: Scheme<"x-opt", object, object, { stat: typeof stat }> = defineScheme({
    name: "x-opt",
    cite: [],
    examples: [],
    format: () => "x-opt:x",
    access: async () => ({ stat }),
    ...(set && { options: set }),
  });
  const client = createClient({
    schemes: [scheme],
    transport: new FakeTransport(),
    ...(ofClient && { options: { "x-opt": ofClient as Record<string, unknown> } }),
  });
  await client.stat("x-opt:x", ofCall && { options: ofCall as Record<string, unknown> });
  return read;
}

describe("the options of a scheme", () => {
  it("are its defaults if the caller gives none, without a copy", async () => {
    expect(await seen()).toBe(options.defaults);
    expect(await seen({}, {})).toBe(options.defaults);
  });

  it("are those of the call, then those of the client, then the defaults", async () => {
    expect(await seen({ tls: "required", count: 2 }, { count: 3 })).toEqual({ tls: "required", count: 3 });
    expect(await seen({ count: 2 })).toEqual({ tls: "none", count: 2 });
    expect(await seen(undefined, { count: 3 })).toEqual({ tls: "none", count: 3 });
  });

  it.each([
    [{ tsl: "none" }, undefined],
    [undefined, { tsl: "none" }],
  ])("are rejected if unknown: %j of the client, %j of the call", async (ofClient, ofCall) => {
    await expect(seen(ofClient, ofCall)).rejects.toMatchObject({
      ...{ code: "bad-option", message: 'unknown x-opt option "tsl"', hint: "use tls" },
      ...{ scheme: "x-opt", operation: "stat" },
    });
  });

  it("are rejected if the scheme declares none", async () => {
    await expect(seen(undefined, { tls: "none" }, null)).rejects.toMatchObject({
      ...{ code: "bad-option", hint: "remove it: x-opt has no options" },
    });
    expect(await seen(undefined, undefined, null)).toEqual({});
  });
});
