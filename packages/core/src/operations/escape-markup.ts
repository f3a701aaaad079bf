const REFERENCES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/**
 * Escapes text for an element or a quoted attribute of HTML or XML, with references that both have. It changes nothing
 * else: `displayText` also makes controls and invisible characters visible.
 */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES.get(character)!);
}
