import { createPart, decodeText, describeAuthority, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type WsUrl } from "./syntax.ts";

const CITE = "RFC 6455 §3";

/** Returns each part of a ws or wss URL, with its range and its meaning. */
export function describe(url: WsUrl): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const part = createPart(url, CITE);
  const meaning = url.path === "" ? 'no path: the handshake requests "/"' : "the path of the service";
  parts.push(part("path", [pathStart, pathEnd], meaning, { value: decodeText(url.path) || "/" }));
  if (url.query !== undefined) {
    const meaning = url.query === "" ? "an empty query, which is not sent" : "the query";
    parts.push(part("query", [pathEnd + 1, queryEnd], meaning));
  }
  return parts;
}
