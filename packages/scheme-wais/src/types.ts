/**
 * What servers call the types of documents, where that says exactly what they hold. A Map: the names come
 * from outside.
 */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["TEXT", "text/plain"],
  ["WSRC", "text/plain"],
  ["HTML", "text/html"],
  ["GIF", "image/gif"],
  ["JPEG", "image/jpeg"],
  ["TIFF", "image/tiff"],
  ["PICT", "image/x-pict"],
  ["PS", "application/postscript"],
  ["DVI", "application/x-dvi"],
]);

/** `undefined` for a type that says nothing certain. */
export function mediaTypeOf(wtype: string): string | undefined {
  return MEDIA_TYPES.get(wtype);
}
