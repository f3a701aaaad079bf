import { UsageError } from "../errors.ts";

/** The key that opens the prompt. */
export interface EscapeKey {
  readonly octet: number;
  /** In caret notation: "^]". */
  readonly name: string;
}

/**
 * Parses "none", one ASCII character, or "^" and one character for a control character.
 *
 * @throws {UsageError} the text has another form.
 */
export function parseEscapeKey(text: string): EscapeKey | undefined {
  if (text === "none") return undefined;
  if (/^[ -~]$/.test(text)) return { octet: text.charCodeAt(0), name: text };
  if (/^\^[@-_a-z]$/.test(text)) {
    const name = text.toUpperCase();
    return { octet: name.charCodeAt(1) & 0x1f, name };
  }
  if (text === "^?") return { octet: 0x7f, name: text };
  throw new UsageError('invalid --escape: expected "none", a character, or a control character such as ^]');
}
