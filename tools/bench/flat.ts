/**
 * The same text, its characters in one piece, as a text is that has come from a socket or out of JSON. One that was joined or
 * cut is a tree of pieces or a view of a longer one inside the engine, and all that look at it pay for that.
 */
export function flat(text: string): string {
  const encoding = /^[\0-\xff]*$/.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}
