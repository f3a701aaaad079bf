import { defineOptions, type OptionSet, type OptionsInput, resolveOptions } from "@anyurl/core";
import { type NetrcToken, NetrcTokenizer } from "./netrc-tokenizer.ts";

/**
 * A login in a netrc file. Its password and account are not enumerable, so that printing the object does not show them.
 */
export interface NetrcEntry {
  /** `undefined` for the entry `default`, which matches every host. */
  readonly host: string | undefined;
  readonly login: string | undefined;
  readonly password: string | undefined;
  readonly account: string | undefined;
  /** The line on which the entry begins, starting at 1. */
  readonly line: number;
}

/** The entries of a netrc file, in file order. */
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

/** A problem in a netrc file, and its line. It never quotes the file, because any word may be a password. */
export interface NetrcProblem {
  readonly code: NetrcProblemCode;
  readonly message: string;
  /** The line number, starting at 1. */
  readonly line: number;
  readonly hint?: string;
}

/**
 * Thrown if a text is not a valid netrc file. No entry is used then: with one word missing, a password could belong to
 * another machine.
 */
export class NetrcError extends Error {
  override readonly name: string = "NetrcError";
  /** In line order, at most one for each line, and at most 20. */
  readonly problems: readonly NetrcProblem[];

  constructor(problems: readonly NetrcProblem[]) {
    const [first] = problems;
    super(first === undefined ? "invalid netrc file" : `line ${first.line}: ${first.message}`);
    this.problems = problems;
  }
}

const DECLARATIONS = {
  maxLength: {
    type: "integer",
    unlimited: true,
    default: 1_048_576,
    description: "length of the file in UTF-16 code units",
  },
  maxEntries: {
    type: "integer",
    unlimited: true,
    default: 10_000,
    description: "number of entries, including `default`",
  },
  maxWord: {
    type: "integer",
    unlimited: true,
    default: 4_096,
    description: "length of one value in UTF-16 code units",
  },
} as const;

const netrcOptions: OptionSet<typeof DECLARATIONS> = defineOptions("netrc", DECLARATIONS);

/** Limits for a netrc file; `Infinity` turns a limit off. */
export interface NetrcLimits extends OptionsInput<typeof netrcOptions> {}

const MAX_PROBLEMS = 20;

/**
 * Parses a netrc file, the format of ftp programs since 4.2BSD: the keywords `machine`, `default`, `login`, `password`
 * and `account`, separated by white space or line ends. `macdef` and its text are skipped up to a blank line. A quoted
 * value may contain spaces, `\"` and `\\`; outside of quotation marks, `\` has no special meaning. `#` begins a
 * comment, except in place of a value.
 *
 * @throws {NetrcError} with every problem.
 * @throws {AccessError} bad-option: a limit is not valid.
 */
export function parseNetrc(text: string, limits?: NetrcLimits): Netrc {
  const { maxLength, maxEntries, maxWord } = resolveOptions(netrcOptions, limits);
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
      // After an invalid machine, start an entry anyway: its fields must not be assigned to the previous machine.
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
  return { entries: drafts.map(createNetrcEntry) };
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

function createNetrcEntry({ host, line, fields }: Draft): NetrcEntry {
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
  const message = "unknown word: expected machine, default, login, password, account or macdef";
  return {
    code: "unknown-word",
    message,
    line,
    hint: "put a value that contains a space in quotation marks",
  };
}

function missingValue(line: number, keyword: string): NetrcProblem {
  return { code: "missing-value", message: `missing value after ${keyword}`, line };
}

function noMachine(line: number, keyword: string): NetrcProblem {
  return { code: "no-machine", message: `${keyword} before the first machine`, line };
}

function afterDefault(line: number): NetrcProblem {
  const message = "an entry after the default entry never matches";
  return { code: "after-default", message, line, hint: "move the default entry to the end" };
}

function givenTwice(line: number, keyword: string): NetrcProblem {
  const message = `duplicate ${keyword} for one machine`;
  return { code: "given-twice", message, line, hint: "begin another machine entry for another login" };
}

function badQuote(line: number): NetrcProblem {
  const message = "a quotation mark is not closed, or its closing mark is not followed by white space";
  return { code: "bad-quote", message, line, hint: 'within "…" write \\" and \\\\' };
}

function controlOctet(line: number, keyword: string): NetrcProblem {
  const message = `the ${keyword} contains a NUL, CR or LF character, which would end a command early`;
  return { code: "control-octet", message, line };
}

function tooLong(line: number, what: string, max: number, limit: string): NetrcProblem {
  return { code: "too-long", message: `more than ${max} ${what}`, line, hint: `increase the limit ${limit}` };
}
