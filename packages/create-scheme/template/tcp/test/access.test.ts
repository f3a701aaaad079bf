import { createClient, toFetch } from "@anyurl/client";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { xDemo } from "../src/index.ts";
import { PROTOCOL, TESTED_FAULTS } from "./protocol.ts";
import { type Documents, startServer } from "./server.ts";
import { CLIENT_OPTIONS } from "./sockets.ts";

/** Bytes of every value, in more than one chunk. */
const OCTETS = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 256);

function documents(): Documents {
  return new Map([
    ["/readme.txt", new TextEncoder().encode("hello\r\n")],
    ["/what%3F.bin", OCTETS],
    ["/poems/the%20tyger.txt", new TextEncoder().encode("Tyger tyger")],
  ]);
}

// Every operation against the server, and then against a hundred hostile ones.
describeAccess(
  xDemo,
  {
    start: async () => {
      const server = await startServer(documents());
      return {
        url: (path) => `x-demo://127.0.0.1:${server.port}${path}`,
        received: server.received,
        get live() {
          return server.live;
        },
        close: () => server[Symbol.asyncDispose](),
      };
    },
    client: (world) =>
      createClient({ schemes: [xDemo], transport: nodeTransport(), ...CLIENT_OPTIONS, ...world }),
    fetch: toFetch,
    get: { path: "/what%3F.bin", octets: OCTETS },
    // #if list
    list: { path: "/", names: ["readme.txt", "what?.bin", "poems"] },
    // #endif
    // #if put
    put: { path: "/new/b%2Fc", octets: OCTETS },
    // #endif
    refuses: [
      { operation: "get", path: "/nothing", code: "not-found" },
      { operation: "get", path: "/poems", code: "is-a-directory" },
      // #if list
      { operation: "list", path: "/nothing/", code: "not-found" },
      { operation: "list", path: "/readme.txt", code: "not-a-directory" },
      // #endif
      // #if put
      { operation: "put", path: "/poems/", code: "is-a-directory" },
      { operation: "put", path: "/readme.txt", code: "permission-denied" },
      // #endif
    ],
    protocol: PROTOCOL,
  },
  { faults: TESTED_FAULTS },
);

it("rejects an invalid request before dialing", async () => {
  await using server = await startServer(documents());
  const client = createClient({ schemes: [xDemo], transport: nodeTransport(), ...CLIENT_OPTIONS });
  const get = (path: string) => client.get(`x-demo://127.0.0.1:${server.port}${path}`);
  await expect(get("/a%0D%0Ab")).rejects.toMatchObject({ code: "control-octet" });
  await expect(get(`/${"x".repeat(9000)}`)).rejects.toMatchObject({ code: "too-long" });
  expect(server.received).toEqual([]);
});
