import type { Scheme } from "@anyurl/core";
import fc from "fast-check";
import {
  anyAuthority,
  anyText,
  describeAccess,
  describeScheme,
  FAULTS,
  type Result,
  type Runner,
  readVectors,
  replayTranscripts,
  type ServerKit,
} from "../../src/index.ts";
import { collectingRunner } from "../collecting-runner.ts";
import { kitOf } from "./healthy/kit.ts";

const VECTORS = readVectors(new URL("./healthy/vectors.json", import.meta.url));
const TRANSCRIPTS = new URL("./healthy/transcripts/", import.meta.url);

/** A few of the many similar names in listings. */
const FEW_NAMES: ReadonlySet<string> = new Set(["../x", "a\r\nDELE x", "\0", "a%2Fb"].map(namedBy));
/** Not tried: a size or an end mark delimits the body, so bytes after it are not read. */
const ENDLESS: ReadonlySet<string> = new Set(["an endless body", "an endless listing"]);
const TESTED_FAULTS = FAULTS.filter(
  ({ name }) => !ENDLESS.has(name) && (!name.startsWith("an entry named") || FEW_NAMES.has(name)),
);

function namedBy(name: string): string {
  return `an entry named ${JSON.stringify(name)}`;
}

/** Maximum milliseconds of one call. */
const WITHIN = 2_000;

export interface ExamInit {
  /** Further schemes in the same registry and client. */
  readonly beside?: readonly Scheme[];
  readonly kit?: ServerKit;
  readonly runner?: Runner;
  readonly onResult?: (result: Result) => void;
  readonly runs?: number;
  /** Only these hostile peers. Default: all that apply to this protocol. */
  readonly peers?: ReadonlySet<string>;
}

/** Declares the whole x-echo exam for a scheme that claims to be x-echo. */
export function declareExam(scheme: Scheme, init: ExamInit = {}): void {
  const { beside = [], kit = kitOf(scheme, beside), runs = 200, peers, ...taking } = init;
  const faults = peers === undefined ? TESTED_FAULTS : TESTED_FAULTS.filter(({ name }) => peers.has(name));
  const arbitraries = { parts: fc.record({ name: anyText() }), authority: anyAuthority({ login: true }) };
  describeScheme(scheme, VECTORS, arbitraries, { ...taking, beside, runs, seed: 1 });
  replayTranscripts(TRANSCRIPTS, { ...taking, scheme, within: WITHIN });
  describeAccess(scheme, kit, { ...taking, beside, within: WITHIN, faults });
}

/** Runs the whole exam and returns the result of each question. */
export async function takeExam(scheme: Scheme, init: ExamInit = {}): Promise<readonly Result[]> {
  const results: Result[] = [];
  const runner = collectingRunner();
  declareExam(scheme, { ...init, runner, onResult: (result) => results.push(result) });
  await runner.failures();
  return results;
}
