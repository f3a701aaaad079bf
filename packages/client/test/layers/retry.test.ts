import { AccessError } from "@anyurl/core";
import { describe, expect, test } from "vitest";
import { type RetryLayerOptions, retry } from "../../src/layers/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

const ENDPOINT = { address: "127.0.0.1", port: 4000, maxBuffer: 1024 };
const { signal } = new AbortController();

const failure = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

/** A transport that fails with these errors first, and then works. */
function failing(failures: readonly unknown[], options: RetryLayerOptions = {}) {
  const clock = new ManualClock();
  const transport = new FakeTransport();
  const left = [...failures];
  const next = () => {
    if (left.length > 0) throw left.shift();
  };
  transport.answer = async ({ address, port }) => {
    next();
    return new FakeConnection(address, port);
  };
  const resolve = transport.resolve.bind(transport);
  transport.resolve = async (name) => {
    const addresses = await resolve(name);
    next();
    return addresses;
  };
  return { clock, transport, outer: retry({ clock, random: () => 1, ...options })(transport) };
}

describe("the layer retry repeats a temporary failure", () => {
  test.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])(
    "of a connection: %s",
    async (code) => {
      const { clock, transport, outer } = failing([failure(code)]);
      const attempt = outer.connect(ENDPOINT, signal);
      await clock.advance(249);
      expect(transport.dialled).toHaveLength(1);
      await clock.advance(1);
      expect((await attempt).remote.port).toBe(4000);
      expect(transport.dialled).toEqual([ENDPOINT, ENDPOINT]);
      expect(clock.pending).toBe(0);
    },
  );

  test("for a lookup as well", async () => {
    const { clock, transport, outer } = failing([failure("EAI_AGAIN"), failure("EAI_AGAIN")]);
    const attempt = outer.resolve("a.example", signal);
    await clock.advance(250);
    await clock.advance(500);
    expect(await attempt).toEqual(["127.0.0.1"]);
    expect(transport.looked).toHaveLength(3);
  });

  test("with doubled waits up to the maximum, and fails with the last error", async () => {
    const errors = Array.from({ length: 6 }, () => failure("ECONNREFUSED"));
    const { clock, transport, outer } = failing(errors, { attempts: 5, first: 100, most: 300 });
    const attempt = expect(outer.connect(ENDPOINT, signal)).rejects.toBe(errors[5]);
    for (const [i, wait] of [100, 200, 300, 300, 300].entries()) {
      await clock.advance(wait - 1);
      expect(transport.dialled).toHaveLength(i + 1);
      await clock.advance(1);
      expect(transport.dialled).toHaveLength(i + 2);
    }
    await attempt;
    expect(clock.pending).toBe(0);
  });

  test("with waits that are randomly reduced by up to half", async () => {
    const { clock, transport, outer } = failing([failure("ECONNRESET")], { random: () => 0 });
    const attempt = outer.connect(ENDPOINT, signal);
    await clock.advance(124);
    expect(transport.dialled).toHaveLength(1);
    await clock.advance(1);
    await attempt;
  });
});

describe("the layer retry repeats no other failure", () => {
  test.each([
    ["a policy error", new AccessError("host-blocked", "no")],
    [
      "a policy error that is marked as retryable",
      new AccessError("connect-failed", "no", { retryable: true }),
    ],
    ["a missing name", failure("ENOTFOUND")],
    ["an invalid certificate", failure("CERT_HAS_EXPIRED")],
    ["an error without a code", new Error("what?")],
    ["a value that is not an error", undefined],
  ])("%s", async (_, error) => {
    const { clock, transport, outer } = failing([error]);
    await expect(outer.connect(ENDPOINT, signal)).rejects.toBe(error);
    expect(transport.dialled).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("after no attempts are left", async () => {
    const { outer } = failing([failure("ECONNREFUSED")], { attempts: 0 });
    await expect(outer.connect(ENDPOINT, signal)).rejects.toThrow("ECONNREFUSED");
  });

  test("an abort ends the wait at once with its reason, without dialing again", async () => {
    const { clock, transport, outer } = failing([failure("ECONNREFUSED")]);
    const abort = new AbortController();
    const attempt = expect(outer.connect(ENDPOINT, abort.signal)).rejects.toThrow("enough");
    await settled();
    expect(clock.pending).toBe(1);
    abort.abort(new Error("enough"));
    await attempt;
    expect(clock.pending).toBe(0);
    await clock.advance(10_000);
    expect(transport.dialled).toHaveLength(1);
  });

  test("an abort during an attempt that then fails temporarily", async () => {
    const { clock, transport, outer } = failing([]);
    const abort = new AbortController();
    transport.answer = async () => {
      abort.abort(new Error("enough"));
      throw failure("ETIMEDOUT");
    };
    await expect(outer.connect(ENDPOINT, abort.signal)).rejects.toThrow("enough");
    await clock.advance(10_000);
    expect(transport.dialled).toHaveLength(1);
  });
});

test.each([
  { attempts: Number.NaN },
  { attempts: -1 },
  { attempts: "3" as never },
  { first: Number.NaN },
  { most: -1 },
])("the layer retry rejects %o with bad-option", (options) => {
  expect(() => retry(options)).toThrow(expect.objectContaining({ code: "bad-option" }));
});
