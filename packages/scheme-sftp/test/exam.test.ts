import { createClient, toFetch } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { folder, startSftpServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { sftp } from "../src/index.ts";
import { createHostKey } from "./host-keys.ts";

const hostKey = createHostKey();

function splitLines(octets: Uint8Array): readonly Uint8Array[] {
  const lines = textOf(octets).split(/\r?\n/);
  return (lines.at(-1) === "" ? lines.slice(0, -1) : lines).map(octetsOf);
}
const LARGE = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i) % 251);
const root = () =>
  folder({
    home: folder({ alice: folder({ "notes.txt": "notes" }) }),
    pub: folder([
      ["a b;c?d#e%.txt", "hello"],
      [Uint8Array.of(0xe9, 0x2e, 0x74), "one byte that is not UTF-8"],
      ["dir", folder({})],
      ["large.bin", LARGE],
    ]),
  });

// No protocol of hostile peers in memory: they cannot speak SSH, which encrypts. exchange.test.ts has hostile replies of SFTP, and
// access.test.ts servers that break SSH.
describeAccess(sftp, {
  start: async () => {
    const server = await startSftpServer({
      root: root(),
      writable: true,
      home: "home/alice",
      hostKey: hostKey.private,
    });
    return {
      url: (path) => `sftp://alice@127.0.0.1:${server.port}${path}`,
      // A plan has lines: all packets of a connection, split at LF.
      get received() {
        return server.received.map((packets) => splitLines(joinBytes(packets)));
      },
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: ({ limits, ...world }) =>
    createClient({
      schemes: [sftp],
      transport: nodeTransport(),
      credentials: () => ({ password: "wonderland" }),
      options: { sftp: { acceptHostKey: ({ fingerprint }) => fingerprint === hostKey.fingerprint } },
      ...world,
      ...(limits && { limits }),
    }),
  fetch: toFetch,
  get: { path: "/pub/a%20b%3Bc%3Fd%23e%25.txt", octets: octetsOf("hello"), mediaType: "text/plain" },
  stat: { path: "/pub/large.bin", kind: "file", size: LARGE.length },
  list: { path: "/pub/", names: ["a b;c?d#e%.txt", "\udce9.t", "dir", "large.bin"] },
  put: { path: "/~/new.bin", octets: octetsOf("some new bytes") },
  append: { path: "/~/notes.txt", before: octetsOf("notes"), octets: octetsOf(" and more") },
  remove: { path: "/pub/large.bin" },
  rename: { path: "/pub/large.bin", to: "/pub/moved.bin", octets: LARGE },
  makeDirectory: { path: "/pub/made/" },
  refuses: [
    { operation: "get", path: "/nothing", code: "not-found" },
    { operation: "get", path: "/pub/dir", code: "is-a-directory" },
    { operation: "get", path: "/a%2Fb", code: "separator-in-segment" },
    { operation: "list", path: "/pub/large.bin/", code: "not-a-directory" },
    { operation: "list", path: "/nothing/", code: "not-found" },
    { operation: "put", path: "/nothing/x", code: "not-found" },
    { operation: "put", path: "/pub/dir", code: "is-a-directory" },
    { operation: "remove", path: "/nothing", code: "not-found" },
    { operation: "remove", path: "/pub/", code: "not-empty" },
    { operation: "makeDirectory", path: "/pub/dir/", code: "already-exists" },
  ],
  except: {
    "plan: put": "a plan does not know the bytes that are written between OPEN and CLOSE",
    "plan: append": "a plan does not know the bytes that are written between OPEN and CLOSE",
  },
});
