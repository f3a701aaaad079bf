import { octetsOf, textOf } from "@anyurl/core";
import type { FaultExceptions, HostileProtocol, ServerStep } from "@anyurl/testkit";

const reply = (text: string): ServerStep => ({ is: "reply", text: `${text}\r\n` });

/** A text with doubled dots and its last line (RFC 1939 §3). */
function frame(body: Uint8Array): Uint8Array {
  const text = textOf(body);
  const ended = text === "" || text.endsWith("\r\n") ? text : `${text}\r\n`;
  return octetsOf(`${ended.replaceAll(/^\./gm, "..")}.\r\n`);
}

export const PROTOCOL: HostileProtocol = {
  greeting: "+OK ready <1@h.example>\r\n",
  refusal: "-ERR no\r\n",
  answer: (line, { size }) => {
    const [verb, number] = line.split(" ");
    if (verb === "LIST") return [reply(`+OK ${number} ${size}`)];
    if (verb === "RETR") return [reply("+OK"), { is: "body" }];
    if (verb === "QUIT") return [{ is: "farewell", text: "+OK bye\r\n" }, { is: "close" }];
    return [reply("+OK")];
  },
  operations: [
    {
      operation: "get",
      url: "pop://alice;AUTH=+APOP@h.example",
      secrets: ["Swordfish42"],
      end: "mark",
      carries: "text",
      frame,
    },
  ],
};

const NOTHING_IS_READ = "after the last line of a text nothing is read; access.test.ts has endless texts";

export const EXCEPT: FaultExceptions = {
  "an endless body": NOTHING_IS_READ,
  "the same reply, endlessly":
    "what follows the reply to RETR is the text, whose size a stream does not limit",
  'a greeting of another protocol: "+OK POP3 rea"':
    "it is a greeting of this protocol, without a timestamp for APOP",
};
