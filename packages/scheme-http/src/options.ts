import {
  asciiLowerCase,
  defineOptions,
  type OptionSet,
  type OptionsInput,
  OptionValueError,
  type ResolvedOptions,
} from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import { isSupported, supportedCodings } from "./supported-codings.ts";

/** A redirect that a server requests. */
export interface HttpRedirect {
  /** The requested URL, and the target URL of the redirect. */
  readonly from: string;
  readonly to: string;
  /** 301, 302, 303, 307 or 308. */
  readonly status: number;
  /** The method of the next request. */
  readonly method: string;
  /** The number of redirects followed before. */
  readonly count: number;
  /** Whether scheme, host, and port are the same. If not, the login and the caller's own fields are not sent. */
  readonly sameOrigin: boolean;
  /** Whether the reference had invalid characters, which were percent-encoded. */
  readonly repaired: boolean;
}

/** The header of a final response. */
export interface HttpResponseHead {
  /** The URL of the final response, after all redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. */
  readonly fields: readonly HttpField[];
  /** Whether the body was decoded and no longer has the codings in `content-encoding`. */
  readonly decoded: boolean;
}

/** Fields to send, as an object, as pairs, or as a string with one line for each. */
type GivenFields = Readonly<Record<string, string>> | readonly HttpField[] | string;

/** Returns whether a redirect may be followed. */
type RedirectFunction = (redirect: HttpRedirect) => boolean | Promise<boolean>;

const DECLARATIONS = {
  fields: {
    type: "value",
    default: [],
    as: undefined as GivenFields | undefined,
    read: (value: unknown): readonly HttpField[] => readFields(value),
    expected: "an object, pairs of name and value, or a string",
    fromText: (text: string): unknown => text,
    separator: "\n",
    flag: "H",
    description:
      'header fields to send, as lines "name: value"; not those of the connection or of the framing',
    rule: "RFC 9110 §6.3",
  },
  sensitive: {
    type: "list",
    default: [],
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.every(isToken) ? names.map(asciiLowerCase) : undefined,
    expected: "a list of field names",
    description: "names of such fields that are secret, in addition to authorization and cookie",
  },
  acceptEncoding: {
    type: "string",
    read: (text: string): string => readCodings(text),
    description:
      "the content codings to request, separated by commas, or identity; without it gzip, deflate; br and zstd depend on the runtime",
    commandDefault: (): string => supportedCodings().join(", "),
    rule: "RFC 9110 §12.5.3",
  },
  redirect: {
    type: "choice",
    choices: ["follow", "error", "manual"],
    orFunction: undefined as RedirectFunction | undefined,
    default: "follow",
    description:
      "follow redirects, fail, or return the redirect as the response; or a function that can reject a redirect",
    rule: "RFC 9110 §15.4",
  },
  ifMatch: {
    type: "string",
    read: (text: string): string | undefined => readTags(text),
    expected: '"*" or entity-tags with their quotation marks',
    description:
      'entity-tags, or "*": only if the resource matches one of them; otherwise the call fails with changed',
    rule: "RFC 9110 §13.1.1",
  },
  ifNoneMatch: {
    type: "string",
    read: (text: string): string | undefined => readTags(text),
    expected: '"*" or entity-tags with their quotation marks',
    description:
      'entity-tags, or "*": only if the resource matches none of them; otherwise get and stat fail with not-modified',
    rule: "RFC 9110 §13.1.2",
  },
  ifModifiedSince: {
    type: "date",
    description: "only if the resource has changed since then",
    rule: "RFC 9110 §13.1.3",
  },
  ifUnmodifiedSince: {
    type: "date",
    description: "only if the resource has not changed since then",
    rule: "RFC 9110 §13.1.4",
  },
  allowUserinfo: {
    type: "boolean",
    default: false,
    description:
      "use a user and password of the URL as the login, after the server requires one; otherwise such a URL is an error",
    rule: "RFC 9110 §4.2.4",
  },
  length: {
    type: "bytes",
    description: "the size of the body of put or send, if known; then it is sent without chunked coding",
    rule: "RFC 9110 §8.6",
  },
  anyStatus: {
    type: "boolean",
    default: false,
    description: "return the content of every response, whatever its status",
  },
  webdav: {
    type: "choice",
    choices: ["auto", "always", "never"],
    default: "auto",
    description:
      "ask the server for WebDAV: when a directory is listed, made, moved, or removed; for the metadata as well, and fail without it; or never",
    rule: "RFC 4918",
  },
  onResponse: {
    type: "function",
    as: undefined as ((answer: HttpResponseHead) => void) | undefined,
    description: "called with URL, status, reason, and fields of the final response, before its content",
  },
} as const;

/** The options of http and https. */
export const httpOptions: OptionSet<typeof DECLARATIONS> = defineOptions("http", DECLARATIONS);

export type HttpOptions = OptionsInput<typeof httpOptions>;
export type ResolvedHttpOptions = ResolvedOptions<typeof httpOptions>;

function readFields(given: unknown): readonly HttpField[] {
  return toPairs(given).map(([rawName, value]) => {
    if (typeof rawName !== "string" || !isToken(rawName)) throw new OptionValueError("tokens as names");
    const name = asciiLowerCase(rawName);
    if (RESERVED_FIELDS.has(name)) throw new OptionValueError(`no "${name}", which is set automatically`);
    if (typeof value !== "string" || !isFieldValue(value))
      throw new OptionValueError(`visible ASCII in one line as the value of "${name}"`);
    return [name, value] as const;
  });
}

/** Fields of the connection and of the framing, or that this package sets itself (RFC 9110 §7.6.1, RFC 9112 §6). */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate", "http2-settings", "host", "content-length", "expect"],
  "accept-encoding",
]);

function toPairs(given: unknown): readonly (readonly unknown[])[] {
  if (typeof given === "string") {
    const lines = given.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new OptionValueError('lines "name: value"');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  }
  if (Array.isArray(given) && given.every((pair) => Array.isArray(pair) && pair.length === 2)) return given;
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return Object.entries(given);
  throw new OptionValueError("an object, pairs of name and value, or a string");
}

function readCodings(text: string): string {
  const names = text.split(",").map((name) => asciiLowerCase(name.trim()));
  if (names.every((name) => name === "identity" || isSupported(name))) return names.join(", ");
  throw new OptionValueError(`a list of: identity, ${supportedCodings().join(", ")}`);
}

/** Checks "*" or entity-tags (RFC 9110 §8.8.3, §13.1). */
function readTags(text: string): string | undefined {
  if (text.length > MAX_TAGS_LENGTH) return undefined;
  const fits = text === "*" || text.split(/,[ \t]*(?=W\/"|")/).every((tag) => ENTITY_TAG.test(tag));
  return fits ? text : undefined;
}

const MAX_TAGS_LENGTH = 8 * 1024;
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** token = 1*tchar   (RFC 9110 §5.6.2) */
export function isToken(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

const MAX_NAME_LENGTH = 256;

/** Checks for visible ASCII with inner spaces and tabs, which every server reads alike (RFC 9110 §5.5). */
export function isFieldValue(text: string): boolean {
  return /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(text);
}
