import { displayText, octetsOf, textOf } from "@anyurl/core";
import type { MemoryPeer, MemoryTransport } from "@anyurl/testkit";

/** Where the server of a table listens, and the ports that it names for data. */
export const ADDRESS = "127.0.0.1";
const DATA_PORTS: readonly number[] = [40_000, 40_001];

/**
 * Replies by command ("CWD a") or verb ("CWD"). Of a list, each call gets the next one, and then always the last. The last
 * reply of a transfer is that of "end". "" closes the connection, and null gives no reply.
 */
export type Replies = Readonly<Record<string, string | null | readonly (string | null)[]>>;

const REPLIES: Readonly<Record<string, string>> = {
  greeting: "220 ready",
  USER: "230 welcome",
  PASS: "230 welcome",
  AUTH: "234 go on",
  PBSZ: "200 done",
  PROT: "200 done",
  FEAT: "502 no",
  OPTS: "200 done",
  PWD: '257 "/home"',
  CWD: "250 there",
  TYPE: "200 done",
  SIZE: "213 4",
  MDTM: "213 20010203040506",
  EPSV: "229 here (|||40000|)",
  REST: "350 go on",
  RETR: "150 here",
  NLST: "150 here",
  LIST: "150 here",
  MLSD: "150 here",
  STOR: "150 go on",
  APPE: "150 go on",
  end: "226 done",
  NOOP: "200 here",
  DELE: "250 gone",
  RMD: "250 gone",
  MKD: "257 made",
  RNFR: "350 go on",
  RNTO: "250 done",
  MFMT: "213 done",
  QUIT: "221 bye",
};

export interface TableServer {
  /**
   * The commands of all connections, without QUIT; "--" comes before those of a further connection, and "+" before one that
   * came with the command before it.
   */
  readonly sent: readonly string[];
  /** What arrived on each data connection of an upload. */
  readonly stored: readonly string[];
}

export interface TableServerInit {
  readonly replies?: Replies | undefined;
  /** The data of each transfer; the last one stays. Default: none. */
  readonly data?: readonly string[] | undefined;
  /** Are data connections closed without a close_notify? */
  readonly cut?: boolean | undefined;
  /** Does TLS begin with the first byte? */
  readonly tls?: boolean | undefined;
}

/** Starts a server in memory that gives these replies and data. */
export function startTableServer(network: MemoryTransport, init: TableServerInit): TableServer {
  const { replies: given = {}, data = [""], cut = false, tls = false } = init;
  const sent: string[] = [];
  const stored: string[] = [];
  const turns = new Map<string, number>();
  let connections = 0;
  let transfers = 0;
  let arrived: (peer: MemoryPeer) => void = () => {};
  let arrival: Promise<MemoryPeer> | undefined;

  const replyTo = (command: string): string | null => {
    const verb = command.split(" ", 1)[0]!;
    const key = [command, verb].find((each) => each in given);
    const replies = key === undefined ? (REPLIES[verb] ?? "502 what?") : given[key]!;
    if (typeof replies === "string" || replies === null) return replies;
    const turn = turns.get(key!) ?? 0;
    turns.set(key!, turn + 1);
    return replies[Math.min(turn, replies.length - 1)]!;
  };

  for (const each of DATA_PORTS) network.listen(ADDRESS, each, (peer) => arrived(peer), { tls: "either" });

  async function transfer(verb: string, isProtected: boolean): Promise<void> {
    const peer = await arrival!;
    if (isProtected) await peer.secure();
    if (verb !== "STOR" && verb !== "APPE") {
      await peer.send(data[Math.min(transfers++, data.length - 1)]!);
      return cut ? peer.cut() : peer.end();
    }
    let text = "";
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive())
      text += textOf(octets);
    stored.push(text);
  }

  const serve = async (peer: MemoryPeer): Promise<void> => {
    if (connections++ > 0) sent.push("--");
    let isProtected = false;
    const say = async (command: string): Promise<string | null> => {
      const text = replyTo(command);
      if (text === "") peer.end();
      else if (text !== null) await peer.send(octetsOf(`${text.replaceAll("\n", "\r\n")}\r\n`));
      return text;
    };
    await say("greeting");
    let unread = "";
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
      const lines = `${unread}${textOf(octets)}`.split("\r\n");
      unread = lines.pop()!;
      for (const [i, line] of lines.entries()) {
        const verb = line.split(" ", 1)[0]!;
        if (verb !== "QUIT") sent.push(`${i > 0 ? "+ " : ""}${displayText(line)}`);
        if (verb === "EPSV" || verb === "PASV")
          arrival = new Promise((resolve) => {
            arrived = resolve;
          });
        const text = await say(line);
        if (text === "") return;
        if (verb === "AUTH" && /^[23]34/.test(text ?? "")) await peer.secure();
        isProtected ||= verb === "PROT" && text?.startsWith("200") === true;
        if (!/^1[25][05]/.test(text ?? "")) continue;
        await transfer(verb, isProtected);
        if ((await say("end")) === "") return;
      }
    }
  };
  network.listen(ADDRESS, tls ? 990 : 21, serve, { tls: tls ? true : "either" });
  return { sent, stored };
}
