import { DEFAULT_LIMITS, type Limits } from "@anyurl/core";
import type { Channel } from "@anyurl/core/exchange";
import { parseNotation } from "./notation.ts";

/**
 * An exchange in the notation of RFCs, and its result.
 *
 *     # RFC 1436 appendix, Menu Transaction.
 *     URL: gopher://rawBits.micro.umn.edu/
 *     C:
 *     S: 0About\tStuff:About us\trawBits.micro.umn.edu\t70
 *     S: .
 *     => 0About\tStuff:About us\trawBits.micro.umn.edu\t70
 */
export interface Transcript {
  /** The file name, or another name for messages. */
  readonly name: string;
  /** The comment at the top, as one line; "" without a comment. */
  readonly title: string;
  readonly url: string;
  /** Default "get". */
  readonly operation: string;
  /** OPTION: name=value; "true" and "false" are booleans. */
  readonly options: Readonly<Record<string, string>>;
  /** LIMIT: name=value */
  readonly limits: Partial<Limits>;
  /** ANSWER: the caller's credentials, by field. */
  readonly answers: ReadonlyMap<string, string>;
  /** NOW: the clock, as ISO 8601. */
  readonly now: number | undefined;
  readonly script: Script;
  /** `=>`: the result, as written. */
  readonly results: readonly string[];
  /** `=!`: the error code. */
  readonly failure: string | undefined;
  /** `=. whole` or `=. unknown`: whether the body is complete. */
  readonly completeness: "whole" | "unknown" | undefined;
}

/** The exchange of a transcript, in order. */
export interface Script {
  /** The lines of both sides. */
  readonly lines: readonly ScriptLine[];
  /** The addresses of channels with an OPEN line. */
  readonly openings: readonly Opening[];
}

export interface ScriptLine {
  /** "reset": the server resets the connection. */
  readonly from: "client" | "server" | "reset";
  readonly on: Channel;
  readonly octets: Uint8Array;
  /** For messages: "retrieve.txt:12". */
  readonly where: string;
}

export interface Opening {
  readonly on: Channel;
  /** Absent: the address of the first connection. */
  readonly host: string | undefined;
  readonly port: number;
  readonly refused: boolean;
  readonly where: string;
}

/** The state of the transcript parser. */
type Draft = { -readonly [K in keyof Omit<Transcript, "script">]: Transcript[K] } & {
  lines: ScriptLine[];
  openings: Opening[];
  limits: Record<string, number>;
  options: Record<string, string>;
  answers: Map<string, string>;
  results: string[];
};

/** Parses a transcript. @throws {SyntaxError} an invalid line; the message has its number. */
export function parseTranscript(text: string, name: string): Transcript {
  const draft: Draft = {
    name,
    title: "",
    url: "",
    operation: "get",
    options: {},
    limits: {},
    answers: new Map(),
    now: undefined,
    lines: [],
    openings: [],
    results: [],
    failure: undefined,
    completeness: undefined,
  };
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const where = `${name}:${i + 1}`;
    if (line.startsWith("#")) {
      if (draft.url === "") draft.title = `${draft.title} ${line.slice(1).trim()}`.trim();
    } else if (line !== "") readLine(draft, line, where);
  }
  if (draft.url === "") throw new SyntaxError(`${name}: missing "URL:" line`);
  const { lines, openings, ...rest } = draft;
  return { ...rest, script: { lines, openings } };
}

function readLine(draft: Draft, line: string, where: string): void {
  const match = /^(?:(=>|=!|=\.)|([A-Z]+)(?:\/([a-z0-9-]+))?:)(?: (.*))?$/.exec(line);
  if (match === null)
    throw new SyntaxError(`${where}: invalid line: expected "C:", "S:", "=>" or another mark`);
  const [, result, key = "", on = "control", value = ""] = match;
  if (result !== undefined) readResult(draft, result, value, where);
  else if (key === "C" || key === "S") {
    const from = key === "C" ? "client" : "server";
    draft.lines.push({ from, on, octets: parseNotation(value, where), where });
  } else if (key === "RESET") draft.lines.push({ from: "reset", on, octets: new Uint8Array(0), where });
  else if (key === "OPEN") draft.openings.push(parseOpening(value, on, where));
  else readHeader(draft, key, value, where);
}

function readResult(draft: Draft, mark: string, value: string, where: string): void {
  if (mark === "=>") draft.results.push(value);
  else if (mark === "=!") draft.failure = value;
  else if (value === "whole" || value === "unknown") draft.completeness = value;
  else throw new SyntaxError(`${where}: invalid "=.": expected whole or unknown`);
}

function readHeader(draft: Draft, key: string, value: string, where: string): void {
  if (key === "URL") draft.url = value;
  else if (key === "OP") draft.operation = value;
  else if (key === "NOW") draft.now = instant(value, where);
  else if (key === "ANSWER") {
    const [wanted, answer] = halves(value, " ", where);
    draft.answers.set(wanted, answer);
  } else if (key === "OPTION") {
    const [option, setting] = halves(value, "=", where);
    draft.options[option] = setting;
  } else if (key === "LIMIT") {
    const [limit, number] = halves(value, "=", where);
    if (!Object.hasOwn(DEFAULT_LIMITS, limit)) throw new SyntaxError(`${where}: unknown limit "${limit}"`);
    draft.limits[limit] = Number(number);
  } else throw new SyntaxError(`${where}: unknown line "${key}:"`);
}

function instant(value: string, where: string): number {
  const time = Date.parse(value);
  if (Number.isNaN(time))
    throw new SyntaxError(`${where}: invalid NOW: expected a time such as 2001-02-03T04:05:06Z`);
  return time;
}

function halves(value: string, mark: string, where: string): readonly [string, string] {
  const at = value.indexOf(mark);
  if (at < 0) throw new SyntaxError(`${where}: expected "${mark}" between the name and its value`);
  return [value.slice(0, at), value.slice(at + 1)];
}

/** Parses `host:port`, `[address]:port` or `port`, optionally followed by ` refused`. */
function parseOpening(value: string, on: Channel, where: string): Opening {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]:|([^[\]: ]+):)?([0-9]{1,5})( refused)?$/.exec(value);
  if (match === null)
    throw new SyntaxError(
      `${where}: invalid OPEN: expected port or host:port, optionally followed by "refused"`,
    );
  const [, address, name, port, refused] = match;
  return { on, host: address ?? name, port: Number(port), refused: refused !== undefined, where };
}
