import {
  type AuthorityInit,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeFragment,
  PCHAR,
  type Report,
  refuseComponent,
  requireList,
  requireText,
  syntaxError,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * finger://<host>:<port>/<request>                                 (draft-ietf-uri-url-finger-03)
 *
 * <request> is a query of RFC 1288 §2.3 without its CRLF, as one segment of a path:
 *
 *   {Q1} = [ {W} | {W}{S}{U} ]     {Q2} = [ {W}{S} ][ {U} ]{H}     {H} = 1*( "@" hostname )     {W} = "/W"
 */

/** The decoded parts of a finger URL. Host and port are in the generic URL. */
export interface FingerParts {
  /** The query as it is sent. "": who is logged in. */
  readonly request: string;
  /** Does it ask for a longer answer ("/W")? */
  readonly verbose: boolean;
  /** `undefined`: no user. "" only after "/W ". */
  readonly user: string | undefined;
  /** The hosts of a {Q2} query, which asks the server to forward it to the last one of them. */
  readonly hosts: readonly string[];
}

/** The input of `format`. */
export interface FingerInit
  extends Omit<AuthorityInit, "user" | "password">,
    Partial<Omit<FingerParts, "request">> {
  readonly fragment?: string | undefined;
}

export type FingerUrl = Url<"finger", FingerParts>;

export const DEFAULT_PORT = 79;

const CITE = "draft-ietf-uri-url-finger-03";
const QUERY_CITE = "RFC 1288 §2.3";

/**
 * Checks a finger URL, with the same result in every profile.
 *
 * Reports path-not-allowed, query-not-allowed, userinfo-not-allowed; missing-authority, missing-host, bad-host, bad-port;
 * and as a warning control-octet.
 */
export function check(url: Url, report: Report): void {
  const { href } = url;
  const { pathStart, pathEnd } = url.offsets;
  checkHostport(url, url.userinfo === undefined ? report : withoutUserinfo(report), {
    userinfo: false,
    cite: CITE,
  });
  refuseComponent(url, "userinfo", report, {
    message: "a finger URL cannot have a user before the host",
    hint: "write the user after the host: finger://HOST/USER",
    cite: CITE,
  });
  const slash = href.indexOf("/", pathStart + 1);
  if (slash >= 0 && slash < pathEnd)
    report({
      ...{ code: "path-not-allowed", component: "path", start: slash, end: pathEnd, cite: CITE },
      message: "a finger URL has one path segment, which is the request",
      hint: 'write a slash of the request as "%2F", and "/W" as "%2FW"',
    });
  refuseComponent(url, "query", report, {
    message: 'a finger URL cannot have a query: write "?" as "%3F"',
    cite: CITE,
  });
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
}

/** Leaves out the general problem of a userinfo. */
function withoutUserinfo(report: Report): Report {
  return (problem) => {
    if (problem.code !== "userinfo-not-allowed") report(problem);
  };
}

/** Reads the parts of a checked URL. */
export function parse({ path }: Url): FingerParts {
  return splitRequest(decodeText(path.slice(1)));
}

function splitRequest(request: string): FingerParts {
  const verbose = request === "/W" || request.startsWith("/W ");
  const rest = verbose ? request.slice("/W ".length) : request;
  const [user = "", ...hosts] = rest.split("@");
  const isEmpty = user === "" && (request !== "/W " || hosts.length > 0);
  return { request, verbose, user: isEmpty ? undefined : user, hosts: Object.freeze(hosts) };
}

/**
 * Formats a finger URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: a user or host with "@", an empty user, or a user that would be read as "/W";
 *   bad-host, bad-port.
 */
export function format(init: FingerInit): string {
  const { host, port, fragment } = init;
  if (init.user !== undefined) requireText(init.user, "user");
  if (init.hosts !== undefined) requireList(init.hosts, "hosts");
  const request = formatRequest(init);
  return `finger:${formatAuthority({ host, port })}/${encodeText(request, PCHAR)}${formatFragment(fragment)}`;
}

/** Formats a query. @throws {UrlSyntaxError} bad-field: it would be read as another one. */
export function formatRequest({ verbose = false, user, hosts = [] }: Partial<FingerParts>): string {
  const rest = [user ?? "", ...hosts].join("@");
  const hasRest = user !== undefined || hosts.length > 0;
  const request = verbose ? `/W${hasRest ? ` ${rest}` : ""}` : rest;
  const again = splitRequest(request);
  const isSame =
    again.verbose === verbose &&
    again.user === user &&
    again.hosts.length === hosts.length &&
    again.hosts.every((each, i) => each === hosts[i]);
  if (isSame) return request;
  throw syntaxError({
    ...{ code: "bad-field", component: "path", start: 0, end: 0, cite: QUERY_CITE },
    message: 'invalid request: a user or host cannot be empty, have an "@", or begin with "/W"',
    hint: "give the hosts of a forwarded request as hosts",
  });
}

/** The normal form: host in lower case, no default port, "/" after it, no escapes without need. */
export function normalize(url: FingerUrl): string {
  const path = encodeText(url.parts.request, PCHAR);
  return `finger:${normalizeAuthority(url, DEFAULT_PORT)}/${path}${normalizeFragment(url)}`;
}
