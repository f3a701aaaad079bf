import { createClient, toFetch } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import {
  describeHostile,
  FAULTS,
  type HostileOperation,
  type HostileProtocol,
  type HostileWorld,
  type ServerStep,
} from "@anyurl/testkit";
import { http as scheme } from "../src/index.ts";

/** A body with a length, in chunks, or up to the close; the requested path selects it. */
function answer(line: string, { heard, size }: HostileWorld): readonly ServerStep[] {
  // The last line of a request before the empty one, which the testkit would take for the beginning of a connection.
  if (!line.startsWith("accept-encoding:")) return [];
  const target = heard.find((each) => each.startsWith("GET "))?.split(" ")[1] ?? "";
  const framing = new Map([
    ["/length", `Content-Length: ${size}\r\n`],
    ["/chunks", "Transfer-Encoding: chunked\r\n"],
  ]).get(target);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${framing ?? ""}\r\n`;
  return [{ is: "reply", text: head }, { is: "body" }, { is: "close" }];
}

/** In two chunks, or in as many as needed. */
function chunked(body: Uint8Array, maxChunk: number = Math.ceil(body.length / 2)): Uint8Array {
  const framed = new ByteCollector();
  for (let at = 0; at < body.length; at += maxChunk) {
    const chunk = body.subarray(at, at + maxChunk);
    framed.add(octetsOf(`${chunk.length.toString(16)}\r\n`));
    framed.add(chunk);
    framed.add(octetsOf("\r\n"));
  }
  framed.add(octetsOf("0\r\n\r\n"));
  return framed.take();
}

const PROTOCOL: HostileProtocol = {
  answer,
  operations: [
    { operation: "get", url: "http://h.example/length", end: "mark", sized: true },
    { operation: "get", url: "http://h.example/chunks", end: "mark", frame: chunked },
    { operation: "get", url: "http://h.example/close", end: "close" },
    { operation: "get", url: "https://h.example/length", end: "mark", sized: true, tls: "implicit" },
  ],
};

const isFramed = ({ end }: HostileOperation) => end === "mark";
const all = () => true;

/** Faults that are valid HTTP with its framing, or mean something else. */
const UNSUITABLE: ReadonlyMap<string, (operation: HostileOperation) => boolean> = new Map([
  // A header has several lines, so a fault at its end does not end it. The tests of the client cover this.
  ["bytes that are not UTF-8, and terminal control characters", all],
  // Bytes after a header are content, as long as the framing says, and not longer (RFC 9112 §6.3).
  ["the same reply, endlessly", isFramed],
  ["an endless body", isFramed],
  ["the server reports a size that is wrong by -7", isFramed],
  // The bytes of a chunk size have no other form.
  ["one byte per second, endlessly", ({ url }) => url.endsWith("/chunks")],
]);

const faults = FAULTS.map((fault) => ({
  ...fault,
  // Bytes after a header are content, whatever they contain.
  limits: { maxHead: 4 * 1024, maxBytes: 8 * 1024, ...fault.limits },
  suits: (operation: HostileOperation, protocol: HostileProtocol) =>
    fault.suits?.(operation, protocol) !== false && UNSUITABLE.get(fault.name)?.(operation) !== true,
}));

describeHostile(scheme, {
  protocol: PROTOCOL,
  faults,
  client: (world) => createClient({ schemes: [scheme], ...world }),
  fetch: toFetch,
});
