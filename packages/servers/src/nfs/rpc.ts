import { ArgumentReader, formatValues, GarbageError, type Value } from "./xdr.ts";

/** What a call is answered with: the status of its acceptance (RFC 5531 §9), and the results. */
export interface Accepted {
  readonly status: number;
  readonly results?: Value;
}

export const SUCCESS = 0;
export const PROG_UNAVAIL = 1;
export const PROG_MISMATCH = 2;
export const PROC_UNAVAIL = 3;
const GARBAGE_ARGS = 4;
const AUTH_TOOWEAK = 5;

export interface Call {
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  readonly args: ArgumentReader;
}

/**
 * Answers a call message. Returns `undefined` for a message that is not a call.
 *
 * @param needsUser reject calls without a credential (AUTH_NONE) as too weak.
 */
export function answerCall(
  message: Uint8Array,
  needsUser: boolean,
  answer: (call: Call) => Accepted,
): Uint8Array | undefined {
  const args = new ArgumentReader(message);
  try {
    const [xid, type, rpc, program, version, procedure] = Array.from({ length: 6 }, () => args.uint());
    if (type !== 0) return undefined;
    if (rpc !== 2) return formatValues([xid!, 1, 1, 0, 2, 2]);
    const flavor = args.uint();
    args.opaque(400);
    args.uint();
    args.opaque(400);
    // The procedure 0 of every program needs no credential.
    if (needsUser && flavor === 0 && procedure !== 0) return formatValues([xid!, 1, 1, 1, AUTH_TOOWEAK]);
    const { status, results = [] } = run(() =>
      answer({ program: program!, version: version!, procedure: procedure!, args }),
    );
    return formatValues([xid!, 1, 0, 0, 0, status, results]);
  } catch (error) {
    if (error instanceof GarbageError) return undefined;
    throw error;
  }
}

function run(answer: () => Accepted): Accepted {
  try {
    return answer();
  } catch (error) {
    if (error instanceof GarbageError) return { status: GARBAGE_ARGS };
    throw error;
  }
}

const LAST_FRAGMENT = 0x8000_0000;

/** Returns a message as one fragment (RFC 5531 §11). */
export function formatRecord(message: Uint8Array): Uint8Array {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(LAST_FRAGMENT + message.length);
  return Buffer.concat([header, message]);
}

/** Splits bytes into messages, which may have several fragments. @throws {Error} a message longer than `max`. */
export function createRecordReader(max: number): { read(octets: Uint8Array): Iterable<Uint8Array> } {
  let unread = Buffer.alloc(0);
  let fragments: Uint8Array[] = [];
  let size = 0;
  return {
    *read(octets) {
      unread = Buffer.concat([unread, octets]);
      while (unread.length >= 4) {
        const header = unread.readUInt32BE(0);
        const length = header % LAST_FRAGMENT;
        if (size + length + 4 > max) throw new Error(`a message is longer than ${max} bytes`);
        if (unread.length < 4 + length) return;
        size += length + 4;
        fragments.push(unread.subarray(4, 4 + length));
        unread = unread.subarray(4 + length);
        if (header < LAST_FRAGMENT) continue;
        yield Buffer.concat(fragments);
        fragments = [];
        size = 0;
      }
    },
  };
}
