import { AccessError, type Limits } from "@anyurl/core";
import { type Charset, createCharset } from "./charset.ts";
import type { Answer } from "./fill-form.ts";
import { MENU_QUIRKS, type MenuQuirk } from "./quirks.ts";

/** The options of gopher URLs: `options.gopher` of a client, or `options` of one call. */
export interface GopherOptions {
  /** Send a form that the URL itself fills in (RFC 4266 §2.9). Default false. */
  readonly allowForms?: boolean;
  /** The answers to the form of an item, in the order of its questions. They are sent. */
  readonly answers?: readonly Answer[];
  /** The view to get, as named in +VIEWS: "Text/plain". */
  readonly view?: string;
  /** The language of the view, as named in +VIEWS: "De_DE". Requires `view`. */
  readonly language?: string;
  /**
   * The character set of the server, as a label of the Encoding Standard. Default: UTF-8, with other bytes preserved.
   */
  readonly charset?: string;
  /**
   * In a search without "%09", use the text after a bare "?" as the search words. Not part of RFC 4266. Default false.
   */
  readonly questionMarkIsSearch?: boolean;
  /** Get a moved item from its new location (Gopher+ error 3). Default false. */
  readonly followMoved?: boolean;
  /** Get the target of an item "URL:…" instead of the server's page about it. Default false. */
  readonly followUrlLinks?: boolean;
  /**
   * Send the empty search that RFC 4266 §2.4 requires before a gopher+ string. Default false: Gopher+ itself has none.
   */
  readonly keepEmptySearch?: boolean;
  /** Deviations from RFC 1436 that menus may have. Default: all. */
  readonly quirks?: readonly MenuQuirk[];
}

/** Validated options. */
export interface ResolvedOptions {
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
 * Validates options. Values are typed, or strings from a command line: "true", "bare-lf,short-line", and answers as
 * JSON.
 *
 * @throws {AccessError} bad-option.
 */
export function resolveOptions(options: Readonly<Record<string, unknown>>, limits: Limits): ResolvedOptions {
  const { view, language } = {
    view: resolveViewName(options, "view"),
    language: resolveViewName(options, "language"),
  };
  if (language !== undefined && view === undefined)
    throw badOption("language", "the option view to be set too");
  return {
    limits,
    allowForms: resolveFlag(options, "allowForms"),
    answers: resolveAnswers(options["answers"]),
    view,
    language,
    charset: resolveCharset(options["charset"]),
    questionMarkIsSearch: resolveFlag(options, "questionMarkIsSearch"),
    followMoved: resolveFlag(options, "followMoved"),
    followUrlLinks: resolveFlag(options, "followUrlLinks"),
    keepEmptySearch: resolveFlag(options, "keepEmptySearch"),
    quirks: resolveQuirks(options["quirks"]),
  };
}

function resolveFlag(options: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = options[name] ?? false;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw badOption(name, "true or false");
}

/** Returns the name of a view or a language, which becomes part of the request. */
function resolveViewName(options: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^[!-~]{1,255}$/.test(value)) return value;
  throw badOption(name, "a name from +VIEWS: printable ASCII without spaces");
}

function resolveCharset(label: unknown): Charset | undefined {
  if (label === undefined) return undefined;
  try {
    if (typeof label === "string") return createCharset(label);
  } catch {
    // Reported below.
  }
  throw badOption("charset", 'the label of a known character set, for example "iso-8859-1"');
}

function resolveAnswers(value: unknown): readonly Answer[] | undefined {
  if (value === undefined) return undefined;
  const answers = typeof value === "string" ? parseJson(value) : value;
  if (Array.isArray(answers) && answers.every(isAnswer)) return answers.map((answer) => answer ?? undefined);
  throw badOption(
    "answers",
    "an array with a string, a boolean, an array of lines, or null for each question",
  );
}

function isAnswer(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string" || typeof value === "boolean") return true;
  return Array.isArray(value) && value.every((line) => typeof line === "string");
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function resolveQuirks(value: unknown): ReadonlySet<MenuQuirk> {
  if (value === undefined) return MENU_QUIRKS;
  const names = typeof value === "string" ? value.split(",").filter((name) => name !== "") : value;
  if (Array.isArray(names) && names.every((name) => MENU_QUIRKS.has(name))) return new Set(names);
  throw badOption("quirks", `a list of: ${[...MENU_QUIRKS].join(", ")}`);
}

function badOption(name: string, expected: string): AccessError {
  return new AccessError("bad-option", `invalid gopher option ${name}: expected ${expected}`);
}
