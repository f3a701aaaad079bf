import {
  decodeText,
  displayText,
  encodeText,
  requireList,
  requireText,
  syntaxError,
  type Url,
} from "@anyurl/core";
import { decodePlain, HEADER, isHost, PARAMETER, PASSWORD, toLowerCase, USER } from "./grammar.ts";
import { type SipPair, type SplitSip, splitSip, type TextRange, type WrittenPair } from "./split.ts";

const USER_WITH_PASSWORD = USER.without("/?");

export type SipName = "sip" | "sips";

/** The fields of a SIP URL. Texts are decoded. */
export interface SipParts {
  /** A user of the host, or a telephone number. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** A name or an IPv4 address, as written. */
  readonly host: string;
  /** `undefined` differs from the default port (RFC 3261 §19.1.4). */
  readonly port: number | undefined;
  /** In the order of the text. */
  readonly parameters: readonly SipPair[];
  /** The header fields of the request that the URL describes, in the order of the text. */
  readonly headers: readonly SipHeader[];
}

/** A header, which always has a value. It can be empty. */
export interface SipHeader {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/** The fields from which a SIP URL is built. */
export interface SipInit {
  readonly scheme?: SipName;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly host: string;
  readonly port?: number | undefined;
  readonly parameters?: readonly SipPair[] | undefined;
  readonly headers?: readonly SipHeader[] | undefined;
}

export type SipUrl = Url<SipName, SipParts>;

/** Reads the fields of a checked URL. */
export function parse(url: Url): SipParts {
  const { user, password, host, port, parameters, headers = [] } = splitSip(url);
  const text = (range: TextRange | undefined) =>
    range === undefined ? undefined : decodeText(url.href.slice(...range));
  return {
    user: text(user),
    password: text(password),
    host: url.href.slice(...host),
    port: port === undefined ? undefined : Number(url.href.slice(...port)),
    parameters: Object.freeze(parameters.map(({ name, value }) => Object.freeze({ name, value }))),
    headers: Object.freeze(headers.map(({ name, value = "" }) => Object.freeze({ name, value }))),
  };
}

/**
 * Formats a SIP URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} password-without-user, bad-userinfo, missing-host, bad-host, bad-port, bad-field.
 */
export function format(init: SipInit): string {
  const { scheme = "sip", user, password, host, port, parameters = [], headers = [] } = init;
  const userinfo = formatUserinfo(user, password);
  if (host === undefined || host === "") throw fieldError("missing-host", "the host is missing");
  if (typeof host !== "string" || !isHost(host))
    throw fieldError("bad-host", "the host is neither a name nor an IPv4 address");
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw fieldError("bad-port", "the port is not a number from 0 to 65535");
  const seen = new Set<string>();
  checkPairs(parameters, "parameter");
  checkPairs(headers, "header");
  const written = parameters.map(({ name, value }) => {
    const shown = displayText(name);
    if (seen.has(name)) throw fieldError("bad-field", `the parameter "${shown}" occurs twice`);
    if (value === "") throw fieldError("bad-field", `the value of the parameter "${shown}" is empty`);
    seen.add(name);
    return `;${encodeText(name, PARAMETER)}${value === undefined ? "" : `=${encodeText(value, PARAMETER)}`}`;
  });
  const fields = headers.map(({ name, value }) => `${encodeText(name, HEADER)}=${encodeText(value, HEADER)}`);
  const query = fields.length === 0 ? "" : `?${fields.join("&")}`;
  return `${scheme}:${userinfo}${host}${port === undefined ? "" : `:${port}`}${written.join("")}${query}`;
}

/** JavaScript callers may pass anything. */
function formatUserinfo(user: string | undefined, password: string | undefined): string {
  if (![user, password].every((text) => text === undefined || typeof text === "string"))
    throw fieldError("bad-userinfo", "the user or the password is not text");
  if (user === undefined) {
    if (password !== undefined) throw fieldError("password-without-user", "a password needs a user");
    return "";
  }
  if (user === "") throw fieldError("bad-userinfo", "the user is empty");
  // "//" begins an authority, and programs that hide passwords look for them before the first "/" or "?".
  const isPlain = password === undefined && !user.startsWith("//");
  const text = encodeText(user, isPlain ? USER : USER_WITH_PASSWORD);
  return password === undefined ? `${text}@` : `${text}:${encodeText(password, PASSWORD)}@`;
}

/** Checks that each has a name in lower case, and a value that is text. Only a parameter can be without one. */
function checkPairs(pairs: readonly SipPair[], kind: "parameter" | "header"): void {
  for (const { name, value } of requireList(pairs, `${kind}s`, "object")) {
    if (requireText(name, "name") === "") throw fieldError("bad-field", `a ${kind} has no name`);
    const shown = displayText(name);
    if (/[A-Z]/.test(name))
      throw fieldError("bad-field", `the name of the ${kind} "${shown}" is not in lower case`);
    if (kind === "header" || value !== undefined) requireText(value!, shown);
  }
}

/** Creates an error of format, which has no text to point at. */
function fieldError(code: Parameters<typeof syntaxError>[0]["code"], message: string): Error {
  const hint = "write the field as the README of its scheme says; format escapes what must be escaped";
  return syntaxError({ code, message, component: "path", start: 0, end: 0, hint, cite: "RFC 3261 §25.1" });
}

/**
 * Returns the normal form: scheme, host, names, and parameters in lower case, and no escapes of unreserved characters
 * (RFC 3261 §19.1.4). A port stays, because a missing one differs from 5060.
 */
export function normalize(url: SipUrl): string {
  const split = splitSip(url);
  return formatNormal(url, split, split.parameters, split.headers ?? []);
}

/** Returns the normal form with its parameters and headers sorted: their order does not matter (§19.1.4). */
export function identify(url: SipUrl): string {
  const split = splitSip(url);
  const text = ({ range }: WrittenPair) => url.href.slice(...range);
  const sort = (pairs: readonly WrittenPair[]) => pairs.toSorted((a, b) => compareTexts(text(a), text(b)));
  return formatNormal(url, split, sort(split.parameters), sort(split.headers ?? []));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function formatNormal(
  { scheme, href, parts }: SipUrl,
  { user, password, host }: SplitSip,
  parameters: readonly WrittenPair[],
  headers: readonly WrittenPair[],
): string {
  const plain = ([start, end]: TextRange) => decodePlain(href.slice(start, end));
  let text = `${scheme}:`;
  if (user !== undefined) text += plain(user);
  if (password !== undefined) text += `:${plain(password)}`;
  if (user !== undefined) text += "@";
  text += toLowerCase(href.slice(...host));
  if (parts.port !== undefined) text += `:${parts.port}`;
  for (const { range } of parameters) text += `;${toLowerCase(plain(range))}`;
  const fields = headers.map(
    ({ range: [start, end], equals }) => toLowerCase(plain([start, equals])) + plain([equals, end]),
  );
  return fields.length === 0 ? text : `${text}?${fields.join("&")}`;
}
