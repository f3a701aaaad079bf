import {
  type AuthorityInit,
  type CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeFragment,
  PATH,
  type ProblemCode,
  type Report,
  refuseComponent,
  requireText,
  syntaxError,
  type Url,
  USER_BARE,
  warnAboutControls,
} from "@anyurl/core";

/*
 * dict://<user>;<auth>@<host>:<port>/d:<word>:<database>:<n>
 * dict://<user>;<auth>@<host>:<port>/m:<word>:<database>:<strat>:<n>
 * <auth> = "AUTH" / "SASLAUTH=" <auth_type>                                        (RFC 2229 §5)
 *
 * "Trailing colons may be omitted", and an omitted field has a default. A URL without a path is the server itself.
 */

/** The decoded parts of a dict URL. Host and port are in the generic URL. */
export interface DictParts {
  /** "/d:" is "define", and "/m:" is "match". `undefined`: the server itself; then the next four are `undefined`, too. */
  readonly command: "define" | "match" | undefined;
  readonly word: string | undefined;
  /** Default "!": the first database that has the word. "*": all databases (§3.2). */
  readonly database: string | undefined;
  /** Only of "match". Default ".": the choice of the server (§3.3). */
  readonly strategy: string | undefined;
  /** Only the nth definition or match, from 1 to 99999. */
  readonly n: number | undefined;
  /** Without the authentication type; "": the client asks for it. */
  readonly user: string | undefined;
  /** "AUTH", or "SASLAUTH=" and a type. It has no case. */
  readonly auth: string | undefined;
}

/** The input of `format`. A URL with a word and no command is one of definitions. */
export interface DictInit extends Omit<AuthorityInit, "user" | "password">, Partial<DictParts> {
  readonly fragment?: string | undefined;
}

export type DictUrl = Url<"dict", DictParts>;

export const DEFAULT_PORT = 2628;

const CITE = "RFC 2229 §5";
const FIRST_DATABASE = "!";
const SERVER_STRATEGY = ".";

/** A ":" ends a field; nothing else is reserved in one. */
const FIELD: CharSet = /* @__PURE__ */ PATH.without(":");
/** A ";" ends the user. */
const USER: CharSet = /* @__PURE__ */ USER_BARE.without(";");

/** A raw field and its position in the text of the URL. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
}

/** The raw fields of a path. */
export interface RawFields {
  /** "d", "m", or something that is not valid. `undefined`: no path, or "/". */
  readonly command: RawField | undefined;
  readonly word: RawField | undefined;
  readonly database: RawField | undefined;
  readonly strategy: RawField | undefined;
  readonly n: RawField | undefined;
  /** More fields than the form has. */
  readonly rest: readonly RawField[];
}

/** Splits the path at each ":", before anything is decoded: "%3A" is data. */
export function splitPath({ href, offsets: { pathStart, pathEnd } }: Url): RawFields {
  let end = pathStart;
  const fields = href
    .slice(pathStart + 1, pathEnd)
    .split(":")
    .map((raw): RawField => {
      const start = end + 1;
      end = start + raw.length;
      return { raw, start };
    });
  if (fields.length === 1 && fields[0]!.raw === "") fields.pop();
  const [command, word, database, ...others] = fields;
  const strategy = command?.raw === "m" ? others.shift() : undefined;
  const [n, ...rest] = others;
  return { command, word, database, strategy, n, rest };
}

/** The raw user and authentication type of a userinfo, split at the first ";". */
export function splitUserinfo({ userinfo, offsets }: Url): { user: RawField; auth?: RawField } | undefined {
  if (userinfo === undefined) return undefined;
  const start = offsets.schemeEnd + "://".length;
  const at = userinfo.indexOf(";");
  if (at < 0) return { user: { raw: userinfo, start } };
  return {
    user: { raw: userinfo.slice(0, at), start },
    auth: { raw: userinfo.slice(at + 1), start: start + at + 1 },
  };
}

/**
 * Checks a dict URL, with the same result in every profile.
 *
 * Reports bad-path, bad-field, bad-userinfo, query-not-allowed; missing-authority, missing-host, bad-host, bad-port; and
 * as a warning control-octet.
 */
export function check(url: Url, report: Report): void {
  const { pathStart, pathEnd } = url.offsets;
  checkHostport(url, report, { userinfo: true, cite: CITE });
  checkUserinfo(url, report);
  refuseComponent(url, "query", report, {
    message: 'a dict URL cannot have a query: write "?" as "%3F"',
    cite: CITE,
  });
  const { command, word, n, rest } = splitPath(url);
  if (command === undefined) return;
  const fail = (code: ProblemCode, message: string, start: number, end: number) =>
    report({ code, message, component: "path", start, end, cite: CITE });
  if ((command.raw !== "d" && command.raw !== "m") || word === undefined) {
    const hint = 'write "/d:WORD" or "/m:WORD"';
    const message = 'the path is neither "/d:" for definitions nor "/m:" for matches';
    report({
      code: "bad-path",
      message,
      hint,
      component: "path",
      start: pathStart,
      end: pathEnd,
      cite: CITE,
    });
    return;
  }
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  if (word.raw === "") fail("bad-field", "missing word", word.start, word.start);
  if (n !== undefined && n.raw !== "" && parseNumber(n.raw) === undefined)
    fail("bad-field", INVALID_NUMBER, n.start, n.start + n.raw.length);
  if (rest.length > 0) fail("bad-path", "more fields than this form has", rest[0]!.start - 1, pathEnd);
}

function checkUserinfo(url: Url, report: Report): void {
  const found = splitUserinfo(url);
  if (found === undefined) return;
  const { user, auth } = found;
  const end = url.offsets.hostStart - 1;
  const userEnd = user.start + user.raw.length;
  const colon = url.href.slice(user.start, end).indexOf(":");
  if (colon >= 0) {
    const message = "a dict URL cannot have a password";
    const hint = "remove it; you are asked for it";
    const range = { start: user.start + colon, end };
    report({ code: "bad-userinfo", message, hint, component: "userinfo", ...range, cite: CITE });
  } else if (auth !== undefined && !isAuth(decodeText(auth.raw))) {
    const message = "invalid authentication type";
    const hint = 'write "AUTH" or "SASLAUTH=TYPE" after the ";", or "%3B" for a semicolon in the user';
    report({ code: "bad-userinfo", message, hint, component: "userinfo", start: userEnd, end, cite: CITE });
  }
}

/** auth = "AUTH" / "SASLAUTH=" auth_type */
function isAuth(text: string): boolean {
  return /^(?:AUTH|SASLAUTH=(?:\*|[A-Za-z0-9_-]{1,20}))$/i.test(text);
}

const INVALID_NUMBER = "invalid number: expected 1 to 99999";

function parseNumber(digits: string): number | undefined {
  return /^0*[1-9][0-9]{0,4}$/.test(digits) ? Number(digits) : undefined;
}

/** Reads the parts of a checked URL. */
export function parse(url: Url): DictParts {
  const { command, word, database, strategy, n } = splitPath(url);
  const { user, auth } = splitUserinfo(url) ?? {};
  const login = {
    user: user === undefined ? undefined : decodeText(user.raw),
    auth: auth === undefined ? undefined : decodeText(auth.raw),
  };
  if (command === undefined)
    return { command, word: undefined, database: undefined, strategy: undefined, n: undefined, ...login };
  const isMatch = command.raw === "m";
  return {
    command: isMatch ? "match" : "define",
    word: decodeText(word?.raw ?? ""),
    database: decodeText(database?.raw || FIRST_DATABASE),
    strategy: isMatch ? decodeText(strategy?.raw || SERVER_STRATEGY) : undefined,
    n: parseNumber(n?.raw ?? ""),
    ...login,
  };
}

/**
 * Formats a dict URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: an empty word, database, or strategy, a field without a word, a strategy of
 *   definitions, an invalid number; bad-path: an invalid command; bad-userinfo: an invalid authentication type, or one
 *   without a user; bad-host, bad-port.
 */
export function format(init: DictInit): string {
  const { host, port, fragment } = init;
  const authority = formatAuthority({ host, port }).slice("//".length);
  return `dict://${formatUserinfo(init)}${authority}${formatPath(toPathParts(init))}${formatFragment(fragment)}`;
}

type PathParts = Omit<DictParts, "user" | "auth">;

/** Rejects what a URL cannot contain, instead of dropping it. */
function toPathParts(init: Partial<PathParts>): PathParts {
  const { word, database, strategy, n } = init;
  const command = init.command ?? (word === undefined ? undefined : "define");
  if (command !== undefined && command !== "define" && command !== "match")
    throw refuse("bad-path", 'invalid command: expected "define" or "match"');
  if (command === undefined) {
    if (database !== undefined || strategy !== undefined || n !== undefined)
      throw refuse("bad-field", "a database, a strategy, or a number needs a word");
    return { command, word: undefined, database, strategy, n };
  }
  if (typeof word !== "string" || word === "") throw refuse("bad-field", "missing word");
  for (const [name, field] of Object.entries({ database, strategy }))
    if (field !== undefined) requireText(field, name);
  if (database === "" || strategy === "") throw refuse("bad-field", "the database or strategy is empty");
  if (command === "define" && strategy !== undefined)
    throw refuse("bad-field", "definitions cannot have a strategy");
  // JavaScript callers may pass "7", which would be parsed as another value.
  if (n !== undefined && (typeof n !== "number" || parseNumber(String(n)) === undefined))
    throw refuse("bad-field", INVALID_NUMBER);
  return { command, word, database, strategy, n };
}

function formatUserinfo({ user, auth }: Partial<DictParts>): string {
  if (user === undefined && auth === undefined) return "";
  if (typeof user !== "string" || (auth !== undefined && !(typeof auth === "string" && isAuth(auth))))
    throw syntaxError({
      ...{ code: "bad-userinfo", component: "userinfo", start: 0, end: 0, cite: CITE },
      message: 'invalid login: expected a user, and "AUTH" or "SASLAUTH=TYPE"',
    });
  return `${encodeText(user, USER)}${auth === undefined ? "" : `;${auth}`}@`;
}

/** Formats the shortest text: "Trailing colons may be omitted", and defaults as well. */
function formatPath({ command, word, database, strategy, n }: PathParts): string {
  if (command === undefined) return "/";
  const fields = [word!, database === FIRST_DATABASE ? "" : (database ?? "")];
  if (command === "match") fields.push(strategy === SERVER_STRATEGY ? "" : (strategy ?? ""));
  fields.push(n === undefined ? "" : String(n));
  while (fields.at(-1) === "") fields.pop();
  return `/${[command === "match" ? "m" : "d", ...fields.map((field) => encodeText(field, FIELD))].join(":")}`;
}

function refuse(code: "bad-field" | "bad-path", message: string): Error {
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}

/**
 * The normal form: host in lower case, no default port, "/" after it, no fields with defaults. The authentication type keeps
 * its case.
 */
export function normalize(url: DictUrl): string {
  return `dict:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(url.parts)}${normalizeFragment(url)}`;
}

/** The authentication type has no case. */
export function identify({ href, parts: { auth }, offsets: { hostStart } }: DictUrl): string {
  if (auth === undefined) return href;
  const end = hostStart - "@".length;
  return href.slice(0, href.lastIndexOf(";", end)) + `;${auth.toUpperCase()}` + href.slice(end);
}
