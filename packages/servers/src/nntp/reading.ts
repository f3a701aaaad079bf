import { partOf, type StoredArticle } from "./article.ts";
import type { NewsSession } from "./commands.ts";
import { block, line, type NntpReply } from "./reply.ts";
import { lowOf, type Newsgroup } from "./spool.ts";

const NO_GROUP: NntpReply = line(412, "No newsgroup is selected");

/** GROUP newsgroup-name   (RFC 3977 §6.1.1) */
export function group(session: NewsSession, [name = ""]: readonly string[]): NntpReply {
  const found = session.world.spool.groups.get(name);
  if (found === undefined) return line(411, "There is no such newsgroup");
  select(session, found);
  return line(211, factsOf(found));
}

function select(session: NewsSession, found: Newsgroup): void {
  session.group = found;
  session.current = found.articles.size > 0 ? lowOf(found) : undefined;
}

function factsOf(found: Newsgroup): string {
  return `${found.articles.size} ${lowOf(found)} ${found.high} ${found.name}`;
}

/** LISTGROUP [newsgroup-name [range]]   (RFC 3977 §6.1.2) */
export function listGroup(session: NewsSession, [name, range = "1-"]: readonly string[]): NntpReply {
  const found = name === undefined ? session.group : session.world.spool.groups.get(name);
  if (found === undefined) return name === undefined ? NO_GROUP : line(411, "There is no such newsgroup");
  const wanted = rangeOf(range);
  if (wanted === undefined) return line(501, "That is no range");
  select(session, found);
  const numbers = [...found.articles.keys()].filter((number) => number >= wanted[0] && number <= wanted[1]);
  return block(211, `${factsOf(found)} list follows`, numbers.map(String));
}

/** Parses article-number ["-" [article-number]]: start and end. */
export function rangeOf(text: string): readonly [number, number] | undefined {
  const match = /^([0-9]{1,16})(-([0-9]{1,16})?)?$/.exec(text);
  if (match === null) return undefined;
  const [, first, dash, last] = match;
  if (dash === undefined) return [Number(first), Number(first)];
  return [Number(first), last === undefined ? Number.POSITIVE_INFINITY : Number(last)];
}

const CODES: Readonly<Record<"ARTICLE" | "HEAD" | "BODY" | "STAT", number>> = {
  ARTICLE: 220,
  HEAD: 221,
  BODY: 222,
  STAT: 223,
};

/** ARTICLE, HEAD, BODY and STAT [message-id / article-number]   (RFC 3977 §6.2) */
export function article(verb: keyof typeof CODES) {
  return (session: NewsSession, [name]: readonly string[]): NntpReply => {
    const found = find(session, name);
    if ("code" in found) return found;
    const text = `${found.number} ${found.article.messageId}`;
    return verb === "STAT" ? line(CODES[verb], text) : block(CODES[verb], text, partOf(found.article, verb));
  };
}

/** Finds an article. One that is requested by number becomes the current article. */
function find(
  session: NewsSession,
  name: string | undefined,
): NntpReply | { readonly number: number; readonly article: StoredArticle } {
  const { world, group: selected } = session;
  if (name?.startsWith("<")) {
    const found = world.spool.articles.get(name);
    return found === undefined ? line(430, "There is no such article") : { number: 0, article: found };
  }
  if (name !== undefined && !/^[0-9]{1,16}$/.test(name))
    return line(501, "That is neither number nor message-id");
  if (selected === undefined) return NO_GROUP;
  const number = name === undefined ? session.current : Number(name);
  if (number === undefined) return line(420, "There is no current article");
  const found = selected.articles.get(number);
  if (found === undefined)
    return name === undefined ? line(420, "It is gone") : line(423, "No article has this number");
  session.current = number;
  return { number, article: found };
}

/** NEXT and LAST   (RFC 3977 §6.1.3, §6.1.4) */
export function nextOrLast(direction: 1 | -1) {
  return (session: NewsSession): NntpReply => {
    const { group: selected, current } = session;
    if (selected === undefined) return NO_GROUP;
    if (current === undefined) return line(420, "There is no current article");
    const numbers = [...selected.articles.keys()];
    const number =
      direction === 1 ? numbers.find((each) => each > current) : numbers.findLast((each) => each < current);
    if (number === undefined) return line(direction === 1 ? 421 : 422, "No article in that direction");
    session.current = number;
    return line(223, `${number} ${selected.articles.get(number)!.messageId}`);
  };
}
