import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { board } from "../src/index.ts";
import { PROTOCOL, TESTED_FAULTS } from "./protocol.ts";
import { type Notes, startBoardServer } from "./server.ts";

function notes(): Notes {
  const date = "2001-02-03T04:05:06Z";
  return new Map([
    ["/lost/umbrella", { author: "alice", date, lines: ["Found: one umbrella.", ".hidden", "caf\xe9"] }],
    ["/lost/what%3F", { author: "bob", date, lines: ["Lost: a cat."] }],
    ["/for%20sale/bike", { author: "bob", date, lines: ["A bike and an umbrella."] }],
  ]);
}

async function start() {
  const server = await startBoardServer(notes());
  return {
    url: (path: string) => `x-board://127.0.0.1:${server.port}${path}`,
    received: server.received,
    get live() {
      return server.live;
    },
    close: () => server.close(),
  };
}

describeAccess(
  board,
  {
    start,
    client: (world) => createClient({ schemes: [board], transport: nodeTransport(), ...world }),
    fetch: toFetch,
    get: { path: "/lost/umbrella", octets: octetsOf("Found: one umbrella.\r\n.hidden\r\ncaf\udce9\r\n") },
    stat: { path: "/lost/umbrella", kind: "file" },
    list: { path: "/lost/", names: ["umbrella", "what?"] },
    search: { path: "/", words: "umbrella", names: ["lost/umbrella", "for sale/bike"] },
    put: { path: "/lost/a%20new%20one", octets: octetsOf("one\r\n.two\r\n..\r\n") },
    remove: { path: "/lost/umbrella" },
    refuses: [
      { operation: "get", path: "/lost/nothing", code: "not-found" },
      { operation: "get", path: "/lost/", code: "is-a-directory" },
      { operation: "stat", path: "/lost/nothing", code: "not-found" },
      { operation: "list", path: "/nothing/", code: "not-found" },
      { operation: "list", path: "/lost/umbrella", code: "not-a-directory" },
      { operation: "put", path: "/lost/umbrella", code: "permission-denied" },
      { operation: "remove", path: "/lost/nothing", code: "not-found" },
    ],
    protocol: PROTOCOL,
  },
  { faults: TESTED_FAULTS },
);

it("tells when a note was pinned, and what it is about", async () => {
  const server = await start();
  const client = createClient({ schemes: [board], transport: nodeTransport() });
  const entity = await client.get(server.url("/lost/umbrella") as "x-board:");
  expect(entity.modified).toEqual(new Date("2001-02-03T04:05:06Z"));
  await entity.bytes();
  const entries = [];
  for await (const entry of client.list(server.url("/") as "x-board:"))
    entries.push([entry.kind, entry.name]);
  expect(entries).toEqual([
    ["information", "Welcome. Pin what you have lost, found, or want to sell."],
    ["directory", "lost"],
    ["directory", "for sale"],
  ]);
  await server.close();
});
