import { displayText, octetsOf, textOf } from "@anyurl/core";
import type { MemoryPeer, MemoryTransport } from "@anyurl/testkit";

/** Where the server of a table listens. */
export const ADDRESS = "127.0.0.1";

/**
 * Replies by line ("TOPIC #c") or command ("TOPIC"). Of a list, each line gets the next one, and then always the last. ""
 * gives no reply, and "END" at the end closes the connection. "greeting" comes before the first line.
 */
export type Replies = Readonly<Record<string, string | readonly string[]>>;

const REPLIES: Readonly<Record<string, string>> = {
  USER: ":s 001 guest :hello\n:s 422 guest :none",
  TOPIC: ":s 331 guest #c :none",
  NAMES: ":s 366 guest #c :end",
  JOIN: ":s 366 guest #c :end",
  PING: ":s PONG s :sent",
  LIST: ":s 323 guest :end",
  QUIT: "ERROR :bye\nEND",
};

/** Starts a server in memory that gives these replies. Returns what it gets, without the digits of a nickname. */
export function startTableServer(network: MemoryTransport, given: Replies = {}): readonly string[] {
  const sent: string[] = [];
  const turns = new Map<string, number>();

  const replyTo = (line: string): string => {
    const command = line.split(" ", 1)[0]!;
    const key = [line, command].find((each) => each in given);
    const replies = key === undefined ? (REPLIES[command] ?? "") : given[key]!;
    if (typeof replies === "string") return replies;
    const turn = turns.get(key!) ?? 0;
    turns.set(key!, turn + 1);
    return replies[Math.min(turn, replies.length - 1)]!;
  };

  const serve = async (peer: MemoryPeer): Promise<void> => {
    const say = async (line: string): Promise<boolean> => {
      const [text, ...end] = replyTo(line).split(/\n?END$/);
      if (text !== "") await peer.send(octetsOf(`${text!.replaceAll("\n", "\r\n")}\r\n`));
      if (end.length > 0) peer.end();
      return end.length === 0;
    };
    if (!(await say("greeting"))) return;
    let unread = "";
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
      const lines = `${unread}${textOf(octets)}`.split("\r\n");
      unread = lines.pop()!;
      for (const line of lines) {
        sent.push(displayText(line).replace(/^(NICK \w+?)[0-9]{5}$/, "$1#####"));
        if (!(await say(line))) return;
      }
    }
  };
  network.listen(ADDRESS, 6667, serve);
  return sent;
}
