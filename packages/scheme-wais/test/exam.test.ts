import { createClient, toFetch } from "@anyurl/client";
import { createRegistry } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatMessage } from "@anyurl/protocol-wais";
import { folder, startWaisServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { wais } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";

const OCTETS: Uint8Array = Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7) % 251);

const DATABASE = folder({
  "big.bin": OCTETS,
  "tide.txt": "Tide tables\nThe tide turns twice each day.\n",
  "gulls.txt": "Gulls\nThey wait for the tide.\n",
});

/** Returns the path of a document. */
function documentPath(file: string, size: number): string {
  const name = `0 ${size} /wais/docs/${file}`;
  const wpath = `\x02\x07harbour\x03${String.fromCharCode(name.length)}${name}`;
  const url = createRegistry(wais).format("wais", {
    ...{ host: "h.example", database: "harbour", wtype: "TEXT", wpath },
  });
  return new URL(url).pathname;
}

/** Returns the bytes of messages, split at LF: the kit compares lines, and the server records bodies without headers. */
function toLines(messages: readonly Uint8Array[]): readonly Uint8Array[] {
  const text = Buffer.from(joinBytes(messages.map((body) => formatMessage(body)))).toString("latin1");
  return text === "" ? [] : text.split("\n").map((line) => Buffer.from(line.replace(/\r$/, ""), "latin1"));
}

describeAccess(wais, {
  start: async () => {
    const server = await startWaisServer({ databases: { harbour: DATABASE } });
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
  client: (world) => createClient({ schemes: [wais], transport: nodeTransport(), ...world }),
  get: { path: documentPath("big.bin", OCTETS.length), octets: OCTETS },
  list: { path: "/harbour?tide", names: ["Tide tables", "Gulls"] },
  stat: { path: documentPath("big.bin", OCTETS.length), kind: "file" },
  search: { path: "/harbour", words: "tables", names: ["Tide tables"] },
  refuses: [
    { operation: "get", path: documentPath("nothing.txt", 10), code: "not-found" },
    { operation: "list", path: "/nothing?tide", code: "not-found" },
  ],
  except: {
    "presentation: list": "the server of the kit gives its results no dates",
    "presentation: search": "the server of the kit gives its results no dates",
  },
  protocol: PROTOCOL,
  fetch: toFetch,
});
