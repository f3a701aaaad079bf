import { displayText, type Entry, parse as parseUrl } from "@anyurl/core";
import type { Diagnostic, DocumentHeader, Source } from "@anyurl/protocol-wais";
import type { SearchEvent } from "./exchange.ts";
import { findLocalId } from "./local-id.ts";
import { findMediaType } from "./media-types.ts";
import type { Settings } from "./options.ts";
import { formatChecked, sourceUrl } from "./source-url.ts";
import type { WaisInit, WaisUrl } from "./syntax.ts";

/** Converts an event of a search to entries; a document has one for each of its types. */
export function toEntries(event: SearchEvent, url: WaisUrl, settings: Settings): readonly Entry[] {
  if (event.is === "source") return [sourceEntry(event.source)];
  if (event.is === "diagnostic") return [diagnosticEntry(event)];
  const { types } = event;
  // A short header has no type, but a retrieval needs one; servers check only its form.
  return (types.length === 0 ? ["TEXT"] : types).map((type) => headerEntry(event, type, url, settings));
}

function headerEntry(header: DocumentHeader, type: string, url: WaisUrl, { spelling }: Settings): Entry {
  const { headline, length, date } = header;
  const size = length === 0 ? undefined : length;
  const modified = parseDate(date);
  const mediaType = findMediaType(type);
  const name = headline ?? findLocalId(header.documentId ?? "");
  const attributes = headerAttributes(header, type);
  if (type === "URL") return { name, kind: "link", attributes, ...headlineLink(name) };
  return {
    name,
    kind: "file",
    ...resultUrl(header, type, url, spelling),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    ...(mediaType !== undefined && { mediaType }),
    attributes,
  };
}

/** Returns the other fields of a document header as strings. */
function headerAttributes(header: DocumentHeader, type: string): Readonly<Record<string, string>> {
  const { score, lines, bestMatch, source, date, originCity, types } = header;
  const all: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ["type", type],
    ["types", types.length > 1 ? types.join(" ") : undefined],
    ["score", score],
    ["lines", lines],
    ["bestMatch", bestMatch === 0 ? undefined : bestMatch],
    ["source", source],
    ["date", date === "0" ? undefined : date],
    ["originCity", originCity],
  ];
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  );
}

interface EntryUrl {
  readonly url: string | undefined;
  readonly unsafe?: string;
}

/**
 * Returns the URL of a result: on the server and in the database of the search, even if the document names another
 * origin.
 */
function resultUrl(
  { documentId, length }: DocumentHeader,
  wtype: string,
  url: WaisUrl,
  spelling: Settings["spelling"],
): EntryUrl {
  if (documentId === undefined || documentId === "")
    return { url: undefined, unsafe: "the result has no document-id" };
  const { host, port, parts } = url;
  const where: WaisInit = {
    host: host ?? "",
    ...(port !== undefined && port !== "" && { port: Number(port) }),
    database: parts.database,
    wtype,
    wpath: documentId,
  };
  const spelled: WaisInit = {
    ...where,
    spelling: "fields",
    ...(length !== undefined && length > 0 && { length }),
  };
  // A document-id without fields is formatted as bytes.
  const written = (spelling === "fields" ? formatChecked(spelled) : undefined) ?? formatChecked(where);
  return written === undefined
    ? { url: undefined, unsafe: "cannot make a URL from the document's type and document-id" }
    : { url: written };
}

/** Schemes that a headline may link to. */
const LINK_SCHEMES: ReadonlySet<string> = new Set([
  ...[
    "http",
    "https",
    "ftp",
    "ftps",
    "gopher",
    "gophers",
    "mailto",
    "news",
    "nntp",
    "telnet",
    "wais",
    "prospero",
  ],
]);

/** Returns the link of a document of type URL: its headline. */
function headlineLink(headline: string): EntryUrl {
  try {
    const { scheme, href } = parseUrl(headline.trim());
    if (LINK_SCHEMES.has(scheme)) return { url: href };
    return { url: undefined, unsafe: `links to ${scheme}: URLs are blocked` };
  } catch {
    return { url: undefined, unsafe: "the headline is not a valid URL" };
  }
}

/** Returns the entry of a database at the location in its description. It is not opened automatically. */
function sourceEntry(source: Source): Entry {
  const { databaseName, ipName, ipAddress, tcpPort, maintainer, cost, costUnit, description, keywords } =
    source;
  const attributes = Object.fromEntries(
    Object.entries({ maintainer, cost, costUnit, description, keywords: keywords?.join(" ") }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
    ),
  );
  const url = sourceUrl({ databaseName, ipName, ipAddress, tcpPort });
  const unsafe = url === undefined ? { unsafe: "cannot make a URL from the host and the database" } : {};
  return { name: databaseName, kind: "search", url, ...unsafe, attributes };
}

function diagnosticEntry({ text }: Diagnostic): Entry {
  return { name: displayText(text).slice(0, 500), kind: "error", url: undefined };
}

/** Parses YYYYMMDD. A year with two digits is ambiguous and ignored. */
function parseDate(date: string | undefined): Date | undefined {
  const match = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(date ?? "");
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const time = new Date(Date.UTC(year, month - 1, day));
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day ? time : undefined;
}
