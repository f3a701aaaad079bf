import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Registry } from "@anyurl/core";
import type { Change, LenientOptions, LenientResult, LocalFiles, Suggestion } from "@anyurl/core/lenient";

/** Formats what was changed, for a message. */
export function describeChanges(changes: readonly Change[]): string {
  return [...new Set(changes.map(({ message }) => message))].join("; ");
}

/** Parses a URL as people type it. */
export async function readUrl(text: string, urls: Registry): Promise<LenientResult> {
  const { tryParseLenient } = await import("@anyurl/core/lenient");
  return tryParseLenient(text, urls, await lenientOptions(text));
}

/** Returns URLs that a rejected text may mean. */
export async function suggestUrls(text: string, urls: Registry): Promise<readonly Suggestion[]> {
  if (text === "" || text.startsWith("-")) return [];
  const lenient = await import("@anyurl/core/lenient");
  return lenient.suggestUrls(text, urls, await lenientOptions(text));
}

/** Loads the tables of host names only if they are needed. */
async function lenientOptions(text: string): Promise<LenientOptions> {
  const { idna } = /[^\0-\x7f]/.test(text) ? await import("@anyurl/idna") : {};
  return { localFiles: LOCAL_FILES, ...(idna && { idna }) };
}

const LOCAL_FILES: LocalFiles = {
  toAbsolutePath(path) {
    const absolute = resolve(path);
    const isDirectory = statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true;
    return isDirectory && !/[\\/]$/.test(absolute) ? `${absolute}/` : absolute;
  },
  exists: (path) => existsSync(path),
};
