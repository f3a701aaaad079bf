import { getPart, type StoredArticle } from "./article.ts";
import type { NewsSession } from "./news-session.ts";
import { createBlockReply, createReply, type NntpReply } from "./reply.ts";
import { getLowNumber, type Newsgroup } from "./spool.ts";

const NO_GROUP_REPLY: NntpReply = createReply(412, "No newsgroup is selected");

/** GROUP newsgroup-name   (RFC 3977 §6.1.1) */
export function group(session: NewsSession, [name = ""]: readonly string[]): NntpReply {
  const found = session.world.spool.groups.get(name);
  if (found === undefined) return createReply(411, "There is no such newsgroup");
  selectGroup(session, found);
  return createReply(211, formatGroup(found));
}

function selectGroup(session: NewsSession, found: Newsgroup): void {
  session.group = found;
  session.current = found.articles.size > 0 ? getLowNumber(found) : undefined;
}

function formatGroup(found: Newsgroup): string {
  return `${found.articles.size} ${getLowNumber(found)} ${found.high} ${found.name}`;
}

/** LISTGROUP [newsgroup-name [range]]   (RFC 3977 §6.1.2) */
export function listGroup(session: NewsSession, [name, range = "1-"]: readonly string[]): NntpReply {
  const found = name === undefined ? session.group : session.world.spool.groups.get(name);
  if (found === undefined)
    return name === undefined ? NO_GROUP_REPLY : createReply(411, "There is no such newsgroup");
  const wanted = parseRange(range);
  if (wanted === undefined) return createReply(501, "Invalid range");
  selectGroup(session, found);
  const numbers = [...found.articles.keys()].filter((number) => number >= wanted[0] && number <= wanted[1]);
  return createBlockReply(211, `${formatGroup(found)} list follows`, numbers.map(String));
}

/** Parses article-number ["-" [article-number]]: start and end. */
export function parseRange(text: string): readonly [number, number] | undefined {
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
export function sendArticle(verb: keyof typeof CODES) {
  return (session: NewsSession, [name]: readonly string[]): NntpReply => {
    const found = findArticle(session, name);
    if ("code" in found) return found;
    const text = `${found.number} ${found.article.messageId}`;
    return verb === "STAT"
      ? createReply(CODES[verb], text)
      : createBlockReply(CODES[verb], text, getPart(found.article, verb));
  };
}

/** Finds an article. One that is requested by number becomes the current article. */
function findArticle(
  session: NewsSession,
  name: string | undefined,
): NntpReply | { readonly number: number; readonly article: StoredArticle } {
  const { world, group: selected } = session;
  if (name?.startsWith("<")) {
    const found = world.spool.articles.get(name);
    return found === undefined ? createReply(430, "There is no such article") : { number: 0, article: found };
  }
  if (name !== undefined && !/^[0-9]{1,16}$/.test(name))
    return createReply(501, "That is neither number nor message-id");
  if (selected === undefined) return NO_GROUP_REPLY;
  const number = name === undefined ? session.current : Number(name);
  if (number === undefined) return createReply(420, "There is no current article");
  const found = selected.articles.get(number);
  if (found === undefined)
    return name === undefined
      ? createReply(420, "It is gone")
      : createReply(423, "No article has this number");
  session.current = number;
  return { number, article: found };
}

/** NEXT and LAST   (RFC 3977 §6.1.3, §6.1.4) */
export function moveCurrent(direction: 1 | -1) {
  return (session: NewsSession): NntpReply => {
    const { group: selected, current } = session;
    if (selected === undefined) return NO_GROUP_REPLY;
    if (current === undefined) return createReply(420, "There is no current article");
    const numbers = [...selected.articles.keys()];
    const number =
      direction === 1 ? numbers.find((each) => each > current) : numbers.findLast((each) => each < current);
    if (number === undefined) return createReply(direction === 1 ? 421 : 422, "No article in that direction");
    session.current = number;
    return createReply(223, `${number} ${selected.articles.get(number)!.messageId}`);
  };
}
