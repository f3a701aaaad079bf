import process from "node:process";

/** Characters that no shell treats in a special way. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes a word for the shells of this system: POSIX shells, or cmd and PowerShell. */
export function quoteForShell(word: string, platform: string = process.platform): string {
  if (platform === "win32") return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
