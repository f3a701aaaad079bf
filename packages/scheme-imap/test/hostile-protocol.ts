import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { FaultExceptions, HostileProtocol, ServerStep } from "@anyurl/testkit";

const reply = (text: string): ServerStep => ({ is: "reply", text: `${text}\r\n` });

/** A message as the content of a FETCH response. */
function frame(body: Uint8Array): Uint8Array {
  return joinBytes([octetsOf(`* 1 FETCH (UID 1 BODY[] {${body.length}}\r\n`), body, octetsOf(")\r\n")]);
}

/** A literal can have any bytes. */
function literal(text: string): string {
  return `{${octetsOf(text).length}}\r\n${text}`;
}

export const PROTOCOL: HostileProtocol = {
  greeting: "* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=ANONYMOUS] ready\r\n",
  refusal: "* BYE no\r\n",
  answer: (line) => {
    const [tag, verb, what] = line.split(" ");
    const ok = reply(`${tag} OK done`);
    switch (verb) {
      case "AUTHENTICATE":
        return [ok];
      case "EXAMINE":
        return [reply("* 1 EXISTS"), reply("* OK [UIDVALIDITY 5] valid"), ok];
      case "LIST":
        return [{ is: "body" }, ok];
      case "UID":
        if (what === "SEARCH") return [reply("* SEARCH 1"), ok];
        return [{ is: "body" }, ok];
      case "LOGOUT":
        return [{ is: "farewell", text: "* BYE bye\r\n" }, { is: "close" }];
      default:
        return [];
    }
  },
  operations: [
    { operation: "get", url: "imap://h.example/a/;UID=1", end: "mark", frame },
    {
      operation: "list",
      url: "imap://h.example/",
      end: "mark",
      entry: (name) => `* LIST () "/" ${literal(name)}`,
    },
  ],
};

const LENGTH = "the content has its length before it, so that what follows is not read as content";
const LEVELS = 'a "/" in the name of a mailbox separates levels, and a URL has the whole name';

export const EXCEPT: FaultExceptions = {
  "an endless body": LENGTH,
  "a reply before its command":
    "a server may send data at any time (RFC 3501 §7); hostile.test.ts has early status responses",
  'a greeting of another protocol: "* OK IMAP4re"': "it is a greeting of this protocol",
  ...Object.fromEntries(
    ["a/b", "/etc/passwd", "//h2.example/x", "/", "http://h2.example/", "ftp://h2.example/"].map((name) => [
      `an entry named ${JSON.stringify(name)}`,
      LEVELS,
    ]),
  ),
};
