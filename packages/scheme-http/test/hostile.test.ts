import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import {
  describeHostile,
  HOSTILE_SHAPES,
  type HostileOperation,
  type HostileProtocol,
  type HostileWorld,
  type Said,
} from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { beforeAll } from "vitest";
import { http as scheme } from "../src/index.ts";

const { http } = nodeTransport();

/** A body of a length, in chunks, or up to the close: by the path that was asked for. */
function answer(line: string, { heard, size }: HostileWorld): readonly Said[] {
  // The last of a request's lines but for the empty one, which the kit would take for a connection's beginning.
  if (!line.startsWith("accept-encoding:")) return [];
  const target = heard.find((each) => each.startsWith("GET "))?.split(" ")[1] ?? "";
  const framing = new Map([
    ["/length", `Content-Length: ${size}\r\n`],
    ["/chunks", "Transfer-Encoding: chunked\r\n"],
  ]).get(target);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${framing ?? ""}\r\n`;
  return [{ is: "reply", text: head }, { is: "body" }, { is: "close" }];
}

/** In two chunks, or in as many as it takes. */
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
    { operation: "get", url: "https://h.example/length", end: "mark", sized: true, tls: "first octet" },
  ],
};

const isFramed = ({ end }: HostileOperation) => end === "mark";
const all = () => true;

/** What is no fault in HTTP, by its framing, or is another one. */
const UNSUITABLE: ReadonlyMap<string, (operation: HostileOperation) => boolean> = new Map([
  // A head is several lines: what stands in place of its end is no end. The transport's own tests have it.
  ["octets that are not UTF-8, and such as rule a terminal", all],
  // What follows a head is content, so long as its framing says, and no octet longer (RFC 9112 §6.3).
  ["a reply again and again, without an end", isFramed],
  ["a body without an end", isFramed],
  ["the server tells a size that is wrong by -7", isFramed],
  // The octets of a chunk's size are no other ones.
  ["one octet a second, without an end", ({ url }) => url.endsWith("/chunks")],
]);

const shapes = HOSTILE_SHAPES.map((shape) => ({
  ...shape,
  // What follows a head is content, whatever it looks like.
  limits: { maxHead: 4 * 1024, maxBytes: 8 * 1024, ...shape.limits },
  suits: (operation: HostileOperation, protocol: HostileProtocol) =>
    shape.suits?.(operation, protocol) !== false && UNSUITABLE.get(shape.name)?.(operation) !== true,
}));

// What speaks HTTP is loaded with the first request: that takes time, which stands still in the tests.
beforeAll(async () => {
  const connection = {
    remote: { address: "", port: 0 },
    send: async () => {},
    receive: async () => undefined,
  };
  const none = http!({ ...connection, close: () => {} }, { maxHead: 1024, maxFields: 10 });
  const request = { method: "GET", target: "/", authority: "h", fields: [] };
  await none.request(request, new AbortController().signal).catch(() => {});
});

describeHostile(scheme, {
  protocol: PROTOCOL,
  shapes,
  client: ({ transport, ...world }) =>
    createClient({ schemes: [scheme], ...world, transport: withHttp(transport) }),
});

function withHttp<T extends object>(transport: T): T & { readonly http: NonNullable<typeof http> } {
  return Object.assign(Object.create(transport), { http: http! });
}
