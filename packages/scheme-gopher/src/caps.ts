/**
 * What a server says of itself in the text of the selector "caps.txt": keys and values as written, comments
 * left out. `undefined` when the text is none: it begins with a line "CAPS".
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
