import { type Message, MessageInbox } from "@anyurl/protocol-wais";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { library } from "../library/library.ts";
import { runSession } from "../session.ts";
import type { Folder } from "../tree.ts";
import { createDatabases, type WaisDatabase, type WaisNames } from "./database.ts";
import { type Implementation, WaisSession } from "./session.ts";

export type { WaisDatabase, WaisNames } from "./database.ts";

export interface WaisServerOptions extends ListenOptions {
  /** By name. Default: {@link library} as "library", and each of its directories by its own name. */
  readonly databases?: Readonly<Record<string, Folder | WaisDatabase>>;
  /** Host and paths in document-ids. Default: the server's own host and port, and paths that do not exist. */
  readonly names?: Partial<WaisNames>;
  /** The implementation data in the response to an Init. */
  readonly implementation?: Implementation;
  /** Maximum bytes of a message body. Default 100 000, as in all servers. */
  readonly maxMessage?: number;
  /** Milliseconds without activity until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

const IMPLEMENTATION: Implementation = {
  implementationId: "ANYU",
  implementationName: "anyurl, a small server for tests",
  implementationVersion: "1",
};

/**
 * Starts a WAIS server (RFC 1625) on loopback. It searches databases, which are directories, and sends their documents
 * in parts. Its responses have the observed form of freeWAIS-sf 2.2.10.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startWaisServer(options: WaisServerOptions = {}): Promise<EmbeddedServer> {
  const { maxMessage = 100_000, timeout = 60_000, implementation = IMPLEMENTATION } = options;
  const databases = options.databases ?? createLibraryDatabases(library());
  let indexed: ReturnType<typeof createDatabases> | undefined;
  return startServer("wais", options, (connection) => {
    const port = connection.socket.localPort ?? 210;
    const names = createNames(options.host ?? "127.0.0.1", port, options.names);
    // The port is known after the first connection.
    indexed ??= createDatabases(databases, names);
    const session = new WaisSession({ ...implementation, maxMessage, world: { databases: indexed, names } });
    // One response for each message. A client whose messages are malformed is disconnected.
    runSession<Message>(connection, {
      createReader: () => createMessageReader(maxMessage),
      onItem(message) {
        connection.record({ octets: message.body });
        const answer = session.answer(message);
        return answer === "close" ? { next: "close" } : { octets: answer };
      },
      timeoutMs: timeout,
      onIdle: connection.reset,
    });
    return connection.reset;
  });
}

function createLibraryDatabases(root: Folder): Readonly<Record<string, Folder>> {
  const folders = [...root.entries].flatMap(([name, node]) =>
    node.kind === "folder" ? [[name, node] as const] : [],
  );
  return { library: root, ...Object.fromEntries(folders) };
}

function createNames(host: string, port: number, given: Partial<WaisNames> = {}): WaisNames {
  const at = host.includes(":") ? `[${host}]` : host;
  return { server: `${at}:${port}`, databases: "/wais/db", documents: "/wais/docs", ...given };
}

function createMessageReader(maxMessage: number): { read(octets: Uint8Array): Iterable<Message> } {
  const inbox = new MessageInbox(maxMessage);
  return {
    *read(octets) {
      inbox.push(octets);
      for (let message = inbox.take(); message !== undefined; message = inbox.take()) yield message;
    },
  };
}
