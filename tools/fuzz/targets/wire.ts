import { type Exchange, joinBytes } from "@anyurl/core/exchange";
import { codeOf, demand, type Input, type Outcome, type Target } from "../target.ts";

/** A reader of bytes from a peer. It gets them in chunks of its own, which it may change, and returns what it read. */
export type ReadChunks = (chunks: readonly Uint8Array[]) => unknown;

/**
 * Creates the target of a reader of bytes from a peer. The low byte of each code unit of the text is a byte. The laws: an
 * error has a code, and the result is the same however the bytes are split.
 *
 * @param check further laws for the result.
 */
export function wireTarget(
  name: string,
  seeds: readonly string[],
  read: ReadChunks,
  check: (result: never) => void = () => {},
): Target {
  return { name, arity: 1, run: (input) => runSplit(input, read, check), seeds: seeds.map((text) => [text]) };
}

/** Creates the target of a reader of whole texts or packets. Only its errors are checked, and what `read` itself does. */
export function wholeTarget(
  name: string,
  seeds: readonly string[],
  read: (octets: Uint8Array) => unknown,
): Target {
  return {
    ...{ name, arity: 1, seeds: seeds.map((text) => [text]) },
    run: ([text = ""]) => toOutcome(attemptRead(() => read(toOctets(text))).shown),
  };
}

function runSplit([text = ""]: Input, read: ReadChunks, check: (result: never) => void): Outcome {
  const octets = toOctets(text);
  const whole = attemptRead(() => read([octets.slice()]));
  if (whole.code === undefined) check(whole.value as never);
  for (const size of chunkSizes(octets.length)) {
    const { shown } = attemptRead(() => read(split(octets, size)));
    demand(shown === whole.shown, "the result does not depend on the chunks", size, whole.shown, shown);
  }
  return toOutcome(whole.shown);
}

/** Single bytes if there are few; otherwise sizes that change with the length, because each chunk takes time. */
function chunkSizes(length: number): readonly number[] {
  return length <= 64 ? [1] : [Math.max(length >> 6, 3 + (length % 11)), (length >> 1) + 1];
}

interface ReadAttempt {
  readonly value?: unknown;
  readonly code?: string;
  readonly shown: string;
}

/** @throws an error without a code. */
function attemptRead(read: () => unknown): ReadAttempt {
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    const code = codeOf(error);
    return { code, shown: code };
  }
  return { value, shown: JSON.stringify(value, showOctets) ?? "undefined" };
}

/** JSON has no bytes. */
function showOctets(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? toLatin1(value) : value;
}

/** The kind of the result, and its size: a finer form would keep nearly every input. */
function toOutcome(shown: string): Outcome {
  const rough = /^[a-z-]+$/.test(shown) ? shown : "read";
  return { rough, fine: String(Math.ceil(Math.log2(shown.length))) };
}

/** The low bytes of the code units. */
export function toOctets(text: string): Uint8Array {
  const octets = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) octets[i] = text.charCodeAt(i);
  return octets;
}

/** A character for each byte. */
export function toLatin1(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) text += String.fromCharCode(octet);
  return text;
}

/** Returns copies, because a reader may keep or change its bytes. */
function split(octets: Uint8Array, size: number): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += size) chunks.push(octets.slice(at, at + size));
  return chunks;
}

/** Runs an exchange that only receives, on these bytes and the close of the connection. */
export function receive<Event, Result>(
  exchange: Exchange<Event, Result>,
  chunks: readonly Uint8Array[],
): { readonly result: Result; readonly events: readonly Event[]; readonly rest: Uint8Array } {
  const events: Event[] = [];
  let at = 0;
  let next = exchange.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.do === "emit") events.push(step.event);
    next = exchange.next(step.do === "receive" ? chunks[at++] : undefined);
  }
  return { result: next.value, events, rest: joinBytes(chunks.slice(at)) };
}
