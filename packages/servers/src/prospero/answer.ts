import { contentSize, readChunks } from "../library/content.ts";
import { formatAttributes, formatForward, formatLink } from "./lines.ts";
import {
  listEntries,
  normalizeHsoname,
  type ProsperoObject,
  type ProsperoServerState,
  resolveObject,
} from "./server-state.ts";
import { formatLine, quoteBytes, readLines, type Tokens } from "./text.ts";

const SERVER_NAME = "anyurl-servers";

/** Maximum bytes of a document over UDP. */
const MAX_CONTENTS_BYTES = 16 * 1024 * 1024;

/**
 * Answers a request: the replies of its commands, one after the other. After an error the remaining commands are not
 * executed.
 */
export function* answerRequest(text: Uint8Array, world: ProsperoServerState): Generator<Uint8Array, void> {
  const lines = readLines(text);
  if (text.length === 0 || lines === undefined) {
    yield formatLine("ERROR", "'the request cannot be read'");
    return;
  }
  const state: RequestState = { world, directory: undefined, selectable: false };
  for (const [keyword = "", ...tokens] of lines) {
    const command = COMMANDS.get(keyword);
    const isSelect = keyword === "SELECT" && state.selectable;
    if (command === undefined && !isSelect) {
      yield formatLine("ERROR", "Unknown' message'");
      return;
    }
    try {
      if (command !== undefined) yield* command(tokens, state);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      yield formatLine(...error.tokens);
      return;
    }
    state.selectable = keyword === "LIST" || keyword === "GET-OBJECT-INFO" || isSelect;
  }
}

interface RequestState {
  readonly world: ProsperoServerState;
  directory: ProsperoObject | undefined;
  /** Whether SELECT lines may follow. */
  selectable: boolean;
}

/** The line that ends a response. */
class Failure extends Error {
  readonly tokens: Tokens;

  constructor(...tokens: Tokens) {
    super(tokens.join(" "));
    this.tokens = tokens;
  }
}

type Command = (tokens: Tokens, state: RequestState) => Generator<Uint8Array, void>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["VERSION", version],
  ["AUTHENTICATE", authenticate],
  ["DIRECTORY", directory],
  ["LIST", list],
  ["GET-OBJECT-INFO", getObjectInfo],
  ["PARAMETER", parameter],
]);

function* version([number]: Tokens): Generator<Uint8Array, void> {
  if (number === undefined) yield formatLine("VERSION", "5", SERVER_NAME);
  else if (number !== "5") throw new Failure("VERSION-NOT-SUPPORTED", "TRY", "5");
}

/** Ignore an unknown type, unless the client insists. */
function* authenticate([options, type = ""]: Tokens): Generator<Uint8Array, void> {
  if (type !== "UNAUTHENTICATED" && options?.split("+").includes("MANDATORY") === true)
    throw new Failure("FAILURE", "AUTHENTICATION-DATA");
}

function* directory([type, hsoname]: Tokens, state: RequestState): Generator<Uint8Array, void> {
  if (hsoname === undefined) throw new Failure("ERROR", "'wrong number of arguments'");
  if (type !== "ASCII") throw new Failure("FAILURE", "SERVER-FAILED");
  state.directory = findObject(hsoname, state.world);
  // Servers send the same error for a missing name and for a name that is not a directory.
  if (state.directory?.kind !== "directory") throw new Failure("FAILURE", "NOT-A-DIRECTORY");
}

function* list([options = "", , ...names]: Tokens, state: RequestState): Generator<Uint8Array, void> {
  const { world, directory: start } = state;
  if (start?.kind !== "directory") throw new Failure("FAILURE", "NOT-AUTHORIZED");
  if (options === "VERIFY") {
    yield formatLine("NONE-FOUND");
    return;
  }
  const attributes = /(?:^|\+)ATTRIBUTES/.test(options);
  const path = names.flatMap((name) => name.split("/"));
  let place: Extract<ProsperoObject, { kind: "directory" }> = start;
  let any = false;
  for (const [i, component] of path.slice(0, -1).entries()) {
    const next = [...listEntries(world, place)].find(([name]) => matches(name, component));
    if (next?.[1].kind === "elsewhere") {
      yield* formatLink(next[0], next[1], world, attributes);
      yield formatLine("UNRESOLVED", ...path.slice(i + 1));
      return;
    }
    if (next?.[1].kind !== "directory") {
      yield formatLine("NONE-FOUND");
      return;
    }
    place = next[1];
  }
  const last = path.at(-1);
  for (const [name, object] of listEntries(world, place)) {
    if (last !== undefined && !matches(name, last)) continue;
    any = true;
    yield* formatLink(name, object, world, attributes);
  }
  for (const url of world.unions.get(place.hsoname) ?? []) {
    any = true;
    const union = { kind: "elsewhere", hsoname: place.hsoname, elsewhere: { urls: [url] } } as const;
    yield* formatLink("union", union, world, attributes, "U");
  }
  if (!any) yield formatLine("NONE-FOUND");
}

/** "*" matches any bytes, "?" one byte. */
function matches(name: string, pattern: string): boolean {
  let [at, i] = [0, 0];
  let [star, from] = [-1, 0];
  while (at < name.length) {
    if (pattern[i] === "*") [star, from, i] = [i, at, i + 1];
    else if (i < pattern.length && (pattern[i] === "?" || pattern[i] === name[at])) [at, i] = [at + 1, i + 1];
    else if (star >= 0) [i, from, at] = [star + 1, from + 1, from + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(i));
}

function* getObjectInfo(
  [names, type, hsoname]: Tokens,
  { world }: RequestState,
): Generator<Uint8Array, void> {
  if (names === undefined || type === undefined || hsoname === undefined)
    throw new Failure("ERROR", "'wrong number of arguments'");
  if (type !== "ASCII") throw new Failure("FAILURE", "SERVER-FAILED");
  const object = findObject(hsoname, world);
  if (object === undefined) throw new Failure("FAILURE", "NOT-FOUND");
  // The contents are requested separately, and any client that knows the name may read them.
  if (names.split("+").includes("CONTENTS")) {
    yield* contents(object, world);
    return;
  }
  yield* formatAttributes(object, world);
}

function* contents(object: ProsperoObject, world: ProsperoServerState): Generator<Uint8Array, void> {
  if (object.kind !== "document" || !world.contents) throw new Failure("FAILURE", "NOT-FOUND", "ATTRIBUTE");
  const { content } = object.document;
  if (contentSize(content) > MAX_CONTENTS_BYTES) throw new Failure("FAILURE", "TOO-MANY");
  const start = formatLine("ATTRIBUTE", "OBJECT", "INTRINSIC", "CONTENTS", "SEQUENCE", "DATA", "");
  yield start.subarray(0, -1);
  yield* quoteBytes(readChunks(content));
  yield Uint8Array.of(0x0a);
}

function* parameter([verb, name = ""]: Tokens): Generator<Uint8Array, void> {
  if (verb !== "GET" || name !== "MOTD") throw new Failure("FAILURE", "NOT-FOUND", "PARAMETER");
  yield formatLine("PARAMETER", "NOTSET", "MOTD");
}

/** @throws {Failure} FORWARDED: the object has moved. */
function findObject(hsoname: string, world: ProsperoServerState): ProsperoObject | undefined {
  const forward = world.forwards.get(normalizeHsoname(hsoname));
  if (forward !== undefined) throw new Failure(...formatForward(forward));
  return resolveObject(world, hsoname);
}
