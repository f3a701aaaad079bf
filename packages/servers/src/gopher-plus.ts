import type { Content } from "./content.ts";
import { octetsOf } from "./name.ts";

/** What a server tells by Gopher+ beside what the documents are. */
export interface GopherPlus {
  /** Who looks after the items: words, and an address in angle brackets. */
  readonly admin?: string;
  /** More about single items, by their selectors: "/welcome.txt". */
  readonly items?: ReadonlyMap<string, PlusItem>;
  /** Items that want a form to be filled in, by their selectors; the top menu shows them last. */
  readonly forms?: ReadonlyMap<string, PlusForm>;
}

export interface PlusItem {
  /** Lines of the block +ABSTRACT. */
  readonly abstract?: string;
  /** Other representations than the document itself, which stays the preferred one. */
  readonly views?: readonly PlusView[];
  /** The language of the document itself, as "En_US". */
  readonly language?: string;
  /** Blocks of other names, as "+KEYWORDS": lines. */
  readonly blocks?: ReadonlyMap<string, readonly string[]>;
}

export interface PlusView {
  /** As "Text/plain". */
  readonly type: string;
  readonly language?: string;
  readonly content: string | Uint8Array;
}

export interface PlusForm {
  /** What the menu calls it. */
  readonly display: string;
  /** Lines of the block +ASK, as "Ask: Your name:\tnobody". */
  readonly ask: readonly string[];
  /** The text that answers a form that is filled in. */
  answer(values: readonly string[]): string;
}

export const ADMIN = "The librarian <librarian@library.example>";

/** What the library's own server tells: a text in two languages, and a book for guests. */
export function libraryPlus(): GopherPlus {
  return {
    admin: ADMIN,
    items: new Map<string, PlusItem>([
      [
        "/welcome.txt",
        {
          abstract: "Where to begin,\nand what there is.",
          language: "En_US",
          views: [{ type: "Text/plain", language: "De_DE", content: WILLKOMMEN }],
          blocks: new Map([["+KEYWORDS", ["library lighthouse compass"]]]),
        },
      ],
    ]),
    forms: new Map<string, PlusForm>([["/guestbook", GUESTBOOK]]),
  };
}

const WILLKOMMEN =
  "Willkommen.\n\nAlles hier kann man zweimal lesen: über gopher: und über ftp:.\nNachts leuchtet der Turm.\n";

const GUESTBOOK: PlusForm = {
  display: "The book for guests",
  ask: [
    "Ask: Your name:\tnobody",
    "Choose: How was it?\tquiet\tvery quiet",
    "AskL: What do you want to say?",
    "Select: May we show it to others?:0",
  ],
  answer([name = "", how = "", count = "0", ...rest]) {
    const lines = rest.slice(0, Number(count));
    const shown = rest[lines.length] === "1" ? "We show it to others." : "We keep it to ourselves.";
    return [`Thank you, ${name}. It was ${how}.`, ...lines.map((line) => `  ${line}`), shown, ""].join("\n");
  },
};

export function contentOf({ content }: PlusView): Content {
  return typeof content === "string" ? octetsOf(content) : content;
}
