import { createHash } from "node:crypto";
import { octetsOf, textOf } from "@anyurl/core";
import { DEFAULT_PASSWORDS, lookUp } from "../accounts.ts";
import { type Connection, type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { formatDotBlock } from "../library/dot-block.ts";
import { LineReader } from "../line-reader.ts";
import { runSession } from "../session.ts";
import { DICTIONARIES, type Dictionary } from "./dictionaries.ts";

export interface DictServerOptions extends ListenOptions {
  /** By name. Default: {@link DICTIONARIES}. */
  readonly dictionaries?: Readonly<Record<string, Dictionary>>;
  /** Passwords by user, for AUTH. Default: `alice`, with `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Are lookups rejected (530) without a login? Default false. */
  readonly requiresLogin?: boolean;
  /** Milliseconds without a command until the session ends. Default five minutes. */
  readonly idleTimeout?: number;
}

/** Maximum bytes of a command with its end (RFC 2229 §2.3). */
const MAX_LINE_BYTES = 1024;

const STRATEGIES: ReadonlyMap<string, readonly [description: string, matches: Matches]> = new Map([
  ["exact", ["Match headwords exactly", (headword, word) => headword === word]],
  ["prefix", ["Match prefixes", (headword, word) => headword.startsWith(word)]],
  ["suffix", ["Match suffixes", (headword, word) => headword.endsWith(word)]],
  ["substring", ["Match substrings", (headword, word) => headword.includes(word)]],
]);

type Matches = (headword: string, word: string) => boolean;

/**
 * Starts a dictionary server (RFC 2229) on loopback: DEFINE, MATCH with four strategies, SHOW, AUTH. Words have no case.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startDictServer(options: DictServerOptions = {}): Promise<EmbeddedServer> {
  return startServer("dict", options, (connection) => serveDict(connection, options));
}

let sessions = 0;

function serveDict(connection: Connection, options: DictServerOptions): () => void {
  const { dictionaries = DICTIONARIES, accounts = DEFAULT_PASSWORDS, requiresLogin = false } = options;
  const messageId = `<${++sessions}@dict.example>`;
  let isAdmitted = !requiresLogin;

  /** The dictionaries that a name stands for; `undefined` if the name is unknown. */
  function select(name: string): readonly (readonly [string, Dictionary])[] | undefined {
    if (name === "*" || name === "!") return Object.entries(dictionaries);
    const found = lookUp(dictionaries, name);
    return found && [[name, found]];
  }

  function define(database: string, word: string): string {
    const selected = select(database);
    if (selected === undefined) return INVALID_DATABASE;
    const found: string[] = [];
    for (const [name, { description, words }] of selected) {
      for (const [headword, texts] of Object.entries(words)) {
        if (fold(headword) !== fold(word)) continue;
        for (const text of toList(texts))
          found.push(`151 ${quote(headword)} ${name} ${quote(description)}\r\n${formatText(text)}`);
      }
      if (database === "!" && found.length > 0) break;
    }
    if (found.length === 0) return NO_MATCH;
    return `150 ${found.length} definitions retrieved\r\n${found.join("")}250 ok\r\n`;
  }

  function match(database: string, strategy: string, word: string): string {
    const selected = select(database);
    const [, matches] = STRATEGIES.get(strategy === "." ? "prefix" : strategy) ?? [];
    if (selected === undefined) return INVALID_DATABASE;
    if (matches === undefined) return '551 invalid strategy, use "SHOW STRAT" for a list\r\n';
    const found: string[] = [];
    for (const [name, { words }] of selected) {
      for (const headword of Object.keys(words))
        if (matches(fold(headword), fold(word))) found.push(`${name} ${quote(headword)}\n`);
      if (database === "!" && found.length > 0) break;
    }
    if (found.length === 0) return NO_MATCH;
    return `152 ${found.length} matches found\r\n${formatText(found.join(""))}250 ok\r\n`;
  }

  function show(what: string, name: string): string {
    switch (what.toUpperCase()) {
      case "DB":
      case "DATABASES": {
        const lines = Object.entries(dictionaries).map(([id, each]) => `${id} ${quote(each.description)}\n`);
        return lines.length === 0
          ? "554 no databases present\r\n"
          : `110 ${lines.length} databases present\r\n${formatText(lines.join(""))}250 ok\r\n`;
      }
      case "STRAT":
      case "STRATEGIES": {
        const lines = [...STRATEGIES].map(([id, [description]]) => `${id} ${quote(description)}\n`);
        return `111 ${lines.length} strategies available\r\n${formatText(lines.join(""))}250 ok\r\n`;
      }
      case "INFO": {
        const dictionary = lookUp(dictionaries, name);
        if (dictionary === undefined) return INVALID_DATABASE;
        return `112 information for ${name}\r\n${formatText(dictionary.information ?? "")}250 ok\r\n`;
      }
      case "SERVER":
        return `114 server information\r\n${formatText("A small dictionary server.\n")}250 ok\r\n`;
      default:
        return "501 syntax error, illegal parameters\r\n";
    }
  }

  function authenticate(user: string, digest: string): string {
    const password = lookUp(accounts, user);
    const expected =
      password &&
      createHash("md5")
        .update(octetsOf(`${messageId}${password}`))
        .digest("hex");
    if (expected === undefined || digest !== expected) return "531 access denied\r\n";
    isAdmitted = true;
    return "230 authentication successful\r\n";
  }

  function handle(line: string): string {
    const [verb = "", ...parameters] = splitStrings(line);
    const [first = "", second = "", third = ""] = parameters;
    switch (verb.toUpperCase()) {
      case "CLIENT":
      case "OPTION":
        return "250 ok\r\n";
      case "AUTH":
        return authenticate(first, second);
      case "STATUS":
        return "210 ok\r\n";
      case "SHOW":
        return show(first, second);
      case "DEFINE":
        if (!isAdmitted) return DENIED;
        return parameters.length === 2 ? define(first, second) : "501 syntax error, illegal parameters\r\n";
      case "MATCH":
        if (!isAdmitted) return DENIED;
        return parameters.length === 3
          ? match(first, second, third)
          : "501 syntax error, illegal parameters\r\n";
      default:
        return "500 unknown command\r\n";
    }
  }

  const session = runSession(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    greeting: octetsOf(`220 dict.example ready <auth.mime> ${messageId}\r\n`),
    onItem(line) {
      connection.record(line);
      if (line.tooLong) return { octets: octetsOf("500 command line too long\r\n") };
      const text = textOf(line.octets);
      if (/^QUIT\b/i.test(text)) return { octets: octetsOf("221 bye\r\n"), next: "close" };
      return { octets: octetsOf(handle(text)) };
    },
    timeoutMs: options.idleTimeout ?? 300_000,
    onIdle: () => octetsOf("421 idle\r\n"),
  });
  return () => session.end(octetsOf("421 server shutting down\r\n"));
}

const INVALID_DATABASE = '550 invalid database, use "SHOW DB" for a list\r\n';
const NO_MATCH = "552 no match\r\n";
const DENIED = "530 access denied\r\n";

function fold(word: string): string {
  return word.toLowerCase();
}

function toList(texts: string | readonly string[]): readonly string[] {
  return typeof texts === "string" ? [texts] : texts;
}

/** Splits a command into atoms and strings in quotes (§2.2). */
function splitStrings(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|[^\s"']+/g),
    ([all, double, single]) => (double ?? single ?? all).replaceAll(/\\(.)/g, "$1"),
  );
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

function formatText(text: string): string {
  return Array.from(formatDotBlock([octetsOf(text.replaceAll("\n", "\r\n"))]), textOf).join("");
}
