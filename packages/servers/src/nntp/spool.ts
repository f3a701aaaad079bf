import { parseArticle, type StoredArticle } from "./article.ts";

/** A newsgroup of a server. */
export interface NewsgroupOptions {
  /** Its description. */
  readonly description?: string;
  /** "y": posting allowed; "n": not allowed; "m": moderated. Default "y". */
  readonly status?: "y" | "n" | "m";
  /**
   * Its articles, by number: from 1, or as the keys say, up to 2^53 - 1. List a crossposted article in each of its
   * newsgroups.
   */
  readonly articles?: readonly (string | Uint8Array)[] | Readonly<Record<number, string | Uint8Array>>;
}

export interface Newsgroup {
  readonly name: string;
  readonly description: string;
  readonly status: "y" | "n" | "m";
  /** Creation time, in milliseconds since the epoch. */
  readonly made: number;
  /** By number, the lowest first. */
  readonly articles: Map<number, StoredArticle>;
  /** The number of the last article: no number is used twice (RFC 3977 §6). */
  high: number;
}

/** The newsgroups and articles of a server. */
export class Spool {
  readonly groups: Map<string, Newsgroup> = new Map();
  /** By message-id, with "<" and ">". */
  readonly articles: Map<string, StoredArticle> = new Map();

  /** @throws {RangeError} an article or a number is invalid. */
  constructor(newsgroups: Readonly<Record<string, NewsgroupOptions>>, now: number) {
    for (const [name, { description = "", status = "y", articles = [] }] of Object.entries(newsgroups)) {
      const group: Newsgroup = { name, description, status, made: now, articles: new Map(), high: 0 };
      this.groups.set(name, group);
      const numbered = Array.isArray(articles)
        ? articles.map((source, i) => [i + 1, source] as const)
        : Object.entries(articles).map(([number, source]) => [Number(number), source] as const);
      for (const [number, source] of numbered) {
        if (!Number.isSafeInteger(number) || number < 1)
          throw new RangeError("invalid article number: expected a whole number from 1");
        this.#put(group, number, parseArticle(source, now));
      }
    }
  }

  /** Adds an article to those of its newsgroups that exist. */
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

/** Returns the lowest number; for an empty newsgroup, the next one (RFC 3977 §6.1.1.2). */
export function getLowNumber({ articles, high }: Newsgroup): number {
  for (const number of articles.keys()) return number;
  return high + 1;
}
