import { displayText, octetsOf, textOf } from "@anyurl/core";
import type { MemoryPeer, MemoryTransport } from "@anyurl/testkit";

/** Where the server of a table listens. */
export const ADDRESS = "127.0.0.1";

/**
 * Replies by command without its tag ("LIST \"\" \"*\"") or verb ("LIST", "UID FETCH"). Of a list, each command gets the next
 * one, and then always the last. "$" at the beginning of a line stands for the tag; a reply without a status or a request
 * for more ends with "$ OK done". "" closes the connection. "greeting" comes first, and "+" answers what follows a request
 * for more.
 */
type Replies = Readonly<Record<string, string | readonly string[]>>;

const REPLIES: Readonly<Record<string, string>> = {
  greeting: "* PREAUTH [CAPABILITY IMAP4rev1 LITERAL+] ready",
  EXAMINE: "* 3 EXISTS\n* OK [UIDVALIDITY 5] valid",
  "UID SEARCH": "* SEARCH 1",
};

export interface TableServer {
  /** The lines of the client, without LOGOUT; "--" comes before those of a further connection. */
  readonly sent: readonly string[];
}

export interface TableServerInit {
  readonly replies?: Replies | undefined;
  /** Does TLS begin with the first byte? */
  readonly tls?: boolean | undefined;
}

/** Starts a server in memory that gives these replies. */
export function startTableServer(network: MemoryTransport, init: TableServerInit): TableServer {
  const { replies: given = {}, tls = false } = init;
  const sent: string[] = [];
  const turns = new Map<string, number>();
  let connections = 0;

  const replyTo = (command: string): string => {
    const verb = /^(?:UID )?\S+/.exec(command)?.[0] ?? "";
    const key = [command, verb].find((each) => each in given);
    const replies = key === undefined ? (REPLIES[verb] ?? "") : given[key]!;
    if (typeof replies === "string") return key === undefined && replies === "" ? "$ OK done" : replies;
    const turn = turns.get(key!) ?? 0;
    turns.set(key!, turn + 1);
    return replies[Math.min(turn, replies.length - 1)]!;
  };

  const serve = async (peer: MemoryPeer): Promise<void> => {
    if (connections++ > 0) sent.push("--");
    const greeting = replyTo("greeting");
    if (greeting === "") return peer.end();
    await peer.send(octetsOf(`${greeting.replaceAll("\n", "\r\n")}\r\n`));
    let unread = "";
    let tag = "";
    let waits = false;
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
      unread += textOf(octets);
      // A literal of LITERAL+ belongs to the same command.
      if (!unread.endsWith("\r\n") || /\{[0-9]+\+\}\r\n$/.test(unread)) continue;
      const line = unread.slice(0, -2);
      unread = "";
      const [, ownTag = "", text = ""] = waits ? [] : (/^(\S+) (.*)$/s.exec(line) ?? []);
      if (text === "LOGOUT") return peer.end();
      sent.push(displayText(line));
      if (!waits) tag = ownTag;
      const reply = replyTo(waits ? "+" : text);
      if (reply === "") return peer.end();
      waits = /^\+/m.test(reply);
      const whole = waits || /^\$/m.test(reply) ? reply : `${reply}\n$ OK done`;
      await peer.send(octetsOf(`${whole.replaceAll(/^\$/gm, tag).replaceAll("\n", "\r\n")}\r\n`));
      if (text === "STARTTLS" && whole.includes("$ OK")) await peer.secure();
    }
  };
  network.listen(ADDRESS, tls ? 993 : 143, serve, { tls: tls ? true : "either" });
  return { sent };
}
