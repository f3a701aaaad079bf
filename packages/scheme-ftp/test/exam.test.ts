import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { folder, startFtpServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { ftp } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";

const OCTETS: Uint8Array = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);

const ROOT = folder({
  "a.bin": OCTETS,
  "what? 50%#;type=a": "A name that has to be escaped.\n",
  shelf: folder([[Uint8Array.of(0xe4), "a name that is no UTF-8"]]),
  empty: folder({}),
});

const ACCOUNTS = { alice: { password: "s3cr:t@/%" } };

describeAccess(ftp, {
  start: async () => {
    const server = await startFtpServer({ root: ROOT, accounts: ACCOUNTS, writable: true });
    const origin = server.origin.replace("//", "//alice:s3cr%3At%40%2F%25@");
    return {
      // A path with its own login replaces that of alice.
      url: (path) => (path.startsWith("//") ? `${server.origin}${path.slice(1)}` : `${origin}${path}`),
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  // The URL of an entry has the user but not the password.
  client: (world) =>
    createClient({
      schemes: [ftp],
      transport: nodeTransport(),
      credentials: () => ACCOUNTS.alice,
      ...world,
    }),
  get: { path: "/a.bin", octets: OCTETS },
  list: { path: "/", names: ["a.bin", "what? 50%#;type=a", "shelf", "empty"] },
  put: { path: "/shelf/%E4%F6%FC.bin", octets: octetsOf("\r\n.\xff\0 and all octets\n") },
  append: { path: "/a.bin", before: OCTETS, octets: OCTETS.subarray(7) },
  remove: { path: "/a.bin" },
  rename: { path: "/a.bin", to: "/shelf/b%20b", octets: OCTETS },
  makeDirectory: { path: "/shelf/new/" },
  refuses: [
    { operation: "get", path: "/nothing", code: "not-found" },
    { operation: "list", path: "/nothing/", code: "not-found" },
    { operation: "stat", path: "/nothing", code: "not-found" },
    { operation: "remove", path: "/nothing", code: "not-found" },
    { operation: "put", path: "//new.txt", code: "permission-denied" },
    { operation: "remove", path: "//a.bin", code: "permission-denied" },
    { operation: "remove", path: "/shelf/", code: "not-empty" },
  ],
  protocol: PROTOCOL,
  fetch: toFetch,
});
