import { UNRESERVED } from "./charset.ts";
import { decodeText, encodeText, normalizeEscapes } from "./escape.ts";
import type { Idna } from "./iri.ts";
import { textOf } from "./recompose.ts";
import { parse } from "./reference.ts";
import type { Url } from "./url.ts";

/** A host for human eyes, and the one that is meant: to be shown together where it matters (RFC 3987 §8). */
export interface HostDisplay {
  /** As it stands in the URL. */
  readonly ascii: string;
  /** With U-labels; the same as `ascii` when there are none, or when one could be taken for another name. */
  readonly unicode: string;
}

/**
 * A URL for human eyes (RFC 3987 §3.2): escapes decoded where they are UTF-8 for letters, digits and marks that cannot
 * be mistaken for anything else. A password is "***". Read by parseIri with the same `idna`, it is an equivalent URL.
 *
 * Stay encoded: all reserved and unsafe ASCII; controls, spaces, what is invisible or only formats, private, unassigned;
 * symbols and punctuation, which look like delimiters, and letters that do; compatibility characters and what is not in
 * NFC (§6.1, §7.5); combining marks without a letter; what mixes directions or would be reordered (§4.2). Look-alike
 * letters of two scripts are told apart in a host only. U-labels are shown when `toUnicode` gives them, and
 * `toAscii` undoes it.
 *
 * The text is to be laid out from left to right (§4.1).
 */
export function displayIri(url: Url | string, idna: Partial<Idna> = {}): string {
  const { scheme, user, password, host, port, path, query, fragment } =
    typeof url === "string" ? parse(url) : url;
  const display = (rtl: boolean) =>
    textOf({
      scheme,
      userinfo:
        user === undefined ? user : show(user, rtl) + (password ? ":***" : password === "" ? ":" : ""),
      host: host && showHost(host, idna, rtl),
      port,
      path: show(path, rtl),
      query: query && show(query, rtl),
      fragment: fragment && show(fragment, rtl),
    });
  const text = display(true);
  // "allowed but not recommended": a number behind it would be seen in front of it, a port in front of its host (§4.4).
  return RTL_THEN_NUMBER.test(text) ? display(false) : text;
}

/** The host of a URL, brackets and escapes included, for human eyes. */
export function hostDisplay(host: string, idna: Partial<Idna> = {}): HostDisplay {
  return { ascii: host, unicode: showHost(host, idna, true) };
}

function showHost(host: string, { toAscii, toUnicode }: Partial<Idna>, rtl: boolean): string {
  if (!toAscii || !toUnicode || !/(?:^|\.)xn--/i.test(host)) return host;
  try {
    const unicode = toUnicode(host);
    const isSafe = show(encodeURIComponent(unicode), rtl) === unicode;
    return isSafe && toAscii(unicode) === host.toLowerCase() ? unicode : host;
  } catch {
    return host; // what has no other form is shown as it is
  }
}

/** Each part of a component by itself: names, values and extensions are components in the sense of RFC 3987 §4.2. */
function show(component: string, rtl: boolean): string {
  return normalizeEscapes(component).replace(/[^/?&=;.]+/g, (part) => showPart(part, rtl));
}

function showPart(part: string, rtl: boolean): string {
  const shown = part.replace(/(?:%[89A-F].)+/g, (run: string, at: number) => {
    // The digit of an escape that stays is no letter for a mark to stand on.
    let onLetter = /[A-Za-z0-9]/.test(part.charAt(at - 1)) && part[at - 3] !== "%";
    let text = "";
    for (const char of decodeText(run)) {
      onLetter = isPlain(char) && (onLetter || !/\p{M}/u.test(char));
      text += onLetter ? char : encodeText(char, UNRESERVED);
    }
    return text;
  });
  if (shown === part) return part;
  const isPlainText = shown === shown.normalize("NFC") && !/\p{M}{5}/u.test(shown);
  // "the whole component has to be mapped" (§4.2): a part of it would be no better.
  return isPlainText && (!HAS_RTL.test(shown) || (rtl && isRtl(shown))) ? shown : part;
}

/** Letters, marks, digits and emoji; and the few points that belong into words, of Catalan, Tibetan, Japanese, Hebrew. */
const PLAIN = /^[\p{L}\p{M}\p{Nd}\p{Emoji_Presentation}·་・׳״]$/u;
/** Invisible letters, and what looks like "!", "?", ":", ".", ",", ";", "'", "/", "_", "+", "=" or strikes out. */
const UNCLEAR =
  /[\u0335-\u0338\p{DI}\p{Me}\u01c0-\u01c3\u0241\u0242\u0294\u02b0-\u02ff\u07fa\u2753-\u2757\u2795-\u2797\u2d51\u3033-\u3035\ua4f8-\ua4fd\ua78c\u{1f7f0}]/u;

function isPlain(char: string): boolean {
  // Thai and Lao write AM as one letter, though NFKC takes it apart.
  return (
    PLAIN.test(char) &&
    !UNCLEAR.test(char) &&
    (char === char.normalize("NFKC") || /[\u0e33\u0eb3]/.test(char))
  );
}

/** The blocks of scripts that run from right to left. */
const RTL = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const HAS_RTL = new RegExp(RTL, "u");
const EACH_RTL = new RegExp(RTL, "gu");
const RTL_FIRST = new RegExp(`^(?=\\p{L})${RTL}`, "u");
const RTL_LAST = new RegExp(`(?=\\p{L})${RTL}\\p{M}{0,4}$`, "u");
const RTL_THEN_NUMBER = new RegExp(`(?=\\p{L})${RTL}\\p{M}{0,4}[^\\p{L}\\p{M}\\p{Nd}]{1,9}\\p{Nd}`, "u");

/** Letters from right to left alone, at its start and its end (RFC 3987 §4.2), and no escape that would fall apart. */
function isRtl(part: string): boolean {
  return RTL_FIRST.test(part) && RTL_LAST.test(part) && !/[\p{L}%]/u.test(part.replace(EACH_RTL, ""));
}
