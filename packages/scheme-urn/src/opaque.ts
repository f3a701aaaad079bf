import type { Report, Url } from "@anyurl/core";

/** Checks a URL without server and query. Reports authority-not-allowed, and query-not-allowed. */
export function checkOpaque({ scheme, offsets }: Url, report: Report, cite: string): void {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = offsets;
  if (hostStart >= 0)
    report({
      ...{ code: "authority-not-allowed", component: "authority", cite },
      ...{ start: schemeEnd + 1, end: pathStart },
      message: `a ${scheme} URL has no server`,
      hint: 'remove the "//"',
    });
  if (pathEnd < queryEnd)
    report({
      ...{ code: "query-not-allowed", component: "query", start: pathEnd, end: queryEnd, cite },
      message: `a ${scheme} URL has no query`,
      hint: 'write a "?" of a name as "%3F"',
    });
}
