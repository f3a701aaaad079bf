import {
  type AuthorityInit,
  type CharSet,
  checkHostport,
  decodeSegments,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeFragment,
  PCHAR,
  type ProblemInit,
  type Report,
  refuseComponent,
  requireText,
  syntaxError,
  type Url,
  USERINFO,
  warnAboutControls,
} from "@anyurl/core";

/*
 * sftpURI  = "sftp://" [ userinfo "@" ] host [ ":" port ] [ "/" [ "~" [ "/" ] ] path [ ";type=" typecode ] ]
 * userinfo = [ user ] [ ";" c-param *( "," c-param ) ] [ ":" password ]
 * c-param  = paramname "=" paramvalue                       (draft-ietf-secsh-scp-sftp-ssh-uri-04 §2)
 *
 * The path is absolute, as curl reads it; "~" alone as its first segment is the home directory, as in the draft's example.
 */

export type Typecode = "a" | "i" | "d";

/** The decoded parts of an sftp URL. Password, host, and port are in the generic URL. */
export interface SftpParts {
  /** The user without the parameters. `undefined` without a userinfo. */
  readonly user: string | undefined;
  /** The parameters of the connection, in order. */
  readonly params: readonly SftpParam[];
  /** The value of the parameter "fingerprint", the key of the host: its algorithm, "-", and its hash. */
  readonly fingerprint: string | undefined;
  /** Is the path relative to the home directory of the user? It is absolute otherwise. */
  readonly home: boolean;
  /**
   * The names of the path, without the "~" of the home directory. The last one is "" for a path that ends with "/". Empty
   * only for the home directory without a "/".
   */
  readonly segments: readonly string[];
  /** In lower case. "d": list the directory. The others have no effect. */
  readonly typecode: Typecode | undefined;
}

/** A parameter: its name, and its value, which is `undefined` without "=". */
export type SftpParam = readonly [name: string, value: string | undefined];

/** The input of `format`. */
export interface SftpInit extends AuthorityInit, Partial<Omit<SftpParts, "user" | "fingerprint">> {
  readonly scheme?: SftpName;
  readonly fragment?: string | undefined;
}

export type SftpName = "sftp";
export type SftpUrl = Url<SftpName, SftpParts>;

export const DEFAULT_PORT = 22;

const CITE = "draft-ietf-secsh-scp-sftp-ssh-uri-04 §2";

/** ";" would begin a typecode. */
const SEGMENT: CharSet = /* @__PURE__ */ PCHAR.without(";");
/** ";" begins the parameters, and ":" the password. */
const USER: CharSet = /* @__PURE__ */ USERINFO.without(":;");
/** "," ends a parameter. */
const VALUE: CharSet = /* @__PURE__ */ USERINFO.without(":,");
const NAME: CharSet = /* @__PURE__ */ VALUE.without("=");

/** A raw part, and its range in the URL. */
export interface RawPart {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** Splits the userinfo before its password, before anything is decoded. */
export function splitUser({ href, user, offsets }: Url): {
  readonly user: RawPart | undefined;
  readonly params: readonly RawPart[];
} {
  if (user === undefined) return { user: undefined, params: [] };
  const start = offsets.schemeEnd + 3;
  const end = start + user.length;
  const semicolon = user.indexOf(";");
  if (semicolon < 0) return { user: part(href, start, end), params: [] };
  const stop = start + semicolon;
  return { user: part(href, start, stop), params: splitPart(part(href, stop + 1, end), ",") };
}

/** Splits the path at each "/", and the typecode from its end. */
export function splitPath({ href, offsets: { pathStart, pathEnd } }: Url): {
  readonly segments: readonly RawPart[];
  /** From its ";" on. */
  readonly typecode: RawPart | undefined;
} {
  const type = TYPECODE.exec(href.slice(href.lastIndexOf("/", pathEnd - 1), pathEnd));
  const stop = type === null ? pathEnd : pathEnd - type[0].length;
  const path = part(href, Math.min(pathStart + 1, stop), stop);
  return {
    segments: splitPart(path, "/"),
    typecode: type === null ? undefined : part(href, stop, pathEnd),
  };
}

/** The literal in any case (RFC 5234 §2.3), with any text after it. */
const TYPECODE = /;type=[^/]*$/i;

function part(href: string, start: number, end: number): RawPart {
  return { raw: href.slice(start, end), start, end };
}

function splitPart({ raw, start }: RawPart, separator: string): readonly RawPart[] {
  let at = start;
  return raw.split(separator).map((piece) => {
    const begin = at;
    const end = begin + piece.length;
    at = end + separator.length;
    return { raw: piece, start: begin, end };
  });
}

/**
 * Checks `sftp://<user>;<name>=<value>:<password>@<host>:<port>/~/<segment>/…;type=<typecode>`.
 *
 * Reports bad-field: a parameter without a name, or a second fingerprint; bad-ftp-type, query-not-allowed,
 * missing-authority, missing-host, bad-host, bad-port; and as warnings control-octet, deprecated-password.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  const { offsets } = url;
  warnAboutControls(url, [offsets.pathStart, offsets.pathEnd], "path", report);
  let fingerprints = 0;
  for (const { raw, start, end } of splitUser(url).params) {
    const [name] = readParam(raw);
    if (name === "") report(fieldProblem("missing name of a parameter", start, end));
    if (name === FINGERPRINT && ++fingerprints > 1)
      report(fieldProblem("the fingerprint is given twice", start, end));
  }
  const { typecode } = splitPath(url);
  if (typecode !== undefined && readTypecode(typecode.raw) === undefined)
    report({ ...typecodeProblem(), start: typecode.start, end: typecode.end });
  refuseComponent(url, "query", report, {
    message: "an sftp URL cannot have a query",
    hint: 'write "?" in a name as "%3F"',
    cite: CITE,
  });
}

const FINGERPRINT = "fingerprint";

function fieldProblem(message: string, start: number, end: number): ProblemInit {
  const hint = 'write parameters as "name=value", separated by commas; write "%3B" for a ";" in a user';
  return { code: "bad-field", component: "userinfo", message, start, end, hint, cite: CITE };
}

function typecodeProblem(): ProblemInit {
  return {
    ...{ code: "bad-ftp-type", component: "path", start: 0, end: 0, cite: CITE },
    message: 'invalid typecode: expected "a", "i", or "d" at the end of the URL',
    hint: 'write "%3B" for a semicolon in the name',
  };
}

function readParam(raw: string): SftpParam {
  const equals = raw.indexOf("=");
  if (equals < 0) return [decodeText(raw), undefined];
  return [decodeText(raw.slice(0, equals)), decodeText(raw.slice(equals + 1))];
}

function readTypecode(raw: string): Typecode | undefined {
  const code = decodeText(raw.slice(";type=".length)).toLowerCase();
  return code === "a" || code === "i" || code === "d" ? code : undefined;
}

/** Reads the parts of a checked URL. */
export function parse(url: Url): SftpParts {
  const { user, params } = splitUser(url);
  const { segments, typecode } = splitPath(url);
  const pairs = params.map(({ raw }) => Object.freeze(readParam(raw)));
  const last = segments.at(-1)!;
  return {
    user: user === undefined ? undefined : decodeText(user.raw),
    params: Object.freeze(pairs),
    fingerprint: pairs.find(([name]) => name === FINGERPRINT)?.[1],
    ...toPath(decodeSegments(url.href, segments[0]!.start, last.end)),
    typecode: typecode === undefined ? undefined : readTypecode(typecode.raw),
  };
}

/** Takes the home directory from the beginning of a path. */
function toPath(names: readonly string[]): Pick<SftpParts, "home" | "segments"> {
  const home = names[0] === "~";
  return { home, segments: Object.freeze(home ? names.slice(1) : names) };
}

/**
 * Formats an sftp URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: parameters without a user, without a name, or a second fingerprint; bad-path: an
 *   absolute path without segments, or one whose first segment is "~"; bad-ftp-type, password-without-user, bad-host,
 *   bad-port.
 */
export function format(init: SftpInit): string {
  const { scheme = "sftp", host, port, user, password, params = [], fragment } = init;
  if (!isList(params) || !params.every(isList))
    throw syntaxError(fieldProblem("invalid params: expected pairs of a name and a value", 0, 0));
  if (user === undefined && params.length > 0)
    throw syntaxError(fieldProblem("parameters need a user, which may be empty", 0, 0));
  params.forEach(([name, value], i) => {
    const isSecond = name === FINGERPRINT && params.findIndex(([each]) => each === name) < i;
    const isText = typeof name === "string" && (value === undefined || typeof value === "string");
    if (!isText || name === "" || isSecond)
      throw syntaxError(fieldProblem("invalid params: expected each with a name of its own", 0, 0));
  });
  const login = { user: user === undefined ? undefined : "", password };
  const rest = formatAuthority({ host, port, ...login }).slice("//".length);
  const who = user === undefined ? "" : formatUser(user, params);
  return `${scheme}://${who}${rest}${formatPath(init)}${formatFragment(fragment)}`;
}

/** JavaScript callers may pass anything. */
function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function formatUser(user: string, params: readonly SftpParam[]): string {
  const list = params.map(([name, value]) =>
    value === undefined ? encodeText(name, NAME) : `${encodeText(name, NAME)}=${encodeText(value, VALUE)}`,
  );
  return `${encodeText(requireText(user, "user"), USER)}${list.length === 0 ? "" : `;${list.join(",")}`}`;
}

function formatPath({ home = false, segments, typecode }: Partial<SftpParts>): string {
  const names = segments ?? (home ? [] : [""]);
  const areNames = isList(names) && names.every((each) => typeof each === "string");
  if (typeof home !== "boolean" || !areNames || (!home && (names.length === 0 || names[0] === "~")))
    throw syntaxError({
      ...{ code: "bad-path", component: "path", start: 0, end: 0, cite: CITE },
      message: 'invalid path: an absolute path has a first segment, which is not "~"',
      hint: "set home to true for a path below the home directory",
    });
  if (typecode !== undefined && !(typeof typecode === "string" && /^[aid]$/.test(typecode)))
    throw syntaxError(typecodeProblem());
  const path = [...(home ? ["~"] : []), ...names.map((name) => encodeText(name, SEGMENT))].join("/");
  return `/${path}${typecode === undefined ? "" : `;type=${typecode}`}`;
}

/** Is it the URL of a directory: does its path end with "/", or has it the typecode "d"? */
export function isDirectoryPath(parts: SftpParts): boolean {
  const { typecode } = parts;
  const { segments } = removeDots(parts);
  return typecode === "d" || (typecode === undefined && (segments.length === 0 || segments.at(-1) === ""));
}

/**
 * Removes "." and ".." (RFC 3986 §6.2.2.3), as resolving a reference does. The "~" is a segment, too: "/~/../a" is "/a".
 * With a typecode the last segment is not a dot segment: it is "..;type=d".
 */
export function removeDots({ home, segments, typecode }: SftpParts): Pick<SftpParts, "home" | "segments"> {
  const kept: string[] = [];
  const names = home ? ["~", ...segments] : segments;
  names.forEach((name, i) => {
    const isLast = i === names.length - 1;
    const isDots = (name === "." || name === "..") && !(isLast && typecode !== undefined);
    if (!isDots) kept.push(name);
    else if (name === "..") kept.pop();
    if (isDots && isLast) kept.push("");
  });
  return toPath(kept);
}

/** Returns the normal form: host in lower case, no default port, "/" after it, no dot segments, and few escapes. */
export function normalize(url: SftpUrl): string {
  const { scheme, parts } = url;
  const path = formatPath({ ...removeDots(parts), typecode: parts.typecode });
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${path}${normalizeFragment(url)}`;
}
