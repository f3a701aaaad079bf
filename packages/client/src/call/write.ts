import { redact, rejectFragment, type Scheme, type Source, type Url } from "@anyurl/core";
import type { PartUse } from "@anyurl/core/exchange";
import { type SourceInput, toSource } from "../body/source.ts";
import { UploadSource } from "../body/upload-source.ts";
import type { ClientSettings } from "../client-options.ts";
import { callOnce, openCall } from "./call.ts";
import type { CallSettings } from "./call-options.ts";
import { entryWithUrl, namedUrl, type UrlOrEntry } from "./provenance.ts";
import { writeError } from "./write-target.ts";

/** Writes a resource, in place of an existing one. An AccessError has the state of the target. */
export async function put(
  settings: ClientSettings,
  url: UrlOrEntry,
  source: SourceInput,
  given: CallSettings,
): Promise<void> {
  // If the target is an entry, its server also named the URLs of temporary files.
  const { text, options } = resolveTarget(url, given);
  const { registry, clock } = settings;
  return writeSource(text, source, options, writeError, async (octets, own) => {
    const write = (to: string | Url, from: Source = octets) =>
      callOnce(settings, to, "put", options, (put, target, context) => put(target, context, from));
    const scheme = findScheme(settings, text);
    own.replacesWhole = scheme?.writesWhole === true;
    const { atomic, range, transcript } = options;
    if (atomic === false || range !== undefined) return write(text);
    const target = registry.parse(text) as Url;
    const { canReplace, cleanUpOptions, putAtomically } = await import("../tree/atomic.ts");
    if (!(await canReplace(scheme!, target))) return write(text);
    // Reject the target first, as a direct write would.
    openCall(settings, text, "put", options).end();
    own.replacesWhole = true;
    if (atomic === "preferred") own.holdFirst();
    await putAtomically(target, {
      put: (part) => write(part),
      rename: (from, to) => rename(settings, from, to, options),
      remove: (part) => remove(settings, part, cleanUpOptions(options)),
      mayExist: () => own.isBegun,
      canPutDirectly: () => own.canRestart,
      putDirectly: () => {
        own.replacesWhole = false;
        transcript?.note(NOT_ATOMIC, clock.now());
        return write(text, own.source());
      },
    });
  });
}

const NOT_ATOMIC = "the server rejected the temporary name: writing directly to the target, not atomically";

/** Appends to a resource. An AccessError has the state of the target. */
export function append(
  settings: ClientSettings,
  url: UrlOrEntry,
  source: SourceInput,
  options: CallSettings,
): Promise<void> {
  return writeSource(namedUrl(url, undefined).text, source, options, writeError, (octets) =>
    callOnce(settings, url, "append", options, (append, target, context) => append(target, context, octets)),
  );
}

/** Sends the message that the URL drafts, or the given one. */
export async function send(
  settings: ClientSettings,
  url: UrlOrEntry,
  message: SourceInput | undefined,
  options: CallSettings,
): Promise<void> {
  const sendOctets = (octets?: Source) =>
    callOnce(settings, url, "send", options, (send, target, context) => send(target, context, octets));
  if (message === undefined) return sendOctets();
  return writeSource(namedUrl(url, undefined).text, message, options, (error) => error, sendOctets);
}

/** Creates a symbolic link. Its scheme has `makesLinks`. */
export function makeLink(
  settings: ClientSettings,
  url: string,
  linkTarget: string,
  options: CallSettings,
): Promise<void> {
  return writeSource(url, new Uint8Array(), options, writeError, (octets) =>
    callOnce(settings, url, "put", options, (put, target, context) =>
      put(target, { ...context, linkTarget }, octets),
    ),
  );
}

/** Writes a file by way of an incomplete file. Its scheme has `keepsParts`. @param source what is written if it has none. */
export function putPart(
  settings: ClientSettings,
  url: string,
  part: PartUse,
  source: SourceInput,
  options: CallSettings,
): Promise<void> {
  return writeSource(url, source, options, writeError, (octets, own) => {
    own.replacesWhole = true;
    return callOnce(settings, url, "put", options, (put, target, context) =>
      put(target, { ...context, part }, octets),
    );
  });
}

/** Removes a resource. An entry that is a link is removed itself, and not what it leads to. */
export function remove(settings: ClientSettings, url: UrlOrEntry, options: CallSettings): Promise<void> {
  return callOnce(settings, withoutLastSlash(url), "remove", options, (remove, target, context) =>
    remove(target, context),
  );
}

/** With "/" at its end, the URL of a link to a directory would be that of the directory. */
function withoutLastSlash(target: UrlOrEntry): UrlOrEntry {
  const isEntry = typeof target === "object" && target !== null && !("href" in target);
  if (!isEntry || target.isLink !== true || target.url === undefined) return target;
  return entryWithUrl(target, target.url.replace(/\/+$/, ""));
}

export function rename(
  settings: ClientSettings,
  url: UrlOrEntry,
  to: string | URL | Url,
  options: CallSettings,
): Promise<void> {
  return callOnce(settings, url, "rename", options, (rename, target, context) => {
    const name = settings.registry.parse(String(to)) as Url;
    rejectFragment(name, "rename");
    return rename(target, context, name);
  });
}

/** Writes a source, and ends it. An error of the caller's source is thrown unchanged. */
async function writeSource(
  text: string,
  given: SourceInput,
  options: CallSettings,
  toCallerError: (error: unknown, own: UploadSource) => unknown,
  write: (octets: Source, own: UploadSource) => Promise<void>,
): Promise<void> {
  const source = toSource(given);
  const { onSent } = options;
  const progress = onSent && ((sent: number) => onSent({ url: redact(text), sent }));
  const own = new UploadSource("then" in source ? await source : source, progress);
  try {
    await write(own.source(), own);
  } catch (error) {
    const isOwn = own.failure !== undefined && options.signal?.aborted !== true;
    throw toCallerError(isOwn ? own.failure?.error : error, own);
  } finally {
    await own.end().catch(() => {});
  }
}

/** Returns the scheme of a URL, if the URL is valid and its scheme is known. */
function findScheme({ registry }: ClientSettings, text: string): Scheme | undefined {
  const parsed = registry.tryParse(text);
  return parsed.ok ? registry.scheme(parsed.url.scheme) : undefined;
}

/** Returns the URL of a target, and options by which it counts as named by the server of an entry. */
function resolveTarget(
  target: UrlOrEntry,
  options: CallSettings,
): { readonly text: string; readonly options: CallSettings } {
  const { text } = namedUrl(target, undefined);
  const isEntry = typeof target !== "string" && !("href" in target);
  return { text, options: isEntry ? { ...options, namedBy: target } : options };
}
