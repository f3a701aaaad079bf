import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { startZ3950Server } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { z3950 } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";

const RECORD = `Title:        Möwen der Küste
Author:       Grün, Jörg
Published:    Küstenverlag, 1987
Subjects:     Gulls

Leader 00216nam a2200097 i 4500
001    b2
008    940101s1987    xx            000 0 eng d
100 1  $a Grün, Jörg
245 10 $a Möwen der Küste
260    $b Küstenverlag, $c 1987
650  0 $a Gulls
`;

/** Splits messages at LF: the kit compares lines. */
function toLines(messages: readonly Uint8Array[]): readonly Uint8Array[] {
  const text = Buffer.from(joinBytes(messages)).toString("latin1");
  return text === "" ? [] : text.split("\n").map((line) => Buffer.from(line.replace(/\r$/, ""), "latin1"));
}

describeAccess(z3950, {
  start: async () => {
    const server = await startZ3950Server();
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
  // A message is read as a whole, so its own limit applies before that of a body.
  client: (world) =>
    createClient({
      schemes: [z3950],
      transport: nodeTransport(),
      options: { "z39.50r": { maxApdu: 256 * 1024 } },
      ...world,
    }),
  get: { path: "/Default?b2", octets: octetsOf(RECORD), mediaType: "text/plain; charset=utf-8" },
  list: { path: "/Default", names: ["Tides and their tables", "Möwen der Küste", "A light in the north"] },
  stat: { path: "/Default?b2", kind: "file", size: octetsOf(RECORD).length },
  search: {
    path: "/Default+maps",
    words: "harbour",
    names: ["Tides and their tables", "Chart of the harbour"],
  },
  refuses: [
    { operation: "get", path: "/Default?b9", code: "not-found" },
    { operation: "get", path: "/nothing?b1", code: "not-found" },
    { operation: "get", path: "/Default?b2;rs=grs-1", code: "unsupported" },
    { operation: "list", path: "/nothing", code: "not-found" },
    { operation: "search", path: "/Default?b2", code: "not-a-directory" },
  ],
  except: {
    "plan: list":
      "the Present request has the number of records that the server has found; vectors.json compares the rest",
  },
  protocol: PROTOCOL,
  fetch: toFetch,
});
