import { AccessError, displayText, textOf } from "@anyurl/core";
import type { Context, Exchange } from "@anyurl/core/exchange";
import { Association, type AssociationInit } from "./association.ts";
import { CommandLine } from "./command-line.ts";
import { isDiagnosticError } from "./diagnostic.ts";
import { presentRecords, recordError, searchOnce } from "./exchange.ts";
import { type FoundRecord, isDiagnostic } from "./message.ts";
import type { Z3950Settings } from "./options.ts";
import { Output } from "./output.ts";
import { type Query, wordsQuery } from "./query.ts";
import { contentOf, summarize } from "./record.ts";
import { syntaxName } from "./record-syntax.ts";
import type { Z3950Record, Z3950Session } from "./session-types.ts";
import type { Preferences, SearchTarget } from "./target.ts";

/** What of a session depends on its URL. */
export interface SessionTarget extends Preferences {
  readonly databases: readonly string[];
  /** The search for the docid of the URL. */
  readonly record: SearchTarget | undefined;
}

type Request =
  | { readonly do: "search"; readonly query: Query; readonly record?: SearchTarget }
  | { readonly do: "present"; readonly from: number; readonly count: number };

interface SearchAnswer {
  readonly hits: number;
}

interface PresentAnswer {
  readonly records: readonly Z3950Record[];
}

type Answer =
  | SearchAnswer
  | PresentAnswer
  /** The server rejected the request; the association continues. */
  | { readonly error: AccessError };

/** The exchange waits for a request: without one, the session ends. */
interface Turn {
  readonly server: string;
  request?: Request;
  answer?: Answer;
}

/** Performs requests one after the other. Emits a turn for each of them, and reads its request when it continues. */
function* converse(target: SessionTarget, init: AssociationInit): Exchange<Turn> {
  const association = new Association(init);
  const server = yield* association.begin();
  let answer: Answer | undefined;
  for (;;) {
    const turn: Turn = { server, ...(answer !== undefined && { answer }) };
    yield { do: "emit", event: turn };
    if (turn.request === undefined) break;
    answer = yield* perform(association, target, turn.request);
  }
  yield* association.end();
}

function* perform(
  association: Association,
  target: SessionTarget,
  request: Request,
): Exchange<never, Answer> {
  try {
    if (request.do === "search") {
      const search = {
        databases: target.databases,
        query: request.query,
        otherwise: undefined,
        searchPart: undefined,
      };
      const { hits } = yield* searchOnce(association, request.record ?? search);
      return { hits };
    }
    const found = yield* presentRecords(association, target, request.from, request.count);
    const missing = found.find(isDiagnostic);
    if (missing !== undefined || found.length === 0) throw recordError(missing, association.options);
    return {
      records: (found as readonly FoundRecord[]).map((record, i) => toRecord(record, request.from + i)),
    };
  } catch (error) {
    // After anything but a diagnostic it is unknown what the server sends next.
    if (isDiagnosticError(error)) return { error };
    throw error;
  }
}

function toRecord(record: FoundRecord, position: number): Z3950Record {
  const { database, octets } = record;
  return {
    position,
    database,
    recordSyntax: syntaxName(record.syntax),
    octets,
    summary: summarize(record),
    text: textForPeople(record),
  };
}

function textForPeople(record: FoundRecord): string {
  const { mediaType, octets } = readContent(record);
  if (!/^text\//.test(mediaType)) return `${octets.length} bytes of ${mediaType}`;
  return displayText(textOf(octets).replaceAll("\r\n", "\n"), { lines: true });
}

/** An invalid MARC record is returned as bytes. */
function readContent(record: FoundRecord) {
  try {
    return contentOf(record, "text");
  } catch {
    return contentOf(record, "raw");
  }
}

/**
 * Begins a session.
 *
 * @param run connects, and performs the exchange.
 * @throws {AccessError} permission-denied, auth-failed, unsupported, …; the diagnostic of the search for the docid.
 */
export async function createSession(
  run: (exchangeOf: (init: AssociationInit) => Exchange<Turn>) => Promise<AsyncGenerator<Turn, void, void>>,
  target: SessionTarget,
  { options, limits }: Pick<Context<Z3950Settings>, "options" | "limits">,
): Promise<Z3950Session> {
  const turns = await run((init) => converse(target, init));
  const output = new Output();
  let turn = (await turns.next()).value as Turn;
  let hits = 0;
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();

  async function performNow(request: Request): Promise<Exclude<Answer, { readonly error: AccessError }>> {
    if (isOver) throw new AccessError("truncated", "the session has ended; nothing was sent");
    turn.request = request;
    try {
      turn = (await turns.next()).value as Turn;
    } catch (error) {
      isOver = true;
      output.end(error);
      throw error;
    }
    const answer = turn.answer!;
    if ("error" in answer) throw answer.error;
    return answer;
  }

  /** Waits for the requests before. */
  function ask(request: Request) {
    const answer = last.then(() => performNow(request));
    last = answer.catch(() => undefined);
    return answer;
  }

  async function find(request: Request): Promise<number> {
    hits = 0;
    ({ hits } = (await ask(request)) as SearchAnswer);
    return hits;
  }

  async function close(): Promise<void> {
    await last;
    if (isOver) return;
    isOver = true;
    try {
      await turns.next();
    } finally {
      await turns.return();
      output.end();
    }
  }

  const session: Z3950Session = {
    server: turn.server,
    get hits() {
      return hits;
    },
    async search(query) {
      const parsed = typeof query === "string" ? wordsQuery(query, options.searchUse) : query;
      if (parsed === undefined) throw new AccessError("bad-argument", "missing search words");
      return find({ do: "search", query: parsed });
    },
    async present(from, count = 1) {
      if (
        !Number.isSafeInteger(from) ||
        !Number.isSafeInteger(count) ||
        from < 1 ||
        count < 1 ||
        from + count - 1 > hits
      )
        throw new AccessError("bad-argument", `no such records: the last search found ${hits}`, {
          hint: "search first, and count from 1",
        });
      if (count > options.maxRecords)
        throw new AccessError("bad-argument", `cannot present ${count} records at once`, {
          hint: "request fewer, or increase the z39.50 option maxRecords",
        });
      const records: Z3950Record[] = [];
      while (records.length < count) {
        const size = Math.min(options.pageSize, count - records.length);
        const answer = await ask({ do: "present", from: from + records.length, count: size });
        records.push(...(answer as PresentAnswer).records);
      }
      return records;
    },
    close,
    readable: output,
    async write(octets) {
      await commands.write(octets);
    },
    [Symbol.asyncDispose]: close,
  };
  const commands = new CommandLine(session, target.databases, limits.maxCommand, (text) => output.add(text));
  try {
    if (target.record !== undefined)
      await find({ do: "search", query: target.record.query, record: target.record });
  } catch (error) {
    await close();
    throw error;
  }
  await commands.begin();
  return session;
}
