import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/** A way in which a peer misbehaves. */
export type HostileKind =
  /** It closes without a word. */
  | "early-close"
  /** It breaks the connection off (RST). */
  | "reset"
  /** It never says anything. */
  | "hang"
  /** It says one octet at a time, slowly, and never comes to an end of line. */
  | "drip"
  /** It says the first half of `reply`, and closes. */
  | "half-reply"
  /** It says a line of 10 MB. */
  | "long-line"
  /** It speaks another protocol. */
  | "wrong-protocol"
  /** It says `reply` again and again, without an end. */
  | "endless";

export const HOSTILE_KINDS: readonly HostileKind[] = [
  "early-close",
  "reset",
  "hang",
  "drip",
  "half-reply",
  "long-line",
  "wrong-protocol",
  "endless",
];

/** What a server does with a socket. It may go on until the socket is closed. */
export type HostileScript = (socket: Socket) => void | Promise<void>;

export interface HostileServer extends AsyncDisposable {
  readonly port: number;
  /** Connections that it has taken, in all. */
  readonly accepted: number;
  /** Sockets that the client has not closed. */
  readonly live: number;
  close(): Promise<void>;
}

/** Milliseconds between two octets of a drip. */
const DRIP = 25;
const LONG_LINE = 10_000_000;
const CHUNK: Uint8Array = new Uint8Array(64 * 1024).fill(0x31);

/** The script of a kind. `reply` is a proper reply of the protocol, its line end included. */
export function hostile(kind: HostileKind, reply: string): HostileScript {
  const octets = octetsOf(reply);
  switch (kind) {
    case "early-close":
      return (socket) => void socket.end();
    case "reset":
      return (socket) => void socket.resetAndDestroy();
    case "hang":
      return () => {};
    case "drip":
      return drip;
    case "half-reply":
      return (socket) => void socket.end(octets.subarray(0, Math.max(1, octets.length >> 1)));
    case "long-line":
      return longLine;
    case "wrong-protocol":
      return (socket) => void socket.write("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n");
    case "endless":
      return (socket) => endless(socket, octets);
  }
}

/**
 * Serves on 127.0.0.1, each connection by the script.
 *
 * @param opening what it says properly first: at once, and then one after each of the client's lines. It turns
 *   hostile where the next would be due.
 */
export async function startHostileServer(
  script: HostileScript,
  opening: readonly string[] = [],
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    accepted++;
    socket.on("error", () => {}); // the client may break off at any time
    socket.on("close", () => sockets.delete(socket));
    behave(socket, script, opening);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    const gone = [...sockets].map((socket) => once(socket, "close"));
    for (const socket of sockets) socket.destroy();
    if (server.listening) gone.push(once(server.close(), "close"));
    await Promise.all(gone);
  };
  return {
    port: (server.address() as AddressInfo).port,
    get accepted() {
      return accepted;
    },
    get live() {
      return sockets.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function behave(socket: Socket, script: HostileScript, opening: readonly string[]): void {
  let said = 0;
  let turned = false;
  const due = () => {
    if (turned) return;
    const text = opening[said++];
    if (text !== undefined) {
      if (text !== "") socket.write(text);
      return;
    }
    turned = true;
    void script(socket);
  };
  due();
  socket.on("data", (octets) => {
    for (const octet of octets) if (octet === 0x0a) due();
  });
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("2"), DRIP);
  socket.on("close", () => clearInterval(timer));
}

async function longLine(socket: Socket): Promise<void> {
  for (let sent = 0; sent < LONG_LINE && !socket.destroyed; sent += CHUNK.length) await write(socket, CHUNK);
  if (!socket.destroyed) socket.end("\r\n");
}

async function endless(socket: Socket, reply: Uint8Array): Promise<void> {
  const times = Math.max(1, Math.floor(CHUNK.length / Math.max(1, reply.length)));
  const octets = joinBytes(Array.from({ length: times }, () => reply));
  while (!socket.destroyed) await write(socket, octets);
}

/** Resolves when there is room for more, or nobody left to send to. */
function write(socket: Socket, octets: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    socket.write(octets, () => setImmediate(resolve));
  });
}
