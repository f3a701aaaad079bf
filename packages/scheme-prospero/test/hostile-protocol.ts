import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import type { HostileProtocol, ServerStep } from "@anyurl/testkit";
import { quoteToken } from "../src/quoting.ts";
import { isRequest, packetsOf, textOfRequest } from "./scripted-datagrams.ts";

/** Bytes of the text in a packet. */
const PACKET_BYTES = 1250;

const METHOD = "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n";

function answer(datagram: string): readonly ServerStep[] {
  const octets = octetsOf(datagram);
  if (!isRequest(octets)) return [];
  const request = textOfRequest(octets);
  if (request.includes("GET-OBJECT-INFO #ALL")) return [{ is: "reply", text: METHOD }];
  return [{ is: "body" }];
}

/** Sends the reply under the connection id of the request. */
function datagrams(bytes: Uint8Array, to: Uint8Array): readonly Uint8Array[] {
  return packetsOf(bytes, PACKET_BYTES, ((to[1] ?? 0) << 8) | (to[2] ?? 0));
}

/** The contents of a document: one quoted token. */
function contents(body: Uint8Array): Uint8Array {
  const start = octetsOf("ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA ");
  return concat(start, octetsOf(quoteToken(textOf(body))), octetsOf("\n"));
}

function link(name: string): string {
  return `LINK  L DIRECTORY ${quoteToken(name)} INTERNET-D h.example ASCII /pub/x 0`;
}

/** The lines of the kit end in CR LF, and those of Prospero in LF. A name may have line ends: it is quoted. */
function withLf(lines: Uint8Array): Uint8Array {
  if (lines.length === 0) return octetsOf("NONE-FOUND\n");
  return octetsOf(textOf(lines).replaceAll(" 0\r\n", " 0\n"));
}

export const PROTOCOL: HostileProtocol = {
  answer,
  datagrams,
  operations: [
    { operation: "get", url: "prospero://h.example//a", end: "mark", frame: contents },
    { operation: "list", url: "prospero://h.example//pub", end: "mark", entry: link, frame: withLf },
    {
      operation: "search",
      url: "prospero://h.example//pub",
      words: "*",
      end: "mark",
      entry: link,
      frame: withLf,
    },
  ],
};
