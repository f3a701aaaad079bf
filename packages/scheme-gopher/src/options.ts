import { AccessError, type Limits } from "@anyurl/core";
import type { Answer } from "./answers.ts";
import { type Charset, charsetOf } from "./charset.ts";
import { MENU_QUIRKS, type MenuQuirk } from "./quirks.ts";

/**
 * What a caller may say of how gopher URLs are opened: `options.gopher` of a client, or `options` of a call.
 */
export interface GopherOptions {
  /** Send a form that the URL itself has filled in (RFC 4266 §2.9). Default false. */
  readonly allowForms?: boolean;
  /** The answers to the form of an item that wants one, in the order of its questions. They are sent. */
  readonly answers?: readonly Answer[];
  /** The view to get, as the server names it in +VIEWS: "Text/plain". */
  readonly view?: string;
  /** Its language, as the server names it: "De_DE". Goes with a view. */
  readonly language?: string;
  /** What the server writes in, by a label of the Encoding Standard. Default: text that keeps its octets. */
  readonly charset?: string;
  /**
   * Of a search without "%09": what follows a bare "?" are the words. RFC 4266 knows no such thing. Default
   * false.
   */
  readonly questionMarkIsSearch?: boolean;
  /** Get an item that has moved from where it is now (Gopher+ error 3). Default false. */
  readonly followMoved?: boolean;
  /** Get what an item "URL:…" points to, instead of the server's page about it. Default false. */
  readonly followUrlLinks?: boolean;
  /**
   * Send the empty search that RFC 4266 §2.4 has in front of a gopher+ string. Default false: Gopher+ has
   * none.
   */
  readonly keepEmptySearch?: boolean;
  /** What menus may show that RFC 1436 does not have. Default: all there is. */
  readonly quirks?: readonly MenuQuirk[];
}

/** The same, checked. */
export interface CheckedOptions {
  readonly limits: Limits;
  readonly allowForms: boolean;
  readonly answers: readonly Answer[] | undefined;
  readonly view: string | undefined;
  readonly language: string | undefined;
  readonly charset: Charset | undefined;
  readonly questionMarkIsSearch: boolean;
  readonly followMoved: boolean;
  readonly followUrlLinks: boolean;
  readonly keepEmptySearch: boolean;
  readonly quirks: ReadonlySet<MenuQuirk>;
}

/**
 * Options as they come, from a program or, as text, from a command line: "true", "bare-lf,short-line", and
 * answers as JSON.
 *
 * @throws {AccessError} bad-option.
 */
export function checkedOptions(options: Readonly<Record<string, unknown>>, limits: Limits): CheckedOptions {
  const { view, language } = { view: word(options, "view"), language: word(options, "language") };
  if (language !== undefined && view === undefined)
    throw badOption("language", "goes with the option view: a server takes a language only behind a view");
  return {
    limits,
    allowForms: flag(options, "allowForms"),
    answers: answersOf(options["answers"]),
    view,
    language,
    charset: charset(options["charset"]),
    questionMarkIsSearch: flag(options, "questionMarkIsSearch"),
    followMoved: flag(options, "followMoved"),
    followUrlLinks: flag(options, "followUrlLinks"),
    keepEmptySearch: flag(options, "keepEmptySearch"),
    quirks: quirksOf(options["quirks"]),
  };
}

function flag(options: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = options[name] ?? false;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw badOption(name, "is true or false");
}

/** The name of a view or of a language: it becomes a part of the request. */
function word(options: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^[!-~]{1,255}$/.test(value)) return value;
  throw badOption(name, "is a name as +VIEWS has it: printable ASCII, without a blank");
}

function charset(label: unknown): Charset | undefined {
  if (label === undefined) return undefined;
  try {
    if (typeof label === "string") return charsetOf(label);
  } catch {
    // Said below.
  }
  throw badOption("charset", 'is the label of a character set that is known here, as "iso-8859-1"');
}

function answersOf(value: unknown): readonly Answer[] | undefined {
  if (value === undefined) return undefined;
  const answers = typeof value === "string" ? parsed(value) : value;
  if (Array.isArray(answers) && answers.every(isAnswer)) return answers.map((answer) => answer ?? undefined);
  throw badOption(
    "answers",
    "is an array, of a text, a truth value, an array of lines or null for each question",
  );
}

function isAnswer(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string" || typeof value === "boolean") return true;
  return Array.isArray(value) && value.every((line) => typeof line === "string");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function quirksOf(value: unknown): ReadonlySet<MenuQuirk> {
  if (value === undefined) return MENU_QUIRKS;
  const names = typeof value === "string" ? value.split(",").filter((name) => name !== "") : value;
  if (Array.isArray(names) && names.every((name) => MENU_QUIRKS.has(name))) return new Set(names);
  throw badOption("quirks", `is made of: ${[...MENU_QUIRKS].join(", ")}`);
}

function badOption(name: string, must: string): AccessError {
  return new AccessError("bad-option", `the gopher option ${name} ${must}`);
}
