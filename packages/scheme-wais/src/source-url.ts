import { parseIPv6, parse as parseUrl, type Report, syntaxError } from "@anyurl/core";
import type { Source } from "@anyurl/protocol-wais";
import { format, parse, type WaisInit } from "./syntax.ts";

/** The URL of the database that a description describes; `undefined` where none can be made. */
export function sourceUrl({ databaseName, ipName, ipAddress, tcpPort = 210 }: Source): string | undefined {
  const host = ipName ?? ipAddress ?? "";
  const at = parseIPv6(host) === undefined ? host : `[${host}]`;
  return checked({ host: at, ...(tcpPort !== 210 && { port: tcpPort }), database: databaseName });
}

/** A URL that would be opened if a person had written it; else `undefined`. */
export function checked(init: WaisInit): string | undefined {
  try {
    const text = format(init);
    parse(parseUrl(text), strict, "rfc3986");
    return text;
  } catch {
    return undefined;
  }
}

/** Warnings, too: a URL with a control octet is never opened. */
const strict: Report = (problem) => {
  throw syntaxError(problem);
};
