import { AccessError, DEFAULT_LIMITS, defineOptions, displayText, octetsOf, textOf } from "@anyurl/core";
import type { Connection, Credentials, Lease } from "@anyurl/core/exchange";
import { NEWS_OPTIONS, type NewsContext } from "../src/operations/index.ts";

/**
 * Replies by command ("GROUP a.b") or its first words. Of a list, each call gets the next one, and then always the last.
 * "" closes the connection. "article" is the reply to a posted article.
 */
type Replies = Readonly<Record<string, string | readonly string[]>>;

const ARTICLE = "From: a@b.example\nSubject: x\nDate: Sat, 03 Feb 2001 04:05:06 +0000";

const REPLIES: Readonly<Record<string, string>> = {
  greeting: "200 ready",
  CAPABILITIES: "101 list\nVERSION 2\nREADER\nPOST\nNEWNEWS\nOVER\nSTARTTLS\n.",
  "MODE READER": "200 ready",
  STARTTLS: "382 go on",
  "AUTHINFO USER": "381 password",
  "AUTHINFO PASS": "281 welcome",
  GROUP: "211 3 1 3 a.b",
  LISTGROUP: "211 3 1 3 a.b\n1\n2\n3\n.",
  ARTICLE: `220 1 <1@b>\n${ARTICLE}\n\ntext\n.`,
  HEAD: `221 1 <1@b>\n${ARTICLE}\n.`,
  BODY: "222 1 <1@b>\ntext\n.",
  OVER: "224 here\n.",
  XOVER: "224 here\n.",
  "LIST OVERVIEW.FMT": "503 no",
  "LIST ACTIVE": "215 here\n.",
  "LIST NEWSGROUPS": "215 here\n.",
  LIST: "215 here\n.",
  NEWNEWS: "230 here\n.",
  POST: "340 go on",
  article: "240 posted",
  QUIT: "205 bye",
};

export interface TableServer {
  /**
   * The commands of all connections, without QUIT; "--" comes before those of a further connection, "+" before one that came
   * with the command before it. "TLS" is where it begins, and "(secret)" ends a command that transcripts mask.
   */
  readonly sent: readonly string[];
  /** The articles that were posted. */
  readonly posted: readonly string[];
  /** How many connections are open. */
  readonly live: number;
  readonly context: NewsContext;
}

export interface TableServerInit {
  readonly replies?: Replies | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: Readonly<Record<string, number>> | undefined;
  readonly credentials?: Credentials | undefined;
  /** Does a pool keep idle connections for the next call? */
  readonly keeps?: boolean | undefined;
}

const OPTIONS = defineOptions("nntp", NEWS_OPTIONS);

/** A server with these replies, and a context with connections to it. */
export function createTableServer(init: TableServerInit): TableServer {
  const { replies: given = {}, options = {}, limits = {}, credentials, keeps = false } = init;
  const sent: string[] = [];
  const posted: string[] = [];
  const turns = new Map<string, number>();
  const pool = new Map<string, { connection: Connection; state: unknown }>();
  let connections = 0;
  let live = 0;

  const replyTo = (command: string): string => {
    const words = command.split(" ");
    const keys = [command, words.slice(0, 2).join(" "), words[0]!];
    const key = keys.find((each) => each in given);
    if (key === undefined) return REPLIES[keys.find((each) => each in REPLIES) ?? ""] ?? "500 what?";
    const replies = given[key]!;
    if (typeof replies === "string") return replies;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return replies[Math.min(turn, replies.length - 1)]!;
  };

  const connect = async (): Promise<Connection> => {
    if (connections++ > 0) sent.push("--");
    live++;
    let isPosting = false;
    let unread = "";
    let isOpen = true;
    const ready: string[] = [];
    const say = (command: string): void => {
      const reply = replyTo(command);
      if (reply === "") isOpen = false;
      else if (isOpen) ready.push(`${reply.replaceAll("\n", "\r\n")}\r\n`);
    };
    say("greeting");
    return {
      remote: { address: "192.0.2.1", port: 119 },
      send: async (octets, secret = false) => {
        unread += textOf(octets);
        for (let isFirst = true; ; isFirst = false) {
          const end = unread.indexOf(isPosting ? "\r\n.\r\n" : "\r\n");
          if (end < 0) return;
          const text = unread.slice(0, end);
          unread = unread.slice(end + (isPosting ? 5 : 2));
          if (isPosting) {
            posted.push(text);
            isPosting = false;
            say("article");
            continue;
          }
          if (text !== "QUIT")
            sent.push(`${isFirst ? "" : "+ "}${displayText(text)}${secret ? " (secret)" : ""}`);
          say(text);
          isPosting = text === "POST" && ready.at(-1)?.startsWith("340") === true;
        }
      },
      receive: async () => {
        const text = ready.shift();
        return text === undefined ? undefined : octetsOf(text);
      },
      secure: async () => void sent.push("TLS"),
      close: () => void live--,
    };
  };

  const lease: NewsContext["lease"] = async (_, { key, fresh }): Promise<Lease> => {
    const place = JSON.stringify(key);
    const kept = fresh === true ? undefined : pool.get(place);
    pool.delete(place);
    const connection = kept?.connection ?? (await connect());
    return {
      connection,
      state: kept?.state,
      giveBack: (state) => void pool.set(place, { connection, state }),
    };
  };

  const context: NewsContext = {
    connect,
    ...(keeps && { lease }),
    ask: async ({ wanted }) => (credentials?.[wanted] === undefined ? undefined : credentials),
    limits: { ...DEFAULT_LIMITS, ...limits },
    options: { ...OPTIONS.defaults, ...options } as NewsContext["options"],
    signal: new AbortController().signal,
    now: () => Date.UTC(2026, 0),
    record: () => {},
  };
  return {
    sent,
    posted,
    get live() {
      return live - pool.size;
    },
    context,
  };
}

/** Writes an error as its code, the code of its reply, and what else a program can ask about it. */
export function written(error: unknown): string {
  if (!(error instanceof AccessError)) return String(error);
  const { code, replyCode, retryable } = error;
  return `${code}${replyCode === undefined ? "" : ` ${replyCode}`}${retryable ? ", retryable" : ""}`;
}
