import { AccessError, type Limits, parse as parseUrl, throwOnError, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { DocumentPart, FeedbackDocument } from "@anyurl/protocol-wais";
import { parse, type Spelling, type WaisUrl } from "./syntax.ts";

/** The options of the scheme. Options of a command line are strings: "true", "40", URLs separated by spaces. */
export interface WaisOptions {
  /** Send an Init request first, like most software? Default true. */
  readonly init: boolean;
  /** Maximum number of search results, 1 to 10 000. Default 40. */
  readonly maxDocuments: number;
  /** Documents of the same server; find similar ones (relevance feedback). Default none. */
  readonly like: readonly FeedbackDocument[];
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
export function resolveSettings(
  url: WaisUrl,
  { limits, options }: Pick<Context, "limits" | "options">,
): Settings {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(DEFAULT_OPTIONS, name))
      throw badOptionError(name, `one of ${Object.keys(DEFAULT_OPTIONS).join(", ")}`);
  const given = new Map(Object.entries(options));
  return {
    limits,
    init: parseFlag("init", given.get("init")),
    maxDocuments: parseCount(given.get("maxDocuments")),
    like: parseLike(given.get("like"), url),
    spelling: parseChoice("spelling", ["fields", "octets"], given.get("spelling")),
    highlighting: parseChoice("highlighting", ["keep", "drop"], given.get("highlighting")),
    sources: parseFlag("sources", given.get("sources")),
    allowUnsafeNames: parseFlag("allowUnsafeNames", given.get("allowUnsafeNames")),
  };
}

function parseFlag(name: "init" | "sources" | "allowUnsafeNames", value: unknown): boolean {
  if (value === undefined) return DEFAULT_OPTIONS[name];
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw badOptionError(name, "true or false");
}

function parseCount(value: unknown): number {
  if (value === undefined) return DEFAULT_OPTIONS.maxDocuments;
  const number = typeof value === "string" && /^[0-9]{1,5}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= MAX_DOCUMENTS)
    return number;
  throw badOptionError("maxDocuments", `a whole number from 1 to ${MAX_DOCUMENTS}`);
}

function parseChoice<const T extends string>(
  name: "spelling" | "highlighting",
  values: readonly [T, ...T[]],
  value: unknown,
): T {
  if (value === undefined) return values[0];
  const found = values.find((each) => each === value);
  if (found === undefined) throw badOptionError(name, values.map((each) => `"${each}"`).join(" or "));
  return found;
}

function parseLike(value: unknown, url: WaisUrl): readonly FeedbackDocument[] {
  if (value === undefined) return DEFAULT_OPTIONS.like;
  const list = typeof value === "string" ? value.split(" ").filter((each) => each !== "") : value;
  if (!Array.isArray(list) || list.length > MAX_LIKE) throw badLikeError();
  return list.map((each: unknown) => parseLikeDocument(each, url));
}

function parseLikeDocument(given: unknown, { host, port }: WaisUrl): FeedbackDocument {
  const {
    url,
    unit = "octets",
    start,
    end,
  } = typeof given === "string" ? toLikeOption(given) : ((given ?? {}) as ReturnType<typeof toLikeOption>);
  const document = typeof url === "string" ? parseWaisUrl(url) : undefined;
  if (document === undefined) throw badLikeError();
  const { wtype, wpath } = document.parts;
  // Another server does not know the document-id, and must not see it.
  const isThere =
    document.host?.toLowerCase() === host?.toLowerCase() && (document.port || "210") === (port || "210");
  if (!isThere || wtype === undefined || wpath === undefined || wpath === "") throw badLikeError();
  if (start === undefined && end === undefined) return { documentId: wpath, type: wtype };
  const isPart = isOffset(start) && isOffset(end) && start < end && (unit === "octets" || unit === "lines");
  if (!isPart) throw badLikeError();
  return { documentId: wpath, type: wtype, part: { unit, start, end } };
}

function toLikeOption(url: string): { url: unknown; unit?: unknown; start?: unknown; end?: unknown } {
  return { url };
}

function isOffset(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function parseWaisUrl(text: string): Pick<WaisUrl, "host" | "port" | "parts"> | undefined {
  try {
    const url = parseUrl(text) as Url;
    return url.scheme === "wais"
      ? { host: url.host, port: url.port, parts: parse(url, throwOnError, "rfc3986") }
      : undefined;
  } catch {
    return undefined;
  }
}

function badLikeError(): AccessError {
  return badOptionError(
    "like",
    `up to ${MAX_LIKE} URLs of documents of the same server, optionally with start and end`,
  );
}

function badOptionError(name: string, must: string): AccessError {
  return new AccessError("bad-option", `invalid wais option ${name}: expected ${must}`);
}
