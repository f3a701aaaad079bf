import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { startDictServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { dict } from "../src/index.ts";
import { EXCEPT, FAULTS_OF_DICT, PROTOCOL } from "./hostile-protocol.ts";

describeAccess(
  dict,
  {
    start: async () => {
      const server = await startDictServer();
      return {
        url: (path) => `${server.origin}${path}`,
        received: server.received,
        get live() {
          return server.live;
        },
        close: () => server.close(),
      };
    },
    client: (world) => createClient({ schemes: [dict], transport: nodeTransport(), ...world }),
    get: {
      path: "/d:dots:sea:1",
      octets: octetsOf("dots\r\n.\r\n..two\r\n   and the end\r\n"),
      mediaType: "text/plain; charset=utf-8",
    },
    list: { path: "/m:tid:*:prefix", names: ["tide", "tidal", "tide"] },
    search: { path: "/", words: "sea", names: ["sea bear"] },
    stat: { path: "/d:tide:sea", kind: "file" },
    refuses: [
      { operation: "get", path: "/d:nothing", code: "not-found" },
      { operation: "list", path: "/m:tide:nothing", code: "not-found" },
      { operation: "get", path: "/d:tide:sea:3", code: "not-found" },
      { operation: "get", path: "/m:tide:*:soundex", code: "unsupported" },
      { operation: "get", path: "/", code: "is-a-directory" },
    ],
    protocol: PROTOCOL,
    exceptFaults: EXCEPT,
    fetch: toFetch,
  },
  { faults: FAULTS_OF_DICT },
);
