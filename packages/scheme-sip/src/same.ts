import { normalize, type SipUrl } from "./syntax.ts";

/** The parameters that must be in both URLs or in neither (RFC 3261 §19.1.4). */
const SIGNIFICANT: ReadonlySet<string> = new Set(["user", "ttl", "method", "maddr", "transport"]);

/**
 * Are two SIP URLs equivalent by RFC 3261 §19.1.4? Other parameters than user, ttl, method, maddr, and transport are
 * ignored if only one of the URLs has them. So it is not transitive: two URLs with `security=on` and `security=off` are
 * different, and both are equivalent to the URL without it. `compare` needs a normal form, so it is stricter.
 */
export function sameSipUrl(a: SipUrl, b: SipUrl): boolean {
  const [left, right] = [split(normalize(a)), split(normalize(b))];
  if (left.before !== right.before || left.headers.join("&") !== right.headers.join("&")) return false;
  for (const name of new Set([...left.parameters.keys(), ...right.parameters.keys()])) {
    const isInBoth = left.parameters.has(name) && right.parameters.has(name);
    if (isInBoth && left.parameters.get(name) !== right.parameters.get(name)) return false;
    if (!isInBoth && SIGNIFICANT.has(name)) return false;
  }
  return true;
}

/** Splits a normal form. A user can contain ";" and "?", so the search begins after the "@". */
function split(normal: string): {
  readonly before: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly headers: readonly string[];
} {
  const [, before = "", parameters = "", headers = ""] =
    /^((?:[^@]*@)?[^;?]*)([^?]*)(?:\?(.*))?$/.exec(normal) ?? [];
  return {
    before,
    // Before the first ";" there is an empty text, which is in every URL.
    parameters: new Map(parameters.split(";").map((text) => [text.replace(/=.*/, ""), text])),
    headers: headers.split("&").toSorted(),
  };
}
