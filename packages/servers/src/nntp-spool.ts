import { type StoredArticle, storedArticle } from "./nntp-article.ts";

/** A newsgroup to be served. */
export interface NewsgroupOptions {
  /** What it is for. */
  readonly description?: string;
  /** "y": everybody may post, "n": nobody here, "m": a moderator. Default "y". */
  readonly status?: "y" | "n" | "m";
  /**
   * Its articles, by number: from 1 on, or as the keys say, up to 2^53 - 1. An article that is for several newsgroups is
   * given once for each.
   */
  readonly articles?: readonly (string | Uint8Array)[] | Readonly<Record<number, string | Uint8Array>>;
}

export interface Newsgroup {
  readonly name: string;
  readonly description: string;
  readonly status: "y" | "n" | "m";
  /** When it was made here, in milliseconds since the epoch. */
  readonly made: number;
  /** By number, the lowest first. */
  readonly articles: Map<number, StoredArticle>;
  /** The number that the last one had: none is used twice (RFC 3977 §6). */
  high: number;
}

/** What a news server has. */
export class Spool {
  readonly groups: Map<string, Newsgroup> = new Map();
  /** By message-id, with "<" and ">". */
  readonly articles: Map<string, StoredArticle> = new Map();

  /** @throws {RangeError} an article that is none, or a number that is none. */
  constructor(newsgroups: Readonly<Record<string, NewsgroupOptions>>, now: number) {
    for (const [name, { description = "", status = "y", articles = [] }] of Object.entries(newsgroups)) {
      const group: Newsgroup = { name, description, status, made: now, articles: new Map(), high: 0 };
      this.groups.set(name, group);
      const numbered = Array.isArray(articles)
        ? articles.map((source, i) => [i + 1, source] as const)
        : Object.entries(articles).map(([number, source]) => [Number(number), source] as const);
      for (const [number, source] of numbered) {
        if (!Number.isSafeInteger(number) || number < 1)
          throw new RangeError("an article has a number from 1 on");
        this.#put(group, number, storedArticle(source, now));
      }
    }
  }

  /** Adds an article to those of its newsgroups that there are. */
  add(article: StoredArticle): void {
    for (const name of article.newsgroups) {
      const group = this.groups.get(name);
      if (group !== undefined) this.#put(group, group.high + 1, article);
    }
  }

  #put(group: Newsgroup, number: number, article: StoredArticle): void {
    const known = this.articles.get(article.messageId) ?? article;
    this.articles.set(article.messageId, known);
    group.articles.set(number, known);
    group.high = Math.max(group.high, number);
  }
}

/** The lowest number that there is; of an empty newsgroup, the next one (RFC 3977 §6.1.1.2). */
export function lowOf({ articles, high }: Newsgroup): number {
  for (const number of articles.keys()) return number;
  return high + 1;
}
