import { type Profiler, Session } from "node:inspector";

/** Which code has been reached so far, block by block, as V8 counts it. */
export class Coverage {
  readonly #session = new Session();
  /** By file: for each character of its code, has it been reached? */
  readonly #reached = new Map<string, Uint8Array>();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    this.forget();
  }

  /** What has been reached since the last take is nobody's business. */
  forget(): void {
    this.#counted();
  }

  /** From the beginning again. */
  reset(): void {
    this.#reached.clear();
    this.#counted();
  }

  /**
   * How many characters have been reached for the first time since the last take. `dry`: and forget it again.
   */
  take(dry = false): number {
    let found = 0;
    for (const { url, functions } of this.#counted()) {
      if (!isOurs(url)) continue;
      const reached = this.#reachedIn(url, functions);
      for (const each of functions) found += paint(reached, each, dry);
    }
    return found;
  }

  #counted(): readonly Profiler.ScriptCoverage[] {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    // In the same thread, the answer is there before `post` returns.
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error !== null) throw error;
      scripts = result;
    });
    return scripts;
  }

  #reachedIn(url: string, functions: readonly Profiler.FunctionCoverage[]): Uint8Array {
    const end = Math.max(0, ...functions.map(({ ranges }) => ranges[0]?.endOffset ?? 0));
    const now = this.#reached.get(url) ?? new Uint8Array(0);
    if (now.length >= end) return now;
    const grown = new Uint8Array(end);
    grown.set(now);
    this.#reached.set(url, grown);
    return grown;
  }

  /** How many characters have been reached in all. */
  get size(): number {
    let size = 0;
    for (const reached of this.#reached.values()) for (const each of reached) size += each;
    return size;
  }
}

/** Marks what a function has reached: of ranges within ranges, the innermost counts. Gives what is new. */
function paint(reached: Uint8Array, { ranges }: Profiler.FunctionCoverage, dry: boolean): number {
  const [whole] = ranges;
  if (whole === undefined || whole.count === 0) return 0;
  const { startOffset, endOffset } = whole;
  const hit = new Uint8Array(endOffset - startOffset);
  for (const range of ranges)
    hit.fill(range.count > 0 ? 1 : 0, range.startOffset - startOffset, range.endOffset - startOffset);
  let found = 0;
  for (let i = 0; i < hit.length; i++) {
    if (hit[i] === 0 || reached[startOffset + i] === 1) continue;
    found++;
    if (!dry) reached[startOffset + i] = 1;
  }
  return found;
}

/** Only what is to be tested: no tests, no packages of others. */
function isOurs(url: string): boolean {
  return url.includes("/packages/") && url.includes("/src/") && !url.includes("/node_modules/");
}
