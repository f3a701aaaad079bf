import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { Connection } from "../embedded-server.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { type Outcome, runSession, startServerTls } from "../session.ts";
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
  const state: NewsSession = {
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

  function runCommand(line: Line): Outcome {
    const tooLong = line.tooLong || line.octets.length + 2 > MAX_COMMAND_BYTES;
    const { octets, then } = tooLong
      ? createReply(501, `A command has at most ${MAX_COMMAND_BYTES} bytes`)
      : runNntpCommand(state, textOf(line.octets));
    if (then !== "article") return { octets, next: then };
    [article, size] = [[], 0];
    return { octets };
  }

  function collect({ octets, bareLf, tooLong }: Line, lines: Uint8Array[]): Outcome | undefined {
    if (octets.length === 1 && octets[0] === 0x2e && !bareLf) {
      article = undefined;
      return {
        octets: receiveArticle(state, size > MAX_ARTICLE_BYTES ? undefined : joinBytes(lines)).octets,
      };
    }
    size += tooLong || bareLf ? MAX_ARTICLE_BYTES + 1 : octets.length + 2;
    if (size <= MAX_ARTICLE_BYTES) lines.push(octets[0] === 0x2e ? octets.subarray(1) : octets, CRLF);
    return undefined;
  }

  const { posting, implicit, tls, timeout } = world;
  const greeting = `anyurl embedded news server ready${posting ? "" : " (no posting)"}`;
  const session = runSession<Line>(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    greeting: createReply(posting ? 200 : 201, greeting).octets,
    onItem(line) {
      connection.record(line);
      return article === undefined ? runCommand(line) : collect(line, article);
    },
    implicitTls: implicit,
    startTls(socket) {
      // "the server MUST discard any knowledge obtained from the client" (RFC 4642 §2.2.2).
      Object.assign(state, { secured: true, user: undefined, group: undefined, current: undefined });
      return startServerTls(socket, { secureContext: tls! });
    },
    timeoutMs: timeout,
    onIdle: () => createReply(400, "Idle for too long").octets,
  });
  return () => session.end(createReply(400, "The server goes down").octets);
}

const CRLF: Uint8Array = octetsOf("\r\n");
