/** Media types of document types, for names with an exact meaning. A Map, because the names are untrusted. */
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

/** Returns the media type; `undefined` for an ambiguous or unknown type. */
export function findMediaType(wtype: string): string | undefined {
  return MEDIA_TYPES.get(wtype);
}
