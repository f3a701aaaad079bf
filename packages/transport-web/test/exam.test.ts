import { describeTransport } from "@anyurl/testkit/transport";
import { startTransportPeers } from "@anyurl/testkit/transport-peers";
import { vitestRunner } from "@anyurl/testkit/vitest";
import { afterAll } from "vitest";
import { webTransport } from "../src/index.ts";

// With the fetch of Node.js. The tests in a browser worker are in tools/browser.

const peers = await startTransportPeers();
afterAll(() => peers[Symbol.asyncDispose]());

describeTransport(webTransport(), {
  noSockets: "a platform with only fetch has no connections",
  peers: peers.ports,
  runner: vitestRunner,
});
