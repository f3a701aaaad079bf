import { describeTransport } from "@anyurl/testkit/transport";
import { startTransportPeers } from "@anyurl/testkit/transport-peers";
import { vitestRunner } from "@anyurl/testkit/vitest";
import { afterAll } from "vitest";
import { workerdTransport } from "../src/index.ts";
import { WORKERD } from "./exceptions.ts";
import { imitation } from "./imitation.ts";
import { createResolver } from "./resolver.ts";

// With an imitation of the sockets. tools/runtimes runs the exam in workerd itself.

const peers = await startTransportPeers();
afterAll(() => peers[Symbol.asyncDispose]());

const { fetch } = createResolver((question) =>
  question === "1 localhost"
    ? { records: [[1, [127, 0, 0, 1]]] }
    : { flags: question.endsWith(".invalid") ? 0x8183 : 0x8180 },
);

describeTransport(workerdTransport({ connect: imitation, fetch, http: "sockets" }), {
  ca: false,
  exceptions: WORKERD,
  peers: peers.ports,
  runner: vitestRunner,
});
