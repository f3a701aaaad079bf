import { describeTransport } from "@anyurl/testkit/transport";
import { startTransportPeers } from "@anyurl/testkit/transport-peers";
import { vitestRunner } from "@anyurl/testkit/vitest";
import { afterAll } from "vitest";
import { nodeTransport } from "../src/index.ts";

const peers = await startTransportPeers();
afterAll(() => peers[Symbol.asyncDispose]());

// The peers run in the same Node.
const NODE_22 = {
  "resets the connection if it is closed before its end":
    "Node 22 can report a reset soon after data as a clean end",
};

describeTransport(nodeTransport(), {
  exceptions: process.versions.node.startsWith("22.") ? NODE_22 : {},
  peers: peers.ports,
  runner: vitestRunner,
});
