import { type CredentialsCallback, createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { fakeClock, memoryTransport } from "@anyurl/testkit";
import { type PopOptions, pop } from "../src/index.ts";

/** Replies by command ("TOP 1 0") or verb ("TOP"), with LF for CR LF; "" closes the connection. "greeting" comes first. */
export type Replies = Readonly<Record<string, string>>;

const REPLIES: Replies = {
  greeting: "+OK ready <1@h.example>",
  STAT: "+OK 0 0",
  LIST: "+OK\n.",
  UIDL: "+OK\n.",
};

const ADDRESS = "10.0.0.1";

/** Creates a client of a server in memory that gives these replies. */
export function worldOf(
  replies: Replies,
  options: PopOptions = {},
  credentials: CredentialsCallback = () => ({ user: "ann", password: "pw" }),
) {
  const transport = memoryTransport({ names: { "h.example": [ADDRESS] } });
  const clock = fakeClock();
  const sent: string[] = [];
  const replyTo = (command: string): string => {
    const keys = [command, command.split(" ")[0] ?? ""];
    const all = { ...REPLIES, ...replies };
    return all[keys.find((key) => key in all) ?? ""] ?? "+OK";
  };
  transport.listen(ADDRESS, 110, async (peer) => {
    const say = (text: string) => peer.send(octetsOf(`${text.replaceAll("\n", "\r\n")}\r\n`));
    await say(replyTo("greeting"));
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
      const command = textOf(octets).trimEnd();
      if (command === "QUIT") break;
      sent.push(command);
      const reply = replyTo(command);
      if (reply === "") break;
      await say(reply);
    }
    peer.end();
  });
  const client = createClient({
    ...{ schemes: [pop], transport, clock, credentials },
    options: { pop: { clearTextLogin: true, ...options } },
  });
  return { client, clock, sent, transport };
}
