import type { Entry } from "../exchange/operations.ts";
import { lastSegment } from "../syntax/escape.ts";
import type { Url } from "../syntax/url.ts";
import { callPlugin, isObject, isString } from "./plugin-call.ts";

export { displayMessage } from "../operations/display-message.ts";
export { lastSegment } from "../syntax/escape.ts";

/** A field of an entry: one of `Entry`, or one of its attributes, such as "attributes.from". */
export type EntryField = "name" | "kind" | "size" | "modified" | "mediaType" | `attributes.${string}`;

/** One column of a listing. Sizes are shown in bytes, dates in their own precision, everything else as text. */
export interface Column {
  readonly field: EntryField;
  /** For example "Subject". */
  readonly title: string;
  /** The values of an attribute are numbers: they are aligned right. */
  readonly numeric?: boolean;
}

/** How the entries of a listing are shown. */
export interface ListingStyle {
  /**
   * "table": rows and columns. "menu": lines of text between the items. "articles": a table of articles. "hits":
   * search results, one below the other. Default "table".
   */
  readonly layout: "table" | "menu" | "articles" | "hits";
  /** In reading order. Exactly one of them is the name. Default: name, kind, size, modified. */
  readonly columns: readonly Column[];
  /**
   * Shown with the name, if the entry has a value and no column shows it. Default: description, author, score, lines,
   * language, media type.
   */
  readonly details: readonly Column[];
}

/** How a resource is searched. */
export interface SearchStyle {
  /** The title of the search form, for example "Search this newsgroup". */
  readonly title: string;
  /** The label of its field, for example "Words in the subject or sender". */
  readonly label: string;
  /** The part of the URL that contains the search words. Absent: a search has no URL of its own. */
  readonly part?: string;
  /** Cannot be listed without search words, so a program asks for them first. */
  readonly required?: boolean;
  /**
   * Only the server knows whether the resource can be searched: it asks with the error "input-required" and one of these
   * reply codes, and a program offers the search then. Absent: a program can always offer it.
   */
  readonly asked?: readonly number[];
  /** How the results are shown. Default: as the entries of the URL. */
  readonly results?: Partial<ListingStyle>;
}

/** A question of a form that a server asks before it sends a resource. Its texts are not trusted. */
export interface Question {
  /** "file": the content of a text file. "yes-no": the suggested answer is "1" or "0". "unsupported": a program cannot offer this form. */
  readonly kind: "line" | "secret" | "lines" | "file" | "choice" | "yes-no" | "unsupported";
  readonly prompt: string;
  readonly suggested?: string;
  /** The allowed answers of a choice. */
  readonly choices?: readonly string[];
}

/** A form that a server asks before it sends a resource. */
export interface FormStyle {
  /** The attribute of `stat` that contains the form. */
  readonly attribute: string;
  /** Reads the questions of that attribute. Pure. */
  readonly read: (text: string) => readonly Question[];
  /** The option of `get` for the answers, in order: a string, or a boolean for "yes-no". */
  readonly option: string;
}

/** A text with a header, such as an article. The header comes from the attributes of `stat`. */
export interface ArticleStyle {
  /** The attribute with the title. */
  readonly title: string;
  /** The attributes to show above the text, and their titles. */
  readonly fields: readonly { readonly attribute: string; readonly title: string }[];
  /** The attribute with the media type of the text, for its character set. Absent: `get` returns it. */
  readonly mediaType?: string;
  /** The options of `get` that leave out the header. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** How the resource of a URL is shown. */
export interface View extends Partial<ListingStyle> {
  /** A name for people. Default: the last segment of the path, or the host. */
  readonly title?: string;
  readonly search?: SearchStyle;
  readonly form?: FormStyle;
  readonly article?: ArticleStyle;
  /** The URL always identifies the same bytes, so a cache never checks them again. */
  readonly immutable?: boolean;
}

/** An entry of a directory in a copied tree. */
export interface IndexedEntry {
  /** As the server listed it. */
  readonly entry: Entry;
  /** The names that lead to its copy, from the root of the copied tree. `undefined`: the tree has no copy of it. */
  readonly copy: readonly string[] | undefined;
}

/** The file in which the copy of a directory keeps the titles of its entries. */
export interface IndexStyle {
  /** Its name, such as "gophermap". */
  readonly name: string;
  /**
   * Returns its contents, as text that preserves bytes. Pure.
   *
   * @param directory the names that lead to the directory, from the root of the copied tree.
   */
  readonly write: (entries: readonly IndexedEntry[], directory: readonly string[]) => string;
}

/** How a copy of a tree names resources that a listing names by titles, which are not names of files. */
export interface TreeStyle<U = any> {
  /** Does a listing of this URL name its entries by titles? Default: yes. Pure. */
  readonly isTitled?: (url: U) => boolean;
  /**
   * Returns the names that lead to a resource, such as the segments of a selector. A copy has the last of them as its
   * name, and more of them if two entries of a directory have the same one. Empty: its title is used. Pure.
   */
  readonly path: (url: U) => readonly string[];
  /** Default: a file "index.jsonl". */
  readonly index?: IndexStyle;
  /** Options of `list` with which a listing has all entries, unless the caller has set them. */
  readonly listOptions?: Readonly<Record<string, unknown>>;
}

/** How programs with a user interface show the resources of a scheme. All of it is pure and runs in a browser. */
export interface Presentation<U = any> {
  /** How the resource of a URL is shown: for all URLs, or as a pure function that accepts every URL of the scheme. */
  readonly view?: View | ((url: U) => View);
  /**
   * The resources above a URL. "directories": each segment of the path, with "/" at its end. "segments": each segment,
   * without it, and a query is below its path. "root": only the root of the server. Default "directories" if the scheme
   * is hierarchical, otherwise "root".
   */
  readonly breadcrumbs?: "directories" | "segments" | "root";
  /** How a copy of a tree names its resources. Absent: the names of entries are names of files. */
  readonly tree?: TreeStyle<U>;
  /** The server sends size and date only for `stat`, not with the content, so `stat` comes first. */
  readonly statFirst?: boolean;
  /** A URL is an interactive session for a person at a terminal. A gateway shows such a URL and does not open it. */
  readonly session?: boolean;
  /** A URL is a message to compose and to send, as with mailto. A gateway does not open it. */
  readonly message?: boolean;
  /**
   * A URL is for a program of the user, such as a dialer or a map: a command asks, and then starts a program that the user
   * chose with the URL in normal form. Returns why this URL must not be handed over; `undefined`: it can be. Pure.
   */
  readonly handOver?: (url: U) => string | undefined;
  /**
   * Returns the URL of the part of a document that another URL in the document stands for, such as a picture of the same
   * message. A program that shows the document embeds the part. `undefined`: the URL is not one of a part. Pure.
   */
  readonly part?: (document: U, named: Url) => string | undefined;
  /**
   * `false`: a gateway does not open these URLs, because they are the user's own, such as local files, and a client does
   * not open such a URL if a server named it. A scheme that takes over the name cannot change that. Default true for a scheme with a port: one without a port names no server.
   */
  readonly served?: boolean;
}

/** What this module needs of a scheme. */
export interface PresentedScheme {
  readonly presentation?: Presentation;
  readonly hierarchical: boolean;
}

/** A view with the defaults. */
export type ResolvedView = View & ListingStyle;

/** Files and directories in a table. */
export const DEFAULT_STYLE: ListingStyle = {
  layout: "table",
  columns: [
    { field: "name", title: "Name" },
    { field: "kind", title: "Kind" },
    { field: "size", title: "Size" },
    { field: "modified", title: "Modified" },
  ],
  details: [
    { field: "attributes.description", title: "about" },
    { field: "attributes.from", title: "from" },
    { field: "attributes.score", title: "score" },
    { field: "attributes.lines", title: "lines" },
    { field: "attributes.language", title: "language" },
    { field: "mediaType", title: "type" },
  ],
};

/**
 * Returns how to show the resource of a URL.
 *
 * @param scheme the scheme of the URL. `undefined`: it is not installed.
 * @throws {AccessError} plugin-fault: its presentation is invalid.
 */
export function getView(url: Url, scheme: PresentedScheme | undefined): ResolvedView {
  const view = scheme?.presentation?.view;
  if (view === undefined) return DEFAULT_STYLE;
  const own: View =
    typeof view === "function" ? callPlugin(url.scheme, "present a URL", () => view(url), isObject) : view;
  return { ...DEFAULT_STYLE, ...own };
}

/** Returns how to show the results of a search of the resource. */
export function getResultStyle(view: ResolvedView): ListingStyle {
  return { ...view, ...view.search?.results };
}

/** Returns the search terms in a URL, or `undefined` if it has none. */
export function findSearchTerms(url: Url, { search }: Pick<View, "search">): string | undefined {
  if (search?.part === undefined) return undefined;
  const words = ((url.parts ?? {}) as Readonly<Record<string, unknown>>)[search.part];
  return typeof words === "string" ? words : undefined;
}

/** Returns the title of a resource: as its scheme says, or the last segment of the path. Empty if the path has no segment. */
export function getTitle(url: Url, view: Pick<View, "title">): string {
  return (view.title ?? "") || lastSegment(url.path);
}

/** Returns a field of an entry; `undefined` if it has none. */
export function readEntryField(entry: Entry, field: EntryField): string | number | Date | undefined {
  if (!field.startsWith(ATTRIBUTES)) return entry[field as Exclude<EntryField, `attributes.${string}`>];
  const { attributes = {} } = entry;
  const name = field.slice(ATTRIBUTES.length);
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}

const ATTRIBUTES = "attributes.";

/**
 * Returns the URL of the part of a document that a URL in it stands for; `undefined` if it is not a part.
 *
 * @throws {AccessError} plugin-fault: the presentation is invalid.
 */
export function findDocumentPart(
  document: Url,
  named: Url,
  scheme: PresentedScheme | undefined,
): string | undefined {
  const part = scheme?.presentation?.part;
  if (part === undefined) return undefined;
  const isFit = (url: unknown) => url === undefined || isString(url);
  return callPlugin(document.scheme, "find a part", () => part(document, named), isFit);
}

/**
 * Returns the texts of the URLs above a URL, from the root of its server. Parse them before you use them, and leave out
 * those that are invalid or, if the scheme has `isDirectory`, not directories.
 */
export function listAncestors(url: Url, scheme: PresentedScheme | undefined): readonly string[] {
  // A URL without a path is the root itself.
  if (url.host === undefined || url.path === "") return [];
  const { breadcrumbs = scheme?.hierarchical === true ? "directories" : "root" } = scheme?.presentation ?? {};
  const root = url.href.slice(0, url.offsets.pathStart);
  const found = [`${root}/`];
  if (breadcrumbs !== "root") {
    const end = breadcrumbs === "directories" ? 1 : 0;
    for (let at = url.path.indexOf("/", 1); at > 0; at = url.path.indexOf("/", at + 1))
      found.push(root + url.path.slice(0, at + end));
    if (breadcrumbs === "segments" && url.query !== undefined) found.push(root + url.path);
  }
  return found.filter((each) => each !== url.href);
}
