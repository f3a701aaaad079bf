import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  type EntryKind,
  encodeText,
  octetsOf,
  type Source,
  textOf,
  UNRESERVED,
} from "@anyurl/core";
import {
  type Context as AnyContext,
  bodyFromExchange,
  type Connection,
  type Exchange,
  guessMediaType,
  joinBytes,
  type Lease,
  perform,
  usePooledConnection,
} from "@anyurl/core/exchange";
import { type DialogueState, SftpDialogue } from "./dialogue.ts";
import * as exchange from "./exchange.ts";
import * as links from "./links.ts";
import { list as listDirectory } from "./list.ts";
import type { SftpSettings } from "./options.ts";
import type { FileAttributes } from "./packet.ts";
import { LINK_PROBLEM } from "./real-paths.ts";
import { openSession, prepareAccess, type SshSession } from "./session.ts";
import { type StoreInit, store } from "./store.ts";
import type { SftpUrl } from "./syntax.ts";
import { type Target, toTarget } from "./target.ts";

type Context = AnyContext<SftpSettings>;

/**
 * Downloads a file. Resolves after it has been opened.
 *
 * @throws {AccessError} is-a-directory, not-found, permission-denied, host-key-unknown, host-key-changed, auth-failed, …
 */
export async function get(url: SftpUrl, context: Context): Promise<Entity> {
  const target = toTarget(url, context.options);
  if (target.isDirectory)
    throw new AccessError("is-a-directory", "cannot download a directory", { hint: "use list" });
  const { range } = context;
  const events = run(url, context, (dialogue) => exchange.retrieve(dialogue, target.path, { ...range }));
  const first = await events.next();
  if (first.done === true || first.value instanceof Uint8Array) {
    await events.return(true);
    throw new AccessError("plugin-fault", "the exchange emitted no begin event");
  }
  const { size, modified } = first.value.begun;
  const mediaType = guessMediaType(url.parts.segments.at(-1) ?? "");
  return {
    body: bodyFromExchange(events),
    framing: "reply",
    start: range?.start ?? 0,
    ...(modified !== undefined && { modified }),
    ...(size !== undefined && { size }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** Returns the attributes of a file or directory. The server follows links. */
export async function stat(url: SftpUrl, context: Context): Promise<Attributes> {
  const { path } = toTarget(url, context.options);
  const found = await toResult(run(url, context, (dialogue) => exchange.describeFile(dialogue, path)));
  return toAttributes(found, url.parts.segments.at(-1) ?? "");
}

/** Lists a directory. An entry whose name is not that of one file has no URL. */
export async function* list(url: SftpUrl, context: Context): AsyncGenerator<Entry, void, void> {
  const { path } = toTarget(url, context.options);
  const within = context.linksWithin as SftpUrl | undefined;
  const tree = within && toTreePath(within, url, context);
  for await (const each of run(url, context, (dialogue) => listDirectory(dialogue, path, { tree }))) {
    const name = textOf(each.name);
    const facts = {
      ...{ ...toAttributes(each.attributes, name), name },
      ...(each.linkTarget !== undefined && { linkTarget: textOf(each.linkTarget) }),
    };
    if (name === "" || /[/\0]/.test(name))
      yield { ...facts, url: undefined, unsafe: "not the name of one file" };
    else if (facts.kind === "link" && within !== undefined)
      yield { ...facts, ...followLink(each, name, url, within) };
    else yield { ...facts, url: urlBelow(url, [name], facts.kind) };
  }
}

/** Returns the path of a tree on the same server as a directory; `undefined` if it is on another one. */
function toTreePath(tree: SftpUrl, url: SftpUrl, { options }: Context): Uint8Array | undefined {
  if (tree.scheme !== url.scheme || tree.user !== url.user) return undefined;
  const [one, other] = [toTarget(tree, options), toTarget(url, options)];
  return isSameServer(one, other) ? one.path : undefined;
}

/** Returns what a link leads to, as its entry: in the tree, or the reason why it cannot be opened. */
function followLink({ end }: links.Listed, name: string, url: SftpUrl, tree: SftpUrl) {
  if (end === undefined || "problem" in end)
    return { url: undefined, unsafe: end?.problem ?? LINK_PROBLEM.OUTSIDE };
  const attributes = toAttributes(end.attributes, name);
  return {
    ...attributes,
    isLink: true as const,
    // Without "/", it is that of the link.
    url: urlBelow(url, [name], "link"),
    realUrl: urlBelow(tree, end.names, attributes.kind),
  };
}

/** Returns the URL of a place below a directory. The client gives the password again to URLs of the same login. */
function urlBelow(directory: SftpUrl, names: readonly string[], kind: EntryKind): string {
  const base = directory.path.replace(/;type=d$/i, "").replace(/\/?$/, "/");
  const text = names.map((name) => encodeText(name, UNRESERVED)).join("/");
  const path = base + text + (kind === "directory" && text !== "" ? "/" : "");
  return directory.with({ password: undefined, path, fragment: undefined }).href;
}

/** Writes a file in place of an existing one; with a range, from its start on. Or creates a symbolic link. */
export async function put(url: SftpUrl, context: Context, source: Source): Promise<void> {
  const { range, modified, linkTarget } = context;
  if (linkTarget !== undefined) return makeLink(url, context, linkTarget);
  await write(url, context, source, { start: range?.start ?? 0, modified });
}

async function makeLink(url: SftpUrl, context: Context, linkTarget: string): Promise<void> {
  const { path, isDirectory } = toTarget(url, context.options);
  if (isDirectory)
    throw new AccessError("is-a-directory", "cannot write to a directory", { hint: "add a name" });
  const name = octetsOf(`.anyurl-${crypto.randomUUID()}`);
  const temporary = joinBytes([path.subarray(0, path.lastIndexOf(SLASH) + 1), name]);
  await toResult(
    run(url, context, (dialogue) => links.makeLink(dialogue, path, octetsOf(linkTarget), temporary)),
  );
}

const SLASH = 0x2f;

/** Writes at the end of a file, which is created if it does not exist. */
export async function append(url: SftpUrl, context: Context, source: Source): Promise<void> {
  await write(url, context, source, { isAppend: true });
}

async function write(url: SftpUrl, context: Context, source: Source, how: StoreInit): Promise<void> {
  const target = toTarget(url, context.options);
  if (target.isDirectory)
    throw new AccessError("is-a-directory", "cannot write to a directory", { hint: "add a name" });
  const octets = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for await (const event of run(url, context, (dialogue) => store(dialogue, target.path, how))) {
      const next = await octets.next();
      isOver = next.done === true;
      event.octets = next.done === true ? undefined : next.value;
    }
  } finally {
    if (!isOver) await octets.return?.();
  }
}

/** Removes a file or a link; or an empty directory, whose URL ends with "/". */
export async function remove(url: SftpUrl, context: Context): Promise<void> {
  const { path, isDirectory } = toTarget(url, context.options);
  await toResult(run(url, context, (dialogue) => exchange.remove(dialogue, path, isDirectory)));
}

/**
 * Renames a file or directory on one server.
 *
 * @throws {AccessError} unsupported: the new URL has another server; already-exists: the server cannot replace a file.
 */
export async function rename(url: SftpUrl, context: Context, to: SftpUrl): Promise<void> {
  const [from, target] = [toTarget(url, context.options), toTarget(to, context.options)];
  if (!isSameServer(from, target) || url.user !== to.user)
    throw new AccessError("unsupported", "cannot rename to a different server or user", {
      hint: "copy the file, then remove the original",
    });
  await toResult(run(url, context, (dialogue) => exchange.rename(dialogue, from.path, target.path)));
}

function isSameServer(a: Target, b: Target): boolean {
  return a.host === b.host && a.port === b.port;
}

/** Makes a directory. */
export async function makeDirectory(url: SftpUrl, context: Context): Promise<void> {
  const { path } = toTarget(url, context.options);
  await toResult(run(url, context, (dialogue) => exchange.makeDirectory(dialogue, path)));
}

/** The state of a pooled connection. */
interface PooledSession {
  readonly session: SshSession;
  readonly dialogue: DialogueState;
}

/** Performs an exchange over the subsystem of a pooled connection of the same user, or of a new one. */
async function* run<Event, Result>(
  url: SftpUrl,
  context: Context,
  start: (dialogue: SftpDialogue) => Exchange<Event, Result>,
): AsyncGenerator<Event, Result, void> {
  const { limits, options } = context;
  const access = await prepareAccess(url, context);
  async function* use(control: Connection | Lease) {
    const lease = "giveBack" in control ? control : undefined;
    const connection = "giveBack" in control ? control.connection : control;
    const kept = lease?.state as PooledSession | undefined;
    const session = kept?.session ?? (await openSession(connection, access, context));
    try {
      await kept?.session.resume(connection, access, context);
      const dialogue = new SftpDialogue({ limits, requests: options.requests, kept: kept?.dialogue });
      const subsystem = lease === undefined ? session.subsystem : leaseSubsystem(session, lease);
      return yield* perform(keepAfter(start(dialogue), dialogue), subsystem, context);
    } catch (error) {
      session.close();
      throw error;
    }
  }
  const { endpoint, key } = access;
  return yield* usePooledConnection({ context, endpoint, options: { key }, use, isStale });
}

/** Returns the subsystem of a session, which goes to the pool with the connection of the session. */
function leaseSubsystem(session: SshSession, lease: Lease): Lease {
  return {
    connection: session.subsystem,
    state: undefined,
    giveBack: (dialogue) => {
      if (session.isIdle) lease.giveBack({ session, dialogue });
      else session.close();
    },
  };
}

function* keepAfter<Event, Result>(
  exchange: Exchange<Event, Result>,
  dialogue: SftpDialogue,
): Exchange<Event, Result> {
  const result = yield* exchange;
  yield* dialogue.end();
  return result;
}

/** A server closes an idle connection silently. */
function isStale({ code }: AccessError): boolean {
  return code === "truncated";
}

async function toResult<Result>(events: AsyncGenerator<unknown, Result, void>): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

function toAttributes(found: FileAttributes, name: string): Attributes {
  const { size, modified, mode, uid, gid } = found;
  const kind = exchange.kindOf(found);
  const mediaType = kind === "file" ? guessMediaType(name) : undefined;
  return {
    kind,
    ...(kind === "file" && size !== undefined && { size }),
    ...(modified !== undefined && { modified, modifiedZone: "UTC" as const }),
    ...(mediaType !== undefined && { mediaType }),
    attributes: {
      ...(mode !== undefined && { mode: (mode & 0o7777).toString(8).padStart(4, "0") }),
      ...(uid !== undefined && { uid: String(uid) }),
      ...(gid !== undefined && { gid: String(gid) }),
    },
  };
}
