/**
 * What a page shows: plain data, every link already made, every text still as the server said it (templates escape and
 * neutralise it). Whoever answers makes these, the templates in pages/ draw them.
 */

/** Where the visitor is: what stands at the top of every page. */
export interface Frame {
  readonly title: string;
  /** The target as it is shown in the address field, without any password. */
  readonly url?: string;
  /** From the server's root to here; the last one is the page itself. */
  readonly crumbs: readonly Crumb[];
  /** Other forms of the same thing: raw octets, JSON, text. */
  readonly forms?: readonly NamedLink[];
  /** Who runs this gateway, as `mailto:` or `https:` URL. */
  readonly contact?: string;
}

export interface NamedLink {
  readonly text: string;
  readonly href: string;
}

export type Crumb = NamedLink;

/** One line of a listing, a menu, a group, a hit list or a Prospero directory. */
export interface ShownEntry {
  /** As core's `Entry.kind`; also `information` for a line that names nothing. */
  readonly kind: string;
  readonly name: string;
  /** A path of the gateway; for a target that leaves it, the page that shows the target first. */
  readonly href?: string;
  /** The target, shown where there is no link: a link has it in its path. */
  readonly url?: string;
  /** The link leads to a page that shows a target outside of the gateway. */
  readonly leaves?: boolean;
  /** Octets. */
  readonly size?: number;
  /** ISO 8601 in the precision that is known: `2001`, `2001-02-03`, `2001-02-03T04:05Z`. */
  readonly modified?: string;
  /** Further facts in the order they are shown: score, lines, author, media type, language. */
  readonly facts?: readonly Fact[];
  /** Why there is no link: `unsafe-name`, a scheme that is not served … */
  readonly note?: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A search field, or a Gopher+ ASK form. */
export interface ShownForm {
  readonly title: string;
  readonly action: string;
  readonly method: "get" | "post";
  readonly fields: readonly FormField[];
  readonly submit: string;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "password" | "multiline" | "choice" | "select" | "hidden" | "note";
  readonly value?: string;
  /** Of a choice, each a radio button, or of a list to select from. A "select" without options is one box to tick: "1". */
  readonly options?: readonly string[];
}

/** Something that went wrong, or is refused: a page of its own, or the end of a listing that broke off. */
export interface ShownFailure {
  readonly status: number;
  /** A code of the library: `not-found`, `port-blocked` … */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The server's own words, one line. */
  readonly reply?: string;
  /** Milliseconds before which the server wants no other attempt. */
  readonly retryAfter?: number;
  /** What opens the URL all the same, if the visitor wants it. */
  readonly anyway?: NamedLink;
}

/** A stretch of a text document; one with an `href` is a link. */
export interface ShownSpan {
  readonly text: string;
  readonly href?: string;
  /** The link leads to a page that shows a target outside of the gateway. */
  readonly leaves?: boolean;
}

/** A directory, a menu, a group, a hit list. */
export interface ShownListing {
  readonly frame: Frame;
  /** "menu" keeps the server's lines as they are; "table" has columns of sizes and times. Default "table". */
  readonly layout?: "table" | "menu";
  /** Search fields, shown above the entries. */
  readonly forms?: readonly ShownForm[];
  readonly entries: AsyncIterable<ShownEntry> | Iterable<ShownEntry>;
  /** What to say of an error that ends `entries`: the page says it behind the last entry that came. */
  failureOf(error: unknown): ShownFailure;
}

/** A text: an article, a file. */
export interface ShownDocument {
  readonly frame: Frame;
  /** Shown above the text: the header of an article, the media type. */
  readonly facts?: readonly Fact[];
  /** The text as it comes, in stretches; line ends are part of them. */
  readonly text: AsyncIterable<readonly ShownSpan[]> | Iterable<readonly ShownSpan[]>;
  failureOf(error: unknown): ShownFailure;
}

/** A search, or a form that a server asks to be filled in. */
export interface ShownFormPage {
  readonly frame: Frame;
  /** One sentence above the forms. */
  readonly note?: string;
  readonly forms: readonly ShownForm[];
}

/** A target outside of the gateway, shown before anybody goes there. */
export interface ShownLeave {
  readonly frame: Frame;
  readonly target: string;
  /** Only where a link may lead there: http and https. */
  readonly href?: string;
  /** Who would be asked, and how: scheme, host, port. */
  readonly facts?: readonly Fact[];
  /** Why there is no link, or what to do instead. */
  readonly note?: string;
}

/** The home page: `/`, and `/?url=…`, which draws what was typed. `/?url=…&go=open` asks to open it: 303, or this page. */
export interface ShownHome {
  /** As it was typed. The page shows no password of it. */
  readonly text?: string;
  /** Where the gateway opens it; absent where it does not, and then `reason` says why. */
  readonly href?: string;
  readonly reason?: string;
  readonly examples: readonly ShownExample[];
  /** Scheme names that the gateway opens: the page's script says of any other that it is only read here. */
  readonly opened: readonly string[];
  readonly contact?: string;
}

export interface ShownExample {
  readonly url: string;
  /** What it is, in a few words. */
  readonly text: string;
  /** Opens it here; without it the example is only drawn. */
  readonly href?: string;
}

export interface ShownAbout {
  readonly frame: Frame;
  /** Scheme names that are opened here, and those that are only read. */
  readonly opened: readonly string[];
  readonly read: readonly string[];
  /** Limits as the operator set them: "requests at once" … */
  readonly limits?: readonly Fact[];
}
