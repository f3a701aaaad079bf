import { formatLink, parseLink } from "./link.ts";

// The gateway's own paths begin with "/_/". No link of a URL does, because a scheme cannot contain "_".

export const ABOUT = "/_/about";
/** `?url=`: a page that shows an external target before the visitor continues to it. */
export const EXTERNAL_LINK = "/_/leave";
/** `?url=` `&q=`: a search. */
export const SEARCH = "/_/search";
/** POST: the answers to a form of a server. */
export const FORM = "/_/form";

/** Prefixes that select the format of the response, regardless of `Accept`. */
const FORMAT_PREFIXES = {
  html: "/_/html",
  json: "/_/json",
  lines: "/_/lines",
  text: "/_/text",
  raw: "/_/raw",
} as const;

export type FormatName = keyof typeof FORMAT_PREFIXES;

/** Returns the link of a URL in one format. */
export function formatLinkAs(form: FormatName, url: string): string {
  return FORMAT_PREFIXES[form] + formatLink(url);
}

/** Returns one of the gateway's own paths with a URL in its query. */
export function pathWithUrl(path: string, url: string): string {
  return `${path}?url=${encodeURIComponent(url)}`;
}

/** `/_/s/TOKEN/ftp://…`: relative references keep the token, and so are signed as well. */
const TOKEN_PREFIX = "/_/s/";
/** `/_/named/gopher://…`: the link comes from a server, not from a user. Relative references keep the mark. */
const NAMED_PREFIX = "/_/named";

export function withToken(token: string, path: string): string {
  return `${TOKEN_PREFIX}${token}${path}`;
}

export function withNamed(path: string): string {
  return NAMED_PREFIX + path;
}

/** The parts of a request URL, as received: `http://host/_/s/TOKEN/_/named/_/json/ftp://host/?query`. */
export interface RequestUrl {
  /** The authority, always with a port. */
  readonly host: string;
  /** Path and query. */
  readonly reference: string;
  /** Path and query without token and mark. */
  readonly link: string;
  /** The path of `link`. */
  readonly path: string;
  /** The query of `link`, without "?". */
  readonly query: string;
  readonly token: string | undefined;
  /** Does the link come from a server? */
  readonly isNamed: boolean;
  /** The format that a prefix of the path selects. */
  readonly form: FormatName | undefined;
  /** The URL of the link. `undefined` for the gateway's own paths. */
  readonly target: string | undefined;
}

/** @param isSigned do links have a token? */
export function parseRequestUrl(url: string, isSigned: boolean): RequestUrl {
  const start = url.indexOf("//") + 2;
  const slash = url.indexOf("/", start);
  const authority = url.slice(start, slash);
  const [reference = ""] = url.slice(slash).split("#", 1);
  const tokenEnd =
    isSigned && reference.startsWith(TOKEN_PREFIX) ? reference.indexOf("/", TOKEN_PREFIX.length) : -1;
  const signed = tokenEnd < 0 ? reference : reference.slice(tokenEnd);
  const isNamed = signed.startsWith(`${NAMED_PREFIX}/`);
  const link = isNamed ? signed.slice(NAMED_PREFIX.length) : signed;
  const mark = link.indexOf("?");
  const form = FORMAT_NAMES.find((name) => link.startsWith(`${FORMAT_PREFIXES[name]}/`));
  return {
    host: /:\d+$/.test(authority) ? authority : `${authority}:${url.startsWith("https:") ? 443 : 80}`,
    reference,
    link,
    path: mark < 0 ? link : link.slice(0, mark),
    query: mark < 0 ? "" : link.slice(mark + 1),
    token: tokenEnd < 0 ? undefined : reference.slice(TOKEN_PREFIX.length, tokenEnd),
    isNamed,
    form,
    target: parseLink(form === undefined ? link : link.slice(FORMAT_PREFIXES[form].length)),
  };
}

const FORMAT_NAMES = Object.keys(FORMAT_PREFIXES) as readonly FormatName[];
