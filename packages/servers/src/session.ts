import type { Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { type Connection, closeGracefully } from "./embedded-server.ts";
import { waitForEvent } from "./send.ts";

/** What a session sends, and what it does then. */
export interface Outcome {
  readonly octets?: Uint8Array | undefined;
  /** "close": end the session. "tls": begin TLS. */
  readonly next?: "close" | "tls" | undefined;
}

/** The protocol of one session. It receives items, which are lines, messages, or characters. */
export interface SessionProtocol<Item> {
  /** Splits the received bytes. Called again when TLS begins: the bytes before it are discarded. */
  createReader(): {
    read(octets: Uint8Array): Iterable<Item>;
    /** Returns what is left of an incomplete item. */
    rest?(): unknown;
  };
  /** Sent at the beginning, or after the handshake of implicit TLS. */
  readonly greeting?: Uint8Array | undefined;
  /** Handles an item. The next one waits for a promise. An error ends the session. */
  onItem(item: Item): Outcome | undefined | Promise<Outcome | undefined>;
  /** Is TLS active from the first byte? */
  readonly implicitTls?: boolean;
  /** Begins TLS on the server's side, and resets the state of the session. */
  startTls?(socket: Socket): TLSSocket;
  /** Drops a client that sent data between its request for TLS and the handshake. Default: the data is discarded. */
  readonly isStrictAboutTls?: boolean;
  /** Milliseconds without activity until `onIdle`. */
  readonly timeoutMs: number;
  /** Returns the farewell; `undefined` if the session must go on. */
  onIdle(): Uint8Array | undefined;
  /** Called when the session ends. */
  onEnd?(): void;
}

/** A running session. */
export interface Session {
  /** Sends bytes outside of an answer. */
  send(octets: Uint8Array): void;
  /** Ends the session. Idempotent. */
  end(farewell?: Uint8Array): void;
}

/**
 * Runs a session over a connection: one item at a time, at the pace of a client that reads the answers. Answers to the items
 * of one packet are sent together.
 */
export function runSession<Item>({ socket }: Connection, protocol: SessionProtocol<Item>): Session {
  let stream = socket;
  let isOver = false;

  function send(octets: Uint8Array): void {
    if (!isOver && stream.writable) stream.write(octets);
  }

  function end(farewell?: Uint8Array): void {
    if (isOver) return;
    isOver = true;
    protocol.onEnd?.();
    closeGracefully(stream, farewell);
  }

  async function run(): Promise<void> {
    if (protocol.implicitTls) await secure();
    if (protocol.greeting) send(protocol.greeting);
    while ((await converse()) === "tls") await secure();
  }

  async function secure(): Promise<void> {
    const secured = protocol.startTls!(socket);
    stream = secured;
    if (!(await isSecured(secured))) throw new Error("the handshake failed");
  }

  /** Handles items until the connection ends, or TLS begins. */
  async function converse(): Promise<"tls" | "end"> {
    const reader = protocol.createReader();
    for await (const octets of stream.iterator({ destroyOnReturn: false })) {
      stream.cork();
      try {
        const items = reader.read(octets)[Symbol.iterator]();
        for (let item = items.next(); item.done !== true; item = items.next()) {
          if (isOver) return "end";
          const answer = protocol.onItem(item.value);
          if (answer instanceof Promise) stream.uncork();
          const { octets: reply, next } = (await answer) ?? {};
          if (answer instanceof Promise) stream.cork();
          if (next === "close") {
            end(reply);
            return "end";
          }
          if (next === "tls" && protocol.isStrictAboutTls) {
            // A man in the middle could have injected it.
            const isClean = items.next().done && reader.rest?.() === undefined && stream.readableLength === 0;
            if (!isClean) {
              stream.destroy();
              return "end";
            }
          }
          if (reply !== undefined) send(reply);
          if (next === "tls") return "tls";
          // Wait here for a client that sends but never reads.
          if (stream.writableNeedDrain) {
            stream.uncork();
            if (!(await waitForEvent(stream, "drain"))) return "end";
            stream.cork();
          }
        }
      } finally {
        stream.uncork();
      }
    }
    return "end";
  }

  socket.setTimeout(protocol.timeoutMs, () => {
    const farewell = protocol.onIdle();
    if (farewell !== undefined) end(farewell);
  });
  socket.once("close", () => end());
  run()
    .catch(() => {}) // The connection broke, or an item is malformed.
    .finally(() => end());
  return { send, end };
}

/** @throws {Error} the certificate or the key is not valid. */
export function createServerTls({
  cert,
  key,
}: {
  readonly cert: string;
  readonly key: string;
}): SecureContext {
  return createSecureContext({ cert, key, minVersion: "TLSv1.2" });
}

/** Begins TLS on the server's side. A failed handshake is not an error of the server: "close" follows, and is handled. */
export function startServerTls(
  socket: Socket,
  options: Omit<NonNullable<ConstructorParameters<typeof TLSSocket>[1]>, "isServer">,
): TLSSocket {
  const secured = new TLSSocket(socket, { ...options, isServer: true });
  secured.on("error", () => secured.destroy());
  return secured;
}

/** Resolves with true after the handshake, or with false if it fails. */
export function isSecured(socket: TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    // Not immediately: OpenSSL still has session tickets to write (TLS 1.3), and an end during that sends no
    // close_notify.
    let isUp = false;
    socket.once("secure", () => {
      isUp = true;
      setImmediate(() => resolve(true));
    });
    // During the handshake, a half-closed connection counts as closed. After it, it is an empty document.
    const fail = () => void (isUp || resolve(false));
    socket.once("close", fail).once("end", fail);
  });
}
