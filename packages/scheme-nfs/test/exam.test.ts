import { createClient, toFetch } from "@anyurl/client";
import { joinBytes } from "@anyurl/core/exchange";
import { folder, startNfsServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { nfs } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";
import { formatRecord } from "./rpc-replies.ts";

const OCTETS: Uint8Array = Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7) % 256);

const ROOT = folder({
  "a.bin": OCTETS,
  "what? 50%#;x": "A name that needs escapes.\n",
  shelf: folder([[Uint8Array.of(0xe4), "a name that is not UTF-8"]]),
  empty: folder({}),
});

/** Returns the bytes of messages, split at LF: the kit compares lines, and the server records messages. */
function toLines(messages: readonly Uint8Array[]): readonly Uint8Array[] {
  const text = Buffer.from(joinBytes(messages.map(formatRecord))).toString("latin1");
  return text === "" ? [] : text.split("\n").map((line) => Buffer.from(line.replace(/\r$/, ""), "latin1"));
}

const HANDLE_OF_SERVER =
  "the second call has a file handle that only the server knows; vectors.json and access.test.ts compare the rest";

describeAccess(nfs, {
  start: async () => {
    const server = await startNfsServer({ root: ROOT, writable: true });
    return {
      url: (path) => `${server.origin}${path}`,
      get received() {
        return server.received.map(toLines);
      },
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [nfs], transport: nodeTransport(), ...world }),
  get: { path: "/a.bin", octets: OCTETS },
  list: { path: "/", names: ["a.bin", "what? 50%#;x", "shelf", "empty"] },
  stat: { path: "/a.bin", kind: "file", size: OCTETS.length },
  put: { path: "/shelf/%E4%F6%FC.bin", octets: OCTETS.slice(7) },
  remove: { path: "/a.bin" },
  rename: { path: "/a.bin", to: "/shelf/b%20b", octets: OCTETS },
  makeDirectory: { path: "/shelf/new/" },
  refuses: [
    { operation: "get", path: "/nothing", code: "not-found" },
    { operation: "list", path: "/nothing/", code: "not-found" },
    { operation: "put", path: "/nothing/a.bin", code: "not-found" },
    { operation: "remove", path: "/nothing", code: "not-found" },
    { operation: "makeDirectory", path: "/shelf/", code: "already-exists" },
  ],
  except: {
    "plan: get": HANDLE_OF_SERVER,
    "plan: list": HANDLE_OF_SERVER,
  },
  protocol: PROTOCOL,
  fetch: toFetch,
});
