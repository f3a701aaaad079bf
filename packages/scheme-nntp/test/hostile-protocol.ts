import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { FAULTS, type Fault, type HostileProtocol, type PeeredWorld, type ServerStep } from "@anyurl/testkit";
import { nntp } from "../src/index.ts";

/** Doubles the dots that begin a line and adds the last line (RFC 3977 §3.1.1). The line before it ends with CR LF. */
export function withLastLine(body: Uint8Array): Uint8Array {
  const text = textOf(body);
  const ended = text === "" || text.endsWith("\r\n") ? text : `${text}\r\n`;
  return octetsOf(`${ended.replaceAll(/^\./gm, "..")}.\r\n`);
}

/** The fixed reply to each command, independent of earlier commands. */
const REPLIES: ReadonlyMap<string, string> = new Map([
  ["CAPABILITIES", "101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\nAUTHINFO USER\r\n.\r\n"],
  ["AUTHINFO USER", "381 password\r\n"],
  ["AUTHINFO PASS", "281 welcome\r\n"],
  ["GROUP", "211 6 1 6 a.b\r\n"],
]);

export function reply(text: string): readonly ServerStep[] {
  return [{ is: "reply", text }];
}

export function answer(line: string): readonly ServerStep[] {
  const [verb = "", word = ""] = line.split(" ");
  switch (verb) {
    case "ARTICLE":
      return [{ is: "reply", text: "220 1 <a@b.example>\r\n" }, { is: "body" }];
    case "OVER":
    case "XOVER":
      return [{ is: "reply", text: "224 overview\r\n" }, { is: "body" }];
    case "QUIT":
      return [{ is: "farewell", text: "205 bye\r\n" }, { is: "close" }];
    default:
      return reply(REPLIES.get(verb) ?? REPLIES.get(`${verb} ${word}`) ?? "500 what\r\n");
  }
}

export const PROTOCOL: HostileProtocol = {
  greeting: "200 ready\r\n",
  answer,
  refusal: "502 no\r\n",
  operations: [
    {
      operation: "get",
      url: "nntp://alice:Swordfish%2F42@h.example/a.b/1",
      end: "mark",
      carries: "text",
      frame: withLastLine,
    },
    {
      operation: "list",
      url: "nntp://h.example/a.b",
      end: "mark",
      frame: withLastLine,
      entry: (name, size) => `7\t${name}\ta@b.example\t\t<a@b.example>\t\t${size}\t1`,
    },
    {
      operation: "search",
      url: "nntp://h.example/a.b",
      words: "from:a@b",
      end: "mark",
      frame: withLastLine,
      entry: (name, size) => `7\t${name}\ta@b.example\t\t<a@b.example>\t\t${size}\t1`,
    },
    {
      operation: "get",
      url: "nntps://alice:Swordfish%2F42@h.example/a.b/1",
      end: "mark",
      carries: "text",
      frame: withLastLine,
      tls: "implicit",
    },
  ],
};

/** Replaces the endless bodies and listings. */
const WITHOUT_LAST_LINE: Fault = {
  name: "a block without a last line, and without an end",
  when: ({ said }) => said.is === "body",
  inject: () => async (turn) => {
    await turn.say(turn.octets.subarray(0, turn.octets.length - ".\r\n".length));
    await turn.endlessly("7\ta line\ta@b.example\r\n");
  },
  outcome: () => ({ fails: ["too-large"] }),
  most: ({ maxBytes }) => maxBytes,
};

export const FAULTS_OF_NEWS: readonly Fault[] = [...FAULTS, WITHOUT_LAST_LINE];

export function clientWith(options: Readonly<Record<string, unknown>>) {
  return ({ limits, ...world }: Partial<PeeredWorld> & Pick<PeeredWorld, "transport">) =>
    createClient({
      schemes: [nntp],
      options: { nntp: options, nntps: options },
      // Small, like the other payloads of the testkit.
      limits: { ...limits, maxHead: 8 * 1024 },
      ...world,
    });
}
