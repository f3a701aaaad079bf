import { createServer, type Server, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { http } from "../src/index.ts";

/** A server that reads a request and answers nothing; with what it has heard until its client closed. */
let server: Server;
let heard: Promise<string>;
let firstArrived: Promise<void>;
beforeEach(async () => {
  let hasArrived = () => {};
  firstArrived = new Promise((resolve) => {
    hasArrived = resolve;
  });
  heard = new Promise((resolve) => {
    server = createServer((socket: Socket) => {
      let text = "";
      socket.on("error", () => {}).on("close", () => resolve(text));
      socket.on("data", (bytes) => {
        text += bytes.toString("latin1");
        if (text.includes("first")) hasArrived();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const client = createClient({ schemes: [http], transport: nodeTransport() });
const gone = new Error("the source has gone");

/** One chunk that arrives, and then the failure; `undefined`: nothing more. */
async function* failing(fail: (() => void) | undefined): AsyncGenerator<Uint8Array, void, void> {
  yield new TextEncoder().encode("first");
  await firstArrived;
  fail?.();
  await new Promise(() => {});
}

describe.each(["put", "send"] as const)("a %s that fails", (operation) => {
  describe.each([
    ["with a length", { length: 100 }],
    ["in chunks", {}],
  ])("%s", (_, options) => {
    const url = () => `http://127.0.0.1:${(server.address() as { port: number }).port}/x` as const;

    async function expectBroken(): Promise<void> {
      const text = await heard;
      const body = text.slice(text.indexOf("\r\n\r\n") + 4);
      expect(body).toMatch("length" in options ? /^first$/ : /^5\r\nfirst(?:\r\n)?$/);
    }

    it("does not end its body if the source throws", async () => {
      const source = failing(() => {
        throw gone;
      });
      await expect(client[operation](url(), source, { options })).rejects.toBe(gone);
      await expectBroken();
    });

    it("does not end its body if it is aborted", async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const source = failing(() => controller.abort(gone));
      await expect(client[operation](url(), source, { options, signal })).rejects.toBe(gone);
      await expectBroken();
    });

    it("does not end its body if its deadline passes", async () => {
      const call = client[operation](url(), failing(undefined), { options, limits: { deadline: 400 } });
      await expect(call).rejects.toMatchObject({
        code: "timeout",
        target: operation === "put" ? "incomplete" : undefined,
      });
      await expectBroken();
    });
  });
});
