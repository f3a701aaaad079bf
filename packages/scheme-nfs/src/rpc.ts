import { AccessError, type Limits, tooLargeError } from "@anyurl/core";
import { type Channel, type Exchange, Inbox, joinBytes, type Phase } from "@anyurl/core/exchange";
import { uint32, XdrReader } from "./xdr.ts";

/*
 * ONC RPC (RFC 5531) over TCP. A message is one or more fragments, each with 4 bytes before it: the highest bit marks
 * the last fragment, the others are its length (§11).
 *
 *   call    xid, 0, 2 (RPC version), program, version, procedure, credential, verifier, arguments
 *   reply   xid, 1, 0 (accepted), verifier, status, results;  or  xid, 1, 1 (denied), reason
 */

/** A program and its version: RFC 1813, RFC 1833. */
export interface RpcProgram {
  readonly name: string;
  readonly number: number;
  readonly version: number;
  readonly cite: string;
}

export interface RpcCall {
  readonly procedure: number;
  readonly args: readonly Uint8Array[];
  readonly phase?: Phase;
  /** The part of the URL that the arguments come from. */
  readonly part?: string | undefined;
  /** The arguments are bytes of a file. */
  readonly body?: boolean;
}

/** The outcome of a call whose server has the program and accepts the credential. */
export type RpcReply = XdrReader | "too-weak" | "no-procedure";

const LAST_FRAGMENT = 0x8000_0000;
const AUTH_TOOWEAK = 5;

/** Replies to earlier calls to drop before the connection counts as out of step. */
const MAX_FOREIGN_REPLIES = 16;

/** One connection to an RPC server. It has one call at a time. */
export class RpcConnection {
  readonly #on: Channel;
  readonly #program: RpcProgram;
  readonly #limits: Limits;
  readonly #inbox = new Inbox();
  #xid = 0;

  constructor(on: Channel, program: RpcProgram, limits: Limits) {
    this.#on = on;
    this.#program = program;
    this.#limits = limits;
  }

  /**
   * Sends a call, and returns its results.
   *
   * @throws {AccessError} desync: data arrived before the call; unsupported: the server lacks the program or the version;
   *   permission-denied, protocol-error, too-large, truncated.
   */
  *call({ procedure, args, phase, part, body }: RpcCall, credential: Uint8Array): Exchange<never, RpcReply> {
    if (this.#inbox.size > 0) throw desyncError();
    const { number, version, cite } = this.#program;
    const xid = ++this.#xid >>> 0;
    const words = [xid, 0, 2, number, version, procedure].map(uint32);
    const message = joinBytes([...words, credential, NO_AUTH, ...args]);
    const octets = joinBytes([uint32(LAST_FRAGMENT + message.length), message]);
    yield { do: "send", octets, on: this.#on, cite, ...(part && { part }), ...(body && { body }) };
    for (let foreign = 0; foreign <= MAX_FOREIGN_REPLIES; foreign++) {
      const reply = new XdrReader(yield* this.#readRecord(phase));
      if (reply.uint32() === xid) return this.#readReply(reply);
    }
    throw desyncError();
  }

  *#readRecord(phase: Phase = "reply"): Exchange<never, Uint8Array> {
    const { maxMessage } = this.#limits;
    const fragments: Uint8Array[] = [];
    // The headers count as well, so that empty fragments have an end.
    for (let size = 0; ; ) {
      const header = new XdrReader(yield* this.#read(4, phase)).uint32();
      const length = header % LAST_FRAGMENT;
      size += length + 4;
      if (size > maxMessage) {
        throw tooLargeError(`the server sent a message longer than ${maxMessage} bytes`, "maxMessage");
      }
      fragments.push(yield* this.#read(length, phase));
      if (header >= LAST_FRAGMENT) return fragments.length === 1 ? fragments[0]! : joinBytes(fragments);
    }
  }

  *#read(length: number, phase: Phase): Exchange<never, Uint8Array> {
    const inbox = this.#inbox;
    while (inbox.size < length) {
      const octets = yield { do: "receive", on: this.#on, phase };
      if (octets === undefined)
        throw new AccessError("truncated", "the server closed the connection before the end of its reply");
      inbox.adopt(octets);
    }
    const octets = inbox.peek().subarray(0, length);
    inbox.skip(length);
    return octets;
  }

  #readReply(reply: XdrReader): RpcReply {
    if (reply.uint32() !== 1) throw replyError("is not a reply");
    const isDenied = reply.uint32();
    if (isDenied === 1) {
      if (reply.uint32() === 0) throw this.#mismatchError("RPC 2", reply);
      const why = reply.uint32();
      if (why === AUTH_TOOWEAK) return "too-weak";
      throw credentialError(why);
    }
    if (isDenied !== 0) throw replyError("is neither accepted nor denied");
    // The verifier of the server: AUTH_NONE has none, and no other flavor is used.
    reply.uint32();
    reply.opaque(400);
    const { name, version } = this.#program;
    switch (reply.uint32()) {
      case 0:
        return reply;
      case 1:
        throw new AccessError("unsupported", `the server does not serve ${name} at this port`, {
          hint: "check the port",
        });
      case 2:
        throw this.#mismatchError(`version ${version} of ${name}`, reply);
      case 3:
        return "no-procedure";
      case 4:
        throw new AccessError("protocol-error", `the server rejected the arguments of a call to ${name}`);
      case 5:
        throw new AccessError("protocol-error", "the server has an internal error", { retryable: true });
      default:
        throw replyError("has an unknown status");
    }
  }

  #mismatchError(what: string, reply: XdrReader): AccessError {
    const [low, high] = [reply.uint32(), reply.uint32()];
    const versions = low === high ? `version ${low}` : `versions ${low} to ${high}`;
    return new AccessError("unsupported", `the server does not support ${what}: it has ${versions}`);
  }
}

/** opaque_auth with the flavor AUTH_NONE (RFC 5531 §10.1). */
export const NO_AUTH: Uint8Array = new Uint8Array(8);

export function credentialError(why: number): AccessError {
  return new AccessError("permission-denied", `the server rejected the credential (auth_stat ${why})`, {
    replyCode: why,
    hint: "set the nfs options uid and gid to a user with access",
  });
}

function desyncError(): AccessError {
  return new AccessError("desync", "the server sent a reply without a call");
}

function replyError(what: string): AccessError {
  return new AccessError("protocol-error", `the server does not speak RPC: a message ${what}`);
}
