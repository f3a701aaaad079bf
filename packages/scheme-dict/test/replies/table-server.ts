import { displayText, octetsOf, textOf } from "@anyurl/core";
import type { MemoryTransport } from "@anyurl/testkit";

/** Where the server of a table listens. */
export const ADDRESS = "127.0.0.1";

/**
 * Replies by command ("SHOW DB") or verb ("DEFINE"). "greeting" comes before the first command, and "CLOSE" ends
 * the connection.
 */
export type Replies = Readonly<Record<string, string>>;

const REPLIES: Replies = {
  greeting: "220 ready <auth.mime> <1@h>",
  CLIENT: "250 ok",
  OPTION: "250 ok",
  AUTH: "230 ok",
  QUIT: "221 bye",
};

/** Starts a server in memory that gives these replies. Returns the commands that it gets. */
export function startTableServer(network: MemoryTransport, given: Replies = {}): readonly string[] {
  const sent: string[] = [];
  const replies = { ...REPLIES, ...given };
  network.listen(ADDRESS, 2628, async (peer) => {
    const say = async (text = "500 what?") => {
      const [said = "", end] = text.split("CLOSE");
      await peer.send(octetsOf(`${said}${end ?? "\n"}`.replaceAll("\n", "\r\n")));
      if (end !== undefined) peer.end();
    };
    await say(replies["greeting"]);
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
      const command = textOf(octets).trimEnd();
      sent.push(displayText(command));
      await say(replies[command] ?? replies[command.split(" ", 1)[0]!]);
    }
  });
  return sent;
}
