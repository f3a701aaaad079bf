import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { localNameProblem } from "@anyurl/client";
import { UNRESERVED } from "@anyurl/core";
import { decodeText, encodeText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { parseUrl } from "../text/read-url.ts";

/** What a command line names by a URL, or by the name of a file here. */
export interface UrlOrFile {
  readonly url: Url;
  /** The name of a file, as it was given; `undefined` for a URL. */
  readonly file: string | undefined;
}

/**
 * Reads a URL, or the name of a file: whatever does not begin with a scheme and ":". On Windows one letter is a drive.
 *
 * @throws {UsageError} it is empty, or may have been meant as an option. @throws {UrlSyntaxError}
 */
export function parseUrlOrFile(text: string, io: Pick<Io, "urls">): UrlOrFile {
  if (text === "") throw new UsageError("empty file name");
  const isUrl = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && !(IS_WINDOWS && /^[A-Za-z]:/.test(text));
  if (isUrl) return { url: parseUrl(text, io).url, file: undefined };
  if (text.startsWith("-"))
    throw new UsageError(`"${text.slice(0, 20)}" looks like an option`, "add ./ before a file name");
  return { url: fileUrl(text, io), file: text };
}

const IS_WINDOWS = process.platform === "win32";

/** The URL of a file of this machine (RFC 8089). A "/" at the end stays. */
function fileUrl(name: string, { urls }: Pick<Io, "urls">): Url {
  const isFolder = IS_WINDOWS ? /[/\\]$/.test(name) : name.endsWith("/");
  const path = resolve(name);
  const segments = (IS_WINDOWS ? path.replaceAll("\\", "/") : path).replace(/^\//, "").split("/");
  if (isFolder && segments.at(-1) !== "") segments.push("");
  return urls.parse(urls.format("file", { segments }));
}

/** Where something is written, and what it is called to whoever has named it. */
export interface Target {
  readonly url: Url;
  /** The name of a file here, or a URL without its password. */
  readonly shown: string;
}

/**
 * Where something is written that is to have a name there: in a directory, by its name at the source; else just there. A
 * directory is what says so, by a "/" at the end, and one that is found here.
 *
 * @throws {UsageError} the source has no name that the target could have.
 */
export async function resolveTarget(
  target: UrlOrFile,
  name: string | undefined,
  { urls }: Pick<Io, "urls">,
): Promise<Target> {
  const { url, file } = target;
  const folder = await directoryUrl(target);
  if (folder === undefined) return { url, shown: file ?? redact(url.href) };
  const unsafe = name === undefined ? "the source has no name" : nameProblem(name, target);
  if (name === undefined || unsafe !== undefined) {
    throw new UsageError(
      `${file ?? redact(url.href)} is a directory, and there is no usable file name: ${unsafe}`,
      "add a file name to the target",
    );
  }
  const inside = urls.parse(folder + encodeText(name, UNRESERVED));
  return { url: inside, shown: file === undefined ? redact(inside.href) : join(file, name) };
}

/** The URL of a directory, with "/" at its end; `undefined` where it is none. */
export async function directoryUrl({ url, file }: UrlOrFile): Promise<string | undefined> {
  const { href, path, query, fragment } = url;
  if (path.endsWith("/") && query === undefined && fragment === undefined) return href;
  if (file === undefined) return undefined;
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? `${href}/` : undefined;
}

/** A stranger's name is none of ours without a look at it. */
function nameProblem(name: string, { url: { scheme } }: UrlOrFile): string | undefined {
  if (scheme === "file") return localNameProblem(name);
  return name === "." || name === ".." || /[/\0\r\n]/.test(name)
    ? "the name is not allowed there"
    : undefined;
}

/** What a place is called in its directory; `undefined` where nothing says it. */
export function fileName({ url, file }: UrlOrFile): string | undefined {
  if (file !== undefined) return basename(file);
  const { name } = (url.parts ?? {}) as { readonly name?: unknown };
  if (typeof name === "string") return name === "" ? undefined : name;
  const last = url.path.split("/").at(-1) ?? "";
  return last === "" ? undefined : decodeText(last);
}
