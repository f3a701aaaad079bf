import {
  defineOptions,
  type Limits,
  type OptionSet,
  type OptionsInput,
  type ResolvedOptions,
} from "@anyurl/core";
import { type Charset, createCharset } from "./charset.ts";
import type { Answer } from "./fill-form.ts";
import { MENU_QUIRKS, type MenuQuirk } from "./quirks.ts";

const DECLARATIONS = {
  view: {
    type: "string",
    read: (name: string): string | undefined => readViewName(name),
    expected: "a name from +VIEWS: printable ASCII without spaces",
    description: "the view to get, as named in +VIEWS: Text/plain",
  },
  language: {
    type: "string",
    requires: "view",
    read: (name: string): string | undefined => readViewName(name),
    expected: "a name from +VIEWS: printable ASCII without spaces",
    description: "the language of that view, as named in +VIEWS: De_DE",
  },
  answers: {
    type: "value",
    as: undefined as readonly (Answer | null)[] | undefined,
    read: (value: unknown): readonly Answer[] | undefined => readAnswers(value),
    expected: "an array with a string, a boolean, an array of lines, or null for each question",
    description: "the answers to the form of an item, in the order of its questions; they are sent",
    rule: "RFC 4266 §2.9",
  },
  allowForms: {
    type: "boolean",
    default: false,
    description: "send a form that the URL itself fills in",
    rule: "RFC 4266 §2.9",
  },
  charset: {
    type: "string",
    read: (label: string): Charset => createCharset(label),
    expected: 'the label of a known character set, for example "iso-8859-1"',
    description:
      "the character set of the server, as a label of the Encoding Standard; without it, UTF-8 with other bytes preserved",
  },
  followMoved: {
    type: "boolean",
    default: false,
    description: "get a moved item (Gopher+ error 3) from its new location",
  },
  followUrlLinks: {
    type: "boolean",
    default: false,
    description: "get the target of an item URL:… instead of the server's page about it",
  },
  questionMarkIsSearch: {
    type: "boolean",
    default: false,
    description: 'in a search without %09, use the text after a bare "?" as the search words',
  },
  keepEmptySearch: {
    type: "boolean",
    default: false,
    description: "send the empty search before a gopher+ string",
    rule: "RFC 4266 §2.4",
  },
  quirks: {
    type: "list",
    choices: [...MENU_QUIRKS] as readonly MenuQuirk[],
    default: [...MENU_QUIRKS] as readonly MenuQuirk[],
    read: (names: readonly string[]): ReadonlySet<MenuQuirk> => new Set(names as readonly MenuQuirk[]),
    description: "deviations from RFC 1436 that menus may have",
  },
  closeNotify: {
    type: "choice",
    choices: ["required", "optional"],
    default: "required",
    description: "what ends a reply over TLS that does not mark its end: a close_notify, or any close",
    rule: "RFC 8446 §6.1",
  },
} as const;

/** The options of gopher and gophers. */
export const gopherOptions: OptionSet<typeof DECLARATIONS> = defineOptions("gopher", DECLARATIONS);

export type GopherOptions = OptionsInput<typeof gopherOptions>;

/** What an exchange reads: the options, and the limits of the call. */
export interface GopherSettings extends ResolvedOptions<typeof gopherOptions> {
  readonly limits: Limits;
}

/** The name becomes part of the request. */
function readViewName(name: string): string | undefined {
  return /^[!-~]{1,255}$/.test(name) ? name : undefined;
}

function readAnswers(value: unknown): readonly Answer[] | undefined {
  return Array.isArray(value) && value.every(isAnswer)
    ? value.map((answer) => answer ?? undefined)
    : undefined;
}

function isAnswer(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string" || typeof value === "boolean") return true;
  return Array.isArray(value) && value.every((line) => typeof line === "string");
}
