import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type Connection, closeGracefully } from "../embedded-server.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { octetsOf, textOf } from "../name.ts";
import { waitForEvent } from "../send.ts";
import { runNntpCommand } from "./commands.ts";
import type { NewsSession } from "./news-session.ts";
import { receiveArticle } from "./posting.ts";
import { createReply } from "./reply.ts";
import type { NewsServerState } from "./server-state.ts";

/** Maximum bytes of a command, including CR LF (RFC 3977 §3.1). */
const MAX_COMMAND_BYTES = 512;
/** Maximum bytes of a line of an article. */
const MAX_LINE_BYTES = 64 * 1024;
/** Maximum bytes of a posted article. */
const MAX_ARTICLE_BYTES = 16 * 1024 * 1024;

/** Runs one NNTP session over a connection. The returned function ends the session with 400. */
export function serveNntp(connection: Connection, world: NewsServerState): () => void {
  const { socket, record } = connection;
  let stream: Socket = socket;
  let over = false;
  const session: NewsSession = {
    world,
    secured: false,
    reading: !world.transit,
    user: undefined,
    authenticated: false,
    group: undefined,
    current: undefined,
  };
  /** The lines of the article that is being posted. */
  let article: Uint8Array[] | undefined;
  let size = 0;

  function end(farewell?: Uint8Array): void {
    if (over) return;
    over = true;
    closeGracefully(stream, farewell);
  }

  async function run(): Promise<void> {
    if (world.implicit) await secure();
    const { posting } = world;
    stream.write(
      createReply(posting ? 200 : 201, `anyurl embedded news server ready${posting ? "" : " (no posting)"}`)
        .octets,
    );
    while ((await talk()) === "tls") {
      await secure();
      // "the server MUST discard any knowledge obtained from the client" (RFC 4642 §2.2.2).
      session.user = session.group = session.current = undefined;
    }
  }

  async function secure(): Promise<void> {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: world.tls! });
    secured.on("error", () => {});
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error("the handshake failed"));
      // During the handshake, a half-closed connection counts as closed.
      secured.once("secure", resolve).once("close", fail).once("end", fail);
    });
    stream = secured;
    session.secured = true;
  }

  /** Handles lines until the connection ends, or TLS begins. Unencrypted data after STARTTLS is discarded. */
  async function talk(): Promise<"tls" | "end"> {
    const reader = new LineReader(MAX_LINE_BYTES);
    for await (const octets of stream.iterator({ destroyOnReturn: false })) {
      // Send the replies to commands of one packet together.
      stream.cork();
      try {
        for (const line of reader.read(octets)) {
          if (over) return "end";
          record(line);
          if (hear(line) === "tls") return "tls";
          // Wait here for a client that sends commands but never reads.
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

  function hear(line: Line): "tls" | undefined {
    if (article !== undefined) {
      collect(line, article);
      return undefined;
    }
    const tooLong = line.tooLong || line.octets.length + 2 > MAX_COMMAND_BYTES;
    const { octets, then } = tooLong
      ? createReply(501, `A command has at most ${MAX_COMMAND_BYTES} bytes`)
      : runNntpCommand(session, textOf(line.octets));
    if (then === "close") {
      end(octets);
      return undefined;
    }
    stream.write(octets);
    if (then === "article") [article, size] = [[], 0];
    return then === "tls" ? "tls" : undefined;
  }

  function collect({ octets, bareLf, tooLong }: Line, lines: Uint8Array[]): void {
    if (octets.length === 1 && octets[0] === 0x2e && !bareLf) {
      article = undefined;
      stream.write(
        receiveArticle(session, size > MAX_ARTICLE_BYTES ? undefined : Buffer.concat(lines)).octets,
      );
      return;
    }
    size += tooLong || bareLf ? MAX_ARTICLE_BYTES + 1 : octets.length + 2;
    if (size <= MAX_ARTICLE_BYTES) lines.push(octets[0] === 0x2e ? octets.subarray(1) : octets, CRLF);
  }

  socket.setTimeout(world.timeout, () => end(createReply(400, "Idle for too long").octets));
  run()
    .catch(() => {}) // The connection broke.
    .finally(() => {
      if (!over) closeGracefully(stream);
      over = true;
    });
  return () => end(createReply(400, "The server goes down").octets);
}

const CRLF: Uint8Array = octetsOf("\r\n");
