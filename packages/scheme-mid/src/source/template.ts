import { encodeText, UNRESERVED } from "@anyurl/core";

const VARIABLE = "{messageId}";
/** A scheme and, if there is one, an authority without a variable: a message-id must not choose the server. */
const FIXED_START = /^[a-z][a-z0-9+.-]*:(?:(?!\/\/)|\/\/[^/?#{}]*[/?#])/i;

/** Is it a URL with one variable, after a fixed scheme and server? */
export function isTemplate(text: string): boolean {
  const rest = text.replace(VARIABLE, "");
  return FIXED_START.test(text) && rest.length < text.length && !/[{}]/.test(rest);
}

/** Returns the URL of a message (RFC 6570 §3.2.2). */
export function expandTemplate(template: string, messageId: string): string {
  // A function, because "$" in a replacement text has a meaning.
  return template.replace(VARIABLE, () => encodeText(messageId, UNRESERVED));
}
