/*
 * A-labels for U-labels (RFC 5890 §2.3.2.1). The A-label of a valid U-label, in NFC and in lower case, is its Punycode
 * (RFC 5891 §5.5), so no tables are needed. A label that would need a mapping is not a U-label and is rejected.
 */

/**
 * Converts a domain in lower case to ASCII for a lookup. Returns `undefined` if a label is neither ASCII nor a U-label.
 */
export function toAsciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain;
  const labels = domain.split(".").map((label) => (isAscii(label) ? label : toALabel(label)));
  return labels.every((label) => label !== undefined) ? labels.join(".") : undefined;
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** LetterDigits (RFC 5892 §2.1) in lower case, and the hyphen. */
const LETTERS = /^(?!\p{M})[a-z0-9\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}-]+$/u;

function toALabel(label: string): string | undefined {
  const isULabel =
    label.length <= 59 &&
    LETTERS.test(label) &&
    !/^-|-$|^..--/.test(label) &&
    !/\p{Me}/u.test(label) &&
    // Stable under casefolding and NFKC (RFC 5892 §2.2), and therefore in NFC.
    label === label.normalize("NFKC").toLowerCase().normalize("NFKC");
  const ascii = isULabel ? `xn--${encodePunycode(label)}` : "";
  return ascii !== "" && ascii.length <= 63 ? ascii : undefined;
}

/** Encodes a label with the procedure of RFC 3492 §6.3 and the parameters of §5. */
function encodePunycode(label: string): string {
  const points = Array.from(label, (char) => char.codePointAt(0)!);
  let output = points
    .filter((point) => point < 128)
    .map((point) => String.fromCharCode(point))
    .join("");
  const basic = output.length;
  if (basic > 0) output += "-";
  let delta = 0;
  let bias = 72;
  let n = 128;
  for (let handled = basic; handled < points.length; n++, delta++) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      let q = delta;
      for (let k = 36; ; k += 36) {
        const t = Math.min(Math.max(k - bias, 1), 26);
        if (q < t) break;
        output += encodeDigit(t + ((q - t) % (36 - t)));
        q = Math.floor((q - t) / (36 - t));
      }
      output += encodeDigit(q);
      bias = adaptBias(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
  }
  return output;
}

/** "a" to "z" are 0 to 25, "0" to "9" are 26 to 35   (RFC 3492 §5) */
function encodeDigit(value: number): string {
  return "abcdefghijklmnopqrstuvwxyz0123456789"[value]!;
}

/** Bias adaptation (RFC 3492 §6.1). */
function adaptBias(delta: number, points: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / points);
  let k = 0;
  for (; left > 455; k += 36) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}
