import { describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type TelnetUrl } from "./syntax.ts";

/** Returns each part of a telnet URL, with its range and its meaning. */
export function describe(url: TelnetUrl): readonly Part[] {
  const parts = describeAuthority(url, DEFAULT_PORT[url.scheme]).map(describeSuggestion);
  const { pathStart, pathEnd } = url.offsets;
  if (pathStart < pathEnd) {
    const meaning = "an optional slash";
    parts.push({ name: "path", start: pathStart, end: pathEnd, value: "/", meaning, cite: "RFC 4248 §2" });
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

/** "clients accessing a telnet URL merely advise the user of the suggested username and password" (RFC 4248 §2) */
function describeSuggestion(part: Part): Part {
  const { name, value } = part;
  if (name === "user" && value !== "")
    return { ...part, meaning: "a suggested user name, never sent automatically", cite: "RFC 4248 §2" };
  if (name === "password" && value !== "")
    return { ...part, meaning: "a suggested password, visible in the URL", cite: "RFC 4248 §2" };
  return part;
}
