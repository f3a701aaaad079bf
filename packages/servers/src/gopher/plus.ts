import { octetsOf } from "@anyurl/core";
import type { Content } from "../library/content.ts";

/** Gopher+ data of a server, in addition to the documents. */
export interface GopherPlus {
  /** The administrator of the items: a name, and an address in angle brackets. */
  readonly admin?: string;
  /** Data of single items, by selector: "/welcome.txt". */
  readonly items?: ReadonlyMap<string, PlusItem>;
  /** Items with a form, by selector; the top menu shows them last. */
  readonly forms?: ReadonlyMap<string, PlusForm>;
}

export interface PlusItem {
  /** Lines of the block +ABSTRACT. */
  readonly abstract?: string;
  /** Alternatives to the document itself, which stays the preferred view. */
  readonly views?: readonly PlusView[];
  /** The language of the document itself, for example "En_US". */
  readonly language?: string;
  /** The lines of other blocks, for example "+KEYWORDS". */
  readonly blocks?: ReadonlyMap<string, readonly string[]>;
}

export interface PlusView {
  /** For example "Text/plain". */
  readonly type: string;
  readonly language?: string;
  readonly content: string | Uint8Array;
}

export interface PlusForm {
  /** The name in the menu. */
  readonly display: string;
  /** Lines of the block +ASK, for example "Ask: Your name:\tnobody". */
  readonly ask: readonly string[];
  /** Returns the response to a form that was filled in. */
  answer(values: readonly string[]): string;
}

export const DEFAULT_ADMIN = "The librarian <librarian@library.example>";

/** Creates the Gopher+ data of the library: a text in two languages, and a guest book. */
export function createLibraryPlus(): GopherPlus {
  return {
    admin: DEFAULT_ADMIN,
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

export function getViewContent({ content }: PlusView): Content {
  return typeof content === "string" ? octetsOf(content) : content;
}
