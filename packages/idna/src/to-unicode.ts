import * as tr46 from "tr46";
import { isPlainLabel } from "./plain-label.ts";
import { MAX_NAME_LENGTH, RULES } from "./rules.ts";
import { toAscii } from "./to-ascii.ts";

/**
 * The name of a host for human eyes: U-labels for those of its A-labels that nobody takes for another name (UTS #46
 * §4.3). The other labels stay as they are; all of them when one is invalid, or {@link toAscii} would give another name.
 * Never throws.
 */
export function toUnicode(host: string): string {
  if (host.length > MAX_NAME_LENGTH || !/(?:^|\.)xn--/i.test(host)) return host;
  const labels = host.split(".");
  // The root dot has an empty label behind it.
  const top = labels.at(-1) || labels.at(-2) || "";
  const unicode = labels.map((label) => labelToUnicode(label, /^xn--/i.test(top))).join(".");
  try {
    // All labels at once: whether directions fit together is a matter of all of them.
    return toAscii(unicode) === host.toLowerCase() ? unicode : host;
  } catch {
    return host;
  }
}

function labelToUnicode(label: string, underIdn: boolean): string {
  if (!/^xn--/i.test(label)) return label;
  const { domain, error } = tr46.toUnicode(label, RULES);
  return !error && isPlainLabel(domain, underIdn) ? domain : label;
}
