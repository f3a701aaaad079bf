import { type NetrcToken, NetrcTokenizer } from "./netrc-tokenizer.ts";

/** A login that a netrc file holds. Its password and account are not enumerable: nothing prints them by itself. */
export interface NetrcEntry {
  /** `undefined`: the default, for every machine. */
  readonly host: string | undefined;
  readonly login: string | undefined;
  readonly password: string | undefined;
  readonly account: string | undefined;
  /** Where it begins, from 1 on. */
  readonly line: number;
}

/** What a netrc file says, in its order. */
export interface Netrc {
  readonly entries: readonly NetrcEntry[];
}

export type NetrcProblemCode =
  | "unknown-word"
  | "missing-value"
  | "no-machine"
  | "after-default"
  | "given-twice"
  | "bad-quote"
  | "control-octet"
  | "too-long";

/** What is wrong with a netrc file, and where. It never repeats a word of the file: that may be a password. */
export interface NetrcProblem {
  readonly code: NetrcProblemCode;
  readonly message: string;
  /** From 1 on. */
  readonly line: number;
  readonly hint?: string;
}

/** A text is no netrc file. None of it is used: with one word missing, a password could stand for another's. */
export class NetrcError extends Error {
  override readonly name: string = "NetrcError";
  /** In the order of the lines; of one line the first, and of a file the first twenty. */
  readonly problems: readonly NetrcProblem[];

  constructor(problems: readonly NetrcProblem[]) {
    const [first] = problems;
    super(first === undefined ? "no netrc file" : `line ${first.line}: ${first.message}`);
    this.problems = problems;
  }
}

/** What a netrc file may be at most; `Infinity` turns a limit off. */
export interface NetrcLimits {
  /** Of the whole, in UTF-16 code units. Default 1 MiB. */
  readonly maxLength?: number;
  /** Machines and the default. Default 10 000. */
  readonly maxEntries?: number;
  /** Of one word, in UTF-16 code units. Default 4096. */
  readonly maxWord?: number;
}

const MAX_PROBLEMS = 20;

/**
 * Reads a netrc file, as ftp programs have had it since 4.2BSD: `machine`, `default`, `login`, `password`, `account`,
 * words between white space and line ends. `macdef` and its text are skipped up to a blank line. A word between
 * quotation marks may hold spaces, and `\"` and `\\`; in any other one a `\` is itself. `#` begins a comment where a
 * value is not due.
 *
 * @throws {NetrcError} with every problem. @throws {RangeError} a limit that is no number.
 */
export function parseNetrc(text: string, limits: NetrcLimits = {}): Netrc {
  const { maxLength = 1024 * 1024, maxEntries = 10_000, maxWord = 4096 } = limits;
  for (const [name, value] of Object.entries({ maxLength, maxEntries, maxWord })) {
    if (typeof value !== "number" || !(value >= 0))
      throw new RangeError(`the limit ${name} is a number from 0 on`);
  }
  if (text.length > maxLength) throw new NetrcError([tooLong(1, "characters", maxLength, "maxLength")]);

  const reader = new NetrcTokenizer(text);
  const drafts: Draft[] = [];
  const problems: NetrcProblem[] = [];
  const found = (problem: NetrcProblem) => {
    if (problems.length < MAX_PROBLEMS && problems.at(-1)?.line !== problem.line) problems.push(problem);
  };
  const begin = (host: string | undefined, line: number) => {
    const before = drafts.at(-1);
    if (before !== undefined && before.host === undefined) found(afterDefault(line));
    if (drafts.length >= maxEntries)
      throw new NetrcError([tooLong(line, "entries", maxEntries, "maxEntries")]);
    drafts.push({ host, line, fields: new Map() });
  };

  for (let word = reader.word(); word !== undefined; word = reader.word()) {
    const { text: keyword, line } = word;
    if (word.quoted || !KEYWORDS.has(keyword)) {
      if (!word.quoted && keyword.startsWith("#")) reader.skipLine();
      else found(unknownWord(line));
    } else if (keyword === "default") begin(undefined, line);
    else if (keyword === "macdef") {
      if (!reader.skipMacro()) found(missingValue(line, keyword));
    } else {
      const value = reader.word();
      const problem = valueProblem(value, word, maxWord);
      if (problem !== undefined) found(problem);
      // What stands in a broken machine must not fall to the one before it.
      if (keyword === "machine") begin(problem === undefined ? value!.text : "", line);
      else if (problem === undefined) {
        const draft = drafts.at(-1);
        if (draft === undefined) found(noMachine(line, keyword));
        else if (draft.fields.has(keyword)) found(givenTwice(line, keyword));
        else draft.fields.set(keyword, value!.text);
      }
    }
  }
  if (problems.length > 0) throw new NetrcError(problems);
  return { entries: drafts.map(entryOf) };
}

interface Draft {
  readonly host: string | undefined;
  readonly line: number;
  readonly fields: Map<string, string>;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  "machine",
  "default",
  "login",
  "password",
  "account",
  "macdef",
]);

function entryOf({ host, line, fields }: Draft): NetrcEntry {
  const entry = { host, login: fields.get("login"), line };
  const hidden = { enumerable: false, writable: false };
  return Object.defineProperties(entry, {
    password: { ...hidden, value: fields.get("password") },
    account: { ...hidden, value: fields.get("account") },
  }) as NetrcEntry;
}

function valueProblem(
  value: NetrcToken | undefined,
  keyword: NetrcToken,
  max: number,
): NetrcProblem | undefined {
  if (value === undefined) return missingValue(keyword.line, keyword.text);
  const { text, line } = value;
  if (value.broken) return badQuote(line);
  if (keyword.text === "machine" && text === "") return missingValue(line, keyword.text);
  if (text.length > max) return tooLong(line, `characters after ${keyword.text}`, max, "maxWord");
  return ["\0", "\r", "\n"].some((octet) => text.includes(octet))
    ? controlOctet(line, keyword.text)
    : undefined;
}

function unknownWord(line: number): NetrcProblem {
  const message = "a word stands where machine, default, login, password, account or macdef should";
  return { code: "unknown-word", message, line, hint: 'a value with a space in it stands between "…"' };
}

function missingValue(line: number, keyword: string): NetrcProblem {
  return { code: "missing-value", message: `nothing follows ${keyword}`, line };
}

function noMachine(line: number, keyword: string): NetrcProblem {
  return { code: "no-machine", message: `${keyword} stands before any machine`, line };
}

function afterDefault(line: number): NetrcProblem {
  const message = "an entry after the default would never be found";
  return { code: "after-default", message, line, hint: "let the default be the last one" };
}

function givenTwice(line: number, keyword: string): NetrcProblem {
  const message = `a second ${keyword} for one machine`;
  return { code: "given-twice", message, line, hint: "write machine again for another login" };
}

function badQuote(line: number): NetrcProblem {
  const message = "a quotation mark is not closed, or something follows the closing one at once";
  return { code: "bad-quote", message, line, hint: 'within "…" write \\" and \\\\' };
}

function controlOctet(line: number, keyword: string): NetrcProblem {
  const message = `the ${keyword} has an octet NUL, CR or LF, which would end a command early`;
  return { code: "control-octet", message, line };
}

function tooLong(line: number, what: string, max: number, limit: string): NetrcProblem {
  return { code: "too-long", message: `more than ${max} ${what}`, line, hint: `raise the limit ${limit}` };
}
