import { decodeText, describeAuthority, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type WsUrl } from "./syntax.ts";

const CITE = "RFC 6455 §3";

/** Returns each part of a ws or wss URL, with its range and its meaning. */
export function describe(url: WsUrl): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  parts.push({
    ...{ name: "path", start: pathStart, end: pathEnd, cite: CITE },
    value: url.path === "" ? "/" : decodeText(url.path),
    meaning: url.path === "" ? 'no path: the handshake requests "/"' : "the path of the service",
  });
  if (url.query !== undefined)
    parts.push({
      ...{ name: "query", start: pathEnd + 1, end: queryEnd, value: decodeText(url.query), cite: CITE },
      meaning: url.query === "" ? "an empty query, which is not sent" : "the query",
    });
  return parts;
}
