import { AccessError, isAccessError, octetsOf } from "@anyurl/core";
import { MAX_HANDLE } from "./attributes.ts";
import { RpcConnection, type RpcProgram } from "./rpc.ts";
import type { NfsExchange, NfsSession } from "./session.ts";
import { nfsError, STATUS } from "./status.ts";
import { opaque, uint32, type XdrReader } from "./xdr.ts";

/*
 * The way to a file handle without WebNFS (RFC 2224 §7): the portmapper names the port of the MOUNT service, and MOUNT
 * gives the handle of an exported directory.
 */

const PORTMAPPER: RpcProgram = { name: "the portmapper", number: 100_000, version: 2, cite: "RFC 1833 §3" };
const MOUNT: RpcProgram = { name: "MOUNT", number: 100_005, version: 3, cite: "RFC 1813 §5" };

const GETPORT = 3;
const MNT = 1;
const UMNT = 3;
const TCP = 6;

/** A mounted directory, and the names below it that are not looked up yet. */
export interface Mounted {
  readonly handle: Uint8Array;
  readonly rest: readonly string[];
}

/** After these, a directory above may be exported. */
const TRY_ABOVE: ReadonlySet<number> = new Set([
  STATUS.PERM,
  STATUS.NOENT,
  STATUS.ACCES,
  STATUS.NOTDIR,
  STATUS.INVAL,
  STATUS.NAMETOOLONG,
]);

/**
 * Mounts the longest beginning of a path that the server exports. The mount is undone at once, as RFC 2224 §7 asks for:
 * the server only keeps a list of its clients, and the handle stays valid.
 *
 * @throws {AccessError} not-found, permission-denied: the server exports no directory of the path to this client;
 *   connect-failed, port-blocked, unsupported: no MOUNT service.
 */
export function* mount(session: NfsSession, names: readonly string[]): NfsExchange<never, Mounted> {
  const port = session.settings.mountPort ?? (yield* findMountPort(session));
  const rpc = yield* open(session, "mount", MOUNT, port);
  const call = (procedure: number, path: string) =>
    session.authorize(rpc, { procedure, args: [opaque(octetsOf(path))] });
  let denied: number = STATUS.NOENT;
  for (let length = names.length; length >= 0; length--) {
    const path = `/${names.slice(0, length).join("/")}`;
    const reader = results(yield* call(MNT, path));
    const status = reader.uint32();
    if (status === 0) {
      const handle = reader.opaque(MAX_HANDLE);
      yield* unmount(call(UMNT, path));
      yield { do: "close", on: "mount" };
      return { handle, rest: names.slice(length) };
    }
    if (!TRY_ABOVE.has(status)) throw nfsError(status);
    if (status === STATUS.ACCES || status === STATUS.PERM) denied = status;
  }
  throw notExportedError(denied);
}

/** UMNT has no result, and its failure changes nothing. */
function* unmount(call: NfsExchange<never, unknown>): NfsExchange<never> {
  try {
    yield* call;
  } catch (error) {
    if (!isAccessError(error)) throw error;
  }
}

/** GETPORT: the TCP port of version 3 of MOUNT. */
function* findMountPort(session: NfsSession): NfsExchange<never, number> {
  const rpc = yield* open(session, "portmapper", PORTMAPPER, session.settings.portmapperPort);
  const args = [MOUNT.number, MOUNT.version, TCP, 0].map(uint32);
  const port = results(yield* session.authorize(rpc, { procedure: GETPORT, args })).uint32();
  yield { do: "close", on: "portmapper" };
  if (port > 0 && port < 65_536) return port;
  throw new AccessError(
    "unsupported",
    port === 0
      ? "the server has no MOUNT service, version 3, over TCP"
      : `the portmapper named the port ${port}`,
    { hint: "set the nfs option mountPort if you know the port" },
  );
}

function* open(
  { host, settings }: NfsSession,
  on: string,
  program: RpcProgram,
  port: number,
): NfsExchange<never, RpcConnection> {
  try {
    // The address of the NFS connection, so that a name with several addresses does not lead to another server.
    yield { do: "open", on, endpoint: { host, port }, cite: program.cite };
  } catch (error) {
    if (!isAccessError(error) || error.code !== "connect-failed") throw error;
    const { message, cause } = error;
    throw new AccessError(
      "connect-failed",
      `the server rejects the public file handle, and cannot be reached at port ${port} for ${program.name}: ${message}`,
      { cause, hint: "set the nfs options portmapperPort or mountPort, or check the firewall" },
    );
  }
  return new RpcConnection(on, program, settings.limits);
}

function results(reply: XdrReader | "no-procedure"): XdrReader {
  if (reply === "no-procedure") throw nfsError(STATUS.NOTSUPP);
  return reply;
}

function notExportedError(status: number): AccessError {
  return status === STATUS.NOENT
    ? nfsError(status)
    : new AccessError("permission-denied", "the server exports no directory of this path to this client", {
        replyCode: status,
        hint: 'ask its operator: some servers accept only ports below 1024 unless the export is "insecure"',
      });
}
