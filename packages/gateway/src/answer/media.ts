/** How a browser handles a document. */
export type Handling =
  /** Shown as a page of escaped text; sent as text/plain to programs. */
  | "text"
  /** Markup: served in a sandbox or as text, depending on the option `html`. */
  | "html"
  /** Shown by the browser, which executes nothing in it. */
  | "inline"
  /** Saved as a file. */
  | "download";

/** Images, audio, video and other passive types that browsers show. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  ...["image/gif", "image/png", "image/jpeg", "image/webp", "image/avif", "image/bmp"],
  ...["image/vnd.microsoft.icon", "image/x-icon"],
  ...["audio/mpeg", "audio/ogg", "audio/wav", "audio/flac", "audio/aac", "audio/opus", "audio/webm"],
  ...["video/mp4", "video/webm", "video/ogg", "text/css", "font/woff", "font/woff2"],
]);

/** Types that browsers could execute, and other types that are shown as text. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  ...["application/json", "application/ld+json", "application/xml", "application/javascript"],
  ...["application/ecmascript", "application/x-javascript", "message/rfc822", "application/gopher-menu"],
]);

export function classifyMediaType(type: string): Handling {
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (INLINE_TYPES.has(type)) return "inline";
  if (type.startsWith("text/") || type.endsWith("+xml") || type.endsWith("+json") || TEXT_TYPES.has(type))
    return "text";
  if (type.startsWith("message/") || type === "multipart/digest") return "text";
  return "download";
}
