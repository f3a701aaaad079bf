import { AccessError, type Attributes, type Entity, type Entry, parseLogin, type Source } from "@anyurl/core";
import { type Context as AnyContext, skippedLinesEntry } from "@anyurl/core/exchange";
import * as change from "./change.ts";
import { entriesIn } from "./entry.ts";
import { convertLineEnds, fromNetwork, type LineEnds, toNetwork } from "./line-ends.ts";
import { list as listing } from "./list.ts";
import type { FtpSettings } from "./options.ts";
import { retrieve } from "./retrieve.ts";
import { begun, session } from "./session.ts";
import { stat as facts } from "./stat.ts";
import { type StoreEvent, store } from "./store.ts";
import { DEFAULT_PORT, type FtpUrl } from "./syntax.ts";
import { selectType } from "./type.ts";

type Context = AnyContext<FtpSettings>;

/**
 * Retrieves a file, or the names in a directory, one per line. Resolves when the server agrees to send.
 *
 * @throws {AccessError} auth-required, auth-failed, not-found, permission-denied, is-a-directory, bad-option, …
 */
export async function get(url: FtpUrl, context: Context): Promise<Entity> {
  const { first, rest, control } = await begun(url, context, (control, login) =>
    retrieve(control, login, url.parts, { start: context.range?.start, metadata: context.metadata }),
  );
  if (first.done === true || !("begins" in first.value)) {
    await rest.return(true);
    throw new AccessError("plugin-fault", "the exchange emitted no begin event");
  }
  const { start, isDirectory, size, modified } = first.value;
  // After a Begin there are only bytes.
  const body = rest as Entity["body"];
  const { options } = context;
  // The names in a directory are sent as text.
  const isText = isDirectory ? options.lineEnds === "lf" : isTurned(url, options);
  return {
    body: isText ? convertLineEnds(body, fromNetwork()) : body,
    framing: "reply",
    start,
    /** 226 after the body. */
    get status() {
      return control.lastCode;
    },
    ...(isDirectory && { mediaType: "text/plain" }),
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
  };
}

/** Returns whether the file is text whose line ends are to be converted. */
function isTurned({ parts }: FtpUrl, options: FtpSettings): boolean {
  return options.lineEnds === "lf" && selectType(parts, options) === "A";
}

/** Lists the entries of a directory. */
export async function* list(url: FtpUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const now = new Date(context.now());
  const events = session(url, context, (control, login) => listing(control, login, url.parts, now));
  const entryOf = entriesIn(url);
  for await (const event of events) {
    if ("begins" in event) continue;
    if ("skipped" in event) yield skippedLinesEntry(event.skipped, context.limits)!;
    else for (const entry of event.entries) yield entryOf(entry);
  }
}

/** Reads metadata by MLST, else by SIZE, MDTM, and an attempt to enter the resource as a directory. */
export async function stat(url: FtpUrl, context: Context): Promise<Attributes> {
  let attributes: Attributes | undefined;
  for await (const event of session(url, context, (control, login) => facts(control, login, url.parts))) {
    attributes = event.found;
  }
  if (attributes !== undefined) return attributes;
  throw new AccessError("plugin-fault", "the exchange emitted no attributes");
}

/** Writes a file and replaces an existing one; with a range, resumes an upload at its start. */
export function put(url: FtpUrl, context: Context, source: Source): Promise<void> {
  return stored(url, context, source, "STOR", { start: context.range?.start, modified: context.modified });
}

/** Appends to a file. */
export function append(url: FtpUrl, context: Context, source: Source): Promise<void> {
  return stored(url, context, source, "APPE");
}

async function stored(
  url: FtpUrl,
  context: Context,
  source: Source,
  verb: "STOR" | "APPE",
  how?: { readonly start: number | undefined; readonly modified: Date | undefined },
): Promise<void> {
  const events = session(url, context, (control, login) => store(control, login, url.parts, verb, how));
  await supply(events, source, isTurned(url, context.options) ? toNetwork() : undefined);
}

/** Answers each Pull with the next chunk of the source. Always closes the source. */
async function supply(
  events: AsyncGenerator<Exclude<StoreEvent, { wanted: "password" | "account" }>, void, void>,
  source: Source,
  ends: Pick<LineEnds, "turn"> | undefined,
): Promise<void> {
  const octets = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for await (const event of events) {
      const next = await octets.next();
      isOver = next.done === true;
      event.octets = next.done === true ? undefined : (ends?.turn(next.value) ?? next.value);
    }
  } finally {
    if (!isOver) await octets.return?.();
  }
}

/** Removes a file with DELE, or with RMD a directory, whose URL ends with "/". */
export function remove(url: FtpUrl, context: Context): Promise<void> {
  return done(session(url, context, (control, login) => change.remove(control, login, url.parts)));
}

/** Makes a directory with MKD. */
export function makeDirectory(url: FtpUrl, context: Context): Promise<void> {
  return done(session(url, context, (control, login) => change.makeDirectory(control, login, url.parts)));
}

/**
 * Renames with RNFR and RNTO. @throws {AccessError} unsupported: the new URL has a different server or user.
 */
export async function rename(url: FtpUrl, context: Context, to: FtpUrl): Promise<void> {
  if (formatAuthority(url) !== formatAuthority(to)) {
    throw new AccessError("unsupported", "cannot rename to a different server or user", {
      hint: "copy the file, then remove the original",
    });
  }
  return done(session(url, context, (control, login) => change.rename(control, login, url.parts, to.parts)));
}

function formatAuthority(url: FtpUrl): string {
  const { user, hostname, port } = parseLogin(url, DEFAULT_PORT[url.scheme]);
  return JSON.stringify([url.scheme, user, hostname.toLowerCase(), port]);
}

async function done(events: AsyncGenerator<unknown, void, void>): Promise<void> {
  for await (const _ of events);
}
