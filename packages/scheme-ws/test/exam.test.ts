import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { startWsServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { ws } from "../src/index.ts";

// No protocol of hostile peers in memory: the frames of a client have random masks, so no two exchanges have the same bytes.
// access.test.ts has hostile servers.
describeAccess(ws, {
  start: async () => {
    const server = await startWsServer();
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: ({ limits, ...world }) =>
    createClient({ schemes: [ws], transport: nodeTransport(), ...world, ...(limits && { limits }) }),
  fetch: toFetch,
  open: { path: "/echo", says: octetsOf("hello\n"), hears: octetsOf("hello\n") },
  refuses: [{ operation: "open", path: "/nothing", code: "not-found" }],
});
