import type { AccessCode, ByteRange, EntryKind, OperationName } from "@anyurl/core";
import type { PeeredWorld } from "../faults/run-fault.ts";
import type { PeeredCall, PeeredClient } from "../faults/run-operation.ts";
import type { HostileProtocol } from "../faults/server-steps.ts";

/** A server that runs, on this machine. Each question has one of its own. */
export interface KitServer {
  /** The URL of what is there by this path, which is one of the kit's. */
  url(path: string): string;
  /** Each command line that it has received, without CR LF; a connection an array. */
  readonly received: readonly (readonly Uint8Array[])[];
  /** Sockets that its clients have not closed. */
  readonly live: number;
  close(): Promise<void>;
}

/** What is used of a client: `createClient` makes one. */
export interface AccessClient extends Omit<PeeredClient, "get"> {
  get(
    url: string,
    options: AccessCall,
  ): Promise<{
    readonly body: ReadableStream<Uint8Array>;
    /** The chunks as the scheme yields them. */
    readonly octets?: () => AsyncIterable<Uint8Array>;
    readonly bytes?: () => Promise<Uint8Array>;
    readonly complete: Promise<true | false | "unknown">;
    readonly size?: number | undefined;
    readonly mediaType?: string | undefined;
    /** What it says and hears, as it may be shown. */
    readonly transcript?: unknown;
  }>;
}

export interface AccessCall extends PeeredCall {
  readonly range?: ByteRange;
  /** The URL is one that a server outside named. */
  readonly namedBy?: "server";
}

/** What a scheme's operations are asked for, and what must come of it. An operation without one is skipped. */
export interface Fixtures {
  /** What is there, octet for octet. */
  readonly get?: { readonly path: string; readonly octets: Uint8Array; readonly mediaType?: string };
  /** The names of all entries, in any order. */
  readonly list?: { readonly path: string; readonly names: readonly string[] };
  /** Default: what `get` has, a file. */
  readonly stat?: { readonly path: string; readonly kind?: EntryKind; readonly size?: number };
  readonly search?: { readonly path: string; readonly words: string; readonly names: readonly string[] };
  /** Where nothing is yet, and what is to be there. */
  readonly put?: { readonly path: string; readonly octets: Uint8Array };
  /** Where `before` is already, and what comes behind it. */
  readonly append?: { readonly path: string; readonly before: Uint8Array; readonly octets: Uint8Array };
  /** What is there, and may go. */
  readonly remove?: { readonly path: string };
  /** What is there, its octets, and the path that it gets, where nothing is. */
  readonly rename?: { readonly path: string; readonly to: string; readonly octets: Uint8Array };
  readonly makeDirectory?: { readonly path: string };
  /** A message, and what the server must have got of it. */
  readonly send?: {
    readonly path: string;
    readonly octets: Uint8Array;
    readonly arrived: (server: KitServer) => boolean;
  };
  /** What a session is told, and what it says before it is over, or when it is told so. */
  readonly open?: { readonly path: string; readonly says: Uint8Array; readonly hears: Uint8Array };
}

/** Something that the server does not give. */
export interface Refusal {
  readonly operation: OperationName;
  readonly path: string;
  /** The code that it fails by. */
  readonly code: AccessCode;
}

/** A server of the scheme's protocol, a client of the scheme, and what is where. */
export interface ServerKit extends Fixtures {
  start(): Promise<KitServer>;
  /**
   * A client of the scheme. Over sockets it is given limits, and may connect to loopback; in memory it is given a
   * transport and a clock as well, and has no network and no time but these.
   */
  client(world: Partial<PeeredWorld>): AccessClient;
  /** At least one not-found, and one permission-denied where the protocol has such a thing. */
  readonly refuses?: readonly Refusal[];
  /** What a proper server says, for hostile peers in memory. */
  readonly protocol?: HostileProtocol;
  /** Why a question is not to be asked, by its section and its name: `"plan: stat"`. */
  readonly except?: Readonly<Record<string, string>>;
}

/** All that a scheme may be able to do. */
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
];
