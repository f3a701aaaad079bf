import type { Language } from "@anyurl/languages";

let current: Language | undefined;

/** Translates an English text of a page to the language of the page that is rendered. */
export function say(english: string): string {
  return current === undefined ? english : current.say(english);
}

/** Translates the message of an error. Without a translation, what its code means is added. */
export function sayError(code: string, message: string): string {
  return current === undefined ? message : current.sayError(code, message);
}

/** The language of the page that is rendered, for `<html lang>`. */
export function currentTag(): Language["tag"] {
  return current?.tag ?? "en";
}

/** Renders in a language; by default in English. Rendering is synchronous, so no other page is rendered meanwhile. */
export function renderIn<T>(language: Language | undefined, render: () => T): T {
  const before = current;
  current = language;
  try {
    return render();
  } finally {
    current = before;
  }
}
