import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { startFingerServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { finger } from "../src/index.ts";

describeAccess(finger, {
  start: async () => {
    const server = await startFingerServer();
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [finger], transport: nodeTransport(), ...world }),
  get: {
    path: "/%2FW%20keeper",
    octets: octetsOf("Login: keeper\r\nName: The Keeper\r\nPlan:\r\nTo keep the light.\r\n"),
    mediaType: "text/plain",
  },
  // A server cannot reject a request: that it does not know a user is a text.
  refuses: [{ operation: "get", path: "/keeper@h.example", code: "redirect-refused" }],
  protocol: {
    answer: () => [{ is: "body" }, { is: "close" }],
    operations: [{ operation: "get", url: "finger://h.example/alice", end: "close" }],
  },
  fetch: toFetch,
});
