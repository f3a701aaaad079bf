import { type Report, refuseComponent, type Url } from "@anyurl/core";

/** Checks a URL without server and query. Reports authority-not-allowed, and query-not-allowed. */
export function checkOpaque(url: Url, report: Report, cite: string): void {
  const { scheme } = url;
  refuseComponent(url, "authority", report, {
    message: `a URL of ${scheme} has no server`,
    hint: 'remove the "//"',
    cite,
  });
  refuseComponent(url, "query", report, {
    message: `a URL of ${scheme} has no query`,
    hint: 'write a "?" of a name as "%3F"',
    cite,
  });
}
