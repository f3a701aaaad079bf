import { createClient, toFetch } from "@anyurl/client";
import { folder, startHttpServer } from "@anyurl/servers";
import { describeAccess, type ServerKit } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { http } from "../src/index.ts";
// Loaded before the tests: a module that an operation loads has no time in a test with a fake clock.
import "../src/webdav/change.ts";
import "../src/webdav/collection.ts";
import { EXCEPT, FAULTS_OF_HTTP, PROTOCOL } from "./hostile-protocol.ts";

const OCTETS: Uint8Array = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256);

const KIT: ServerKit = {
  start: async () => {
    const root = folder([
      ["a.bin", OCTETS],
      ["what? 50%#;x", "text"],
      [Uint8Array.of(0xe4), "text"],
      ["shelf", folder([])],
    ]);
    const server = await startHttpServer({ root, writable: true, webdav: true });
    return {
      url: (path) => `${server.origin}${path}`,
      received: server.received,
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [http], transport: nodeTransport(), ...world }),
  get: { path: "/a.bin", octets: OCTETS },
  put: { path: "/b%20b.bin", octets: OCTETS.slice(7) },
  list: { path: "/", names: ["a.bin", "what? 50%#;x", "\udce4", "shelf"] },
  remove: { path: "/a.bin" },
  rename: { path: "/a.bin", to: "/shelf/b%20b", octets: OCTETS },
  makeDirectory: { path: "/shelf/new/" },
  request: {
    path: "/echo",
    method: "POST",
    fields: { "content-type": "x-y/z" },
    octets: OCTETS.slice(5),
    status: 200,
    answer: OCTETS.slice(5),
  },
  refuses: [
    { operation: "get", path: "/nothing", code: "not-found" },
    { operation: "list", path: "/nothing/", code: "not-found" },
    { operation: "list", path: "/a.bin", code: "not-a-directory" },
    { operation: "makeDirectory", path: "/shelf/", code: "already-exists" },
    { operation: "makeDirectory", path: "/nothing/new/", code: "not-found" },
    { operation: "remove", path: "/", code: "not-empty" },
    { operation: "remove", path: "/shelf", code: "is-a-directory" },
  ],
  except: {
    "plan: put": "the server counts the body as lines, and a plan is not told the body",
    "abort: put": "the server counts the body as lines, and there are too many",
    "abort: request": "the server counts the body as lines, and there are too many",
    "abort: get": "each line takes a second, until a timer of the HTTP client ends",
    "abort: stat": "each line takes a second, until a timer of the HTTP client ends",
  },
  protocol: PROTOCOL,
  exceptFaults: EXCEPT,
  fetch: toFetch,
};

describeAccess(http, KIT, { faults: FAULTS_OF_HTTP });
