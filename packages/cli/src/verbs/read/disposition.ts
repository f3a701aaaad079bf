/**
 * Returns the file name that a Content-Disposition field suggests, without its directories; `undefined` if it suggests
 * none. `filename*` takes precedence (RFC 6266 §4.3). The name is not checked: it is what a server says.
 */
export function dispositionName(field: string): string | undefined {
  const parameters = readParameters(field);
  const name = decodeExtended(parameters.get("filename*")) ?? parameters.get("filename");
  return name?.split(/[/\\]/).at(-1) || undefined;
}

/** parameter = token "=" ( token / quoted-string )   (RFC 9110 §5.6.6) */
const PARAMETER = /;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gs;

/** The first of several parameters with one name counts. */
function readParameters(field: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of field.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/gs, "$1") ?? token);
  }
  return found;
}

/** ext-value = charset "'" [ language ] "'" value-chars   (RFC 8187 §3.2.1) */
function decodeExtended(value: string | undefined): string | undefined {
  const [, charset = "", text = ""] = /^([^']*)'[^']*'(.*)$/s.exec(value ?? "") ?? [];
  if (text === "") return undefined;
  const bytes = Uint8Array.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (character) => character.charCodeAt(0),
  );
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // an unknown charset, or bytes that are not in it
  }
}
