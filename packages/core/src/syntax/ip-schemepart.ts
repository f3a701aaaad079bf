import { decodeText, escapeAt } from "./escape.ts";
import { type Host, hostProblem, parseHost } from "./host.ts";
import { findHostnameEnd } from "./hostname.ts";
import { type Report, throwOnError } from "./problems.ts";
import { refuseComponent } from "./refuse-component.ts";
import { getScanned, type Url } from "./url.ts";

/*
 * The common internet scheme syntax (RFC 1738 §3.1):
 *
 *   ip-schemepart = "//" login [ "/" urlpath ]
 *   login         = [ user [ ":" password ] "@" ] hostport
 *   hostport      = host [ ":" port ]
 */

/**
 * The decoded login of a URL. Four kinds of userinfo differ (RFC 1738 §3.1): absent, an empty user, a user without a
 * password, a user with an empty password.
 */
export interface Login {
  /** Text that preserves bytes; `undefined` without "@". */
  readonly user: string | undefined;
  /** `undefined` without ":"; "" if nothing follows it. */
  readonly password: string | undefined;
  readonly host: Host;
  /**
   * For a user or a resolver: a decoded name, or an address without brackets ("fe80::1%eth0"); an IPvFuture keeps its
   * brackets.
   */
  readonly hostname: string;
  /** The given port, else the scheme's default. 0–65535. */
  readonly port: number;
}

/** Parses the login of a URL whose hostport was checked. */
export function parseLogin(url: Url, defaultPort: number): Login {
  const raw = url.host ?? "";
  const host = parseHost(raw);
  return {
    user: url.user === undefined ? undefined : decodeText(url.user),
    password: url.password === undefined ? undefined : decodeText(url.password),
    host,
    hostname: toHostname(raw, host),
    port: parsePort(url.port) ?? defaultPort,
  };
}

function toHostname(raw: string, host: Host): string {
  if (host.kind === "name") return host.name;
  // An IPvFuture keeps its brackets: "v1.a" without them is a name and could be looked up.
  if (host.kind !== "ipv6") return raw;
  // A URL writes the "%" before a zone as "%25" (RFC 6874 §2).
  const { zone } = host;
  return zone === undefined ? raw.slice(1, -1) : `${raw.slice(1, raw.indexOf("%25"))}%${zone}`;
}

/** Parses a port; `undefined` if it is absent or empty. Leading zeros are decimal. */
export function parsePort(digits: string | undefined): number | undefined {
  return digits === undefined || digits === "" ? undefined : Number(digits);
}

/** Is it a valid port, or `undefined`? */
export function isPort(given: unknown): boolean {
  return (
    given === undefined || (Number.isInteger(given) && (given as number) >= 0 && (given as number) <= 65_535)
  );
}

export interface HostportRules {
  /** Is userinfo allowed before the host? */
  readonly userinfo: boolean;
  /** The production of the scheme, for example "RFC 1738 §5, ftpurl". */
  readonly cite: string;
}

/**
 * Checks the requirements of every network scheme: an authority, a host that can be looked up, and a valid port.
 *
 * Reports missing-authority, missing-host, bad-host, bad-port, userinfo-not-allowed, and as warnings
 * deprecated-password, control-octet (in the userinfo).
 */
export function checkHostport(url: Url, report: Report, { userinfo, cite }: HostportRules): void {
  const { schemeEnd, hostStart, hostEnd, pathStart, hasHostname } = getScanned(url);
  if (hostStart < 0) {
    const { scheme } = url;
    report({
      code: "missing-authority",
      message: `missing "//" and a host after "${scheme}:"`,
      component: "authority",
      start: schemeEnd + 1,
      end: schemeEnd + 1,
      hint: `write ${scheme}://HOST/…`,
      cite,
    });
    return;
  }
  if (hostStart > schemeEnd + 3) {
    if (userinfo) {
      checkPassword(url, schemeEnd + 3, hostStart - 1, report);
      warnAboutControls(url, [schemeEnd + 3, hostStart - 1], "userinfo", report);
    } else {
      refuseComponent(url, "userinfo", report, {
        message: `URLs of ${url.scheme} cannot have a user or a password`,
        hint: 'remove everything up to the "@"',
        cite,
      });
    }
  }
  if (hostStart === hostEnd) {
    const { scheme } = url;
    report({
      code: "missing-host",
      message: `missing host in the ${scheme} URL`,
      component: "host",
      start: hostStart,
      end: hostEnd,
      hint: `write ${scheme}://HOST/…`,
      cite,
    });
  } else if (!hasHostname && findHostnameEnd(url.href, hostStart, hostEnd) !== hostEnd) {
    const problem = hostProblem(url.host!);
    if (problem !== undefined) report({ ...problem, start: hostStart, end: hostEnd });
  }
  if (hostEnd !== pathStart) checkPort(url, report, hostEnd, pathStart);
}

/** Checks that a port is at most 65535, for every scheme: 65561 must not become 25. Reports bad-port. */
export function checkPort(url: Url, report: Report, hostEnd: number, pathStart: number): void {
  if (hostEnd < 0) return;
  const { href } = url;
  let value = 0;
  for (let i = hostEnd + 1; i < pathStart; i++) {
    value = value * 10 + href.charCodeAt(i) - 0x30;
    if (value > 65_535) break;
  }
  if (value <= 65_535) return;
  report({
    code: "bad-port",
    message: "invalid port: expected a whole number from 0 to 65535",
    component: "port",
    start: hostEnd + 1,
    end: pathStart,
    cite: "RFC 6335 §6",
  });
}

/** Warns of a password in the userinfo, which is text[start, end). */
function checkPassword({ href }: Url, start: number, end: number, report: Report): void {
  if (report === throwOnError) return; // skip the work if warnings are ignored
  const colon = href.indexOf(":", start);
  if (colon >= 0 && colon < end - 1) {
    report({
      code: "deprecated-password",
      severity: "warning",
      message: "the URL contains a password",
      component: "userinfo",
      start: colon + 1,
      end,
      hint: "remove it; you are asked for it when needed",
      cite: "RFC 3986 §3.2.1",
    });
  }
}

/**
 * Warns of each escape in text[start, end) of the URL that encodes NUL, CR, or LF, which would end a command early (RFC
 * 1738 §6). The URL parses, but is never sent.
 */
export function warnAboutControls(
  { href }: Url,
  [start, end]: readonly [start: number, end: number],
  component: "userinfo" | "path" | "query",
  report: Report,
): void {
  if (report === throwOnError) return; // skip the work if warnings are ignored
  // All three begin with "%0".
  for (let i = href.indexOf("%0", start); i >= 0 && i < end; i = href.indexOf("%0", i + 3)) {
    const octet = escapeAt(href, i);
    if (octet !== 0x00 && octet !== 0x0a && octet !== 0x0d) continue;
    report({
      code: "control-octet",
      severity: "warning",
      message: `"${href.slice(i, i + 3).toUpperCase()}" could inject a command; the URL can be parsed, but not opened`,
      component,
      start: i,
      end: i + 3,
      cite: "RFC 1738 §6",
    });
  }
}
