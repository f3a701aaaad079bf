import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { describeAccess, type HostileProtocol, type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { telnet } from "../src/index.ts";

const ADDRESS = "127.0.0.1";

/** The network of the current test, with a server that greets each line. */
let network = memoryTransport();

/** IAC in data is doubled (RFC 854). */
function doubled(data: Uint8Array): Uint8Array {
  return Uint8Array.from([...data].flatMap((octet) => (octet === 0xff ? [octet, octet] : [octet])));
}

/** Starts a server that answers one line with a text, and closes. The negotiations are below. */
const LINES: HostileProtocol = {
  answer: () => [{ is: "body" }, { is: "close" }],
  operations: [
    { operation: "open", url: "telnet://h.example/", end: "close", carries: "text", frame: doubled },
    {
      operation: "open",
      url: "telnets://alice:Swordfish%2F42@h.example/",
      end: "close",
      carries: "text",
      frame: doubled,
      tls: "implicit",
    },
  ],
};
describeAccess(telnet, {
  start: async () => {
    const received: Uint8Array[][] = [];
    const transport = memoryTransport();
    network = transport;
    const stop = transport.listen(ADDRESS, 23, (peer) => greet(peer, received));
    return {
      url: (path) => `telnet://${ADDRESS}${path}`,
      received,
      get live() {
        return transport.open;
      },
      close: async () => stop(),
    };
  },
  client: (world) => createClient({ schemes: [telnet], transport: network, ...world }),
  open: { path: "/", says: octetsOf("alice\r\n"), hears: octetsOf("hello, alice\r\n") },
  protocol: LINES,
});

/** Answers each line until the client disconnects. */
async function greet(peer: MemoryPeer, received: Uint8Array[][]): Promise<void> {
  const lines: Uint8Array[] = [];
  received.push(lines);
  let text = "";
  for (let bytes = await peer.receive(); bytes !== undefined; bytes = await peer.receive()) {
    text += textOf(bytes);
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      lines.push(octetsOf(line));
      await peer.send(`hello, ${line}\r\n`);
    }
  }
}
