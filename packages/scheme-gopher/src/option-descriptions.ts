import type { OptionDescription } from "@anyurl/core";
import type { GopherOptions } from "./options.ts";
import { MENU_QUIRKS } from "./quirks.ts";

/** What the options of gopher and gophers are. */
export const OPTIONS: Readonly<Record<keyof GopherOptions, OptionDescription>> = {
  view: {
    type: "text",
    summary: "the view to get, as the server names it in +VIEWS: Text/plain",
  },
  language: {
    type: "text",
    summary: "the language of that view, as the server names it: De_DE",
  },
  answers: {
    type: "object",
    summary:
      "the answers to the form of an item that wants one: JSON, an array of a text, a truth value, lines or null for each question",
    cite: "RFC 4266 §2.9",
  },
  allowForms: {
    type: "boolean",
    default: false,
    summary: "send a form that the URL itself has filled in",
    cite: "RFC 4266 §2.9",
  },
  charset: {
    type: "text",
    summary: "what the server writes in, by a label of the Encoding Standard: iso-8859-1",
  },
  followMoved: {
    type: "boolean",
    default: false,
    summary: "get an item that has moved from where it is now",
  },
  followUrlLinks: {
    type: "boolean",
    default: false,
    summary: "get what an item URL:… points to, instead of the server's page about it",
  },
  questionMarkIsSearch: {
    type: "boolean",
    default: false,
    summary: 'of a search without %09: what follows a bare "?" are the words',
  },
  keepEmptySearch: {
    type: "boolean",
    default: false,
    summary: "send the empty search in front of a gopher+ string",
    cite: "RFC 4266 §2.4",
  },
  quirks: {
    type: "list",
    values: [...MENU_QUIRKS],
    default: [...MENU_QUIRKS],
    summary: "what menus may show that RFC 1436 does not have",
  },
};
