/**
 * File name extensions by media type: the type that is registered with IANA, except "audio/wav", because not all browsers
 * play "audio/vnd.wave". An extension with two common meanings, such as "ts" (TypeScript, MPEG transport stream), has none.
 */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "text/plain": "txt text log asc",
  "text/markdown": "md",
  "text/csv": "csv",
  "text/css": "css",
  "text/calendar": "ics",
  "text/html": "html htm",
  "text/javascript": "js mjs",
  "message/rfc822": "eml",
  "application/xhtml+xml": "xhtml",
  "application/xml": "xml",
  "application/json": "json",
  "application/ld+json": "jsonld",
  "application/manifest+json": "webmanifest",
  "application/wasm": "wasm",
  "application/pdf": "pdf",
  "application/postscript": "ps eps",
  "application/rtf": "rtf",
  "application/epub+zip": "epub",
  "application/gzip": "gz tgz",
  "application/zip": "zip",
  "application/zstd": "zst",
  "application/x-bzip2": "bz2",
  "application/x-compress": "z",
  "application/x-tar": "tar",
  "application/x-xz": "xz",
  "application/mac-binhex40": "hqx",
  "application/ogg": "ogx",
  "application/vnd.ms-fontobject": "eot",
  "application/octet-stream": "bin",
  "image/gif": "gif",
  "image/png": "png",
  "image/jpeg": "jpg jpeg",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "image/tiff": "tif tiff",
  "image/bmp": "bmp",
  "image/vnd.microsoft.icon": "ico",
  "audio/aac": "aac",
  "audio/basic": "au",
  "audio/flac": "flac",
  "audio/midi": "mid midi",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg oga opus",
  "audio/wav": "wav",
  "audio/webm": "weba",
  "video/3gpp": "3gp",
  "video/3gpp2": "3g2",
  "video/mp4": "mp4",
  "video/mpeg": "mpeg",
  "video/ogg": "ogv",
  "video/webm": "webm",
  "video/x-msvideo": "avi",
  "font/otf": "otf",
  "font/ttf": "ttf",
  "font/woff": "woff",
  "font/woff2": "woff2",
  "model/gltf+json": "gltf",
  "model/gltf-binary": "glb",
};

/** A Map, because the names are untrusted. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, extensions]) =>
    extensions.split(" ").map((extension) => [extension, type] as const),
  ),
);

/**
 * Guesses a media type, without parameters, from the extension of a file name. `undefined` for an extension that is not in
 * the list, and for a name such as ".txt", which has none. Use it only if neither the server nor the protocol states a type.
 */
export function guessMediaType(name: string): string | undefined {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase());
}

/** Returns the usual file name extension of a media type, without the dot; `undefined` if the type is not in the list. */
export function findExtension(mediaType: string): string | undefined {
  const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type]!.split(" ", 1)[0] : undefined;
}
