import { AccessError, octetsOf } from "@anyurl/core";
import { type Exchange, joinBytes } from "@anyurl/core/exchange";
import { type FileAttributes, MAX_HANDLE, readAttributes, readPostAttributes } from "./attributes.ts";
import type { NfsSettings } from "./options.ts";
import {
  credentialError,
  NO_AUTH,
  type RpcCall,
  RpcConnection,
  type RpcProgram,
  type RpcReply,
} from "./rpc.ts";
import { nfsError, STATUS } from "./status.ts";
import { opaque, uint32, type XdrReader } from "./xdr.ts";

const NFS: RpcProgram = { name: "NFS", number: 100_003, version: 3, cite: "RFC 1813 §3.3" };

/** The numbers of the procedures (RFC 1813 §3.3). */
export const PROCEDURE = {
  GETATTR: 1,
  LOOKUP: 3,
  READLINK: 5,
  READ: 6,
  WRITE: 7,
  CREATE: 8,
  MKDIR: 9,
  REMOVE: 12,
  RMDIR: 13,
  RENAME: 14,
  READDIR: 16,
  READDIRPLUS: 17,
  FSINFO: 19,
  COMMIT: 21,
} as const;

/** A request to the performer of the exchange: continue after this time in milliseconds. */
export interface Wait {
  readonly wait: number;
}

/** An exchange of NFS, which may have to wait for the server. */
export type NfsExchange<Event, Result = void> = Exchange<Event | Wait, Result>;

/** A file, and its attributes at the time of the lookup. */
export interface Found {
  readonly handle: Uint8Array;
  readonly attributes: FileAttributes;
}

/** The public file handle of version 3 has the length zero (RFC 2054 §5.2). */
export const PUBLIC_HANDLE: Uint8Array = new Uint8Array(0);

/** A connection to an NFS server, and the credential that it accepts. */
export class NfsSession {
  readonly settings: NfsSettings;
  /** Where to find the other services of the server: the address of this connection. */
  readonly host: string;
  /** Does the server know the public file handle? `undefined`: not tried yet. */
  hasPublicHandle: boolean | undefined;
  readonly #rpc: RpcConnection;
  #credential: Uint8Array;

  constructor(settings: NfsSettings, host: string) {
    this.settings = settings;
    this.host = host;
    this.#rpc = new RpcConnection("control", NFS, settings.limits);
    const { uid, gid } = settings;
    this.#credential = uid === undefined ? NO_AUTH : sysCredential(settings, uid, gid);
  }

  /** Bytes of one transfer, so that its message stays below `maxMessage`. */
  get transferSize(): number {
    const { transferSize, limits } = this.settings;
    return Math.max(512, Math.min(transferSize, limits.maxMessage - MESSAGE_OVERHEAD));
  }

  /**
   * Sends a call over any connection to the server. If the server rejects a call without a credential as too weak, it is
   * repeated as the anonymous user, with AUTH_SYS.
   */
  *authorize(rpc: RpcConnection, call: RpcCall): Exchange<never, Exclude<RpcReply, "too-weak">> {
    let reply = yield* rpc.call(call, this.#credential);
    if (reply === "too-weak" && this.#credential === NO_AUTH) {
      this.#credential = sysCredential(this.settings, NOBODY, NOBODY);
      reply = yield* rpc.call(call, this.#credential);
    }
    if (reply === "too-weak") throw credentialError(5);
    return reply;
  }

  /** Calls an NFS procedure, and returns its status and results. Waits for a server that is not ready. */
  *call(
    procedure: number,
    args: readonly Uint8Array[],
    options: Omit<RpcCall, "procedure" | "args"> = {},
  ): NfsExchange<never, { readonly status: number; readonly reader: XdrReader }> {
    const { jukeboxRetries, jukeboxDelay } = this.settings;
    for (let retries = 0; ; retries++) {
      const reader = yield* this.authorize(this.#rpc, { procedure, args, ...options });
      if (reader === "no-procedure") throw nfsError(STATUS.NOTSUPP);
      const status = reader.uint32();
      if (status !== STATUS.JUKEBOX || retries >= jukeboxRetries) return { status, reader };
      yield { do: "emit", event: { wait: jukeboxDelay } };
    }
  }

  /** Like {@link call}. @throws {AccessError} the error of a status other than NFS3_OK. */
  *succeed(
    procedure: number,
    args: readonly Uint8Array[],
    options?: Omit<RpcCall, "procedure" | "args">,
  ): NfsExchange<never, XdrReader> {
    const { status, reader } = yield* this.call(procedure, args, options);
    if (status !== 0) throw nfsError(status);
    return reader;
  }

  /** LOOKUP of one name in a directory, or of a canonical path from the public file handle. Returns an error's status. */
  *lookup(directory: Uint8Array, name: string, part?: string): NfsExchange<never, Found | number> {
    const args = [opaque(directory), opaque(octetsOf(name))];
    const { status, reader } = yield* this.call(PROCEDURE.LOOKUP, args, { part });
    if (status !== 0) return status;
    const handle = reader.opaque(MAX_HANDLE);
    const attributes = readPostAttributes(reader) ?? (yield* this.attributesOf(handle));
    return { handle, attributes };
  }

  /** GETATTR */
  *attributesOf(handle: Uint8Array): NfsExchange<never, FileAttributes> {
    return readAttributes(yield* this.succeed(PROCEDURE.GETATTR, [opaque(handle)]));
  }
}

/** Bytes of a message besides its data: headers, attributes, and names. */
const MESSAGE_OVERHEAD = 1024;

/** The user that servers map clients without rights to. */
const NOBODY = 65_534;

/** authsys_parms: stamp, machine name, uid, gid, no further groups (RFC 5531 §10.1, appendix A). */
function sysCredential({ machineName }: NfsSettings, uid: number, gid: number): Uint8Array {
  const name = opaque(octetsOf(machineName));
  const body = joinBytes([uint32(0), name, uint32(uid), uint32(gid), uint32(0)]);
  return joinBytes([uint32(1), opaque(body)]);
}

/** @throws {AccessError} the error of a status. */
export function orThrow(found: Found | number): Found {
  if (typeof found === "number") throw nfsError(found);
  return found;
}

/** The error of a server that makes no progress, or answers with more than was asked for. */
export function progressError(message: string): AccessError {
  return new AccessError("protocol-error", message);
}
