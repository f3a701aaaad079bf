import { stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import process from "node:process";
import { localNameProblem } from "@anyurl/client";
import { UNRESERVED } from "@anyurl/core";
import { decodeText, encodeText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { parseUrl } from "../text/read-url.ts";

/** An argument that is a URL or the name of a local file. */
export interface UrlOrFile {
  readonly url: Url;
  /** The file name, as given; `undefined` for a URL. */
  readonly file: string | undefined;
}

/**
 * Parses a URL or a file name. A text that starts with a scheme and ":" is a URL, but on Windows a single letter is a
 * drive.
 *
 * @throws {UsageError} the text is empty, or may have been meant as an option. @throws {UrlSyntaxError}
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

/** Returns the URL of a local file (RFC 8089). A "/" at the end is kept. */
function fileUrl(name: string, { urls }: Pick<Io, "urls">): Url {
  const isFolder = IS_WINDOWS ? /[/\\]$/.test(name) : name.endsWith("/");
  const path = resolve(name);
  const segments = (IS_WINDOWS ? path.replaceAll("\\", "/") : path).replace(/^\//, "").split("/");
  if (isFolder && segments.at(-1) !== "") segments.push("");
  return urls.parse(urls.format("file", { segments }));
}

/** The target of a write operation, and its name in messages. */
export interface Target {
  readonly url: Url;
  /** The name of a local file, or a URL without its password. */
  readonly shown: string;
}

/**
 * Resolves the target of a write operation. In a directory, the target gets the name of the source. A target is a
 * directory if it ends in "/", or if it is an existing local directory.
 *
 * @throws {UsageError} the source has no name that the target may have.
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

/** Checks the target of several sources. @throws {UsageError} it is not a directory. */
export async function requireDirectory(target: UrlOrFile): Promise<void> {
  if ((await directoryUrl(target)) !== undefined) return;
  throw new UsageError(
    `several sources need a directory as the target, not ${target.file ?? redact(target.url.href)}`,
    'add "/" at the end of the target',
  );
}

/** Returns the URL of a directory, with "/" at its end; `undefined` if the target is not a directory. */
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

/** Returns the URL of a local directory, with "/" at its end. */
export function directoryHref(name: string, io: Pick<Io, "urls">): string {
  return fileUrl(`${resolve(name)}${sep}`, io).href;
}

/** Returns the absolute path of a local directory; `undefined` for any other URL, and for one that has no path here. */
export function directoryPath({ url, file }: UrlOrFile): string | undefined {
  if (file !== undefined) return resolve(file);
  if (url.scheme !== "file" || IS_WINDOWS) return undefined;
  const { segments } = url.parts as { readonly segments: readonly string[] };
  return resolve(`/${segments.join("/")}`);
}

/** Returns why a name from a server cannot be used in the target. */
function nameProblem(name: string, { url: { scheme } }: UrlOrFile): string | undefined {
  if (scheme === "file") return localNameProblem(name);
  return name === "." || name === ".." || /[/\0\r\n]/.test(name)
    ? "the name is not allowed there"
    : undefined;
}

/** Returns the last name of a URL or file; `undefined` if it has none. */
export function fileName({ url, file }: UrlOrFile): string | undefined {
  if (file !== undefined) return basename(file);
  const { name } = (url.parts ?? {}) as { readonly name?: unknown };
  if (typeof name === "string") return name === "" ? undefined : name;
  const last = url.path.split("/").at(-1) ?? "";
  return last === "" ? undefined : decodeText(last);
}
