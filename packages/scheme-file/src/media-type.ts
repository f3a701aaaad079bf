/** Media types by file name suffix, never by content: the owner of the file decides its type. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["txt", "text/plain"],
  ["text", "text/plain"],
  ["log", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["css", "text/css"],
  ["html", "text/html"],
  ["htm", "text/html"],
  ["xml", "application/xml"],
  ["json", "application/json"],
  ["js", "text/javascript"],
  ["mjs", "text/javascript"],
  ["wasm", "application/wasm"],
  ["pdf", "application/pdf"],
  ["ps", "application/postscript"],
  ["rtf", "application/rtf"],
  ["eml", "message/rfc822"],
  ["gif", "image/gif"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["svg", "image/svg+xml"],
  ["tif", "image/tiff"],
  ["tiff", "image/tiff"],
  ["bmp", "image/bmp"],
  ["ico", "image/vnd.microsoft.icon"],
  ["mp3", "audio/mpeg"],
  ["ogg", "audio/ogg"],
  ["flac", "audio/flac"],
  ["wav", "audio/vnd.wave"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["gz", "application/gzip"],
  ["zip", "application/zip"],
  ["zst", "application/zstd"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
]);

/** Returns the media type of a suffix, as registered with IANA; `undefined` if not in the list. */
export function findMediaType(name: string): string | undefined {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? undefined : MEDIA_TYPES.get(name.slice(dot + 1).toLowerCase());
}
