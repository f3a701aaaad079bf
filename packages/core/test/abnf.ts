import { type Grammar, patternOf } from "./abnf/grammar.ts";
import grammars from "./abnf/grammars.json" with { type: "json" };

/**
 * The grammars of RFC 3986 and RFC 1738 at work: an oracle that shares nothing with the scanners. What it
 * knows has been read out of the text of the RFCs by a parser of ABNF (abnf/read.ts). Only for texts of
 * moderate length.
 */

// What JSON has of them is wider: arrays for pairs.
const { rfc3986, rfc1738 } = grammars as unknown as Readonly<Record<"rfc3986" | "rfc1738", Grammar>>;
export const RFC_3986: Grammar = rfc3986;
export const RFC_1738: Grammar = rfc1738;

/** Which rule holds which component. Of the rules for paths, one is at work at a time. */
const COMPONENTS = {
  ...{ scheme: "scheme", authority: "authority", userinfo: "userinfo", host: "host", port: "port" },
  ...{ "path-abempty": "path", "path-absolute": "path", "path-rootless": "path", "path-noscheme": "path" },
  ...{ "path-empty": "path", query: "query", fragment: "fragment" },
};

/** URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ], a group for each component */
export const URI: RegExp = patternOf(RFC_3986, "URI", COMPONENTS);
/** relative-ref = relative-part [ "?" query ] [ "#" fragment ], a group for each component */
export const RELATIVE_REF: RegExp = patternOf(RFC_3986, "relative-ref", COMPONENTS);
export const URI_REFERENCE: RegExp = patternOf(RFC_3986, "URI-reference");
export const IPV6_ADDRESS: RegExp = patternOf(RFC_3986, "IPv6address");
export const IPV_FUTURE: RegExp = patternOf(RFC_3986, "IPvFuture");

/** genericurl = scheme ":" schemepart */
export const GENERIC_URL: RegExp = patternOf(RFC_1738, "genericurl");

const IP_URL_RULE: Grammar = {
  ...RFC_1738,
  "ip-url": { all: [{ rule: "scheme" }, { text: ":" }, { rule: "ip-schemepart" }] },
};
/** scheme ":" ip-schemepart, a group for each component */
export const IP_URL: RegExp = patternOf(IP_URL_RULE, "ip-url", {
  ...{ scheme: "scheme", user: "user", password: "password", host: "host", port: "port", urlpath: "urlPath" },
});

/** Appendix B of RFC 3986, its nine groups. */
export const APPENDIX_B: RegExp = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/s;
