import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { toNetworkLines } from "../library/content.ts";

/** An article in the server. */
export interface StoredArticle {
  /** With "<" and ">". */
  readonly messageId: string;
  /** Its lines end with CR LF. */
  readonly octets: Uint8Array;
  /** The offset of the empty line after the head. */
  readonly headEnd: number;
  /** The newsgroups in its header. */
  readonly newsgroups: readonly string[];
  /** Arrival time, in milliseconds since the epoch. */
  readonly arrived: number;
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * Parses an article: header fields, an empty line, text. Lines may end with only LF.
 *
 * @throws {RangeError} the message-id, the newsgroups, or the empty line is missing.
 */
export function parseArticle(source: string | Uint8Array, arrived: number): StoredArticle {
  const octets = normalizeLineEnds(typeof source === "string" ? octetsOf(source) : source);
  const headEnd = findHeadEnd(octets);
  if (headEnd === undefined) throw new RangeError("invalid article: missing empty line after the head");
  const head = octets.subarray(0, headEnd);
  const messageId = getField(head, "Message-ID");
  const newsgroups = getField(head, "Newsgroups");
  if (messageId === undefined || newsgroups === undefined)
    throw new RangeError("invalid article: missing message-id or newsgroups");
  return {
    messageId,
    octets,
    headEnd,
    newsgroups: newsgroups.split(",").map((name) => name.trim()),
    arrived,
  };
}

export function findHeadEnd(octets: Uint8Array): number | undefined {
  for (let at = 0; at >= 0 && at < octets.length; at = octets.indexOf(LF, at) + 1 || -1)
    if (octets[at] === CR && octets[at + 1] === LF) return at;
  return undefined;
}

/** Returns the content of a header field, unfolded; bytes are kept as text. */
export function getField(head: Uint8Array, name: string): string | undefined {
  const start = `${name.toLowerCase()}:`;
  let found: string | undefined;
  for (const line of textOf(head).split("\r\n")) {
    if (found !== undefined) {
      if (!/^[ \t]/.test(line)) break;
      found += line;
    } else if (line.toLowerCase().startsWith(start)) found = line.slice(start.length);
  }
  return found?.trim();
}

/** Returns the bytes of the head, of the body, or of both. */
export function getPart(article: StoredArticle, part: "ARTICLE" | "HEAD" | "BODY"): Uint8Array {
  const { octets, headEnd } = article;
  if (part === "ARTICLE") return octets;
  return part === "HEAD" ? octets.subarray(0, headEnd) : octets.subarray(headEnd + 2);
}

/** Formats subject, from, date, message-id, references, :bytes, :lines   (RFC 3977 §8.3.2). */
export function formatOverview({ octets, headEnd }: StoredArticle): string {
  const head = octets.subarray(0, headEnd);
  const fields = ["Subject", "From", "Date", "Message-ID", "References"].map((name) => getField(head, name));
  return [...fields, octets.length, countLines(octets.subarray(headEnd + 2))]
    .map((field) => String(field ?? "").replace(/[\t\r\n\0]/g, " "))
    .join("\t");
}

export function countLines(body: Uint8Array): number {
  let lines = 0;
  for (let at = body.indexOf(LF); at >= 0; at = body.indexOf(LF, at + 1)) lines++;
  return lines;
}

/** Ends every line in CR LF, also the last one. */
function normalizeLineEnds(octets: Uint8Array): Uint8Array {
  const lines = [...toNetworkLines([octets])];
  return joinBytes(octets.length === 0 || octets.at(-1) === LF ? lines : [...lines, octetsOf("\r\n")]);
}
