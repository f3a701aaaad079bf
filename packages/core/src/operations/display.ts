/**
 * Makes `text` safe to print on a terminal, in a message, or in a log. Controls (C0, DEL, C1) and bytes that are not
 * UTF-8 become `\xNN`; bidi, invisible, and other format characters and lone surrogates become `\uNNNN`. If `lines` is
 * true, LF and HT stay, for multi-line text.
 */
export function displayText(text: string, { lines = false }: { lines?: boolean } = {}): string {
  let shown = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    const width = code > 0xffff ? 2 : 1;
    const live = isUnsafeToPrint(code) && !(lines && (code === 0x0a || code === 0x09));
    if (live) {
      shown += text.slice(from, i) + escapeCodePoint(code);
      from = i + width;
    }
    i += width - 1;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** Can this code point affect a terminal or a reader instead of being visible? */
function isUnsafeToPrint(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  if (code < 0xad) return false;
  return (
    code === 0xad || // soft hyphen
    code === 0x61c || // Arabic letter mark
    code === 0x180e ||
    (code >= 0x200b && code <= 0x200f) || // zero width, marks
    (code >= 0x2028 && code <= 0x202e) || // separators, embeddings, overrides
    (code >= 0x2060 && code <= 0x206f) || // word joiner, isolates
    (code >= 0xd800 && code <= 0xdfff) || // lone surrogates: codePointAt joins pairs
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe007f) // tags
  );
}

function escapeCodePoint(code: number): string {
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
