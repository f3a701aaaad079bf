import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The mode of INN: see servers/inn. */
export type InnMode = "post" | "auth" | "transit";

/** Name, highest and lowest number, status, description. */
const GROUPS: readonly string[] = [
  "local.test 3 1 y Articles for tests",
  "local.empty 0 1 y Nothing here",
  "local.gap 5 2 y With gaps \u{fc}",
  "local.readonly 0 1 n Posting is disabled",
];

/** Lines that need dot-stuffing, and non-ASCII bytes. */
export const DOTTED = ".\n..\n.leading dot\nGr\u{fc}\u{df}e\n";

interface Seed {
  readonly group: string;
  readonly number: number;
  readonly id: string;
  readonly subject: string;
  readonly more?: readonly string[];
  readonly body: string;
}

export const ARTICLES: readonly Seed[] = [
  {
    group: "local.test",
    number: 1,
    id: "one@example.org",
    subject: "First article",
    body: "Hello.\n\nAgain.\n",
  },
  {
    group: "local.test",
    number: 2,
    id: "two$1%2@example.org",
    subject: "Re: First article",
    more: ["References: <one@example.org>"],
    body: "An answer.\n",
  },
  {
    group: "local.test",
    number: 3,
    id: "three@example.org",
    subject: "=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=",
    more: ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"],
    body: DOTTED,
  },
  { group: "local.gap", number: 2, id: "gap2@example.org", subject: "Two", body: "two\n" },
  { group: "local.gap", number: 5, id: "gap5@example.org", subject: "Five", body: "five\n" },
];

export function seedNews(mode: InnMode): (root: string) => void {
  return (root) => {
    writeFileSync(join(root, "mode"), mode);
    writeFileSync(join(root, "groups"), `${GROUPS.join("\n")}\n`);
    for (const line of GROUPS) mkdirSync(join(root, line.split(" ")[0]!));
    for (const seed of ARTICLES) writeFileSync(join(root, seed.group, String(seed.number)), formatSeed(seed));
  };
}

/** Servers reject old articles, so these are one hour old. */
function formatSeed({ group, number, id, subject, more = [], body }: Seed): string {
  const date = new Date(Date.now() - 3_600_000).toUTCString().replace("GMT", "+0000");
  return [
    "Path: localhost!not-for-mail",
    "From: A Tester <tester@example.org>",
    `Newsgroups: ${group}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    `Message-ID: <${id}>`,
    ...more,
    `Xref: localhost ${group}:${number}`,
    "",
    body,
  ].join("\n");
}
