import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/** A way in which a server misbehaves. */
export type HostileKind =
  /** Closes without sending anything. */
  | "early-close"
  /** Resets the connection (RST). */
  | "reset"
  /** Never sends anything. */
  | "hang"
  /** Sends one byte at a time, slowly, without a line end. */
  | "drip"
  /** Sends the first half of `reply` and closes. */
  | "half-reply"
  /** Sends a line of 10 MB. */
  | "long-line"
  /** Sends the greeting of another protocol. */
  | "wrong-protocol"
  /** Sends `reply` endlessly. */
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

/** The behavior of a server on one socket. It may continue until the socket is closed. */
export type HostileScript = (socket: Socket) => void | Promise<void>;

export interface HostileServer extends AsyncDisposable {
  readonly port: number;
  /** Total number of accepted connections. */
  readonly accepted: number;
  /** Sockets that the client has not closed. */
  readonly live: number;
  close(): Promise<void>;
}

/** Milliseconds between two bytes of "drip". */
const DRIP = 25;
const LONG_LINE = 10_000_000;
const CHUNK: Uint8Array = new Uint8Array(64 * 1024).fill(0x31);

/** Returns the script of a kind. `reply` is a valid reply of the protocol, including its line end. */
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
 * Starts a server on 127.0.0.1 that runs the script on each connection.
 *
 * @param opening correct replies to send first: one on connecting, then one after each line of the client. The script
 *   starts in place of the next reply.
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
    socket.on("error", () => {}); // the client may reset the connection at any time
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

/** Resolves when the socket can send more, or is closed. */
function write(socket: Socket, octets: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    socket.write(octets, () => setImmediate(resolve));
  });
}
