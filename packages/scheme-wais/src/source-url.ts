import { parseIPv6, parse as parseUrl, type Report, syntaxError } from "@anyurl/core";
import type { Source } from "@anyurl/protocol-wais";
import { check, format, type WaisInit } from "./syntax.ts";

/** Returns the URL of the database in a description; `undefined` if it cannot have one. */
export function sourceUrl({ databaseName, ipName, ipAddress, tcpPort = 210 }: Source): string | undefined {
  const host = ipName ?? ipAddress ?? "";
  const at = parseIPv6(host) === undefined ? host : `[${host}]`;
  return formatChecked({ host: at, ...(tcpPort !== 210 && { port: tcpPort }), database: databaseName });
}

/** Formats a URL and returns it if it can be opened; otherwise `undefined`. */
export function formatChecked(init: WaisInit): string | undefined {
  try {
    const text = format(init);
    check(parseUrl(text), throwOnProblem, "rfc3986");
    return text;
  } catch {
    return undefined;
  }
}

/** Warnings also count: a URL with a control character is never opened. */
const throwOnProblem: Report = (problem) => {
  throw syntaxError(problem);
};
