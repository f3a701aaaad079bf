import { AccessError, isAccessError } from "@anyurl/core";
import type { Context as AnyContext } from "@anyurl/core/exchange";
import { type Change, sendChange } from "../change.ts";
import type { ResolvedHttpOptions } from "../options.ts";
import { formatOrigin } from "../redirect.ts";
import type { HttpSettings } from "../settings.ts";
import type { HttpUrl } from "../syntax.ts";
import { findResource } from "./collection.ts";
import { FILE_DEPTH, toDirectoryUrl } from "./directory-url.ts";

type Context = AnyContext<ResolvedHttpOptions>;

/**
 * Removes a file, or an empty directory, whose URL ends with "/". DELETE removes a collection with everything in it (RFC 4918
 * §9.6.1), so its members are requested first. What another client adds between the two requests is removed as well.
 *
 * @throws {AccessError} not-empty, is-a-directory; unsupported: the option webdav is "always", and the server has none.
 */
export async function removeResource(url: HttpUrl, context: Context, settings: HttpSettings): Promise<void> {
  const found = await findResource(url, context, settings, "1");
  const isDirectory = url.path.endsWith("/");
  if (found === "directory" || found === "empty-directory") {
    if (!isDirectory)
      throw new AccessError("is-a-directory", "the resource is a directory", {
        hint: 'add "/" to the end of the URL',
      });
    if (found === "directory") throw new AccessError("not-empty", "the directory is not empty");
    return sendChange(url, context, { method: "DELETE" });
  }
  if (found === undefined && settings.webdav === "always") throw withoutWebdav();
  return sendChange(url, context, { method: "DELETE", fields: FILE_DEPTH });
}

/** Makes a collection with MKCOL (RFC 4918 §9.3). @throws {AccessError} already-exists; not-found: its parent. */
export async function makeCollection(url: HttpUrl, context: Context, settings: HttpSettings): Promise<void> {
  try {
    await change(toDirectoryUrl(url), context, { method: "MKCOL" });
  } catch (error) {
    if (!isAccessError(error) || error.replyCode !== 405) throw error;
    // A server without WebDAV does not allow the method either.
    const found = await findResource(url, context, settings, "0");
    throw found === undefined ? withoutWebdav(error) : existsError(error);
  }
}

/**
 * Moves a resource with MOVE (RFC 4918 §9.9), over a file, but not over a directory: it would be removed with its contents.
 *
 * @throws {AccessError} unsupported: another server; already-exists: a directory; not-found: the resource, or the parent of the
 *   target.
 */
export async function moveResource(
  url: HttpUrl,
  context: Context,
  to: HttpUrl,
  settings: HttpSettings,
): Promise<void> {
  if (formatOrigin(url) !== formatOrigin(to))
    throw new AccessError("unsupported", "cannot rename to a different server", {
      hint: "copy the file, then remove the original",
    });
  const destination = to.with({ userinfo: undefined, fragment: undefined }).href;
  const move = (overwrite: "F" | "T") =>
    change(url, context, {
      method: "MOVE",
      fields: [
        ["destination", destination],
        ["overwrite", overwrite],
      ],
    });
  try {
    await move("F");
  } catch (error) {
    if (!isAccessError(error) || error.replyCode !== 412) throw error;
    if ((await findResource(to, context, settings, "0")) !== "file") throw existsError(error);
    await move("T");
  }
}

/** Sends a request of RFC 4918, in which 409 means that the parent of the resource does not exist. */
async function change(url: HttpUrl, context: Context, request: Change): Promise<void> {
  try {
    await sendChange(url, context, request);
  } catch (error) {
    if (!isAccessError(error) || error.replyCode !== 409) throw error;
    const { reply, replyCode } = error;
    throw new AccessError("not-found", "the parent directory does not exist", { reply, replyCode });
  }
}

function existsError({ reply, replyCode }: AccessError): AccessError {
  return new AccessError("already-exists", "the target exists already", { reply, replyCode });
}

function withoutWebdav({ reply, replyCode }: Partial<AccessError> = {}): AccessError {
  return new AccessError("unsupported", "the server has no WebDAV at this URL", { reply, replyCode });
}
