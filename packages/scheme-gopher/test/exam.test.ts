import { createClient, toFetch } from "@anyurl/client";
import { folder, startGopherServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { gopher } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";

/** Bytes of every value, with dots at the beginning of lines among them. */
const OCTETS: Uint8Array = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);

const ROOT = folder({
  "a.bin": OCTETS,
  "poem.txt": "The tide.\n.hidden\n..dots\n",
  "what? 50%#.txt": "A name with escaped characters.\n",
  shelf: folder([[Uint8Array.of(0xe4), "a name that is not UTF-8"]]),
});

/** RFC 1436 §3.8: a server cannot reject a request as forbidden; it sends an item of type 3 with the reason. */
describeAccess(gopher, {
  start: async () => {
    const server = await startGopherServer({ root: ROOT });
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [gopher], transport: nodeTransport(), ...world }),
  get: { path: "/9/a.bin", octets: OCTETS },
  list: { path: "/", names: ["a.bin", "poem.txt", "what? 50%#.txt", "shelf"] },
  // Gopher+ gives a size in kilobytes, rounded.
  stat: { path: "/9/a.bin", kind: "file" },
  search: { path: "/7/search", words: "tide", names: ["poem.txt"] },
  refuses: [
    { operation: "list", path: "/1/nothing", code: "not-found" },
    { operation: "get", path: "/0/nothing%09%09+", code: "not-found" },
    { operation: "stat", path: "/0/nothing", code: "not-found" },
  ],
  protocol: PROTOCOL,
  fetch: toFetch,
});
