import { UNRESERVED } from "../syntax/charset.ts";
import { decodeText, encodeText, normalizeEscapes } from "../syntax/escape.ts";
import type { Idna } from "../syntax/iri.ts";
import { joinComponents } from "../syntax/recompose.ts";
import { parse } from "../syntax/reference.ts";
import type { Url } from "../syntax/url.ts";

/** A host for display, and the host that is used. Show both where the difference matters (RFC 3987 §8). */
export interface HostDisplay {
  /** As written in the URL. */
  readonly ascii: string;
  /** With U-labels. The same as `ascii` without U-labels, or if one could be mistaken for another name. */
  readonly unicode: string;
}

/**
 * Formats a URL for display (RFC 3987 §3.2): decodes escapes that are UTF-8 for letters, digits, and marks that cannot
 * be mistaken for anything else. A password is "***". If parseIri reads the result with the same `idna`, it returns an
 * equivalent URL.
 *
 * These stay encoded: all reserved and unsafe ASCII; controls, spaces, invisible and format characters, private and
 * unassigned code points; symbols and punctuation, which look like delimiters, and letters that do; compatibility
 * characters and what is not in NFC (§6.1, §7.5); combining marks without a letter; what mixes directions or would be
 * reordered (§4.2). Look-alike letters of two scripts are detected in a host only. U-labels are shown if `toUnicode`
 * returns them and `toAscii` converts them back.
 *
 * Lay out the text from left to right (§4.1).
 */
export function displayIri(url: Url | string, idna: Partial<Idna> = {}): string {
  const { scheme, user, password, host, port, path, query, fragment } =
    typeof url === "string" ? parse(url) : url;
  const display = (rtl: boolean) =>
    joinComponents({
      scheme,
      userinfo:
        user === undefined
          ? user
          : displayComponent(user, rtl) + (password ? ":***" : password === "" ? ":" : ""),
      host: host && displayHost(host, idna, rtl),
      port,
      path: displayComponent(path, rtl),
      query: query && displayComponent(query, rtl),
      fragment: fragment && displayComponent(fragment, rtl),
    });
  const text = display(true);
  // "allowed but not recommended": a number after it would be displayed before it, and a port before its host (§4.4).
  return RTL_THEN_NUMBER.test(text) ? display(false) : text;
}

/** Formats the host of a URL, brackets and escapes included, for display. */
export function hostDisplay(host: string, idna: Partial<Idna> = {}): HostDisplay {
  return { ascii: host, unicode: displayHost(host, idna, true) };
}

function displayHost(host: string, { toAscii, toUnicode }: Partial<Idna>, rtl: boolean): string {
  if (!toAscii || !toUnicode || !/(?:^|\.)xn--/i.test(host)) return host;
  try {
    const unicode = toUnicode(host);
    const isSafe = displayComponent(encodeURIComponent(unicode), rtl) === unicode;
    return isSafe && toAscii(unicode) === host.toLowerCase() ? unicode : host;
  } catch {
    return host; // A host without another form is shown unchanged.
  }
}

/**
 * Converts each part of a component on its own: names, values, and extensions are components in the sense of RFC 3987
 * §4.2.
 */
function displayComponent(component: string, rtl: boolean): string {
  return normalizeEscapes(component).replace(/[^/?&=;.]+/g, (part) => displayPart(part, rtl));
}

function displayPart(part: string, rtl: boolean): string {
  const shown = part.replace(/(?:%[89A-F].)+/g, (run: string, at: number) => {
    // A mark cannot combine with the digit of an escape that stays.
    let onLetter = /[A-Za-z0-9]/.test(part.charAt(at - 1)) && part[at - 3] !== "%";
    let text = "";
    for (const char of decodeText(run)) {
      onLetter = isDisplayable(char) && (onLetter || !/\p{M}/u.test(char));
      text += onLetter ? char : encodeText(char, UNRESERVED);
    }
    return text;
  });
  if (shown === part) return part;
  const isPlainText = shown === shown.normalize("NFC") && !/\p{M}{5}/u.test(shown);
  // "the whole component has to be mapped" (§4.2), so do not convert only a part of it.
  return isPlainText && (!HAS_RTL.test(shown) || (rtl && isRtl(shown))) ? shown : part;
}

/**
 * Letters, marks, digits, and emoji, and the few points that belong to words in Catalan, Tibetan, Japanese, and Hebrew.
 */
const DISPLAYABLE = /^[\p{L}\p{M}\p{Nd}\p{Emoji_Presentation}·་・׳״]$/u;
/**
 * Invisible letters, and characters that look like "!", "?", ":", ".", ",", ";", "'", "/", "_", "+", "=" or a
 * strikethrough.
 */
const CONFUSABLE =
  /[\u0335-\u0338\p{DI}\p{Me}\u01c0-\u01c3\u0241\u0242\u0294\u02b0-\u02ff\u07fa\u2753-\u2757\u2795-\u2797\u2d51\u3033-\u3035\ua4f8-\ua4fd\ua78c\u{1f7f0}]/u;

function isDisplayable(char: string): boolean {
  // Thai and Lao write AM as one letter, although NFKC decomposes it.
  return (
    DISPLAYABLE.test(char) &&
    !CONFUSABLE.test(char) &&
    (char === char.normalize("NFKC") || /[\u0e33\u0eb3]/.test(char))
  );
}

/** The blocks of right-to-left scripts. */
const RTL = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const HAS_RTL = new RegExp(RTL, "u");
const EACH_RTL = new RegExp(RTL, "gu");
const RTL_FIRST = new RegExp(`^(?=\\p{L})${RTL}`, "u");
const RTL_LAST = new RegExp(`(?=\\p{L})${RTL}\\p{M}{0,4}$`, "u");
const RTL_THEN_NUMBER = new RegExp(`(?=\\p{L})${RTL}\\p{M}{0,4}[^\\p{L}\\p{M}\\p{Nd}]{1,9}\\p{Nd}`, "u");

/** Only right-to-left letters, also at the start and end (RFC 3987 §4.2), and no escape that would be split. */
function isRtl(part: string): boolean {
  return RTL_FIRST.test(part) && RTL_LAST.test(part) && !/[\p{L}%]/u.test(part.replace(EACH_RTL, ""));
}
