import type { BrokenLaw, Input, Outcome, Target } from "./target.ts";

/** The result of one input. */
export interface Attempt {
  /** `undefined` if a law is broken. */
  readonly outcome: Outcome | undefined;
  /** The broken law with details; absent if all laws hold. */
  readonly broken?: { readonly law: string; readonly message: string };
}

/** Maximum time of an input in milliseconds, and the addition per code unit: generous, for slow processors. */
const TIME = 1_000;
const TIME_PER_UNIT = 0.2;

/** Tries one input. An unexpected error and a slow input also break a law. */
export async function attempt(target: Target, input: Input): Promise<Attempt> {
  const start = performance.now();
  const found = await attemptOnce(target, input, 0);
  if ("error" in found) return { outcome: undefined, broken: await describe(target, input, found.error) };
  const limit = TIME + TIME_PER_UNIT * input.reduce((sum, text) => sum + text.length, 0);
  if (performance.now() - start <= limit) return found;
  // The machine may have been busy: the processor time of this thread decides.
  const before = process.threadCpuUsage();
  await attemptOnce(target, input, 0);
  const { user, system } = process.threadCpuUsage(before);
  const took = (user + system) / 1_000;
  if (took <= limit) return found;
  const message = `took ${Math.round(took)} ms of processor time`;
  return { outcome: undefined, broken: { law: "no text takes long", message } };
}

/** @param frames the length of the stack of each error: to capture one takes more time than to read most inputs. */
async function attemptOnce(
  target: Target,
  input: Input,
  frames: number,
): Promise<{ readonly outcome: Outcome } | { readonly error: unknown }> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = frames;
  try {
    const outcome = target.run(input);
    return { outcome: outcome instanceof Promise ? await outcome : outcome };
  } catch (error) {
    return { error };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function describe(
  target: Target,
  input: Input,
  error: unknown,
): Promise<{ readonly law: string; readonly message: string }> {
  const { law, name, message } = error as BrokenLaw;
  if (name === "BrokenLaw") return { law, message };
  // An unexpected error is identified by where it was thrown, so that one bug is one law. A stack overflow is not
  // thrown at the same place each time.
  const again = await attemptOnce(target, input, 10);
  const { stack } = ("error" in again ? again.error : error) as Error;
  const lines = stack?.split("\n") ?? [];
  const place = lines.find((line) => line.includes("/packages/"))?.trim() ?? "";
  return { law: `throws ${name} ${place.replace(/^.*\/packages\//, "")}`, message };
}
