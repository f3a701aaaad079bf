/**
 * Parses the text of the selector "caps.txt", in which a server describes itself. Returns keys and values as written,
 * without comments; `undefined` if the first line is not "CAPS".
 */
export function readCaps(text: string): ReadonlyMap<string, string> | undefined {
  const [first = "", ...lines] = text.split(/\r?\n/);
  if (first.trim() !== "CAPS") return undefined;
  const caps = new Map<string, string>();
  for (const line of lines) {
    const equals = line.indexOf("=");
    if (equals <= 0 || line.startsWith("#")) continue;
    caps.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return caps;
}
