import { decodeText, type Url } from "@anyurl/core";
import { isMechanism } from "./fields.ts";

/** The parameters of a path in their order, and whether a "/" precedes the ";". */
const PARAMETERS = [
  ["uidValidity", "UIDVALIDITY", false],
  ["uid", "UID", true],
  ["section", "SECTION", true],
  ["partial", "PARTIAL", true],
  ["expire", "EXPIRE", false],
  ["urlauth", "URLAUTH", false],
] as const;

export type ParameterName = (typeof PARAMETERS)[number][0];

/** A raw value, and its range in the text of the URL. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** The value of a parameter, and where its label starts. */
export interface RawParameter extends RawField {
  readonly labelStart: number;
}

/** What a path consists of, before decoding. */
export interface RawPath {
  readonly mailbox: RawField | undefined;
  readonly parameters: ReadonlyMap<ParameterName, RawParameter>;
  /** What is wrong with the parameters. */
  readonly problem: (RawField & { readonly message: string }) | undefined;
}

/** Splits the path at each ";", before anything is decoded: "%3B" is data. */
export function splitPath({ href, offsets: { pathStart, pathEnd } }: Url): RawPath {
  const field = (start: number, end: number): RawField => ({ raw: href.slice(start, end), start, end });
  const nextEnd = (from: number) => {
    const found = href.indexOf(";", from);
    return found < 0 || found > pathEnd ? pathEnd : found;
  };
  const parameters = new Map<ParameterName, RawParameter>();
  let problem: RawPath["problem"];
  const first = nextEnd(pathStart);
  let hasSlash = href[first - 1] === "/";
  const mailboxEnd = first < pathEnd && hasSlash ? first - 1 : first;
  let next = 0;
  for (let at = first; at < pathEnd && problem === undefined; ) {
    const stop = nextEnd(at + 1);
    const slashNext = stop < pathEnd && href[stop - 1] === "/";
    const end = slashNext ? stop - 1 : stop;
    const equals = href.indexOf("=", at);
    const label = equals < 0 || equals > end ? "" : decodeText(href.slice(at + 1, equals)).toUpperCase();
    const index = PARAMETERS.findIndex(([, each, slash]) => each === label && slash === hasSlash);
    if (index < next) problem = { ...field(at, end), message: describeMisplaced(label, hasSlash) };
    else parameters.set(PARAMETERS[index]![0], { ...field(equals + 1, end), labelStart: at + 1 });
    next = index + 1;
    hasSlash = slashNext;
    at = stop;
  }
  const mailboxStart = Math.min(pathStart + 1, mailboxEnd);
  const mailbox = mailboxStart < mailboxEnd ? field(mailboxStart, mailboxEnd) : undefined;
  return { mailbox, parameters, problem };
}

function describeMisplaced(label: string, hasSlash: boolean): string {
  const known = PARAMETERS.find(([, each]) => each === label);
  if (known === undefined) return "unknown parameter";
  if (known[2] === hasSlash) return `misplaced parameter ${label}`;
  return known[2] ? `missing "/" before ";${label}="` : `unexpected "/" before ";${label}="`;
}

/** The raw user and mechanism of a userinfo, split at the first ";". */
export function splitUserinfo({ userinfo, offsets }: Url): {
  readonly user: RawField | undefined;
  /** After ";AUTH=". */
  readonly auth: RawParameter | undefined;
  readonly isValid: boolean;
} {
  if (userinfo === undefined) return { user: undefined, auth: undefined, isValid: true };
  const start = offsets.schemeEnd + "://".length;
  const semicolon = userinfo.indexOf(";");
  const userEnd = semicolon < 0 ? userinfo.length : semicolon;
  const field = (from: number, to: number): RawField => ({
    ...{ raw: userinfo.slice(from, to), start: start + from, end: start + to },
  });
  const user = userEnd === 0 ? undefined : field(0, userEnd);
  if (semicolon < 0) return { user, auth: undefined, isValid: user !== undefined };
  const equals = userinfo.indexOf("=", semicolon);
  const label = equals < 0 ? "" : decodeText(userinfo.slice(semicolon + 1, equals)).toUpperCase();
  const auth = { ...field(equals + 1, userinfo.length), labelStart: start + semicolon + 1 };
  // "*" must not be escaped (RFC 5092 §3.2).
  const isAuth = auth.raw === "*" || isMechanism(decodeText(auth.raw));
  return { user, auth, isValid: label === "AUTH" && isAuth };
}
