import { createClient, toFetch } from "@anyurl/client";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { xDemo } from "../src/index.ts";
import { EXCEPT, PROTOCOL, TESTED_FAULTS } from "./protocol.ts";
import { type Documents, startServer } from "./server.ts";

/** Bytes of every value. */
const OCTETS = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 256);

const DOCUMENTS: Documents = new Map([
  ["/readme.txt", new TextEncoder().encode("hello\r\n")],
  ["/what%3F.bin", OCTETS],
  ["/poems/the%20tyger.txt", new TextEncoder().encode("Tyger tyger")],
]);

// Every operation against the server, and then against a hundred hostile ones.
describeAccess(
  xDemo,
  {
    start: async () => {
      const server = await startServer(DOCUMENTS);
      return {
        url: (path) => `x-demo://127.0.0.1:${server.port}${path}`,
        received: [],
        get live() {
          return server.live;
        },
        close: () => server[Symbol.asyncDispose](),
      };
    },
    client: (world) => createClient({ schemes: [xDemo], transport: nodeTransport(), ...world }),
    fetch: toFetch,
    get: { path: "/what%3F.bin", octets: OCTETS },
    // #if list
    list: { path: "/", names: ["readme.txt", "what?.bin", "poems"] },
    // #endif
    refuses: [
      { operation: "get", path: "/nothing", code: "not-found" },
      { operation: "get", path: "/poems", code: "is-a-directory" },
      // #if list
      { operation: "list", path: "/nothing/", code: "not-found" },
      { operation: "list", path: "/readme.txt/", code: "not-a-directory" },
      { operation: "list", path: "/readme.txt", code: "not-a-directory" },
      // #endif
    ],
    protocol: PROTOCOL,
    exceptFaults: EXCEPT,
  },
  { faults: TESTED_FAULTS },
);

it("dials only what the policy of the client allows", async () => {
  await using server = await startServer(DOCUMENTS);
  const client = createClient({
    schemes: [xDemo],
    transport: nodeTransport(),
    policy: { denyAddresses: ["127.0.0.0/8"] },
  });
  const call = client.get(`x-demo://127.0.0.1:${server.port}/readme.txt`);
  await expect(call).rejects.toMatchObject({ code: "host-blocked" });
});
