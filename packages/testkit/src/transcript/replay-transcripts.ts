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
  gather,
  type Open,
  openByAccess,
  outcomeOf,
  replay,
  replayFaults,
} from "./replay.ts";
import { parseTranscript, type Transcript } from "./transcript.ts";

export interface ReplayOptions extends ExamContext {
  readonly scheme: Scheme;
  /** How an entry of a list is written after "=>". Default: `kind name url`, "—" where there is no URL. */
  readonly entryText?: (entry: Entry) => string;
  /**
   * Replays this exchange, instead of the scheme's access, over one connection to the URL's host. What it emits
   * comes out: octets as they are, strings as lines; anything else is passed over, unless `show` makes one of
   * the two of it.
   */
  readonly exchange?: (url: any, transcript: Transcript, limits: Limits) => Exchange<any, unknown>;
  /** Milliseconds in which the scheme's access must be loaded. Default 10 000. */
  readonly within?: number;
  readonly show?: (event: any) => Uint8Array | string | undefined;
}

/**
 * Declares four tests for each transcript: replayed whole, octet by octet, cut in two at every place, and with each
 * step failing in turn. The client must send the same, and the same must come out, however what it receives is
 * cut; and whatever fails, nothing may stay open.
 *
 * @param files a folder, of which every `.txt` is taken, or the files themselves.
 * @throws {SyntaxError} a transcript cannot be read.
 * @throws {RangeError} there is none.
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
  const transcripts = pathsOf(files).map((path) =>
    parseTranscript(readFileSync(path, "utf8"), basename(path)),
  );
  if (transcripts.length === 0) throw new RangeError("there is no transcript to replay");

  declareSection(scheme, "transcripts", { ...options, runner }, (section) => {
    for (const transcript of transcripts) {
      const { name, title, script } = transcript;
      const once = (cut: Cut) => replay(scheme, transcript, cut, open);
      section.group(title === "" ? name : `${name}: ${title}`, (section) => {
        section.test("whole", "replay", () => once(WHOLE));
        section.test("octet by octet", "replay", () => once(OCTETS));
        section.test("cut in two at every place", "replay", async () => {
          for (const cut of everyCut(script)) await withPlace(cut, once(cut));
        });
        section.test("with each step failing in turn", "replay-faults", () =>
          replayFaults(scheme, transcript, open),
        );
      });
    }
  });
}

function pathsOf(files: string | URL | readonly (string | URL)[]): readonly string[] {
  if (Array.isArray(files)) return files.map(pathOf);
  const folder = pathOf(files as string | URL);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => join(folder, name));
}

function pathOf(file: string | URL): string {
  return file instanceof URL ? fileURLToPath(file) : file;
}

async function withPlace(cut: Cut, replayed: Promise<void>): Promise<void> {
  try {
    await replayed;
  } catch (error) {
    const at = cut.into === "halves" ? cut.at : 0;
    throw new Error(`cut after ${at} octets: ${(error as Error).message}`, { cause: error });
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
      return outcomeOf(gathered, error);
    }
    return outcomeOf(gathered, undefined);
  };
}

function dial(scheme: Scheme, url: Url, context: Context & MemoryContext) {
  const { hostname, port } = parseLogin(url, scheme.defaultPort(url.scheme) ?? 0);
  return context.connect({ host: hostname, port });
}
