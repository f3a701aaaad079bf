import { octetsOf, textOf } from "@anyurl/core";
import {
  FAULTS,
  type Fault,
  type FaultExceptions,
  type HostileProtocol,
  type ServerStep,
} from "@anyurl/testkit";

const OK: ServerStep = { is: "reply", text: "250 ok\r\n" };

/** A text with doubled dots and its last line (RFC 2229 §2.4.2). */
function frame(body: Uint8Array): Uint8Array {
  const text = textOf(body);
  const ended = text === "" || text.endsWith("\r\n") ? text : `${text}\r\n`;
  return octetsOf(`${ended.replaceAll(/^\./gm, "..")}.\r\n`);
}

/** Line ends and quotes would end the word of an entry. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

export const PROTOCOL: HostileProtocol = {
  greeting: "220 ready <auth.mime> <1@h>\r\n",
  refusal: "530 no\r\n",
  answer: (line) => {
    const [verb] = line.split(" ");
    switch (verb) {
      case "CLIENT":
        return [OK];
      case "DEFINE":
        return [
          { is: "reply", text: "150 1\r\n" },
          // The text follows: it has lines of any content.
          { is: "reply", text: '151 "w" db "d"\r\n', precedes: "body" },
          { is: "body" },
          OK,
        ];
      case "MATCH":
        return [{ is: "reply", text: "152 1\r\n", precedes: "body" }, { is: "body" }, OK];
      case "QUIT":
        return [{ is: "farewell", text: "221 bye\r\n" }, { is: "close" }];
      default:
        return [];
    }
  },
  operations: [
    { operation: "get", url: "dict://h.example/d:w:db:1", end: "mark", carries: "text", frame },
    {
      operation: "list",
      url: "dict://h.example/m:w:db:prefix",
      end: "mark",
      frame,
      entry: (name) => `db ${quote(name)}`,
    },
    {
      operation: "search",
      url: "dict://h.example/",
      words: "w",
      end: "mark",
      frame,
      entry: (name) => `db ${quote(name)}`,
    },
  ],
};

const NOTHING_IS_READ =
  "after the last line of a text, only a status is read, so data without an end there is harmless";

export const EXCEPT: FaultExceptions = {
  "an endless body, which the reader cancels": NOTHING_IS_READ,
  "an endless body, which the reader stops reading": NOTHING_IS_READ,
  "a listing whose lines end with CR only": "it has no end, so the client waits for one until its timeout",
};

/** Replaces the endless texts. */
const WITHOUT_LAST_LINE: Fault = {
  name: "a text without a last line, and without an end",
  when: ({ said }) => said.is === "body",
  inject: () => async (turn) => {
    await turn.say(turn.octets.subarray(0, turn.octets.length - ".\r\n".length));
    await turn.endlessly('db "a word"\r\n');
  },
  outcome: () => ({ fails: ["too-large"] }),
  most: ({ maxBytes }) => maxBytes,
};

export const FAULTS_OF_DICT: readonly Fault[] = [...FAULTS, WITHOUT_LAST_LINE];
