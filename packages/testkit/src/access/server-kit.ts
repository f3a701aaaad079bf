import type { AccessCode, ByteRange, EntryKind, OperationName } from "@anyurl/core";
import type { ToFetch } from "../faults/body-readers.ts";
import type { FaultExceptions } from "../faults/describe-faults.ts";
import type { PeeredWorld } from "../faults/run-fault.ts";
import type { PeeredCall, PeeredClient } from "../faults/run-operation.ts";
import type { HostileProtocol } from "../faults/server-steps.ts";

/** A running server on this machine. Each test starts one. */
export interface KitServer {
  /** Returns the URL of a path of the kit. */
  url(path: string): string;
  /** The command lines that the server received, without CR LF; one array for each connection. */
  readonly received: readonly (readonly Uint8Array[])[];
  /** Number of sockets that clients have not closed. */
  readonly live: number;
  close(): Promise<void>;
}

/** The part of a client that these tests use. `createClient` returns one. */
export interface AccessClient extends Omit<PeeredClient, "get"> {
  get(
    url: string,
    options: AccessCall,
  ): Promise<{
    readonly body: ReadableStream<Uint8Array>;
    /** The chunks as the scheme yields them. */
    readonly chunks?: () => AsyncIterable<Uint8Array>;
    readonly bytes?: () => Promise<Uint8Array>;
    readonly complete: Promise<true | false | "unknown">;
    readonly size?: number | undefined;
    readonly mediaType?: string | undefined;
    /** The printable transcript of the call. */
    readonly transcript?: unknown;
  }>;
}

export interface AccessCall extends PeeredCall {
  readonly range?: ByteRange;
  /** Options of the scheme. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The URL was named by an outside server. */
  readonly namedBy?: "server";
}

/** The inputs and expected results of operations. An operation without a fixture is skipped. */
export interface Fixtures {
  /** A file and its exact bytes. */
  readonly get?: { readonly path: string; readonly octets: Uint8Array; readonly mediaType?: string };
  /** A directory and the names of all its entries, in any order. */
  readonly list?: { readonly path: string; readonly names: readonly string[] };
  /** Default: the file of `get`. */
  readonly stat?: { readonly path: string; readonly kind?: EntryKind; readonly size?: number };
  readonly search?: { readonly path: string; readonly words: string; readonly names: readonly string[] };
  /** A free path, and the bytes to write. */
  readonly put?: { readonly path: string; readonly octets: Uint8Array };
  /** An existing file with the bytes `before`, and the bytes to append. */
  readonly append?: { readonly path: string; readonly before: Uint8Array; readonly octets: Uint8Array };
  /** An existing file that may be removed. */
  readonly remove?: { readonly path: string };
  /** An existing file, its bytes, and a free path to move it to. */
  readonly rename?: { readonly path: string; readonly to: string; readonly octets: Uint8Array };
  readonly makeDirectory?: { readonly path: string };
  /** A message, and a check that the server received it. */
  readonly send?: {
    readonly path: string;
    readonly octets: Uint8Array;
    readonly arrived: (server: KitServer) => boolean;
  };
  /** A request, and the response that a correct server gives to it. */
  readonly request?: {
    readonly path: string;
    readonly method?: string;
    readonly fields?: Readonly<Record<string, string>>;
    /** The body to send. Absent: none. */
    readonly octets?: Uint8Array;
    readonly status: number;
    /** The body of the response. */
    readonly answer: Uint8Array;
  };
  /** The bytes that a session writes, and the bytes that it must receive. */
  readonly open?: { readonly path: string; readonly says: Uint8Array; readonly hears: Uint8Array };
}

/** A request that the server rejects. */
export interface Refusal {
  readonly operation: OperationName;
  readonly path: string;
  /** The error code. */
  readonly code: AccessCode;
}

/** A server of the scheme's protocol, a client of the scheme, and fixtures. */
export interface ServerKit extends Fixtures {
  start(): Promise<KitServer>;
  /**
   * Creates a client of the scheme. Over sockets, `world` has limits only, and the client may connect to loopback
   * addresses. In memory, it also has a transport and a clock, and the client must use only these.
   */
  client(world: Partial<PeeredWorld>): AccessClient;
  /** `toFetch` of @anyurl/client, for tests of `fetch` against the hostile peers. Absent: they are skipped. */
  readonly fetch?: ToFetch;
  /** Requests that the server rejects: at least one not-found, and one permission-denied if the protocol has it. */
  readonly refuses?: readonly Refusal[];
  /** The behavior of a correct server, for hostile peers in memory. */
  readonly protocol?: HostileProtocol;
  /** Faults of the hostile peers to skip, with the reason. */
  readonly exceptFaults?: FaultExceptions;
  /** Reasons to skip tests, by section and operation: `"plan: stat"`. */
  readonly except?: Readonly<Record<string, string>>;
}

/** All operations. */
export const OPERATIONS: readonly OperationName[] = [
  "get",
  "list",
  "stat",
  "search",
  "put",
  "append",
  "remove",
  "rename",
  "makeDirectory",
  "send",
  "open",
  "request",
];
