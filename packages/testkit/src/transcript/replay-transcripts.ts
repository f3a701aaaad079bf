import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Entry, type Limits, parseLogin, type Scheme, type Url } from "@anyurl/core";
import { type Context, type Exchange, perform } from "@anyurl/core/exchange";
import type { MemoryContext } from "../memory/memory-context.ts";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext } from "../report/results.ts";
import { type Cut, everyCut, OCTETS, WHOLE } from "./cut.ts";
import {
  drain,
  entryLine,
  formatOutcome,
  gather,
  type Open,
  openByAccess,
  replay,
  replayFaults,
} from "./replay.ts";
import { parseTranscript, type Transcript } from "./transcript.ts";

export interface ReplayOptions extends ExamContext {
  readonly scheme: Scheme;
  /** Formats an entry of a list for "=>". Default: `kind name url`, with "—" for a missing URL. */
  readonly entryText?: (entry: Entry) => string;
  /**
   * Replays this exchange over one connection to the URL's host, instead of the scheme's access. Emitted bytes and
   * strings (one line each) are the result. Other events are ignored unless `show` converts them.
   */
  readonly exchange?: (url: any, transcript: Transcript, limits: Limits) => Exchange<any, unknown>;
  /** Milliseconds within which the scheme's access module must load. Default: 10 000. */
  readonly within?: number;
  readonly show?: (event: any) => Uint8Array | string | undefined;
}

/**
 * Declares four tests for each transcript: replayed whole, byte by byte, split in two at every offset, and with each
 * step failing in turn. The client must send the same lines and return the same result, however the received bytes are
 * split. After a failure, nothing may stay open.
 *
 * @param files a directory whose `.txt` files are replayed, or a list of files.
 * @throws {SyntaxError} a transcript is invalid.
 * @throws {RangeError} there are no transcripts.
 */
export function replayTranscripts(
  files: string | URL | readonly (string | URL)[],
  options: ReplayOptions,
): void {
  const { scheme, runner = defaultRunner, entryText = entryLine } = options;
  const open =
    options.exchange === undefined
      ? openByAccess(scheme, entryText, options.within)
      : openByExchange(options);
  const transcripts = findTranscripts(files).map((path) =>
    parseTranscript(readFileSync(path, "utf8"), basename(path)),
  );
  if (transcripts.length === 0) throw new RangeError("no transcripts found");

  declareSection(scheme, "transcripts", { ...options, runner }, (section) => {
    for (const transcript of transcripts) {
      const { name, title, script } = transcript;
      const once = (cut: Cut) => replay(scheme, transcript, cut, open);
      section.group(title === "" ? name : `${name}: ${title}`, (section) => {
        section.test("whole", "replay", () => once(WHOLE));
        section.test("byte by byte", "replay", () => once(OCTETS));
        section.test("split in two at every offset", "replay", async () => {
          for (const cut of everyCut(script)) await withPlace(cut, once(cut));
        });
        section.test("with each step failing in turn", "replay-faults", () =>
          replayFaults(scheme, transcript, open),
        );
      });
    }
  });
}

function findTranscripts(files: string | URL | readonly (string | URL)[]): readonly string[] {
  if (Array.isArray(files)) return files.map(toPath);
  const folder = toPath(files as string | URL);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => join(folder, name));
}

function toPath(file: string | URL): string {
  return file instanceof URL ? fileURLToPath(file) : file;
}

async function withPlace(cut: Cut, replayed: Promise<void>): Promise<void> {
  try {
    await replayed;
  } catch (error) {
    const at = cut.into === "halves" ? cut.at : 0;
    throw new Error(`split after ${at} bytes: ${(error as Error).message}`, { cause: error });
  }
}

function openByExchange({ exchange, show, scheme }: ReplayOptions): Open {
  return async (url, context, transcript) => {
    const gathered = gather();
    try {
      const events = perform(
        exchange!(url, transcript, context.limits),
        await dial(scheme, url, context),
        context,
      );
      gathered.completeness = await drain(events, (event: unknown) => {
        const out = show === undefined ? event : show(event);
        if (out instanceof Uint8Array) gathered.octets.push(out);
        else if (typeof out === "string") gathered.lines.push(out);
      });
    } catch (error) {
      return formatOutcome(gathered, error);
    }
    return formatOutcome(gathered, undefined);
  };
}

function dial(scheme: Scheme, url: Url, context: Context & MemoryContext) {
  const { hostname, port } = parseLogin(url, scheme.defaultPort(url.scheme) ?? 0);
  return context.connect({ host: hostname, port });
}
