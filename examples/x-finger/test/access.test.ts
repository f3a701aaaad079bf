import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { describeAccess, FAULTS } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { finger } from "../src/index.ts";
import { startFingerServer } from "./server.ts";

const PLAN = "Login: alice\nPlan:\nTo read URLs.\n";

describeAccess(
  finger,
  {
    start: () => startFingerServer({ "": "Login\nalice\n", alice: PLAN }),
    client: (world) => createClient({ schemes: [finger], transport: nodeTransport(), ...world }),
    fetch: toFetch,
    get: { path: "alice", octets: octetsOf(PLAN) },
    protocol: {
      answer: () => [{ is: "body" }, { is: "close" }],
      operations: [{ operation: "get", url: "finger://h.example/alice", end: "close" }],
    },
  },
  { faults: FAULTS },
);
