import { type Duplex, duplexPair } from "node:stream";
import { DEFAULT_LIMITS, type Limits, resolveOptions } from "@anyurl/core";
import type { Connection, Context, CredentialRequest, Credentials } from "@anyurl/core/exchange";
import ssh2 from "ssh2";
import { type SftpOptions, sftp } from "../../src/index.ts";
import type { SftpSettings } from "../../src/options.ts";
import { createHostKey } from "../host-keys.ts";
import { formatReply, type ReplyPacket, readRequest } from "./packets.ts";

/** Replies by the request ("READDIR", "STAT /x") or by its name, in turn; the last one is repeated. */
export type Replies = Readonly<Record<string, readonly (ReplyPacket | "CLOSE")[]>>;

/** A server that has every path: an empty file, or a directory without entries. */
const REPLIES: Replies = {
  INIT: [["VERSION", 3]],
  OPEN: [["HANDLE", "h"]],
  OPENDIR: [["HANDLE", "h"]],
  FSTAT: [["ATTRS", { size: 0 }]],
  STAT: [["ATTRS", { size: 0 }]],
  READ: [["STATUS", 1]],
  READDIR: [["STATUS", 1]],
};

const hostKey = createHostKey();

/** How a server answers. */
export interface ServerInit {
  readonly replies?: Replies;
  /** Default: accepts every login with a password. */
  readonly authenticate?: (login: ssh2.AuthContext) => void;
  /** Default: sftp is offered. */
  readonly hasSubsystem?: boolean;
  readonly algorithms?: ssh2.Algorithms;
  readonly hostKeys?: readonly string[];
  /** Gets each connection of a client. */
  readonly onClient?: (client: ssh2.Connection) => void;
}

/** Starts an SSH server in memory. @returns the requests that it gets, and new connections to it. */
export function startTableServer(init: ServerInit = {}): {
  readonly sent: string[];
  connect(): Connection;
} {
  const { authenticate = acceptPassword, hasSubsystem = true, algorithms, hostKeys } = init;
  const replies: Replies = { ...REPLIES, ...init.replies };
  const sent: string[] = [];
  const counts = new Map<string, number>();
  const next = (key: string) => {
    const all = replies[key];
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return all?.[Math.min(count, all.length - 1)];
  };
  const server = new ssh2.Server({
    hostKeys: [...(hostKeys ?? [hostKey.private])],
    ...(algorithms && { algorithms }),
  });
  server.on("connection", (client) => {
    client.on("error", () => {}).on("authentication", authenticate);
    init.onClient?.(client);
    client.on("session", (accept) => {
      const onSubsystem = (take: () => ssh2.ServerChannel, refuse: () => void) => {
        if (!hasSubsystem) return refuse();
        const channel = take();
        let unread = Buffer.alloc(0);
        channel.on("error", () => {}).on("end", () => channel.end());
        channel.on("data", (chunk: Buffer) => {
          unread = Buffer.concat([unread, chunk]);
          while (unread.length >= 4 && unread.length >= 4 + unread.readUInt32BE()) {
            const length = 4 + unread.readUInt32BE();
            const { name, id, shown } = readRequest(new Uint8Array(unread.subarray(0, length)));
            unread = unread.subarray(length);
            sent.push(shown);
            const reply = next(replies[shown] === undefined ? name : shown) ?? (["STATUS", 0] as const);
            if (reply === "CLOSE") return void channel.close();
            channel.write(formatReply(id, reply));
          }
        });
      };
      (accept() as unknown as { on(event: "subsystem", listener: typeof onSubsystem): void }).on(
        "subsystem",
        onSubsystem,
      );
    });
  });
  return {
    sent,
    connect() {
      const [ours, theirs] = duplexPair();
      (server as unknown as { injectSocket(socket: Duplex): void }).injectSocket(theirs);
      return toConnection(ours);
    },
  };
}

function acceptPassword(login: ssh2.AuthContext): void {
  if (login.method === "password") login.accept();
  else login.reject(["password"]);
}

function toConnection(stream: Duplex): Connection {
  const chunks = stream.on("error", () => {})[Symbol.asyncIterator]();
  return {
    remote: { host: "h.example", port: 22, address: "192.0.2.1" },
    send: (octets) =>
      new Promise((resolve, reject) => {
        stream.write(Buffer.from(octets), (error) => (error ? reject(error) : resolve()));
      }),
    receive: async () => {
      const { done, value } = (await chunks.next()) as IteratorResult<Buffer, undefined>;
      return done === true ? undefined : new Uint8Array(value);
    },
    close: async () => void stream.destroy(),
  };
}

/** What a call gets beside its URL. */
export interface CallInit {
  readonly options?: SftpOptions;
  readonly limits?: Partial<Limits>;
  readonly ask?: (request: CredentialRequest) => Credentials | undefined;
  /** More of the context. */
  readonly more?: Partial<Context<SftpSettings>>;
}

/** Creates the context of a call, which connects to a server in memory. */
export function createContext(
  { connect }: Pick<ReturnType<typeof startTableServer>, "connect">,
  { options = { acceptHostKey: () => true }, limits, ask, more }: CallInit = {},
): Context<SftpSettings> {
  return {
    connect: async () => connect(),
    ask: async (request) => (ask === undefined ? { user: "ann", password: "pw" } : ask(request)),
    limits: { ...DEFAULT_LIMITS, ...limits },
    signal: new AbortController().signal,
    now: () => 0,
    record: () => {},
    options: resolveOptions(sftp.options!, options) as SftpSettings,
    ...more,
  };
}
