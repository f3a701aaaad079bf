import { createClient, toFetch } from "@anyurl/client";
import { folder, startProsperoServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { prospero } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";

/** More than one datagram has room for. */
const OCTETS: Uint8Array = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);

const ROOT = folder({ "a.bin": OCTETS, "it's 4 o'clock.txt": "'quoted'\n", shelf: folder({ b: "b" }) });

describeAccess(prospero, {
  start: async () => {
    const server = await startProsperoServer({ root: ROOT });
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [prospero], transport: nodeTransport(), ...world }),
  get: { path: "//a.bin", octets: OCTETS },
  list: { path: "//", names: ["a.bin", "it's 4 o'clock.txt", "shelf"] },
  stat: { path: "//a.bin", kind: "file", size: OCTETS.length },
  search: { path: "//", words: "*.txt", names: ["it's 4 o'clock.txt"] },
  refuses: [
    { operation: "get", path: "//nothing", code: "not-found" },
    { operation: "stat", path: "//nothing", code: "not-found" },
    { operation: "list", path: "//a.bin", code: "not-a-directory" },
  ],
  protocol: PROTOCOL,
  fetch: toFetch,
});
