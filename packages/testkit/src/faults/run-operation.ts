import {
  type Attributes,
  DEFAULT_LIMITS,
  type Entry,
  type Limits,
  type Session,
  type Source,
} from "@anyurl/core";
import { flushPromises } from "../memory/fake-clock.ts";
import { type PeeredResult, readWhole, type ToFetch } from "./body-readers.ts";
import type { Fault } from "./fault.ts";
import type { HostileOperation } from "./server-steps.ts";
import type { UploadSource } from "./source.ts";

/** The part of a client that these tests use. `createClient` returns one. */
export interface PeeredClient {
  get(url: string, options: PeeredCall): Promise<PeeredResult>;
  list(url: string, options: PeeredCall): AsyncGenerator<Entry, void, void>;
  search(url: string, words: string, options: PeeredCall): AsyncGenerator<Entry, void, void>;
  // Required only if a protocol has the operation.
  stat?(url: string, options: PeeredCall): Promise<Attributes>;
  put?(url: string, source: Source, options: PeeredCall): Promise<void>;
  append?(url: string, source: Source, options: PeeredCall): Promise<void>;
  remove?(url: string, options: PeeredCall): Promise<void>;
  rename?(url: string, to: string, options: PeeredCall): Promise<void>;
  makeDirectory?(url: string, options: PeeredCall): Promise<void>;
  send?(url: string, message: Source, options: PeeredCall): Promise<void>;
  request?(
    url: string,
    message: {
      readonly method?: string;
      readonly fields?: Readonly<Record<string, string>>;
      readonly body?: Source;
    },
    options: PeeredCall,
  ): Promise<
    PeeredResult & {
      readonly status: number;
      readonly transcript?: unknown;
      bytes(): Promise<Uint8Array>;
    }
  >;
  open?(url: string, options: PeeredCall): Promise<Session>;
}

export interface PeeredCall {
  readonly signal: AbortSignal;
  /** For `open`: gives a session the idle timeout of other calls. */
  readonly limits?: Partial<Limits>;
}

/** Records the results of a call while it runs. */
export interface CallRecord {
  readonly octets: Uint8Array[];
  readonly entries: Entry[];
  attributes: Attributes | undefined;
  /** The size of the body in bytes that the client announced. */
  size: number | undefined;
}

type Whole = true | false | "unknown" | undefined;

/** By default, a session has no idle timeout. */
const IDLE: Partial<Limits> = { idleTimeout: DEFAULT_LIMITS.idleTimeout };

export interface OperationInit {
  readonly operation: HostileOperation;
  readonly fault: Fault;
  readonly fetch?: ToFetch | undefined;
}

/** Runs an operation as a caller would. Returns whether the body is complete. */
export async function runOperation(
  client: PeeredClient,
  { operation, fault, fetch }: OperationInit,
  signal: AbortSignal,
  { seen, source }: { readonly seen: CallRecord; readonly source: UploadSource },
): Promise<Whole> {
  const { operation: name, url, words = "", to = "" } = operation;
  const options = { signal };
  switch (name) {
    case "get": {
      const { reader } = fault;
      if (reader !== undefined && reader !== "leaves" && reader !== "stops")
        return readWhole(client, url, options, {
          reader,
          toFetch: fetch,
          add: (octets) => seen.octets.push(octets),
        });
      const got = await client.get(url, options);
      seen.size = got.size;
      return read(got, reader, seen.octets);
    }
    case "request": {
      const got = await has(client, name)(url, {}, options);
      seen.size = got.size;
      return read(
        got,
        fault.reader === "leaves" || fault.reader === "stops" ? fault.reader : undefined,
        seen.octets,
      );
    }
    case "list":
    case "search": {
      const entries = name === "list" ? client.list(url, options) : client.search(url, words, options);
      for await (const entry of entries) {
        seen.entries.push(entry);
        if (fault.reader === "leaves") break;
      }
      return undefined;
    }
    case "open":
      await converse(await has(client, name)(url, { ...options, limits: IDLE }), fault, source, seen.octets);
      return undefined;
    case "stat":
      seen.attributes = await has(client, name)(url, options);
      return undefined;
    case "rename":
      await has(client, name)(url, to, options);
      return undefined;
    case "remove":
    case "makeDirectory":
      await has(client, name)(url, options);
      return undefined;
    default:
      await has(client, name)(url, source, options);
      return undefined;
  }
}

/** @throws {TypeError} the client of the test lacks an operation of the protocol. */
function has<N extends keyof PeeredClient>(client: PeeredClient, name: N): NonNullable<PeeredClient[N]> {
  const operation = client[name];
  if (operation === undefined) throw new TypeError(`the client has no operation "${name}"`);
  return operation.bind(client) as NonNullable<PeeredClient[N]>;
}

/** Writes the whole source to a session, then reads. */
async function converse(
  session: Session,
  { reader }: Fault,
  source: UploadSource,
  octets: Uint8Array[],
): Promise<void> {
  try {
    for await (const piece of source) await session.write(piece);
    for await (const piece of session.readable) {
      octets.push(piece.slice());
      if (reader === undefined) continue;
      if (reader === "stops") await flushPromises();
      break;
    }
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

async function read(
  { body, complete }: PeeredResult,
  habit: "leaves" | "stops" | undefined,
  octets: Uint8Array[],
): Promise<Whole> {
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    octets.push(value);
    if (habit === undefined) continue;
    // A reader that stops gives everything else time to run.
    if (habit === "stops") await flushPromises();
    await reader.cancel();
    break;
  }
  return complete;
}
