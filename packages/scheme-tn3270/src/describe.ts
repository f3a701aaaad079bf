import { describeAuthority, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type Tn3270Url } from "./syntax.ts";

/** Returns each part of a tn3270 URL, with its range and its meaning. */
export function describe(url: Tn3270Url): readonly Part[] {
  const parts = describeAuthority(url, DEFAULT_PORT).map(describeSuggestion);
  const { pathStart, pathEnd } = url.offsets;
  if (pathStart < pathEnd) {
    const meaning = "an optional slash";
    parts.push({ name: "path", start: pathStart, end: pathEnd, value: "/", meaning, cite: "RFC 6270 §2.1" });
  }
  return parts;
}

/**
 * RFC 6270 §2.2 defines the userinfo for Telnet's AUTHENTICATION option, which this package does not support. What is
 * left is a suggestion to the user, as in a telnet URL (RFC 4248 §2).
 */
function describeSuggestion(part: Part): Part {
  const { name, value } = part;
  if (name === "user" && value !== "")
    return { ...part, meaning: "a suggested user name, never sent automatically", cite: "RFC 6270 §2.2" };
  if (name === "password" && value !== "")
    return { ...part, meaning: "a suggested password, visible in the URL", cite: "RFC 6270 §2.2" };
  return part;
}
