import { createClient } from "@anyurl/client";
import { octetsOf, type Source } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { expect, it } from "vitest";
import { ftp } from "../../src/index.ts";
import { ADDRESS, type Replies, startTableServer } from "./table-server.ts";

/** Uploads three chunks, and returns whether it worked, how much of the source was read, and how often it was closed. */
async function upload(replies: Replies) {
  const network = memoryTransport();
  const { stored } = startTableServer(network, { replies });
  const client = createClient({ schemes: [ftp] as const, transport: network });
  let read = 0;
  let closed = 0;
  const source: Source = {
    [Symbol.asyncIterator]: () => ({
      next: async () =>
        ++read > 3 ? { done: true, value: undefined } : { done: false, value: octetsOf("x") },
      return: async () => {
        closed++;
        return { done: true, value: undefined };
      },
    }),
  };
  const code = await client.put(`ftp://${ADDRESS}/x`, source).then(
    () => undefined,
    (error: { readonly code: string }) => error.code,
  );
  return { code, read, closed, stored };
}

it("a source is read to its end, and then not closed: it has ended", async () => {
  expect(await upload({})).toEqual({ code: undefined, read: 4, closed: 0, stored: ["xxx"] });
});

it.each([
  ["before the first chunk", { CWD: "", TYPE: "504 no" }, "unsupported", 0],
  ["after the first chunk", { STOR: "552 full" }, "no-space", 1],
] as const)("a source is closed once if the upload fails %s", async (_, replies, code, read) => {
  expect(await upload(replies)).toEqual({ code, read, closed: 1, stored: [] });
});

it("a callback for credentials that fails ends the connection", async () => {
  const network = memoryTransport();
  startTableServer(network, { replies: { USER: "331 password" } });
  const client = createClient({
    ...{ schemes: [ftp] as const, transport: network },
    credentials: () => {
      throw new Error("no");
    },
  });
  await expect(client.get(`ftp://me@${ADDRESS}/x`)).rejects.toThrow();
  expect(network.open).toBe(0);
});

it.each(["x", "x;type=a", ""])("a caller that stops reading %j ends the transfer", async (path) => {
  const network = memoryTransport();
  startTableServer(network, { data: ["one\r\ntwo\r\n"] });
  const client = createClient({
    ...{ schemes: [ftp] as const, transport: network, options: { ftp: { lineEnds: "lf" } } },
  });
  const { body } = await client.get(`ftp://${ADDRESS}/${path}`);
  for await (const _ of body) break;
  expect(network.open).toBe(0);
});
