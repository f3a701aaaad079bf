import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import {
  describeHostile,
  type FaultExceptions,
  type HostileProtocol,
  hostile,
  startHostileServer,
} from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { gopher } from "../src/index.ts";
import { answer, entry, withLastline } from "./hostile-protocol.ts";

/** A Gopher+ reply (§2.3 of the specification): counted, or up to a Lastline. */
const counted = (body: Uint8Array): Uint8Array => concat(octetsOf(`+${body.length}\r\n`), body);
const plusLines = (body: Uint8Array): Uint8Array => concat(octetsOf("+-1\r\n"), withLastline(body));

const described = (name: string) => `+INFO: ${entry(name)}\t+\r\n+ABSTRACT:\r\n about it`;

/** Replies that mark their own end. */
const GOPHER_PLUS: HostileProtocol = {
  answer,
  operations: [
    { operation: "get", url: "gopher://h.example/9bytes%09%09+", end: "mark", frame: counted },
    {
      operation: "get",
      url: "gopher://h.example/0text%09%09+Text/plain",
      end: "mark",
      carries: "text",
      frame: plusLines,
    },
    {
      operation: "list",
      url: "gopher://h.example/1menu%09%09$",
      end: "mark",
      entry: described,
      frame: plusLines,
    },
  ],
};

const WITHOUT_HEAD = "without a head, it is the reply of a server without Gopher+";

/** The tests below replace them. */
const EXCEPT: FaultExceptions = {
  close: "a server without Gopher+ sends no bytes for an empty item",
  "one byte per second, endlessly": WITHOUT_HEAD,
  "an endless line in a listing": WITHOUT_HEAD,
};

describeHostile(gopher, {
  protocol: GOPHER_PLUS,
  except: EXCEPT,
  client: (world) => createClient({ schemes: [gopher], ...world }),
  fetch: toFetch,
});

describe("after a Gopher+ data head", () => {
  const client = createClient({
    schemes: [gopher],
    transport: nodeTransport(),
    limits: { maxBytes: 1024 * 1024, maxListing: 1024 * 1024, maxReply: 64 * 1024 },
  });
  const at = (port: number, path: string) => `gopher://127.0.0.1:${port}${path}` as "gopher://h/";

  /** A server that sends this once, and then that again and again. */
  const endlessly = (first: string, again: string) =>
    startHostileServer(
      (socket) => {
        socket.write(first);
        return hostile("endless", again)(socket);
      },
      [""],
    );

  it.each(["+9007199254740991\r\n", "+-1\r\n", "+-2\r\n"])(
    "%j: a body ends where its reader stops",
    async (head) => {
      await using server = await endlessly(head, "line\r\n");
      const { body } = await client.get(at(server.port, "/0f%09%09+"), { limits: { maxBytes: 100_000 } });
      await expect(drained(body)).rejects.toMatchObject({ code: "too-large" });
      await expect.poll(() => server.live).toBe(0);
    },
  );

  it.each([
    ["a list of items", "+INFO: 0A\ta\th.example\t70\t+\r\n", "maxListing"],
    ["the blocks of one item", "+NOTE:\r\n more and more\r\n", "maxReply"],
    ["a line", "x", "maxListing"],
  ])("%s without an end", async (_, again, limit) => {
    await using server = await endlessly("+-1\r\n", again);
    const listed = drained(client.list(at(server.port, "/1m%09%09$")));
    await expect(listed).rejects.toMatchObject({ code: "too-large", hint: expect.stringContaining(limit) });
    await expect(client.stat(at(server.port, "/1m"))).rejects.toMatchObject({ code: "too-large" });
    await expect.poll(() => server.live).toBe(0);
  });

  it("fails with the error of the server and stops at maxReply if its text has no end", async () => {
    await using server = await endlessly("--1\r\n", "1 A <a@h.example>\r\n");
    await expect(client.get(at(server.port, "/0f%09%09+"))).rejects.toMatchObject({ code: "not-found" });
    await expect.poll(() => server.live).toBe(0);
  });

  it("an empty reply is an empty body, and fails with truncated if attributes were requested", async () => {
    await using server = await startHostileServer(hostile("early-close", ""), [""]);
    const entity = await client.get(at(server.port, "/0f%09%09+"));
    expect([await entity.text(), await entity.complete]).toEqual(["", "unknown"]);
    for (const plus of ["!", "$"])
      await expect(client.get(at(server.port, `/1f%09%09${plus}`))).rejects.toMatchObject({
        code: "truncated",
      });
    await expect(client.stat(at(server.port, "/0f"))).rejects.toMatchObject({ code: "truncated" });
  });
});

async function drained(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}
