import { decodeText, describeAuthority, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type PopUrl, splitUserinfo } from "./syntax.ts";

const CITE = "RFC 2384 §4";

/** Returns each part of a pop URL, with its range and its meaning. */
export function describe(url: PopUrl): readonly Part[] {
  const { user, auth } = splitUserinfo(url);
  const parts = describeAuthority(url, DEFAULT_PORT[url.scheme]).flatMap((part): readonly Part[] => {
    // The generic syntax does not know the ";".
    if (part.name !== "user" || user === undefined) return [part];
    const own = { ...part, end: user.end, value: decodeText(user.raw), cite: CITE };
    const first = { ...own, meaning: "the mailbox of this user; the password is asked for" };
    if (auth === undefined) return [first];
    const { start, end, raw } = auth;
    const value = decodeText(raw);
    return [first, { name: "auth", start, end, value, meaning: meaningOf(url.parts.auth ?? ""), cite: CITE }];
  });
  const { pathStart, pathEnd } = url.offsets;
  if (pathStart === pathEnd) return parts;
  const root = { name: "path", start: pathEnd, end: pathEnd, value: "", cite: CITE };
  return [...parts, { ...root, meaning: "the mailbox itself" }];
}

function meaningOf(auth: string): string {
  if (auth === "*") return "any way to log in";
  return auth.toUpperCase() === "+APOP"
    ? "log in with a digest of the password"
    : "the mechanism of the login";
}
