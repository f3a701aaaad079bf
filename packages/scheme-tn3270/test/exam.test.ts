import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { startTn3270Server } from "@anyurl/servers";
import { describeAccess, type HostileProtocol } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { tn3270 } from "../src/index.ts";
import { bytes, TRADITIONAL } from "./world.ts";

/** Returns the length of a Telnet command, or of a record with its IAC EOR. */
function lengthOfRequest(received: Uint8Array): number | undefined {
  const [first, command] = received;
  const isCommand = first === 0xff && command !== 0xff && command !== 0xef;
  if (isCommand && command !== 0xfa) return received.length < 3 ? undefined : 3;
  for (let at = isCommand ? 2 : 0; at + 1 < received.length; at++) {
    if (received[at] !== 0xff) continue;
    if (received[at + 1] === (isCommand ? 0xf0 : 0xef)) return at + 2;
    at++;
  }
  return undefined;
}

/** The records of a body: IAC is doubled, and each ends with IAC EOR (RFC 885). */
function toRecords(body: Uint8Array, maxChunk = 4_096): Uint8Array {
  const wire: number[] = [];
  for (let at = 0; at < body.length; at += maxChunk) {
    for (const byte of body.subarray(at, at + maxChunk))
      wire.push(...(byte === 0xff ? [byte, byte] : [byte]));
    wire.push(0xff, 0xef);
  }
  return Uint8Array.from(wire);
}

/** A traditional host that sends an empty record at once. It answers the first record with records, and closes. */
const PROTOCOL: HostileProtocol = {
  greeting: textOf(bytes(`${TRADITIONAL} FF EF`)),
  requestLength: lengthOfRequest,
  answer: (request) => (octetsOf(request).at(-1) === 0xef ? [{ is: "body" }, { is: "close" }] : []),
  operations: [
    {
      ...({ operation: "open", url: "tn3270://alice:Swordfish%2F42@h.example/", end: "close" } as const),
      octets: bytes("6D"),
      frame: toRecords,
    },
  ],
};

describeAccess(tn3270, {
  start: async () => {
    const server = await startTn3270Server();
    return {
      url: (path) => `${server.origin}${path}`,
      // The exam compares lines with the plan: a negotiation has none.
      get received() {
        return server.received.map((items) => (items.length === 0 ? [] : [joinBytes(items)]));
      },
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [tn3270], transport: nodeTransport(), ...world }),
  // The key Clear, without anything else. The application shows its menu again, which begins with Erase/Write.
  open: { path: "/", says: bytes("6D"), hears: bytes("F5 C3 11") },
  protocol: PROTOCOL,
  exceptFaults: {
    "a reply before its command": "a host may send records at any time",
    "half of it, then close": "a record without its end is truncated, which session.test.ts checks",
  },
});
