import type { OptionDescription } from "@anyurl/core";
import type { GopherOptions } from "./options.ts";
import { MENU_QUIRKS } from "./quirks.ts";

/** Descriptions of the options of gopher and gophers. */
export const OPTIONS: Readonly<Record<keyof GopherOptions, OptionDescription>> = {
  view: {
    type: "text",
    summary: "the view to get, as named in +VIEWS: Text/plain",
  },
  language: {
    type: "text",
    summary: "the language of that view, as named in +VIEWS: De_DE",
  },
  answers: {
    type: "object",
    summary:
      "the answers to the form of an item: a JSON array with a string, a boolean, an array of lines, or null for each question",
    cite: "RFC 4266 §2.9",
  },
  allowForms: {
    type: "boolean",
    default: false,
    summary: "send a form that the URL itself fills in",
    cite: "RFC 4266 §2.9",
  },
  charset: {
    type: "text",
    summary: "the character set of the server, as a label of the Encoding Standard: iso-8859-1",
  },
  followMoved: {
    type: "boolean",
    default: false,
    summary: "get a moved item from its new location",
  },
  followUrlLinks: {
    type: "boolean",
    default: false,
    summary: "get the target of an item URL:… instead of the server's page about it",
  },
  questionMarkIsSearch: {
    type: "boolean",
    default: false,
    summary: 'in a search without %09, use the text after a bare "?" as the search words',
  },
  keepEmptySearch: {
    type: "boolean",
    default: false,
    summary: "send the empty search before a gopher+ string",
    cite: "RFC 4266 §2.4",
  },
  quirks: {
    type: "list",
    values: [...MENU_QUIRKS],
    default: [...MENU_QUIRKS],
    summary: "deviations from RFC 1436 that menus may have",
  },
};
