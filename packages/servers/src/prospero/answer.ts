import { chunksOf, sizeOf } from "../library/content.ts";
import { attributeLines, forwardedLine, linkLines } from "./lines.ts";
import { entriesOf, objectAt, type ProsperoObject, type ProsperoWorld, plainName } from "./server-state.ts";
import { line, quotedOctets, readLines, type Tokens } from "./text.ts";

const NAME = "anyurl-servers";

/** Maximum bytes of a document over UDP. */
const MAX_CONTENTS = 16 * 1024 * 1024;

/**
 * Answers a request: the replies of its commands, one after the other. After an error the remaining commands are not
 * executed.
 */
export function* answerTo(text: Uint8Array, world: ProsperoWorld): Generator<Uint8Array, void> {
  const lines = readLines(text);
  if (text.length === 0 || lines === undefined) {
    yield line("ERROR", "'the request cannot be read'");
    return;
  }
  const state: State = { world, directory: undefined, selectable: false };
  for (const [keyword = "", ...tokens] of lines) {
    const command = COMMANDS.get(keyword);
    const isSelect = keyword === "SELECT" && state.selectable;
    if (command === undefined && !isSelect) {
      yield line("ERROR", "Unknown' message'");
      return;
    }
    try {
      if (command !== undefined) yield* command(tokens, state);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      yield line(...error.tokens);
      return;
    }
    state.selectable = keyword === "LIST" || keyword === "GET-OBJECT-INFO" || isSelect;
  }
}

interface State {
  readonly world: ProsperoWorld;
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

type Command = (tokens: Tokens, state: State) => Generator<Uint8Array, void>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["VERSION", version],
  ["AUTHENTICATE", authenticate],
  ["DIRECTORY", directory],
  ["LIST", list],
  ["GET-OBJECT-INFO", getObjectInfo],
  ["PARAMETER", parameter],
]);

function* version([number]: Tokens): Generator<Uint8Array, void> {
  if (number === undefined) yield line("VERSION", "5", NAME);
  else if (number !== "5") throw new Failure("VERSION-NOT-SUPPORTED", "TRY", "5");
}

/** Ignore an unknown type, unless the client insists. */
function* authenticate([options, type = ""]: Tokens): Generator<Uint8Array, void> {
  if (type !== "UNAUTHENTICATED" && options?.split("+").includes("MANDATORY") === true)
    throw new Failure("FAILURE", "AUTHENTICATION-DATA");
}

function* directory([type, hsoname]: Tokens, state: State): Generator<Uint8Array, void> {
  if (hsoname === undefined) throw new Failure("ERROR", "'wrong number of arguments'");
  if (type !== "ASCII") throw new Failure("FAILURE", "SERVER-FAILED");
  state.directory = found(hsoname, state.world);
  // Servers send the same error for a missing name and for a name that is not a directory.
  if (state.directory?.kind !== "directory") throw new Failure("FAILURE", "NOT-A-DIRECTORY");
}

function* list([options = "", , ...names]: Tokens, state: State): Generator<Uint8Array, void> {
  const { world, directory: start } = state;
  if (start?.kind !== "directory") throw new Failure("FAILURE", "NOT-AUTHORIZED");
  if (options === "VERIFY") {
    yield line("NONE-FOUND");
    return;
  }
  const attributes = /(?:^|\+)ATTRIBUTES/.test(options);
  const path = names.flatMap((name) => name.split("/"));
  let place: Extract<ProsperoObject, { kind: "directory" }> = start;
  let any = false;
  for (const [i, component] of path.slice(0, -1).entries()) {
    const next = [...entriesOf(world, place)].find(([name]) => matches(name, component));
    if (next?.[1].kind === "elsewhere") {
      yield* linkLines(next[0], next[1], world, attributes);
      yield line("UNRESOLVED", ...path.slice(i + 1));
      return;
    }
    if (next?.[1].kind !== "directory") {
      yield line("NONE-FOUND");
      return;
    }
    place = next[1];
  }
  const last = path.at(-1);
  for (const [name, object] of entriesOf(world, place)) {
    if (last !== undefined && !matches(name, last)) continue;
    any = true;
    yield* linkLines(name, object, world, attributes);
  }
  for (const url of world.unions.get(place.hsoname) ?? []) {
    any = true;
    const union = { kind: "elsewhere", hsoname: place.hsoname, elsewhere: { urls: [url] } } as const;
    yield* linkLines("union", union, world, attributes, "U");
  }
  if (!any) yield line("NONE-FOUND");
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

function* getObjectInfo([names, type, hsoname]: Tokens, { world }: State): Generator<Uint8Array, void> {
  if (names === undefined || type === undefined || hsoname === undefined)
    throw new Failure("ERROR", "'wrong number of arguments'");
  if (type !== "ASCII") throw new Failure("FAILURE", "SERVER-FAILED");
  const object = found(hsoname, world);
  if (object === undefined) throw new Failure("FAILURE", "NOT-FOUND");
  // The contents are requested separately, and any client that knows the name may read them.
  if (names.split("+").includes("CONTENTS")) {
    yield* contents(object, world);
    return;
  }
  yield* attributeLines(object, world);
}

function* contents(object: ProsperoObject, world: ProsperoWorld): Generator<Uint8Array, void> {
  if (object.kind !== "document" || !world.contents) throw new Failure("FAILURE", "NOT-FOUND", "ATTRIBUTE");
  const { content } = object.document;
  if (sizeOf(content) > MAX_CONTENTS) throw new Failure("FAILURE", "TOO-MANY");
  const start = line("ATTRIBUTE", "OBJECT", "INTRINSIC", "CONTENTS", "SEQUENCE", "DATA", "");
  yield start.subarray(0, -1);
  yield* quotedOctets(chunksOf(content));
  yield Uint8Array.of(0x0a);
}

function* parameter([verb, name = ""]: Tokens): Generator<Uint8Array, void> {
  if (verb !== "GET" || name !== "MOTD") throw new Failure("FAILURE", "NOT-FOUND", "PARAMETER");
  yield line("PARAMETER", "NOTSET", "MOTD");
}

/** @throws {Failure} FORWARDED: the object has moved. */
function found(hsoname: string, world: ProsperoWorld): ProsperoObject | undefined {
  const forward = world.forwards.get(plainName(hsoname));
  if (forward !== undefined) throw new Failure(...forwardedLine(forward));
  return objectAt(world, hsoname);
}
