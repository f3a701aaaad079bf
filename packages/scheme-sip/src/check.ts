import type { CharSet, ProblemInit, Report, Url } from "@anyurl/core";
import { HEADER, isHost, isText, PARAMETER, PASSWORD } from "./grammar.ts";
import { type SplitSip, splitSip, type TextRange, type WrittenPair } from "./split.ts";

const MAX_PORT = 65_535;

type Find = (
  range: TextRange,
  code: ProblemInit["code"],
  message: string,
  hint: string,
  component?: ProblemInit["component"],
) => void;

/**
 * Checks `sip:<user>:<password>@<host>:<port>;<name>=<value>?<name>=<value>`.
 *
 * Reports authority-not-allowed, fragment-not-allowed, missing-host, bad-host, bad-port, bad-userinfo,
 * bad-field, and as a warning deprecated-password.
 */
export function check(url: Url, report: Report): void {
  const { href, scheme, fragment, offsets } = url;
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = offsets;
  const find: Find = ([start, end], code, message, hint, component = start > pathEnd ? "query" : "path") =>
    report({ code, component, start, end, message, hint, cite: "RFC 3261 §25.1" });
  if (fragment !== undefined) {
    const message = `a URL of ${scheme} has no fragment`;
    find(
      [queryEnd, href.length],
      "fragment-not-allowed",
      message,
      'write "%23" for a "#" that is data',
      "fragment",
    );
  }
  if (hostStart >= 0) {
    const message = `a URL of ${scheme} has no "//" before its host`;
    find([schemeEnd + 1, pathStart], "authority-not-allowed", message, 'remove the "//"', "authority");
    return;
  }
  const split = splitSip(url);
  const second = split.user === undefined ? -1 : href.indexOf("@", split.host[0]);
  if (second >= 0 && second < queryEnd) {
    const hint = 'write "%40" for an "@" that is data';
    find([second, second + 1], "bad-userinfo", 'a second "@": programs disagree on the host', hint);
    return;
  }
  checkUserinfo(href, split, find);
  checkHostport(href, split, find);
  checkPairs(href, split.parameters, "parameter", PARAMETER, find);
  checkPairs(href, split.headers ?? [], "header", HEADER, find);
  if (split.password === undefined) return;
  const [start, end] = split.password;
  const message = "the URL contains a password";
  const place = { component: "userinfo", start, end, cite: "RFC 3261 §19.1.1" } as const;
  report({ code: "deprecated-password", severity: "warning", message, hint: "remove it", ...place });
}

function checkUserinfo(href: string, { user, password }: SplitSip, find: Find): void {
  if (user === undefined) return;
  const text = href.slice(...user);
  if (text === "") find([user[0], user[1] + 1], "bad-userinfo", "the user is empty", 'remove the "@"');
  if (password === undefined) return;
  if (!isText(href.slice(...password), PASSWORD)) {
    const message = "the password has a character that must be escaped";
    find(password, "bad-userinfo", message, 'percent-encode ":", ";", "/", and "?" in it');
  }
  // Programs that hide passwords look for them before the first "/" or "?".
  if (/[/?]/.test(text)) {
    const message = 'a user before a password has an unescaped "/" or "?"';
    find(user, "bad-userinfo", message, 'write "/" as "%2F" and "?" as "%3F", or remove the password');
  }
}

function checkHostport(href: string, { host, port }: SplitSip, find: Find): void {
  const text = href.slice(...host);
  if (text === "") {
    const hint = "write a host after the scheme, such as sip:joe@h.example";
    find(host, "missing-host", "the host is missing", hint);
  } else if (!isHost(text)) {
    const hint = "write a name whose last label begins with a letter, or an IPv4 address";
    find(host, "bad-host", "the host is neither a name nor an IPv4 address", hint);
  }
  if (port === undefined) return;
  const digits = href.slice(...port);
  if (/^[0-9]+$/.test(digits) && Number(digits) <= MAX_PORT) return;
  const hint = 'use a number from 0 to 65535, or remove the ":"';
  find(port, "bad-port", "the port is not a number from 0 to 65535", hint);
}

/** Checks that each has a name, and a valid value, and that no parameter occurs twice. */
function checkPairs(
  href: string,
  pairs: readonly WrittenPair[],
  kind: "parameter" | "header",
  set: CharSet,
  find: Find,
): void {
  const seen = new Set<string>();
  for (const { name, range, equals } of pairs) {
    const [start, end] = range;
    const value = href.slice(equals + 1, end);
    const isValid = isText(href.slice(start, equals), set) && isText(value, set);
    if (name === "") {
      find(range, "bad-field", `a ${kind} has no name`, 'write "name=value", or remove the delimiter');
    } else if (!isValid) {
      const hint = "percent-encode it";
      find(range, "bad-field", `the ${kind} "${name}" has a character that must be escaped`, hint);
    } else if (kind === "header" && equals === end) {
      find(range, "bad-field", `the header "${name}" has no "="`, 'write "name=value"');
    } else if (kind === "parameter" && equals < end && value === "") {
      find(range, "bad-field", `the value of the parameter "${name}" is empty`, 'remove the "="');
    } else if (kind === "parameter" && seen.has(name)) {
      find(range, "bad-field", `the parameter "${name}" occurs twice`, "remove one of them");
    }
    seen.add(name);
  }
}
