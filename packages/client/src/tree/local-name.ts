import { isDeviceName } from "@anyurl/core";

/** Octets that a name may have on every file system, with room for what is put around it. */
const MAX_NAME = 200;

/**
 * Why a server's name may be no name of a file here; `undefined` when it may. One rule for all systems: what is written on
 * one is carried to another.
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

/** What two names have in common that are one on some file system: normal form, and letters without their case. */
export function collisionKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
}
