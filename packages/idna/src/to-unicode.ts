import * as tr46 from "tr46";
import { isSafeLabel } from "./plain-label.ts";
import { MAX_NAME_LENGTH, RULES } from "./rules.ts";
import { toAscii } from "./to-ascii.ts";

/**
 * Converts a host name for display: U-labels for those of its A-labels that cannot be mistaken for another name (UTS
 * #46 §4.3). The other labels stay unchanged; all of them if one is invalid, or if {@link toAscii} would return another
 * name. Never throws.
 */
export function toUnicode(host: string): string {
  if (host.length > MAX_NAME_LENGTH || !/(?:^|\.)xn--/i.test(host)) return host;
  const labels = host.split(".");
  // The root dot is followed by an empty label.
  const top = labels.at(-1) || labels.at(-2) || "";
  const unicode = labels.map((label) => labelToUnicode(label, /^xn--/i.test(top))).join(".");
  try {
    // All labels at once, because their directions must be compatible.
    return toAscii(unicode) === host.toLowerCase() ? unicode : host;
  } catch {
    return host;
  }
}

function labelToUnicode(label: string, underIdn: boolean): string {
  if (!/^xn--/i.test(label)) return label;
  const { domain, error } = tr46.toUnicode(label, RULES);
  return !error && isSafeLabel(domain, underIdn) ? domain : label;
}
