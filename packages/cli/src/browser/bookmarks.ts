import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../errors.ts";
import { readTextFile } from "../read-text-file.ts";

export interface Bookmark {
  readonly url: string;
  readonly title: string;
}

/** The bookmarks of the user. */
export interface Bookmarks {
  /** @throws {LocalError} bad-bookmarks; system errors. */
  list(): readonly Bookmark[];
  /** @throws {LocalError} system errors. */
  save(bookmarks: readonly Bookmark[]): void;
}

/** Keeps bookmarks in a file: a URL, a blank, and a title per line. Without a file, for this run only. */
export function createBookmarks(file: string | undefined): Bookmarks {
  if (file === undefined) return createMemoryBookmarks();
  return {
    list() {
      try {
        return parseBookmarks(readTextFile(file, "bad-bookmarks"));
      } catch (error) {
        if (error instanceof LocalError && error.code === "enoent") return [];
        throw error;
      }
    },
    save: (bookmarks) => writeBookmarks(file, formatBookmarks(bookmarks)),
  };
}

function createMemoryBookmarks(): Bookmarks {
  let kept: readonly Bookmark[] = [];
  return {
    list: () => kept,
    save(bookmarks) {
      kept = bookmarks;
    },
  };
}

export function parseBookmarks(text: string): readonly Bookmark[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, url, title = ""] = /^\s*(\S+)(?:\s+(.*))?$/.exec(line) ?? [];
    return url === undefined || url.startsWith("#") ? [] : [{ url, title: title.trim() || url }];
  });
}

export function formatBookmarks(bookmarks: readonly Bookmark[]): string {
  return bookmarks.map(({ url, title }) => `${url} ${title.replace(/\s+/g, " ")}\n`).join("");
}

/** Replaces the file as a whole. Only its owner can read it: it says what they read. */
function writeBookmarks(file: string, text: string): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, text, { mode: 0o600, flag: "wx" });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw toLocalError(error, displayText(file));
  }
}
