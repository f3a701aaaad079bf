import type { Scheme } from "../scheme/scheme.ts";
import type { Url } from "../syntax/url.ts";
import type { ExplainedPart } from "./explanation.ts";

/** Returns implicit parts of the URL, in addition to those that its scheme described: `known`. */
export function implicitParts(
  url: Url,
  scheme: Scheme | undefined,
  known: readonly ExplainedPart[],
): readonly ExplainedPart[] {
  const { hostEnd, pathStart } = url.offsets;
  const implied: ExplainedPart[] = [];
  if (url.host === undefined) return implied;
  const port = scheme?.defaultPort(url.scheme);
  if (port !== undefined && (url.port ?? "") === "" && !known.some(({ name }) => name === "port")) {
    implied.push(
      impliedPart("port", pathStart, String(port), "the scheme's default port", "RFC 3986 §3.2.3"),
    );
  }
  if (hostEnd >= 0 && url.path === "" && !known.some(({ start }) => start === pathStart)) {
    implied.push(impliedPart("path", pathStart, "", "an empty path", "RFC 3986 §3.3"));
  }
  return implied;
}

function impliedPart(name: string, at: number, value: string, meaning: string, cite: string): ExplainedPart {
  const place = { start: at, end: at, raw: "", secret: false, escapes: [] };
  return { kind: "implied", name, ...place, value, meaning, cite };
}
