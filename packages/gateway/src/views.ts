/**
 * View models of the pages: plain data. Links are complete. Texts are as the server sent them, because the templates
 * sanitize and escape them. The handlers in answer/ create the views, and the templates in pages/ render them.
 */

import type { ErrorDescription } from "@anyurl/core/codes";
import type { Column, EntryField, ListingStyle } from "@anyurl/core/presentation";
import type { Language } from "@anyurl/languages";

/** What all pages show at the top: title, address, breadcrumb. */
export interface PageFrame {
  readonly title: string;
  /** The title is a text of the gateway, which is translated. Default false: it is the name of a resource. */
  readonly isOwn?: boolean;
  /** The target, for the address field. It contains no password. */
  readonly url?: string;
  /** The target for people: letters beyond ASCII are not escaped. Default: `url`. */
  readonly shown?: string;
  /** From the root of the server to this page, which is the last one. */
  readonly breadcrumbs: readonly Breadcrumb[];
  /** Other formats of the same resource: raw bytes, JSON, text. */
  readonly formats?: readonly NamedLink[];
  /** The operator's `mailto:` or `https:` URL. */
  readonly contact?: string;
  /** The language of the page's own texts. Default: English. */
  readonly language?: Language;
}

export interface NamedLink {
  readonly text: string;
  readonly href: string;
}

export type Breadcrumb = NamedLink;

/** A link with a note on what it is. */
export interface LabeledLink extends NamedLink {
  readonly label: string;
}

/** One entry of a directory, a menu, a newsgroup, or search results. */
export interface EntryView {
  /** As core's `Entry.kind`. `information` is a line of text without a target. */
  readonly kind: string;
  readonly name: string;
  /** A path of the gateway. For an external target, the page that shows the target first. */
  readonly href?: string;
  /** The target, shown if there is no link. */
  readonly url?: string;
  /** The link leads to a page that shows an external target. */
  readonly leaves?: boolean;
  /** Bytes. */
  readonly size?: number | undefined;
  /** ISO 8601, in the known precision: `2001`, `2001-02-03`, `2001-02-03T04:05Z`. */
  readonly modified?: string | undefined;
  /** The values of the other columns, by field. */
  readonly values?: Readonly<Partial<Record<EntryField, string | undefined>>>;
  /** More metadata, in display order: score, lines, author, media type, language. */
  readonly facts?: readonly Fact[];
  /** Why there is no link: `unsafe-name`, a scheme that is not served … */
  readonly note?: string | undefined;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A search field, or a form of a server. */
export interface FormView {
  readonly title: string;
  readonly action: string;
  readonly method: "get" | "post";
  readonly fields: readonly FormField[];
  readonly submit: string;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "multiline" | "choice" | "checkbox" | "hidden" | "note";
  /** A checkbox is checked if it is "1". */
  readonly value?: string;
  /** The radio buttons of a choice. */
  readonly options?: readonly string[];
}

/** An error: a page of its own, or the end of an incomplete listing. */
export interface FailureView {
  readonly status: number;
  /** A code of the library: `not-found`, `port-blocked` … */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The reply of the server, one line. */
  readonly reply?: string;
  /** Where the error is in the text of the URL, and the rule. */
  readonly place?: ErrorDescription["place"];
  /** Milliseconds to wait before a retry, as the server asked. */
  readonly retryAfter?: number;
  /** A link that opens the URL anyway, or a URL that it may mean. */
  readonly anyway?: NamedLink;
}

/** A range of a text document. With an `href` it is a link. */
export interface TextSpan {
  readonly text: string;
  readonly href?: string;
  /** The link leads to a page that shows an external target. */
  readonly leaves?: boolean;
}

/** A directory, a menu, a newsgroup, or search results. */
export interface ListingView {
  readonly frame: PageFrame;
  readonly layout: ListingStyle["layout"];
  /** In display order. */
  readonly columns: readonly Column[];
  /** Search fields, shown above the entries. */
  readonly forms?: readonly FormView[];
  /** Describes an error that ends the entries. The page shows it after the last one. */
  toFailure(error: unknown): FailureView;
}

/** A text: an article or a file. */
export interface DocumentView {
  readonly frame: PageFrame;
  /** Shown above the text: the header of an article, the media type. */
  readonly facts?: readonly Fact[];
  /** The text as a stream of spans, including line ends. */
  readonly text: AsyncIterable<readonly TextSpan[]> | Iterable<readonly TextSpan[]>;
  toFailure(error: unknown): FailureView;
}

/** A search, or a form of a server. */
export interface FormPageView {
  readonly frame: PageFrame;
  /** A sentence above the forms. */
  readonly note?: string;
  readonly forms: readonly FormView[];
}

/** An external target, shown before the visitor continues to it. */
export interface ExternalLinkView {
  readonly frame: PageFrame;
  readonly target: string;
  /** Only if a link may lead there: http and https. */
  readonly href?: string;
  /** Scheme, host and port of the target. */
  readonly facts?: readonly Fact[];
  /** Why there is no link, or what to do instead. */
  readonly note?: string;
}

/** The home page: `/`, and `/?url=…`, which explains a URL. `/?url=…&go=open` opens it (303) or shows this page. */
export interface HomeView {
  /** The URL, or the text as typed if it is rejected. The page does not show a password in it. */
  readonly text?: string;
  /** What was changed in the typed text to get the URL. */
  readonly changes?: string;
  /** The link that opens it. If absent, `reason` says why. */
  readonly href?: string;
  readonly reason?: string;
  /** URLs that the text may mean. */
  readonly suggestions?: readonly LabeledLink[];
  readonly examples: readonly ExampleView[];
  /** The schemes that the gateway opens. The script of the page marks all others as explained only. */
  readonly opened: readonly string[];
  readonly contact?: string;
  /** The language of the page. Default: English. */
  readonly language?: Language;
}

export interface ExampleView {
  readonly url: string;
  /** A short description. */
  readonly text: string;
  /** The link that opens it. If absent, the example is only explained. */
  readonly href?: string;
}

export interface AboutView {
  readonly frame: PageFrame;
  /** The schemes that the gateway opens, and those that it only explains. */
  readonly opened: readonly string[];
  readonly read: readonly string[];
  /** Limits as the operator set them, for example "Concurrent requests". */
  readonly limits?: readonly Fact[];
}
