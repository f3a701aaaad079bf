import { type Profiler, Session } from "node:inspector";

/** The code that was reached so far, by V8's block counts. */
export class Coverage {
  readonly #session = new Session();
  /** By file: whether each character of its code was reached. */
  readonly #reached = new Map<string, Uint8Array>();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    this.forget();
  }

  /** Discards the counts since the last take. */
  forget(): void {
    this.#counted();
  }

  /** Starts again from nothing. */
  reset(): void {
    this.#reached.clear();
    this.#counted();
  }

  /** Returns the number of characters that were first reached since the last take. With `dry`, does not record them. */
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
    // In the same thread, the response arrives before `post` returns.
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

  /** The total number of reached characters. */
  get size(): number {
    let size = 0;
    for (const reached of this.#reached.values()) for (const each of reached) size += each;
    return size;
  }
}

/**
 * Marks the code that a function has reached. In nested ranges the innermost one counts. Returns the new characters.
 */
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

/** Only tested code: no tests and no third-party packages. */
function isOurs(url: string): boolean {
  return url.includes("/packages/") && url.includes("/src/") && !url.includes("/node_modules/");
}
