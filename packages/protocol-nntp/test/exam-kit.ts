import { toFetch } from "@anyurl/client";
import { octetsOf, type Scheme, textOf } from "@anyurl/core";
import { startNntpServer } from "@anyurl/servers";
import { describeAccess, type ServerKit } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { clientWith, FAULTS_OF_NEWS, type NewsUrls, newsProtocol } from "./hostile-server.ts";

/* The news server of the exam that news: and nntp: take. The schemes differ only in how their URLs name an article. */

/** How a scheme names an article. */
export interface ExamUrls {
  /** The start of its URLs: `news:`. */
  readonly prefix: "news:" | "nntp:";
  /** The path of the first article, and of one that the server does not have. */
  readonly article: string;
  readonly missing: string;
  /** URLs of the server with hostile peers. */
  readonly hostile: NewsUrls;
}

/** Declares the exam of a scheme for newsgroups and articles. */
export function describeNewsAccess(scheme: Scheme, { prefix, article, missing, hostile }: ExamUrls): void {
  const kit: ServerKit = {
    start: async () => {
      const server = await startNntpServer({
        newsgroups: { "local.test": { articles: [ARTICLE, ANSWER] }, "local.notices": { status: "n" } },
      });
      return {
        url: (path) => `${prefix}//${server.host}:${server.port}${path}`,
        received: server.received,
        get live() {
          return server.live;
        },
        close: () => server.close(),
      };
    },
    client: (world) =>
      clientWith(scheme, { clearTextLogin: true, confirmed: true })({
        transport: nodeTransport(),
        ...world,
      }),
    get: { path: article, octets: ARTICLE },
    list: { path: "/local.test", names: ["The tide", "Gulls"] },
    stat: { path: article, kind: "file" },
    search: { path: "/local.test", words: "from:keeper", names: ["The tide"] },
    send: {
      path: "/local.test",
      octets: POST,
      arrived: ({ received }) => received.some((lines) => lines.some((line) => textOf(line) === "...two")),
    },
    refuses: [
      { operation: "get", path: missing, code: "not-found" },
      { operation: "list", path: "/local.nothing", code: "not-found" },
      { operation: "stat", path: "/local.nothing", code: "not-found" },
      { operation: "send", path: "/local.notices", code: "permission-denied" },
    ],
    except: {
      "plan: list": "the numbers depend on the server: a plan does not know how many articles it has",
    },
    protocol: newsProtocol(hostile),
    fetch: toFetch,
  };
  describeAccess(scheme, kit, { faults: FAULTS_OF_NEWS });
}

/** An article with lines that begin with dots, and with bytes that are not UTF-8. */
const ARTICLE: Uint8Array = octetsOf(
  [
    "Path: embedded.example!not-for-mail",
    "From: The Keeper <keeper@harbour.example>",
    "Newsgroups: local.test",
    "Subject: The tide",
    "Date: Sat, 03 Feb 2001 04:05:06 +0000",
    "Message-ID: <tide@harbour.example>",
    "",
    ".hidden",
    "..dots",
    `\udce4\udcff ${"the tide turns ".repeat(100)}`,
    "",
  ].join("\r\n"),
);

const ANSWER: string = [
  "Path: embedded.example!not-for-mail",
  "From: A Gull <gull@harbour.example>",
  "Newsgroups: local.test",
  "Subject: Gulls",
  "Date: Sat, 03 Feb 2001 05:05:06 +0000",
  "Message-ID: <gulls@harbour.example>",
  "",
  "They wait.",
  "",
].join("\r\n");

const POST: Uint8Array = octetsOf("From: A <a@b.example>\r\nSubject: Tide\r\n\r\nfirst\r\n.\r\n..two\r\n");
