import type { Socket } from "node:net";
import { type Message, MessageInbox } from "@anyurl/protocol-wais";
import { bidFarewell, type EmbeddedServer, type ListenOptions, startServer } from "./embedded-server.ts";
import { library } from "./library.ts";
import { happens } from "./send.ts";
import type { Folder } from "./tree.ts";
import { indexedDatabases, type WaisDatabase, type WaisNames } from "./wais-database.ts";
import { type Implementation, WaisSession } from "./wais-session.ts";

export type { WaisDatabase, WaisNames } from "./wais-database.ts";

export interface WaisServerOptions extends ListenOptions {
  /** By name. Default: {@link library} as "library", and each of its folders by its own name. */
  readonly databases?: Readonly<Record<string, Folder | WaisDatabase>>;
  /**
   * What document-ids say of where things are. Default: the server's own host and port, and paths that nobody
   * has.
   */
  readonly names?: Partial<WaisNames>;
  /** What it says of itself to an Init. */
  readonly implementation?: Implementation;
  /** Octets that the body of a message may have. Default 100 000, as everybody's. */
  readonly maxMessage?: number;
  /** Milliseconds in which nothing happens until the connection is dropped. Default one minute. */
  readonly timeout?: number;
}

const IMPLEMENTATION: Implementation = {
  implementationId: "ANYU",
  implementationName: "anyurl, a small server for tests",
  implementationVersion: "1",
};

/**
 * Starts a WAIS server (RFC 1625) on loopback: it searches databases, which are folders, and hands out their
 * documents piece by piece. What it answers has the form that freeWAIS-sf 2.2.10 has been seen to give.
 *
 * @throws {RangeError} the host is no loopback address.
 */
export function startWaisServer(options: WaisServerOptions = {}): Promise<EmbeddedServer> {
  const { maxMessage = 100_000, timeout = 60_000, implementation = IMPLEMENTATION } = options;
  const databases = options.databases ?? shelves(library());
  let indexed: ReturnType<typeof indexedDatabases> | undefined;
  return startServer("wais", options, ({ socket, record }) => {
    const cut = (): void => void socket.resetAndDestroy();
    socket.setTimeout(timeout, cut);
    const port = socket.localPort ?? 210;
    const names = namesAt(options.host ?? "127.0.0.1", port, options.names);
    // Its port is known once somebody has come.
    indexed ??= indexedDatabases(databases, names);
    const session = new WaisSession({ ...implementation, maxMessage, world: { databases: indexed, names } });
    void serve(socket, session, maxMessage, ({ body }) =>
      record({ octets: body, bareLf: false, tooLong: false }),
    );
    return cut;
  });
}

function shelves(root: Folder): Readonly<Record<string, Folder>> {
  const folders = [...root.entries].flatMap(([name, node]) =>
    node.kind === "folder" ? [[name, node] as const] : [],
  );
  return { library: root, ...Object.fromEntries(folders) };
}

function namesAt(host: string, port: number, given: Partial<WaisNames> = {}): WaisNames {
  const at = host.includes(":") ? `[${host}]` : host;
  return { server: `${at}:${port}`, databases: "/wais/db", documents: "/wais/docs", ...given };
}

/**
 * One answer for each message, at the pace of the reader. A client whose words cannot be understood is left.
 */
async function serve(
  socket: Socket,
  session: WaisSession,
  maxMessage: number,
  record: (message: Message) => void,
): Promise<void> {
  const inbox = new MessageInbox(maxMessage);
  try {
    for await (const octets of socket.iterator({ destroyOnReturn: false })) {
      inbox.push(octets as Uint8Array);
      for (let message = inbox.take(); message !== undefined; message = inbox.take()) {
        record(message);
        const answer = session.answer(message);
        if (answer === "close") return;
        if (!socket.write(answer) && !(await happens(socket, "drain"))) return;
      }
    }
  } catch {
    // What came is no message, or the peer has gone: there is nothing to say.
  } finally {
    bidFarewell(socket);
  }
}
