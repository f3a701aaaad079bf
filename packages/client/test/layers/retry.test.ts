import { AccessError } from "@anyurl/core";
import { describe, expect, test } from "vitest";
import { type RetryLayerOptions, retry } from "../../src/layers/index.ts";
import { FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

const ENDPOINT = { address: "127.0.0.1", port: 4000, maxBuffer: 1024 };
const { signal } = new AbortController();

const failure = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

/** A transport that fails so, and then does not. */
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

describe("what may pass is tried again", () => {
  test.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])(
    "%s",
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

  test("a look-up, too", async () => {
    const { clock, transport, outer } = failing([failure("EAI_AGAIN"), failure("EAI_AGAIN")]);
    const attempt = outer.resolve("a.example", signal);
    await clock.advance(250);
    await clock.advance(500);
    expect(await attempt).toEqual(["127.0.0.1"]);
    expect(transport.looked).toHaveLength(3);
  });

  test("each wait is twice as long, up to the most; after the last attempt its error is thrown", async () => {
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

  test("chance takes up to a half of a wait away", async () => {
    const { clock, transport, outer } = failing([failure("ECONNRESET")], { random: () => 0 });
    const attempt = outer.connect(ENDPOINT, signal);
    await clock.advance(124);
    expect(transport.dialled).toHaveLength(1);
    await clock.advance(1);
    await attempt;
  });
});

describe("nothing else is tried again", () => {
  test.each([
    ["what a policy forbids", new AccessError("host-blocked", "no")],
    ["even where it says that it may pass", new AccessError("connect-failed", "no", { retryable: true })],
    ["a name that is not there", failure("ENOTFOUND")],
    ["a certificate that is none", failure("CERT_HAS_EXPIRED")],
    ["an error without a code", new Error("what?")],
    ["what is no error", undefined],
  ])("%s", async (_, error) => {
    const { clock, transport, outer } = failing([error]);
    await expect(outer.connect(ENDPOINT, signal)).rejects.toBe(error);
    expect(transport.dialled).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("no attempts: the error, at once", async () => {
    const { outer } = failing([failure("ECONNREFUSED")], { attempts: 0 });
    await expect(outer.connect(ENDPOINT, signal)).rejects.toThrow("ECONNREFUSED");
  });

  test("an abort in the wait ends it at once, with the abort's reason, and nothing is dialled again", async () => {
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

  test("an abort amid an attempt that then fails in a way that may pass", async () => {
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
])("%o is a RangeError", (options) => {
  expect(() => retry(options)).toThrow(RangeError);
});
