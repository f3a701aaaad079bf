/**
 * Returns the same string as one flat sequence of characters, like a string that was read from a socket or from JSON.
 * Inside the engine, a concatenated string is a tree and a substring is a view of a longer string, which are slower to
 * read.
 */
export function flat(text: string): string {
  const encoding = /^[\0-\xff]*$/.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}
