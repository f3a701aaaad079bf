import { decodeText } from "./escape.ts";
import { type Host, hostOf, hostProblem, isPlainName } from "./host.ts";
import type { Report } from "./problems.ts";
import type { Url } from "./url.ts";

/*
 * The common internet scheme syntax (RFC 1738 §3.1):
 *
 *   ip-schemepart = "//" login [ "/" urlpath ]
 *   login         = [ user [ ":" password ] "@" ] hostport
 *   hostport      = host [ ":" port ]
 */

/**
 * The login of a URL, decoded. Four kinds of userinfo differ (RFC 1738 §3.1): none, an empty user, a user
 * without password, a user with an empty password.
 */
export interface Login {
  /** Text that keeps its octets; `undefined` without "@". */
  readonly user: string | undefined;
  /** `undefined` without ":"; "" when nothing follows it. */
  readonly password: string | undefined;
  readonly host: Host;
  /** As one writes it for a human or a resolver: a decoded name, or an address without brackets ("fe80::1%eth0"); an IPvFuture in them. */
  readonly hostname: string;
  /** The port given, else the scheme's default. 0–65535. */
  readonly port: number;
}

/** Reads the login of a URL whose hostport has been checked. */
export function loginOf(url: Url, defaultPort: number): Login {
  const raw = url.host ?? "";
  const host = hostOf(raw);
  return {
    user: url.user === undefined ? undefined : decodeText(url.user),
    password: url.password === undefined ? undefined : decodeText(url.password),
    host,
    hostname: hostnameOf(raw, host),
    port: portOf(url.port) ?? defaultPort,
  };
}

function hostnameOf(raw: string, host: Host): string {
  if (host.kind === "name") return host.name;
  // An IPvFuture keeps its brackets: "v1.a" alone would be a name, and could be looked up.
  if (host.kind !== "ipv6") return raw;
  // "%25" is how a URL writes the "%" before a zone (RFC 6874 §2).
  const { zone } = host;
  return zone === undefined ? raw.slice(1, -1) : `${raw.slice(1, raw.indexOf("%25"))}%${zone}`;
}

/** The value of a port as written; `undefined` when it is absent or empty. Leading zeros are decimal. */
export function portOf(digits: string | undefined): number | undefined {
  return digits === undefined || digits === "" ? undefined : Number(digits);
}

export interface HostportRules {
  /** May userinfo stand before the host? */
  readonly userinfo: boolean;
  /** The production of the scheme, as "RFC 1738 §5, ftpurl". */
  readonly cite: string;
}

/**
 * Checks what every network scheme asks of its authority: that it is there, that its host can be looked up,
 * that its port exists.
 *
 * Reports missing-authority, missing-host, bad-host, bad-port, userinfo-not-allowed, and as warnings
 * deprecated-password, control-octet (in the userinfo).
 */
export function checkHostport(url: Url, report: Report, { userinfo, cite }: HostportRules): void {
  const { schemeEnd, hostStart, hostEnd, pathStart } = url.offsets;
  if (hostStart < 0) {
    const { scheme } = url;
    report({
      code: "missing-authority",
      message: `"//" and a host follow "${scheme}:"`,
      component: "authority",
      start: schemeEnd + 1,
      end: schemeEnd + 1,
      hint: `write ${scheme}://HOST/…`,
      cite,
    });
    return;
  }
  if (hostStart > schemeEnd + 3) {
    if (userinfo) checkUserinfo(url, report);
    else {
      report({
        code: "userinfo-not-allowed",
        message: `a ${url.scheme} URL has no user and no password`,
        component: "userinfo",
        start: schemeEnd + 3,
        end: hostStart,
        hint: `leave out everything up to the "@"`,
        cite,
      });
    }
  }
  if (hostStart === hostEnd) {
    const { scheme } = url;
    report({
      code: "missing-host",
      message: `a ${scheme} URL names a host`,
      component: "host",
      start: hostStart,
      end: hostEnd,
      hint: `write ${scheme}://HOST/…`,
      cite,
    });
  } else if (!isPlainName(url.href, hostStart, hostEnd)) {
    const problem = hostProblem(url.host!);
    if (problem !== undefined) report({ ...problem, start: hostStart, end: hostEnd });
  }
  if (hostEnd !== pathStart) checkPort(url, report, hostEnd, pathStart);
}

/** A port is at most 65535 for every scheme: 65561 must not become 25. Reports bad-port. */
export function checkPort(url: Url, report: Report, hostEnd: number, pathStart: number): void {
  const digits = url.port;
  if (digits === undefined || digits === "") return;
  // Leading zeros have no say in the length: "000080" is 80.
  if (digits.length - leadingZeros(digits) <= 5 && Number(digits) <= 65_535) return;
  report({
    code: "bad-port",
    message: "a port is a number from 0 to 65535",
    component: "port",
    start: hostEnd + 1,
    end: pathStart,
    cite: "RFC 6335 §6",
  });
}

function leadingZeros(digits: string): number {
  let zeros = 0;
  while (zeros < digits.length - 1 && digits[zeros] === "0") zeros++;
  return zeros;
}

function checkUserinfo(url: Url, report: Report): void {
  const { schemeEnd, hostStart } = url.offsets;
  const start = schemeEnd + 3;
  const end = hostStart - 1;
  if (url.password !== undefined && url.password !== "") {
    report({
      code: "deprecated-password",
      severity: "warning",
      message: "a password in a URL is seen by everyone who sees the URL",
      component: "userinfo",
      start: start + url.user!.length + 1,
      end,
      hint: "leave it out and give it when asked",
      cite: "RFC 3986 §3.2.1",
    });
  }
  reportControls(url.userinfo!, start, "userinfo", report);
}

/**
 * Warns of each escape in `raw` that stands for NUL, CR or LF: an octet that would end a command early
 * (RFC 1738 §6). It parses, and is never sent. `at` is where `raw` begins in the URL.
 */
export function reportControls(
  raw: string,
  at: number,
  component: "userinfo" | "path" | "query",
  report: Report,
): void {
  for (let i = raw.indexOf("%"); i >= 0; i = raw.indexOf("%", i + 3)) {
    const digits = raw.slice(i + 1, i + 3).toUpperCase();
    if (digits !== "00" && digits !== "0A" && digits !== "0D") continue;
    report({
      code: "control-octet",
      severity: "warning",
      message: `"%${digits}" would end a command early; such a URL is read but never opened`,
      component,
      start: at + i,
      end: at + i + 3,
      cite: "RFC 1738 §6",
    });
  }
}
