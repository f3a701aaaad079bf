import {
  defineOptions,
  type Limits,
  type OptionSet,
  type OptionsInput,
  optionError,
  parse as parseUrl,
  type ResolvedOptions,
  throwOnError,
  type Url,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { DocumentPart, FeedbackDocument } from "@anyurl/protocol-wais";
import { check, parse, type WaisUrl } from "./syntax.ts";

/** A document or a part of it, by URL. */
export type LikeOption = string | ({ readonly url: string } & Partial<DocumentPart>);

/** A document, and the server that knows its document-id. */
interface LikeDocument {
  readonly server: string;
  readonly document: FeedbackDocument;
}

const LIKE = "up to 16 URLs of documents of the same server, optionally with start and end";

const DECLARATIONS = {
  maxDocuments: {
    type: "integer",
    min: 1,
    max: 10_000,
    default: 40,
    description: "maximum number of search results; a server's response has room for a few hundred",
  },
  like: {
    type: "value",
    default: [],
    as: undefined as LikeOption | readonly LikeOption[] | undefined,
    read: (value: unknown): readonly LikeDocument[] | undefined => readLike(value),
    expected: LIKE as string,
    fromText: (text: string): unknown => text.split(" ").filter((url) => url !== ""),
    description: "URLs of documents of the same server; find similar documents (relevance feedback)",
  },
  sources: {
    type: "boolean",
    default: false,
    description: "fetch the descriptions of listed databases and also list the databases",
  },
  spelling: {
    type: "choice",
    choices: ["fields", "octets"],
    default: "fields",
    description: "form of the document-id in URLs of results: fields with a length, or bytes",
  },
  highlighting: {
    type: "choice",
    choices: ["keep", "drop"],
    default: "keep",
    description: "keep or remove highlighting marks in texts",
  },
  init: {
    type: "boolean",
    default: true,
    description: "send an Init request first, like most software",
  },
  allowUnsafeNames: {
    type: "boolean",
    default: false,
    description:
      'allow database names that contain "@" or a ".." segment, which may lead to another server or file',
  },
} as const;

/** The options of wais. */
export const waisOptions: OptionSet<typeof DECLARATIONS> = defineOptions("wais", DECLARATIONS);

export type WaisOptions = OptionsInput<typeof waisOptions>;
export type ResolvedWaisOptions = ResolvedOptions<typeof waisOptions>;

/** The settings of an exchange. */
export interface Settings extends Omit<ResolvedWaisOptions, "like"> {
  readonly like: readonly FeedbackDocument[];
  readonly limits: Limits;
}

/** A request must fit into the server's buffer, and each document-id has about a hundred bytes. */
const MAX_LIKE = 16;

/** @throws {AccessError} bad-option: a document of another server, which does not know the document-id. */
export function resolveSettings(
  url: WaisUrl,
  { limits, options }: Pick<Context<ResolvedWaisOptions>, "limits" | "options">,
): Settings {
  const { like, ...rest } = options;
  if (!like.every(({ server }) => server === formatServer(url))) throw optionError(waisOptions, "like", LIKE);
  return { ...rest, limits, like: like.map(({ document }) => document) };
}

function formatServer({ host = "", port }: Pick<Url, "host" | "port">): string {
  return `${host.toLowerCase()}:${port || "210"}`;
}

function readLike(value: unknown): readonly LikeDocument[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length > MAX_LIKE) return undefined;
  const documents = all.map(readLikeDocument);
  return documents.every((document) => document !== undefined) ? documents : undefined;
}

function readLikeDocument(given: unknown): LikeDocument | undefined {
  const fields = (typeof given === "string" ? { url: given } : (given ?? {})) as Readonly<
    Record<string, unknown>
  >;
  const { url, unit = "octets", start, end } = fields;
  const document = typeof url === "string" ? parseWaisUrl(url) : undefined;
  if (document === undefined) return undefined;
  const { wtype, wpath } = document.parts;
  if (wtype === undefined || wpath === undefined || wpath === "") return undefined;
  const server = formatServer(document);
  if (start === undefined && end === undefined)
    return { server, document: { documentId: wpath, type: wtype } };
  const isPart = isOffset(start) && isOffset(end) && start < end && (unit === "octets" || unit === "lines");
  return isPart
    ? { server, document: { documentId: wpath, type: wtype, part: { unit, start, end } } }
    : undefined;
}

function isOffset(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function parseWaisUrl(text: string): Pick<WaisUrl, "host" | "port" | "parts"> | undefined {
  try {
    const url = parseUrl(text) as Url;
    if (url.scheme !== "wais") return undefined;
    check(url, throwOnError, "rfc3986");
    return { host: url.host, port: url.port, parts: parse(url, throwOnError, "rfc3986") };
  } catch {
    return undefined;
  }
}
