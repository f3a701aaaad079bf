import { once } from "node:events";
import { connect as connectTcp, isIPv6, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { CA } from "@anyurl/testkit/certificates";
import type { OpenSocket, WorkerdSocket } from "../src/index.ts";

interface Streams {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Imitates `connect` of `cloudflare:sockets` with the sockets of Node.js, and trusts the CA of the testkit. */
export const imitation: OpenSocket = ({ hostname, port }) => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (hostname.startsWith("[") !== isIPv6(host)) throw new TypeError(`invalid hostname ${hostname}`);
  const socket = connectTcp({ host, port, allowHalfOpen: true });
  return toWorkerd(socket, once(socket, "connect"));
};

function toWorkerd(socket: Socket, opened: Promise<unknown>): WorkerdSocket {
  socket.on("error", () => {});
  let streams: Streams | undefined;
  // Created when they are used: a stream takes the bytes that TLS would read.
  const open = () => {
    streams ??= toStreams(socket);
    return streams;
  };
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return {
    get readable() {
      return open().readable;
    },
    get writable() {
      return open().writable;
    },
    opened: opened.catch(() => {
      throw new Error("proxy request failed, cannot connect to the specified address");
    }),
    closed,
    close: async () => void socket.destroy(),
    startTls({ expectedServerHostname: name }) {
      const secured = connectTls({
        ...{ socket: streams === undefined ? socket : toDuplex(streams, socket), ca: CA },
        ...{ servername: name, allowHalfOpen: true },
      });
      secured.once("close", () => socket.destroy());
      return toWorkerd(secured, once(secured, "secureConnect"));
    },
  };
}

/** Not `Duplex.toWeb`, whose readable stream ends only after the other side in Node.js 22. */
function toStreams(socket: Socket): Streams {
  const settle = (resolve: () => void, reject: (error: Error) => void) => (error?: Error | null) =>
    error ? reject(error) : resolve();
  const chunks = read(socket);
  return {
    readable: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = await chunks.next();
          if (next.done === true) controller.close();
          else controller.enqueue(next.value);
        },
        cancel: () => void socket.destroy(),
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<Uint8Array>({
      write: (octets) => new Promise((resolve, reject) => socket.write(octets, settle(resolve, reject))),
      close: () => new Promise((resolve, reject) => socket.end(settle(resolve, reject))),
      abort: () => void socket.destroy(),
    }),
  };
}

async function* read(socket: Socket): AsyncGenerator<Uint8Array> {
  for await (const octets of socket.iterator({ destroyOnReturn: false })) yield new Uint8Array(octets);
  // Node 22 reports a reset that comes together with data as an end: the system no longer knows the peer.
  if (!("encrypted" in socket) && !socket.writableEnded && socket.remoteAddress === undefined)
    throw new Error("the connection was reset");
}

/** A socket over streams whose locks were released. */
function toDuplex(streams: Streams, socket: Socket): Duplex {
  const duplex = Duplex.fromWeb(streams as Parameters<typeof Duplex.fromWeb>[0]);
  return duplex.on("error", () => {}).once("close", () => socket.destroy());
}
