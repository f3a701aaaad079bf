import { AccessError, defineScheme, type Entity, octetsOf } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport, ManualClock } from "../world.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What Node throws if it cannot allocate a buffer, if the system says so, and if a string would be too long. */
const noBuffer = () => new RangeError("Array buffer allocation failed");
const noMemory = () => Object.assign(new Error("ENOMEM: not enough memory, read"), { code: "ENOMEM" });
const longString = () =>
  Object.assign(new Error("Cannot create a string longer than 0x1fffffe8 characters"), {
    code: "ERR_STRING_TOO_LONG",
  });

/** A scheme whose body has these chunks. An error is thrown. The client says whether the body was ended. */
function clientOf(...chunks: readonly (string | Error)[]) {
  const seen = { ended: false };
  async function* body(): AsyncGenerator<Uint8Array, true, void> {
    try {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield octetsOf(chunk);
      }
      return true;
    } finally {
      seen.ended = true;
    }
  }
  const scheme = defineScheme({
    name: "x-memory",
    cite: ["x-memory"],
    parse: () => ({}),
    format: () => "x-memory:/",
    examples: [],
    access: async () => ({ get: async (): Promise<Entity> => ({ body: body() }) }),
  });
  const client = createClient({
    schemes: [scheme] as const,
    transport: new FakeTransport(),
    clock: new ManualClock(),
  });
  return { get: () => client.get("x-memory:/"), seen };
}

describe("a call without enough memory", () => {
  it.each([
    ["a buffer cannot be allocated", noBuffer, "temporarily-unavailable", /not enough memory/],
    ["the system has none", noMemory, "temporarily-unavailable", /not enough memory/],
    ["a string would be too long", longString, "too-large", /longer than a string/],
    [
      "V8 refuses a string",
      () => new RangeError("Invalid string length"),
      "too-large",
      /longer than a string/,
    ],
  ] as const)("names the cause, and not a fault of the scheme: %s", async (_, failure, code, message) => {
    const cause = failure();
    const { get } = clientOf("text", cause);
    const error = await get()
      .then((result) => result.bytes())
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AccessError);
    expect(error).toMatchObject({
      ...{ code, scheme: "x-memory", message: expect.stringMatching(message) },
      cause: { message: cause.message },
    });
  });

  it("still names a range error of the scheme as its fault", async () => {
    const { get } = clientOf("text", new RangeError("Invalid typed array length: -1"));
    const reading = get().then((result) => result.bytes());
    await expect(reading).rejects.toMatchObject({ code: "plugin-fault" });
  });

  it("ends the body that it cannot keep", async () => {
    const { get, seen } = clientOf("text", "more");
    const result = await get();
    vi.spyOn(ByteCollector.prototype, "add").mockImplementationOnce(() => {
      throw noBuffer();
    });
    const error = await result.bytes().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "temporarily-unavailable" });
    expect(await result.complete).toBe(false);
    expect(seen.ended).toBe(true);
  });

  it("cannot decode a text that is longer than a string", async () => {
    const { get } = clientOf("text");
    const result = await get();
    vi.stubGlobal(
      "TextDecoder",
      class {
        decode(): never {
          throw longString();
        }
      },
    );
    await expect(result.text()).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("bytes"),
    });
  });
});
