import {
  AccessError,
  type Problem,
  type Registry,
  schemeNotInstalledError,
  type Url,
  UrlSyntaxError,
} from "@anyurl/core";
import type { ServedSchemes } from "./served-schemes.ts";

/** Maximum length of a URL, in UTF-16 code units: longer than any browser sends. */
export const MAX_URL_LENGTH = 16_384;

/**
 * Parses the requested URL.
 *
 * @throws {UrlSyntaxError} the URL is invalid, or contains a user: then it must not be shown.
 */
export function parseTarget(text: string, registry: Registry): Url {
  const result = registry.tryParse(text, { maxUrlLength: MAX_URL_LENGTH });
  if (!result.ok) {
    const errors = result.problems.filter(({ severity }) => severity === "error");
    throw new UrlSyntaxError(errors[0]!, result.problems);
  }
  const url: Url = result.url;
  if (url.userinfo !== undefined)
    throw new UrlSyntaxError(credentialsProblem(url), [credentialsProblem(url)]);
  return url;
}

/** @throws {AccessError} scheme-blocked, scheme-not-installed, unknown-scheme. */
export function checkServed(url: Url, served: ServedSchemes): void {
  if (served.opens(url.scheme)) return;
  if (served.registry.scheme(url.scheme) === undefined) throw schemeNotInstalledError(url.scheme);
  throw new AccessError("scheme-blocked", `this gateway does not open ${url.scheme} URLs`, {
    scheme: url.scheme,
    hint: "open it with a program on your own computer",
  });
}

function credentialsProblem({ offsets }: Url): Problem {
  return {
    code: "userinfo-not-allowed",
    severity: "error",
    message: "the URL contains a user name or password, and this gateway does not log in",
    component: "userinfo",
    start: offsets.schemeEnd + 3,
    end: offsets.hostStart,
    hint: 'remove everything between "//" and the host, including the "@"',
    cite: "RFC 9110 §4.2.4",
  };
}
