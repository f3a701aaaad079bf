import { type ComparisonRules, PROFILE_RULES, type SchemeForm } from "../operations/compare.ts";
import { ALREADY_PARSED } from "../syntax/scan.ts";
import type { Url } from "../syntax/url.ts";
import { getDefaultPort, getUnreserved, normalizeUrl } from "./normalize-url.ts";
import { callPlugin } from "./plugin-call.ts";
import type { Scheme } from "./scheme.ts";
import { getSchemeReader, registeredScheme } from "./scheme-parser.ts";

/** Returns the rules by which a URL of a registry is compared: the generic ones, and those of its scheme. */
export function getComparisonRules(url: Url): ComparisonRules {
  const { profile, parser } = getSchemeReader(url);
  const scheme = registeredScheme(url);
  const cite = scheme?.cite[0] ?? "RFC 1738 §3.1";
  const forms: SchemeForm[] = [];
  const add = (rule: string, text: string): Url => {
    const form: Url = parser.parse(text, { ...ALREADY_PARSED, profile });
    forms.push({ rule, url: form, cite });
    return form;
  };
  // RFC 1738 has one more rule for all schemes: the "?" of a user.
  if (scheme?.normalize || scheme?.identify || profile === "rfc1738") {
    const normal = add(`the normal form of ${url.scheme} URLs`, normalizeUrl(url));
    if (scheme?.identify) add("only what identifies the resource", identify(normal, scheme));
  }
  return {
    hierarchical: profile === "rfc3986" && (scheme?.hierarchical ?? true),
    defaultPort: getDefaultPort(url, scheme),
    unreserved: getUnreserved(scheme, profile),
    cites: PROFILE_RULES[profile],
    forms,
  };
}

/** Returns what identifies the resource of a URL in normal form. */
function identify(url: Url, scheme: Scheme): string {
  return callPlugin(
    url.scheme,
    "identify a resource",
    () => scheme.identify!(url),
    (text) => typeof text === "string" && text.startsWith(`${url.scheme}:`),
  );
}
