import { isDeviceName } from "@anyurl/core";

/** Maximum bytes of a name that every file system supports, with room for a prefix and a suffix. */
const MAX_NAME = 200;

/**
 * Returns why a server's name is not safe as a local file name; `undefined` if it is. The rule is the same on all
 * systems, because files are moved between systems.
 */
export function localNameProblem(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return 'it is empty, ".", or ".."';
  if (/[/\\:]/.test(name)) return "it contains a path separator";
  if (/[*?"<>|]/.test(name)) return "it contains a character that some systems do not allow";
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name))
    return "it contains a control character or an invisible character";
  if (/[\ud800-\udfff]/u.test(name)) return "it is not valid UTF-8";
  if (/^[.-]/.test(name)) return 'it starts with "." or "-"';
  if (/[. ]$/.test(name)) return "it ends with a dot or a space";
  if (isDeviceName(name)) return "it is a device name on some systems";
  if (new TextEncoder().encode(name).length > MAX_NAME) return `it has more than ${MAX_NAME} bytes`;
  return undefined;
}

/** Returns a key that is the same for names that collide on some file system: normalized, and without letter case. */
export function collisionKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
}
