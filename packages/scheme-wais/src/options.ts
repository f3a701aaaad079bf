import { AccessError, type Limits, parse as parseUrl, throwOnError, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { DocumentPart, LikeDocument } from "@anyurl/protocol-wais";
import { parse, type Spelling, type WaisUrl } from "./syntax.ts";

/** The options of the scheme. Options of a command line are strings: "true", "40", URLs separated by spaces. */
export interface WaisOptions {
  /** Send an Init request first, like most software? Default true. */
  readonly init: boolean;
  /** Maximum number of search results, 1 to 10 000. Default 40. */
  readonly maxDocuments: number;
  /** Documents of the same server; find similar ones (relevance feedback). Default none. */
  readonly like: readonly LikeDocument[];
  /** Form of the document-id in URLs of results. Default "fields", with the length first. */
  readonly spelling: Spelling;
  /** Keep or remove highlighting marks in texts? Default "keep": bytes are not changed. */
  readonly highlighting: "keep" | "drop";
  /** Fetch the descriptions of listed databases and also list the databases? Default false. */
  readonly sources: boolean;
  /**
   * Allow database names that contain "@" or a ".." segment, which may lead to another server or file? Default false.
   */
  readonly allowUnsafeNames: boolean;
}

/** A document or a part of it, by URL. */
export type LikeOption = string | ({ readonly url: string } & Partial<DocumentPart>);

/** The settings of an exchange. */
export interface Settings extends WaisOptions {
  readonly limits: Limits;
}

export const DEFAULT_OPTIONS: WaisOptions = {
  init: true,
  maxDocuments: 40,
  like: [],
  spelling: "fields",
  highlighting: "keep",
  sources: false,
  allowUnsafeNames: false,
};

/** A server's response has room for a few hundred. */
const MAX_DOCUMENTS = 10_000;
/** A request must fit into the server's buffer, and each document-id has about a hundred bytes. */
const MAX_LIKE = 16;

/** @throws {AccessError} bad-option: an unknown option or an invalid value. */
export function settingsOf(url: WaisUrl, { limits, options }: Pick<Context, "limits" | "options">): Settings {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(DEFAULT_OPTIONS, name))
      throw badOption(name, `one of ${Object.keys(DEFAULT_OPTIONS).join(", ")}`);
  const given = new Map(Object.entries(options));
  return {
    limits,
    init: flag("init", given.get("init")),
    maxDocuments: count(given.get("maxDocuments")),
    like: likeOf(given.get("like"), url),
    spelling: oneOf("spelling", ["fields", "octets"], given.get("spelling")),
    highlighting: oneOf("highlighting", ["keep", "drop"], given.get("highlighting")),
    sources: flag("sources", given.get("sources")),
    allowUnsafeNames: flag("allowUnsafeNames", given.get("allowUnsafeNames")),
  };
}

function flag(name: "init" | "sources" | "allowUnsafeNames", value: unknown): boolean {
  if (value === undefined) return DEFAULT_OPTIONS[name];
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw badOption(name, "true or false");
}

function count(value: unknown): number {
  if (value === undefined) return DEFAULT_OPTIONS.maxDocuments;
  const number = typeof value === "string" && /^[0-9]{1,5}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= MAX_DOCUMENTS)
    return number;
  throw badOption("maxDocuments", `a whole number from 1 to ${MAX_DOCUMENTS}`);
}

function oneOf<const T extends string>(
  name: "spelling" | "highlighting",
  values: readonly [T, ...T[]],
  value: unknown,
): T {
  if (value === undefined) return values[0];
  const found = values.find((each) => each === value);
  if (found === undefined) throw badOption(name, values.map((each) => `"${each}"`).join(" or "));
  return found;
}

function likeOf(value: unknown, url: WaisUrl): readonly LikeDocument[] {
  if (value === undefined) return DEFAULT_OPTIONS.like;
  const list = typeof value === "string" ? value.split(" ").filter((each) => each !== "") : value;
  if (!Array.isArray(list) || list.length > MAX_LIKE) throw badLike();
  return list.map((each: unknown) => documentOf(each, url));
}

function documentOf(given: unknown, { host, port }: WaisUrl): LikeDocument {
  const {
    url,
    unit = "octets",
    start,
    end,
  } = typeof given === "string" ? asPart(given) : ((given ?? {}) as ReturnType<typeof asPart>);
  const document = typeof url === "string" ? waisUrl(url) : undefined;
  if (document === undefined) throw badLike();
  const { wtype, wpath } = document.parts;
  // Another server does not know the document-id, and must not see it.
  const isThere =
    document.host?.toLowerCase() === host?.toLowerCase() && (document.port || "210") === (port || "210");
  if (!isThere || wtype === undefined || wpath === undefined || wpath === "") throw badLike();
  if (start === undefined && end === undefined) return { documentId: wpath, type: wtype };
  const isPart = isPlace(start) && isPlace(end) && start < end && (unit === "octets" || unit === "lines");
  if (!isPart) throw badLike();
  return { documentId: wpath, type: wtype, part: { unit, start, end } };
}

function asPart(url: string): { url: unknown; unit?: unknown; start?: unknown; end?: unknown } {
  return { url };
}

function isPlace(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function waisUrl(text: string): Pick<WaisUrl, "host" | "port" | "parts"> | undefined {
  try {
    const url = parseUrl(text) as Url;
    return url.scheme === "wais"
      ? { host: url.host, port: url.port, parts: parse(url, throwOnError, "rfc3986") }
      : undefined;
  } catch {
    return undefined;
  }
}

function badLike(): AccessError {
  return badOption(
    "like",
    `up to ${MAX_LIKE} URLs of documents of the same server, optionally with start and end`,
  );
}

function badOption(name: string, must: string): AccessError {
  return new AccessError("bad-option", `invalid wais option ${name}: expected ${must}`);
}
