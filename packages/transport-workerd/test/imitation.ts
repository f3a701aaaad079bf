import { once } from "node:events";
import { connect as connectTcp, isIPv6, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { CA } from "@anyurl/testkit/certificates";
import type { OpenSocket, WorkerdSocket } from "../src/index.ts";

/** Imitates `connect` of `cloudflare:sockets` with the sockets of Node.js, and trusts the CA of the testkit. */
export const imitation: OpenSocket = ({ hostname, port }) => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (hostname.startsWith("[") !== isIPv6(host)) throw new TypeError(`invalid hostname ${hostname}`);
  const socket = connectTcp({ host, port, allowHalfOpen: true });
  return toWorkerd(socket, once(socket, "connect"));
};

function toWorkerd(socket: Socket, opened: Promise<unknown>): WorkerdSocket {
  socket.on("error", () => {});
  let streams: { readable: ReadableStream; writable: WritableStream } | undefined;
  // Created when they are used: a stream takes the bytes that TLS would read.
  const open = () => {
    streams ??= Duplex.toWeb(socket) as { readable: ReadableStream; writable: WritableStream };
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

/** A socket over streams whose locks were released. */
function toDuplex(streams: { readable: ReadableStream; writable: WritableStream }, socket: Socket): Duplex {
  const duplex = Duplex.fromWeb(streams as Parameters<typeof Duplex.fromWeb>[0]);
  return duplex.on("error", () => {}).once("close", () => socket.destroy());
}
