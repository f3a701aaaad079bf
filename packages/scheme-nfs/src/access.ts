import { AccessError, type Attributes, type Entity, type Entry, parsePort, type Source } from "@anyurl/core";
import { type Context as AnyContext, bodyFromExchange, guessMediaType, perform } from "@anyurl/core/exchange";
import { FILE_TYPE, type FileAttributes, toKind } from "./attributes.ts";
import * as change from "./change.ts";
import * as exchange from "./exchange.ts";
import { elsewhereError, type Target } from "./find.ts";
import type { ResolvedNfsOptions } from "./options.ts";
import { type NfsExchange, NfsSession, type Wait } from "./session.ts";
import { format, type NfsUrl, removeDots } from "./syntax.ts";
import { toTarget } from "./target.ts";

type Context = AnyContext<ResolvedNfsOptions>;

/**
 * Downloads a file. Resolves after its first bytes have arrived. With the option `links` "any", a symbolic link to another
 * URL is opened instead, under the policy.
 *
 * @throws {AccessError} is-a-directory, not-found, permission-denied, redirect-refused, too-many-redirects, …
 */
export async function get(url: NfsUrl, context: Context): Promise<Entity> {
  const { range } = context;
  const events = run(url, context, (session, target) => exchange.retrieve(session, target, range));
  const first = await events.next();
  if (first.done === true || first.value instanceof Uint8Array) {
    await events.return(true);
    throw new AccessError("plugin-fault", "the exchange emitted no begin event");
  }
  if ("elsewhere" in first.value) {
    await events.return(true);
    if (context.options.links !== "any" || context.refer === undefined) throw elsewhereError(first.value);
    return context.refer(first.value.elsewhere);
  }
  const { size, modified } = first.value.begun;
  const mediaType = guessMediaType(url.parts.segments.at(-1) ?? "");
  return {
    // After `begun` there are only bytes.
    body: bodyFromExchange(events as AsyncGenerator<Uint8Array, true, void>),
    framing: "reply",
    start: range?.start ?? 0,
    modified,
    ...(size !== undefined && { size }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** Returns the attributes of a file or directory. Those of a link to another resource say only where it leads. */
export async function stat(url: NfsUrl, context: Context): Promise<Attributes> {
  const found = await toResult(run(url, context, exchange.stat));
  if ("elsewhere" in found) return { kind: "link", attributes: { target: found.elsewhere } };
  return toAttributes(found, url.parts.segments.at(-1) ?? "");
}

/** Lists a directory. An entry whose name is not that of one file has no URL. */
export async function* list(url: NfsUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { host, port, parts } = url;
  const { absolute, segments } = removeDots(parts);
  const above = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
  for await (const { name, attributes } of run(url, context, exchange.list)) {
    const facts = attributes === undefined ? { kind: "unknown" as const } : toAttributes(attributes, name);
    const unsafe = exchange.unsafeName(name);
    if (unsafe !== undefined) yield { ...facts, name, url: undefined, unsafe };
    else {
      const path = [...above, name, ...(facts.kind === "directory" ? [""] : [])];
      yield { ...facts, name, url: format({ host: host!, port: parsePort(port), absolute, segments: path }) };
    }
  }
}

/**
 * Writes a file, in place of an existing one. It is written in place: a client writes to a temporary name and renames it
 * for an atomic replacement.
 */
export async function put(url: NfsUrl, context: Context, source: Source): Promise<void> {
  if (context.range !== undefined && context.range.start > 0)
    throw new AccessError("unsupported", "cannot resume an upload over NFS", {
      hint: "upload the whole file",
    });
  const octets = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for await (const event of run(url, context, change.store)) {
      const next = await octets.next();
      isOver = next.done === true;
      event.octets = next.done === true ? undefined : next.value;
    }
  } finally {
    if (!isOver) await octets.return?.();
  }
}

/** Removes a file or a link; or a directory, whose URL ends with "/" and which must be empty. */
export async function remove(url: NfsUrl, context: Context): Promise<void> {
  await toResult(run(url, context, change.remove));
}

/** Makes a directory. */
export async function makeDirectory(url: NfsUrl, context: Context): Promise<void> {
  await toResult(run(url, context, change.makeDirectory));
}

/** Renames a file or directory on one server. @throws {AccessError} unsupported: the new URL has another server. */
export async function rename(url: NfsUrl, context: Context, to: NfsUrl): Promise<void> {
  const [here, there] = [toTarget(url).server, toTarget(to)];
  if (there.server.hostname !== here.hostname || there.server.port !== here.port)
    throw new AccessError("unsupported", "cannot rename to a different server", {
      hint: "copy the file, then remove the original",
    });
  await toResult(run(url, context, (session, target) => change.rename(session, target, there)));
}

function toAttributes(found: FileAttributes, name: string): Attributes {
  const { type, mode, uid, gid, size, modified } = found;
  const kind = toKind(found);
  const mediaType = type === FILE_TYPE.file ? guessMediaType(name) : undefined;
  return {
    ...{ kind, modified, modifiedPrecision: "millisecond" },
    ...(type === FILE_TYPE.file && size !== undefined && { size }),
    ...(mediaType !== undefined && { mediaType }),
    attributes: { mode: mode.toString(8).padStart(4, "0"), uid: String(uid), gid: String(gid) },
  };
}

/** Performs an exchange on a new connection, and waits where it asks for that. */
async function* run<Event extends object, Result>(
  url: NfsUrl,
  context: Context,
  start: (session: NfsSession, target: Target) => NfsExchange<Event, Result>,
): AsyncGenerator<Exclude<Event, Wait>, Result, void> {
  const target = toTarget(url);
  const connection = await context.connect({ host: target.server.hostname, port: target.server.port });
  const session = new NfsSession({ ...context.options, limits: context.limits }, connection.remote.address);
  const events = perform(start(session, target), connection, context);
  try {
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      if ("wait" in next.value) await delay(next.value.wait, context.signal);
      else yield next.value as Exclude<Event, Wait>;
    }
  } finally {
    await events.return(undefined as Result);
  }
}

async function toResult<Result>(events: AsyncGenerator<unknown, Result, void>): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

/** Resolves after the time. An abort, also by the deadline of the call, ends it at once. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
