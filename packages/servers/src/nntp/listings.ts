import { countLines, formatOverview, getField, type StoredArticle } from "./article.ts";
import type { NewsSession } from "./news-session.ts";
import { parseRange } from "./reading.ts";
import { createBlockReply, createReply, type NntpReply } from "./reply.ts";
import { getLowNumber, type Newsgroup } from "./spool.ts";

/** LIST [keyword [wildmat]]   (RFC 3977 §7.6) */
export function list({ world }: NewsSession, [given, wildmat = "*"]: readonly string[]): NntpReply {
  const keyword = given?.toUpperCase() ?? "ACTIVE";
  if (given !== undefined && !world.features.has("LIST")) return createReply(501, "LIST takes no arguments");
  const fits = compileWildmat(wildmat);
  const groups = [...world.spool.groups.values()].filter(({ name }) => fits(name));
  switch (keyword) {
    case "ACTIVE":
      return createBlockReply(
        215,
        "Newsgroups:",
        groups.map((each) => `${each.name} ${each.high} ${getLowNumber(each)} ${each.status}`),
      );
    case "NEWSGROUPS":
      return createBlockReply(
        215,
        "Descriptions:",
        groups
          .filter(({ description }) => description !== "")
          .map((each) => `${each.name}\t${each.description}`),
      );
    case "ACTIVE.TIMES":
      return createBlockReply(
        215,
        "Times:",
        groups.map(({ name, made }) => `${name} ${Math.floor(made / 1000)} embedded`),
      );
    case "OVERVIEW.FMT":
      return createBlockReply(215, "Order of fields:", [
        ...["Subject:", "From:", "Date:", "Message-ID:", "References:", ":bytes", ":lines"],
      ]);
    case "HEADERS":
      return createBlockReply(215, "Any header field:", [":"]);
    default:
      return createReply(501, "There is no such list");
  }
}

/** Finds the articles of a range or a message-id in the selected newsgroup, or returns an error reply. */
function findArticles(
  { world, group, current }: NewsSession,
  name: string | undefined,
): NntpReply | readonly (readonly [number, StoredArticle])[] {
  if (name?.startsWith("<")) {
    const found = world.spool.articles.get(name);
    return found === undefined ? createReply(430, "There is no such article") : [[0, found]];
  }
  if (group === undefined) return createReply(412, "No newsgroup is selected");
  const wanted = name === undefined ? ([current ?? 0, current ?? 0] as const) : parseRange(name);
  if (wanted === undefined) return createReply(501, "Invalid range");
  const found = [...group.articles].filter(([number]) => number >= wanted[0] && number <= wanted[1]);
  if (found.length > 0) return found;
  return name === undefined
    ? createReply(420, "There is no current article")
    : createReply(423, "No articles in that range");
}

/** OVER [range / message-id]   (RFC 3977 §8.3) */
export function over(session: NewsSession, [name]: readonly string[]): NntpReply {
  const found = findArticles(session, name);
  if ("code" in found) return found;
  return createBlockReply(
    224,
    "Overview:",
    found.map(([number, article]) => `${number}\t${formatOverview(article)}`),
  );
}

/** HDR field [range / message-id]   (RFC 3977 §8.5) */
export function hdr(code: 225 | 221) {
  return (session: NewsSession, [field = "", name]: readonly string[]): NntpReply => {
    const found = findArticles(session, name);
    if ("code" in found) return found;
    return createBlockReply(
      code,
      "Header fields:",
      found.map(([number, article]) => `${number} ${getFieldContent(article, field)}`),
    );
  };
}

function getFieldContent({ octets, headEnd }: StoredArticle, field: string): string {
  if (field.toLowerCase() === ":bytes") return String(octets.length);
  if (field.toLowerCase() === ":lines") return String(countLines(octets.subarray(headEnd + 2)));
  return getField(octets.subarray(0, headEnd), field) ?? "";
}

/** NEWGROUPS date time [GMT]   (RFC 3977 §7.3) */
export function newGroups({ world }: NewsSession, [date = "", time = ""]: readonly string[]): NntpReply {
  const since = parseDateTime(date, time);
  if (since === undefined) return createReply(501, "Invalid date or time");
  const groups = [...world.spool.groups.values()].filter(({ made }) => made >= since);
  return createBlockReply(
    231,
    "New newsgroups:",
    groups.map((each) => `${each.name} ${each.high} ${getLowNumber(each)} ${each.status}`),
  );
}

/** NEWNEWS wildmat date time [GMT]   (RFC 3977 §7.4) */
export function newNews(
  { world }: NewsSession,
  [wildmat = "", date = "", time = ""]: readonly string[],
): NntpReply {
  const since = parseDateTime(date, time);
  if (since === undefined) return createReply(501, "Invalid date or time");
  const fits = compileWildmat(wildmat);
  const groups: readonly Newsgroup[] = [...world.spool.groups.values()].filter(({ name }) => fits(name));
  const fresh = groups
    .flatMap(({ articles }) => [...articles.values()])
    .filter(({ arrived }) => arrived >= since);
  return createBlockReply(230, "New articles:", [...new Set(fresh.map(({ messageId }) => messageId))]);
}

/**
 * Parses yyyymmdd or yymmdd, and hhmmss, to milliseconds since the epoch. Two digits mean the nearest century (§7.3.2).
 */
function parseDateTime(date: string, time: string): number | undefined {
  const day = /^([0-9]{2}|[0-9]{4})([0-9]{2})([0-9]{2})$/.exec(date);
  const clock = /^([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(time);
  if (day === null || clock === null) return undefined;
  const year = Number(day[1]);
  const century = year > new Date().getUTCFullYear() % 100 ? 1900 : 2000;
  const [hour, minute, second] = clock.slice(1).map(Number);
  const whole = day[1]!.length === 4 ? year : century + year;
  return Date.UTC(whole, Number(day[2]) - 1, Number(day[3]), hour, minute, second);
}

/** wildmat = wildmat-pattern *("," ["!"] wildmat-pattern): the last one that fits decides   (RFC 3977 §4.2) */
function compileWildmat(wildmat: string): (name: string) => boolean {
  const patterns = wildmat.split(",").map((each) => {
    const isNot = each.startsWith("!");
    const parts = (isNot ? each.slice(1) : each).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const source = parts.replaceAll("\\*", ".*").replaceAll("\\?", ".");
    return { isNot, pattern: new RegExp(`^${source}$`, "su") };
  });
  return (name) => {
    const last = patterns.findLast(({ pattern }) => pattern.test(name));
    return last !== undefined && !last.isNot;
  };
}
