/** What old file URLs have that no standard allows; each is asked for by its name. */
export interface LegacyOptions {
  /** Drives in every place where they have been written: "file:c:/x", "file://c:/x", "file:///c|/x" (E.2, E.2.2). */
  readonly legacyDrive?: boolean;
  /** Separators of Windows: "file:\\server\share" (E.4). */
  readonly legacyBackslash?: boolean;
}

/**
 * An old file URL, in the form of today (RFC 8089, appendix E). What is no such URL comes back as it is, so that `parse`
 * says what is wrong with it.
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

/** Up to and with a drive: no slash, one or two before it, or an authority. */
const DRIVE: RegExp = /^(file:)(?:\/{0,2}|\/\/([^/]*)\/)([a-z])(?::|\||%7c)(?=\/|$)/i;
