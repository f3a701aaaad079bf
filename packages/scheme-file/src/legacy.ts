/** Nonstandard forms of old file URLs, each enabled by its name. */
export interface LegacyOptions {
  /** Drives in all known forms: "file:c:/x", "file://c:/x", "file:///c|/x" (E.2, E.2.2). */
  readonly legacyDrive?: boolean;
  /** Separators of Windows: "file:\\server\share" (E.4). */
  readonly legacyBackslash?: boolean;
}

/**
 * Converts an old file URL to the current form (RFC 8089, appendix E). Returns any other text unchanged, so that
 * `parse` reports its errors.
 */
export function updateLegacy(text: string, options: LegacyOptions): string {
  const { legacyDrive = false, legacyBackslash = false } = options;
  if (!/^file:/i.test(text)) return text;
  const end = text.search(/[?#]|$/);
  let path = text.slice(0, end);
  if (legacyBackslash) path = path.replaceAll("\\", "/");
  if (legacyDrive)
    path = path.replace(DRIVE, (_, scheme, host, letter) => `${scheme}//${host ?? ""}/${letter}:`);
  return path + text.slice(end);
}

/** Matches up to and including a drive: after up to two slashes, or after an authority. */
const DRIVE: RegExp = /^(file:)(?:\/{0,2}|\/\/([^/]*)\/)([a-z])(?::|\||%7c)(?=\/|$)/i;
