import { DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport, line, settled } from "../world.ts";

/** Gets a resource with this body, and takes its stream first. */
async function streamed(maxBytes: number | undefined, ...chunks: readonly (string | Uint8Array | Error)[]) {
  const transport = new FakeTransport();
  const limits = maxBytes === undefined ? {} : { maxBytes };
  const client = createClient({ schemes: [line] as const, transport, limits });
  const call = client.get("x-line://h.example/p");
  await settled();
  for (const said of ["ok\r\n", ...chunks, undefined, "bye\r\n"]) transport.connections[0]!.say(said);
  const retrieved = await call;
  return { retrieved, body: retrieved.body, transport };
}

describe("bytes() of a response whose stream was taken", () => {
  it("returns all bytes of the stream, in order", async () => {
    const { retrieved, transport } = await streamed(6, "12", "3", "456");
    expect(new TextDecoder().decode(await retrieved.bytes())).toBe("123456");
    expect(transport.open).toBe(0);
  });

  it("returns no bytes for an empty body", async () => {
    const { retrieved } = await streamed(6);
    expect(await retrieved.bytes()).toEqual(new Uint8Array(0));
  });

  it("fails with more than maxBytes, and closes the connection", async () => {
    const { retrieved, transport } = await streamed(5, "123", "456");
    await expect(retrieved.bytes()).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("maxBytes"),
    });
    await settled();
    expect(transport.open).toBe(0);
  });

  it("fails with more than the default maxBytes, which does not limit the stream", {
    timeout: 60_000,
  }, async () => {
    const { retrieved, transport } = await streamed(undefined, new Uint8Array(DEFAULT_LIMITS.maxBytes + 1));
    // Not the bytes: a failed test would print them all.
    const code = await retrieved.bytes().then(
      ({ length }) => length,
      (error: { readonly code: unknown }) => error.code,
    );
    expect(code).toBe("too-large");
    await settled();
    expect(transport.open).toBe(0);
  });

  it("fails if the stream fails", async () => {
    const { retrieved, transport } = await streamed(10, "123", new Error("reset"));
    await expect(retrieved.bytes()).rejects.toMatchObject({ code: "truncated" });
    expect(transport.open).toBe(0);
  });

  it("fails if a reader has the stream", async () => {
    const { retrieved, body } = await streamed(10, "123");
    const reader = body.getReader();
    await expect(retrieved.bytes()).rejects.toThrow(TypeError);
    await reader.cancel();
  });
});
