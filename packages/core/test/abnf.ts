/**
 * Appendix A of RFC 3986, production by production, as regular expressions: an oracle that shares nothing with the
 * scanner. Only for texts of moderate length.
 */
const pct = "%[0-9A-Fa-f]{2}";
const unreserved = "[A-Za-z0-9\\-._~]";
const subDelims = "[!$&'()*+,;=]";
const pchar = `(?:${unreserved}|${pct}|${subDelims}|[:@])`;

const decOctet = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])";
const ipv4 = `${decOctet}\\.${decOctet}\\.${decOctet}\\.${decOctet}`;
const h16 = "[0-9A-Fa-f]{1,4}";
const ls32 = `(?:${h16}:${h16}|${ipv4})`;
const ipv6 = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  `(?:(?:${h16}:){0,1}${h16})?::(?:${h16}:){3}${ls32}`,
  `(?:(?:${h16}:){0,2}${h16})?::(?:${h16}:){2}${ls32}`,
  `(?:(?:${h16}:){0,3}${h16})?::${h16}:${ls32}`,
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`,
].join("|");
const ipvFuture = `[vV][0-9A-Fa-f]+\\.(?:${unreserved}|${subDelims}|:)+`;
const host = `(?:\\[(?:${ipv6}|${ipvFuture})\\]|(?:${unreserved}|${pct}|${subDelims})*)`;
const authority = `(?:(?:${unreserved}|${pct}|${subDelims}|:)*@)?${host}(?::[0-9]*)?`;

const abempty = `(?:/${pchar}*)*`;
const absolute = `/(?:${pchar}+${abempty})?`;
const rootless = `${pchar}+${abempty}`;
const noscheme = `(?:${unreserved}|${pct}|${subDelims}|@)+${abempty}`;
const rest = `(?:\\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?`;
const hierPart = `(?://${authority}${abempty}|${absolute}|${rootless}|)`;
const relativePart = `(?://${authority}${abempty}|${absolute}|${noscheme}|)`;

/** URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] */
export const URI: RegExp = new RegExp(`^[A-Za-z][A-Za-z0-9+\\-.]*:${hierPart}${rest}$`);
/** relative-ref = relative-part [ "?" query ] [ "#" fragment ] */
export const RELATIVE_REF: RegExp = new RegExp(`^${relativePart}${rest}$`);
/** IPv6address */
export const IPV6_ADDRESS: RegExp = new RegExp(`^(?:${ipv6})$`);
/** Appendix B, its nine groups. */
export const APPENDIX_B: RegExp = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/s;
