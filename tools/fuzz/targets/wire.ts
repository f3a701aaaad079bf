import { isDeepStrictEqual } from "node:util";
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

/** The same for a reader that is asynchronous. */
export function asyncWireTarget<Result>(
  name: string,
  seeds: readonly string[],
  read: (chunks: readonly Uint8Array[]) => Promise<Result>,
  check: (result: Result) => void = () => {},
): Target {
  const attempt = async (chunks: readonly Uint8Array[]): Promise<ReadAttempt> => {
    try {
      return { value: await read(chunks) };
    } catch (error) {
      return { code: codeOf(error) };
    }
  };
  const run = async ([text = ""]: Input): Promise<Outcome> => {
    const octets = toOctets(text);
    const whole = await attempt([octets.slice()]);
    if (whole.code === undefined) check(whole.value as Result);
    for (const size of chunkSizes(octets.length)) demandSame(size, whole, await attempt(split(octets, size)));
    return toOutcome(whole);
  };
  return { name, arity: 1, run, seeds: seeds.map((text) => [text]) };
}

/** Creates the target of a reader of whole texts or packets. Only its errors are checked, and what `read` itself does. */
export function wholeTarget(
  name: string,
  seeds: readonly string[],
  read: (octets: Uint8Array) => unknown,
): Target {
  return {
    ...{ name, arity: 1, seeds: seeds.map((text) => [text]) },
    run: ([text = ""]) => toOutcome(attemptRead(() => read(toOctets(text)))),
  };
}

function runSplit([text = ""]: Input, read: ReadChunks, check: (result: never) => void): Outcome {
  const octets = toOctets(text);
  const whole = attemptRead(() => read([octets.slice()]));
  if (whole.code === undefined) check(whole.value as never);
  for (const size of chunkSizes(octets.length))
    demandSame(
      size,
      whole,
      attemptRead(() => read(split(octets, size))),
    );
  return toOutcome(whole);
}

function demandSame(size: number, whole: ReadAttempt, again: ReadAttempt): void {
  if (again.code !== whole.code || !isDeepStrictEqual(again.value, whole.value))
    demand(false, "the result does not depend on the chunks", size, show(whole), show(again));
}

/** Single bytes if there are few; otherwise sizes that change with the length, because each chunk takes time. */
function chunkSizes(length: number): readonly number[] {
  return length <= 64 ? [1] : [Math.max(length >> 6, 3 + (length % 11)), (length >> 1) + 1];
}

interface ReadAttempt {
  readonly value?: unknown;
  readonly code?: string;
}

/** @throws an error without a code. */
function attemptRead(read: () => unknown): ReadAttempt {
  try {
    return { value: read() };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

function show({ value, code }: ReadAttempt): string {
  // JSON has no bytes.
  return code ?? JSON.stringify(value, (_, each) => (each instanceof Uint8Array ? toLatin1(each) : each));
}

/** The kind of the result, and its size: a finer form would keep nearly every input. */
function toOutcome({ value, code }: ReadAttempt): Outcome {
  return code === undefined
    ? { rough: "read", fine: String(Math.ceil(Math.log2(1 + sizeOf(value)))) }
    : { rough: code, fine: "" };
}

/** About the number of characters of a value as JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === "string" || value instanceof Uint8Array) return 2 + value.length;
  if (typeof value !== "object" || value === null) return 4;
  let size = 2;
  for (const each of Object.values(value)) size += 4 + sizeOf(each);
  return size;
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
