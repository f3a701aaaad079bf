import { PCHAR } from "../syntax/charset.ts";
import { encodeText } from "../syntax/escape.ts";

/** A drive, with its separator. "x://h/" is a URL. */
const DRIVE = /^[A-Za-z]:(?:\\|\/(?!\/))/;
/** `\\server\share`: its server. */
const UNC = /^\\\\([^\\/?*:|"<>\s]+)(?=\\)/;

/** The forms of local paths that cannot be anything else. "relative" and "rooted" depend on the machine. */
export type PathForm = "drive" | "unc" | "rooted" | "relative";

/** Returns the form of a local path; `undefined` if the text is not one, or can also be something else. */
export function findPathForm(text: string): PathForm | undefined {
  if (DRIVE.test(text)) return "drive";
  if (UNC.test(text)) return "unc";
  if (/^\.{1,2}(?:[\\/]|$)/.test(text)) return "relative";
  return /^\/(?!\/)/.test(text) ? "rooted" : undefined;
}

/** Formats the URL of an absolute path. */
export function formatPathUrl(name: string, path: string): string {
  const [unc, host = ""] = UNC.exec(path) ?? [];
  const rest = path.slice(unc?.length ?? 0);
  const slashes = unc !== undefined || DRIVE.test(rest) ? rest.replaceAll("\\", "/") : rest;
  const encoded = slashes.split("/").map((segment) => encodeText(segment, SEGMENT));
  return `${name}://${host}${slashes.startsWith("/") ? "" : "/"}${encoded.join("/")}`;
}

/** RFC 1738 §5 excludes ";" from the segments of a file URL. */
const SEGMENT = /* @__PURE__ */ PCHAR.without(";");

/** Extensions of common files. Some of them are also top-level domains. */
export const FILE_EXTENSIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "7z ai avi bak bash bat bin bmp bz2 c cc cfg cjs class conf cpp cs css csv dart db deb diff dmg doc docx dll eml " +
    "env epub exe gif go gz h hpp htm html ico ini iso jar java jpeg jpg js json jsonl jsx key lock log lua m4a map " +
    "mbox md mdx mjs mkv mov mp3 mp4 msi odt ogg org pdf pem php pl png ppt pptx ps py rar rb rs rst rtf sh sql " +
    "sqlite svg swift tar tex tgz tif tiff tmp toml ts tsv tsx ttf txt vue wasm wav webm webp woff woff2 xls xlsx xml " +
    "xz yaml yml zip zst"
  ).split(" "),
);
