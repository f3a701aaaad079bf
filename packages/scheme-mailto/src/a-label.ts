/*
 * A-labels for U-labels (RFC 5890 §2.3.2.1), from the platform. It also maps, for example a capital to a small letter: a
 * label that would need a mapping is not a U-label and is rejected here.
 */

/**
 * Converts a domain in lower case to ASCII for a lookup. Returns `undefined` if a label is neither ASCII nor a U-label.
 */
export function toAsciiDomain(domain: string): string | undefined {
  const labels = domain.split(".").map((label) => (isAscii(label) ? label : toALabel(label)));
  return labels.every((label) => label !== undefined) ? labels.join(".") : undefined;
}

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** LetterDigits (RFC 5892 §2.1) in lower case, and the hyphen. */
const LETTERS = /^(?!\p{M})[a-z0-9\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}-]+$/u;

/**
 * Letters and digits of scripts that are written from right to left (classes R, AL, and AN of the property Bidi_Class):
 * their blocks, without the digits of Persian and Urdu (class EN).
 */
const RIGHT_TO_LEFT =
  /(?![\u06f0-\u06f9])(?=[\p{L}\p{Nd}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Digits of class AN. */
const ARABIC_DIGITS = /[\u0660-\u0669\u{10d30}-\u{10d39}]/u;

/**
 * Checks that a label with text from right to left begins with a letter of this direction (RFC 5893 §2, rules 1, 5, and 6).
 * Node.js 22 checks the other rules, but not this one.
 */
function hasOneDirection(label: string): boolean {
  if (!RIGHT_TO_LEFT.test(label)) return true;
  const first = String.fromCodePoint(label.codePointAt(0)!);
  return RIGHT_TO_LEFT.test(first) && !ARABIC_DIGITS.test(first);
}

function toALabel(label: string): string | undefined {
  const isULabel =
    LETTERS.test(label) &&
    !/^-|-$|^..--/.test(label) &&
    !/\p{Me}/u.test(label) &&
    hasOneDirection(label) &&
    // Stable under casefolding and NFKC (RFC 5892 §2.2), and therefore in NFC.
    label === label.normalize("NFKC").toLowerCase().normalize("NFKC");
  if (!isULabel) return undefined;
  // Only letters, digits, marks and hyphens: the label cannot be read as another part of a URL, or as an address.
  const ascii = hostOf(`http://${label}`);
  return ascii.startsWith("xn--") && ascii.length <= 63 ? ascii : undefined;
}

/** Not `URL.canParse`, which in Node.js 22 begins to refuse the letters of Latin-1 after some thousand calls. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}
