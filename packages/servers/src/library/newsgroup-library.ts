import type { NewsgroupOptions } from "../nntp/spool.ts";

/** The built-in newsgroups: a discussion, articles with difficult lines, and a group without posting. */
export function newsLibrary(): Readonly<Record<string, NewsgroupOptions>> {
  return {
    "local.harbour": { description: "Ships, weather, and who has seen what", articles: HARBOUR },
    "local.lines": { description: "Articles that are hard to carry", articles: LINES },
    "local.gap": {
      description: "With numbers that are missing",
      articles: {
        2: createArticle("local.gap", "two", "gap2", "two"),
        5: createArticle("local.gap", "five", "gap5", "five"),
      },
    },
    "local.empty": { description: "Nothing yet" },
    "local.notices": {
      description: "Notices of the harbour office: to be read, not to be answered",
      status: "n",
      articles: [
        createArticle("local.notices", "The crane is closed on Monday", "notice1", "It is being painted."),
      ],
    },
  };
}

function createArticle(
  newsgroup: string,
  subject: string,
  id: string,
  text: string,
  more: readonly string[] = [],
): string {
  return [
    "Path: embedded.example!not-for-mail",
    "From: The Keeper <keeper@harbour.example>",
    `Newsgroups: ${newsgroup}`,
    `Subject: ${subject}`,
    "Date: Sat, 03 Feb 2001 04:05:06 +0000",
    `Message-ID: <${id}@harbour.example>`,
    ...more,
    "",
    `${text}\n`,
  ].join("\n");
}

const HARBOUR: readonly string[] = [
  createArticle(
    "local.harbour",
    "A light in the north",
    "light",
    "Who has seen it last night?\nIt blinked, and was gone.",
  ),
  createArticle(
    "local.harbour",
    "Re: A light in the north",
    "two$1%2",
    "I have.\nIt was the moon on the ice.",
    ["References: <light@harbour.example>"],
  ),
  createArticle(
    "local.harbour",
    "=?UTF-8?Q?Gr=C3=BC=C3=9Fe_von_der_M=C3=BChle?=",
    "greetings",
    "Die Mühle steht still, und grüßt doch.",
    [
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
      "References: <light@harbour.example>\n <two$1%2@harbour.example>",
    ],
  ),
];

const LINES: readonly string[] = [
  createArticle(
    "local.lines",
    "Dots",
    "dots",
    "one line before a dot\n.\n..two dots\n...three\n. and a blank",
  ),
  createArticle("local.lines", "Empty lines", "empty-lines", "\n\nand text after them\n\n"),
  createArticle("local.lines", "A long line", "long", "x".repeat(5000)),
];
