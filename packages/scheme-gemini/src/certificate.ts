import { asciiLowerCase, decodeSegments, parse, parseLogin, type Url } from "@anyurl/core";
import type { GeminiCertificate } from "./options.ts";
import { DEFAULT_PORT } from "./syntax.ts";

/**
 * Returns the certificate for a URL: of those for its server and a path above it, the one with the longest path. "/a" is
 * above "/a" and "/a/b", but not above "/ab".
 */
export function findCertificate(
  url: Url,
  certificates: readonly GeminiCertificate[],
): Pick<GeminiCertificate, "cert" | "key"> | undefined {
  let found: GeminiCertificate | undefined;
  let longest = -1;
  const path = segmentsOf(url);
  for (const each of certificates) {
    const scope = parse(each.url);
    const above = segmentsOf(scope);
    // "/a/" stands for what is below it.
    if (above.at(-1) === "") above.pop();
    if (above.length <= longest || serverOf(scope) !== serverOf(url)) continue;
    if (!above.every((segment, i) => segment === path[i])) continue;
    found = each;
    longest = above.length;
  }
  return found && { cert: found.cert, key: found.key };
}

function segmentsOf({ href, offsets: { pathStart, pathEnd } }: Url): string[] {
  return [...decodeSegments(href, Math.min(pathStart + 1, pathEnd), pathEnd)];
}

function serverOf(url: Url): string {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return `${asciiLowerCase(hostname)}:${port}`;
}
