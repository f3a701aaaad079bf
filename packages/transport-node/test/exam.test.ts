import { describeTransport } from "@anyurl/testkit/transport";
import { startTransportPeers } from "@anyurl/testkit/transport-peers";
import { vitestRunner } from "@anyurl/testkit/vitest";
import { afterAll } from "vitest";
import { nodeTransport } from "../src/index.ts";

const peers = await startTransportPeers();
afterAll(() => peers[Symbol.asyncDispose]());

describeTransport(nodeTransport(), {
  peers: peers.ports,
  runner: vitestRunner,
});
