import { createClient, toFetch } from "@anyurl/client";
import { octetsOf, type Scheme, textOf } from "@anyurl/core";
import {
  describeHostile,
  FAULTS,
  type Fault,
  type HostileOperation,
  type HostileProtocol,
  type PeeredWorld,
  type ServerStep,
} from "@anyurl/testkit";

/*
 * The news server that the tests of news: and nntp: have in common: what a correct one says, an old one, and one that
 * can start TLS. The schemes differ only in their URLs.
 */

/** The URLs of a scheme for an article, for the same over TLS, and for a newsgroup. */
export interface NewsUrls {
  readonly article: string;
  readonly secureArticle: string;
  readonly newsgroup: string;
}

/** A block that is not ended by its last line, and does not end: replaces the endless bodies and listings. */
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

/** Returns a correct server, with AUTHINFO and OVER. */
export function newsProtocol({ article, secureArticle, newsgroup }: NewsUrls): HostileProtocol {
  return {
    greeting: "200 ready\r\n",
    answer,
    refusal: "502 no\r\n",
    operations: [
      { ...GET, url: article },
      { ...LISTING, operation: "list", url: newsgroup },
      { ...LISTING, operation: "search", url: newsgroup, words: "from:a@b" },
      { ...GET, url: secureArticle, tls: "implicit" },
    ],
  };
}

/** Declares the tests with hostile peers of an old server, and of one with STARTTLS. */
export function describeHostileNews(scheme: Scheme, urls: NewsUrls): void {
  describeHostile(scheme, {
    protocol: { ...newsProtocol(urls), answer: answerOfOldServer },
    faults: FAULTS_OF_NEWS,
    client: clientWith(scheme, { clearTextLogin: true }),
    fetch: toFetch,
  });
  describeHostile(scheme, {
    protocol: {
      ...newsProtocol(urls),
      answer: answerWithStarttls,
      operations: [{ ...GET, url: urls.article, tls: "upgrade" }],
    },
    faults: FAULTS_OF_NEWS,
    client: clientWith(scheme, { tls: "required" }),
    fetch: toFetch,
  });
}

/** Returns what makes clients of a scheme with these options. */
export function clientWith(scheme: Scheme, options: Readonly<Record<string, unknown>>) {
  return ({ limits, ...world }: Partial<PeeredWorld> & Pick<PeeredWorld, "transport">) =>
    createClient({
      schemes: [scheme],
      options: Object.fromEntries(scheme.names.map((name) => [name, options])),
      // Small, like the other payloads of the testkit.
      limits: { ...limits, maxHead: 8 * 1024 },
      ...world,
    });
}

/** The fixed reply to each command, independent of earlier commands. */
const REPLIES: ReadonlyMap<string, string> = new Map([
  ["CAPABILITIES", "101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\nAUTHINFO USER\r\n.\r\n"],
  ["AUTHINFO USER", "381 password\r\n"],
  ["AUTHINFO PASS", "281 welcome\r\n"],
  ["GROUP", "211 6 1 6 a.b\r\n"],
]);

function answer(line: string): readonly ServerStep[] {
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

/** A server of 1986: it has neither CAPABILITIES nor OVER, and continues to read after 500. */
function answerOfOldServer(line: string): readonly ServerStep[] {
  if (line.startsWith("MODE")) return reply("200 ready\r\n");
  return /^(?:CAPABILITIES|OVER|LIST)/.test(line) ? reply("500 what\r\n") : answer(line);
}

function answerWithStarttls(line: string): readonly ServerStep[] {
  if (line === "CAPABILITIES") return reply("101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\nSTARTTLS\r\n.\r\n");
  if (line === "STARTTLS") return [{ is: "reply", text: "382 go on\r\n", secures: true }];
  return answer(line);
}

function reply(text: string): readonly ServerStep[] {
  return [{ is: "reply", text }];
}

/** Doubles the dots that begin a line and adds the last line (RFC 3977 §3.1.1). The line before it ends with CR LF. */
function withLastLine(body: Uint8Array): Uint8Array {
  const text = textOf(body);
  const ended = text === "" || text.endsWith("\r\n") ? text : `${text}\r\n`;
  return octetsOf(`${ended.replaceAll(/^\./gm, "..")}.\r\n`);
}

const GET: Omit<HostileOperation, "url"> = {
  operation: "get",
  end: "mark",
  carries: "text",
  frame: withLastLine,
};

const LISTING: Omit<HostileOperation, "url" | "operation"> = {
  end: "mark",
  frame: withLastLine,
  entry: (name, size) => `7\t${name}\ta@b.example\t\t<a@b.example>\t\t${size}\t1`,
};
