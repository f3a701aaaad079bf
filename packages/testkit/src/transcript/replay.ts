import { AssertionError, deepEqual, equal, ok } from "node:assert/strict";
import {
  type Attributes,
  createRegistry,
  decodeText,
  type Entity,
  type Entry,
  getOptionSet,
  type OperationName,
  type Operations,
  octetsOf,
  readOptionText,
  resolveSchemeOptions,
  type Scheme,
  textOf,
  type Url,
} from "@anyurl/core";
import { type Context, copyBytes, joinBytes } from "@anyurl/core/exchange";
import { assertCoded, formatError } from "../access/coded.ts";
import { accessLoader } from "../access/load-access.ts";
import { reusedChunks } from "../access/reused-memory.ts";
import { type MemoryContext, memoryContext } from "../memory/memory-context.ts";
import { runWithAdvice } from "../report/advised.ts";
import type { Cut } from "./cut.ts";
import { formatNotation, parseNotation, writtenOctets } from "./notation.ts";
import { TranscriptMismatch } from "./scripted-peer.ts";
import type { Transcript } from "./transcript.ts";

/** The complete result of any operation. */
export interface Outcome {
  readonly octets: Uint8Array;
  readonly lines: readonly string[];
  readonly completeness: "whole" | "unknown" | undefined;
  readonly error: Error | undefined;
}

/** Opens a transcript's URL with a memory context. */
export type Open = (url: Url, context: MemoryContext, transcript: Transcript) => Promise<Outcome>;

/**
 * Replays a transcript with the server's bytes split in one way.
 *
 * @throws {TranscriptMismatch} the client sends other bytes.
 * @throws {AssertionError} the result differs.
 */
export async function replay(scheme: Scheme, transcript: Transcript, cut: Cut, open: Open): Promise<void> {
  const url = createRegistry(scheme).parse(transcript.url) as Url;
  const { options, invalid } = readOptions(scheme, transcript);
  const context = memoryContext({ ...transcript, options, cut });
  const outcome = invalid ? formatOutcome(gather(), invalid) : await open(url, context, transcript);
  const { octets, lines, completeness, error } = outcome;
  checkScript(context, error);

  const code = error === undefined ? undefined : assertCoded(error).code;
  equal(
    code,
    transcript.failure,
    error === undefined ? "the call succeeds" : `the call fails: ${error.message}`,
  );
  ok(lines.length === 0 || octets.length === 0, "the result must be lines or bytes, not both");
  const expected = expectedResult(transcript, lines.length > 0);
  const result = lines.length > 0 ? lines : formatNotation(octets);
  deepEqual(result, expected, "the result");
  if (transcript.completeness !== undefined)
    equal(completeness, transcript.completeness, "completeness of the result");
  runWithAdvice("replay-secrets", () => checkSecrets(url, context, transcript));
}

/** Checks that the client followed the script, and adds to the message why it ended early. */
function checkScript(context: MemoryContext, error: Error | undefined): void {
  try {
    context.check();
  } catch (mismatch) {
    if (error === undefined || !(mismatch instanceof TranscriptMismatch)) throw mismatch;
    const message = `${mismatch.message}; the call failed with ${formatError(error)}`;
    throw new TranscriptMismatch(message, { cause: mismatch });
  }
}

/**
 * Replays a transcript once for each step, with that step failing. The call may recover. It must end, with a code if it
 * fails, and close everything that it opened.
 */
export async function replayFaults(scheme: Scheme, transcript: Transcript, open: Open): Promise<void> {
  const url = createRegistry(scheme).parse(transcript.url) as Url;
  const { options, invalid } = readOptions(scheme, transcript);
  if (invalid !== undefined) return; // the call ends before its first step
  for (let failAt = 0; ; failAt++) {
    const context = memoryContext({ ...transcript, options, failAt });
    try {
      await open(url, context, transcript);
    } catch (error) {
      if (!(error instanceof TranscriptMismatch)) throw error; // the transcript has no lines for a recovery
    }
    equal(context.live, 0, `connections left open after step ${failAt} failed`);
    if (context.operations <= failAt) return;
  }
}

/** Reads the options of a transcript as a command line does. `invalid`: the error that the call ends with. */
function readOptions(
  scheme: Scheme,
  { options }: Transcript,
): { readonly options: Readonly<Record<string, unknown>>; readonly invalid?: unknown } {
  try {
    const set = getOptionSet(scheme);
    const given = Object.entries(options).map(([name, text]) => [name, readOptionText(set, name, [text])]);
    return { options: resolveSchemeOptions(scheme, Object.fromEntries(given)) };
  } catch (invalid) {
    return { options: {}, invalid };
  }
}

/** Returns the expected result: entries as written, bytes as lines of the notation. */
function expectedResult({ results, name }: Transcript, entries: boolean): readonly string[] {
  if (!entries) return formatNotation(joinBytes(results.map((line) => parseNotation(line, name))));
  return results.map((line) => writtenText(textOf(parseNotation(`${line}\\c`, name))));
}

/** Checks that the recorded events have no password, because they may be shown. */
function checkSecrets(url: Url, { events }: MemoryContext, { answers }: Transcript): void {
  const given = ["password", "account"].map((wanted) => answers.get(wanted));
  const own = url.password === undefined ? undefined : decodeText(url.password);
  const recorded = events.map((event) => (event.do === "send" ? textOf(event.octets) : "")).join("");
  for (const secret of [own, ...given]) {
    if (secret === undefined || secret.length < 3) continue;
    ok(!recorded.includes(secret), "a recorded event contains a secret");
  }
}

/**
 * Creates an `Open` that calls the scheme's access module. The text after an operation is its argument: the words of a
 * search, the text to put or append, the new URL of a rename.
 */
export function openByAccess(scheme: Scheme, entryText: (entry: Entry) => string, within?: number): Open {
  const load = accessLoader(scheme, within);
  return async (url, context, { operation }) => {
    const [name = "", ...words] = operation.split(" ");
    const access = await load();
    const perform = REPLAYED.get(name);
    ok(
      perform !== undefined && typeof access[name as OperationName] === "function",
      `the testkit cannot replay the operation "${name}", or the scheme's access lacks it`,
    );
    const gathered = gather();
    try {
      await perform(
        { scheme, access: access as Operations, url, context, gathered, entryText },
        words.join(" "),
      );
    } catch (error) {
      return formatOutcome(gathered, error);
    }
    return formatOutcome(gathered, undefined);
  };
}

interface Replayed {
  readonly scheme: Scheme;
  readonly access: Operations;
  readonly url: Url;
  readonly context: Context;
  readonly gathered: Gathered;
  readonly entryText: (entry: Entry) => string;
}

type Perform = (replayed: Replayed, argument: string) => Promise<unknown>;

const REPLAYED: ReadonlyMap<string, Perform> = new Map<string, Perform>([
  ["get", async ({ access, url, context, gathered }) => takeEntity(await access.get(url, context), gathered)],
  ["list", ({ access, url, context, ...into }) => takeEntries(access.list(url, context), into)],
  [
    "search",
    ({ access, url, context, ...into }, words) => takeEntries(access.search(url, context, words), into),
  ],
  [
    "stat",
    async ({ access, url, context, gathered }) => takeFacts(await access.stat(url, context), gathered),
  ],
  ["put", ({ access, url, context }, text) => access.put(url, context, createSource(text))],
  ["append", ({ access, url, context }, text) => access.append(url, context, createSource(text))],
  [
    "send",
    ({ access, url, context }, text) =>
      access.send(url, context, text === "" ? undefined : createSource(text)),
  ],
  ["remove", ({ access, url, context }) => access.remove(url, context)],
  ["makeDirectory", ({ access, url, context }) => access.makeDirectory(url, context)],
  [
    "rename",
    ({ scheme, access, url, context }, to) =>
      access.rename(url, context, createRegistry(scheme).parse(to) as Url),
  ],
]);

async function takeEntries(
  entries: AsyncIterable<Entry>,
  { gathered, entryText }: Pick<Replayed, "gathered" | "entryText">,
): Promise<void> {
  for await (const entry of entries) gathered.lines.push(writtenText(entryText(entry)));
}

/** Adds the line `kind size date`, with "—" for unknown values. */
function takeFacts({ kind, size, modified }: Attributes, { lines }: Gathered): void {
  lines.push(`${kind} ${size ?? "—"} ${modified?.toISOString() ?? "—"}`);
}

/** Yields a text, in which \\n and \\r are line breaks, in two chunks. */
async function* createSource(text: string): AsyncGenerator<Uint8Array, void, void> {
  const octets = octetsOf(text.replaceAll("\\n", "\n").replaceAll("\\r", "\r"));
  yield* reusedChunks([octets.subarray(0, 1), octets.subarray(1)]);
}

interface Gathered {
  readonly octets: Uint8Array[];
  readonly lines: string[];
  completeness: Outcome["completeness"];
}

export function gather(): Gathered {
  return { octets: [], lines: [], completeness: undefined };
}

export function formatOutcome({ octets, lines, completeness }: Gathered, error: unknown): Outcome {
  // A mismatch is not an error of the call: the replay itself failed.
  if (error instanceof TranscriptMismatch || error instanceof AssertionError) throw error;
  const failed = error === undefined ? undefined : assertCoded(error);
  return { octets: joinBytes(octets), lines, completeness, error: failed };
}

async function takeEntity({ body }: Entity, gathered: Gathered): Promise<void> {
  gathered.completeness = await drain(body, (octets) => gathered.octets.push(copyBytes(octets)));
}

/** Reads a source to its end and returns the completeness. */
export async function drain<T>(
  source: AsyncGenerator<T, unknown, void>,
  take: (item: T) => void,
): Promise<Outcome["completeness"]> {
  for (;;) {
    const next = await source.next();
    if (next.done !== true) take(next.value);
    else return next.value === true ? "whole" : next.value === "unknown" ? "unknown" : undefined;
  }
}

/** Formats an entry as `kind name url`, with a dash for a missing URL. */
export function entryLine({ kind, name, url }: Entry): string {
  return `${kind} ${name} ${url ?? "—"}`;
}

/** Writes a text in the notation of transcripts, without escaping printable characters. */
function writtenText(text: string): string {
  return Array.from(text, (char) => (/^[^\p{C}\\]$/u.test(char) ? char : writtenOctets(octetsOf(char)))).join(
    "",
  );
}
