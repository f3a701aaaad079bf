import { textOf } from "@anyurl/core";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { library } from "../library/library.ts";
import { runSession } from "../session.ts";
import { type Folder, link, replaceNode } from "../tree.ts";
import { WritableTree } from "../writable-tree.ts";
import { NFS3, NfsExport, NfsStatus } from "./export.ts";
import { PROCEDURES } from "./procedures.ts";
import {
  type Accepted,
  answerCall,
  type Call,
  createRecordReader,
  formatRecord,
  PROC_UNAVAIL,
  PROG_MISMATCH,
  PROG_UNAVAIL,
  SUCCESS,
} from "./rpc.ts";
import type { NfsServerState } from "./server-state.ts";

export interface NfsServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /** Symbolic links by path, such as `{ "poems/again.txt": "tide.txt" }`. Their directories must exist. */
  readonly links?: Readonly<Record<string, string>>;
  /** The directory of the public file handle. `null`: the server knows only MOUNT. Default "": the root. */
  readonly publicDirectory?: string | null;
  /** Allow changes? Default false. */
  readonly writable?: boolean;
  /** Support READDIRPLUS? Default true. */
  readonly readDirPlus?: boolean;
  /** Acknowledge a WRITE before its data are on disk, so that a client has to COMMIT? Default false. */
  readonly unstable?: boolean;
  /** Reject calls without a credential (AUTH_NONE)? Default false. */
  readonly needsUser?: boolean;
  /** Maximum bytes of one READ, WRITE, or READDIR. Default 64 KiB. */
  readonly transferSize?: number;
  /** Maximum bytes of the tree. Default 64 MiB. */
  readonly maxTree?: number;
  /** Maximum bytes of a message. Default 100 000, as in all servers. */
  readonly maxMessage?: number;
  /** Milliseconds without activity until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

const NFS = 100_003;
const MOUNT = 100_005;
const PORTMAPPER = 100_000;

/**
 * Starts an NFS server on loopback: version 3 (RFC 1813) with the public file handle of WebNFS (RFC 2055). The same port
 * answers the portmapper (RFC 1833) and MOUNT, which mounts any directory. There are no permissions: all files belong to the
 * user 65534.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startNfsServer(options: NfsServerOptions = {}): Promise<EmbeddedServer> {
  const { publicDirectory = "", maxMessage = 100_000, timeout = 60_000 } = options;
  const state: NfsServerState = {
    files: new NfsExport(
      new WritableTree(
        addLinks(options.root ?? library(), options.links),
        options.maxTree ?? 64 * 1024 * 1024,
      ),
    ),
    publicPath: publicDirectory === null ? undefined : toNames(publicDirectory),
    writable: options.writable ?? false,
    readDirPlus: options.readDirPlus ?? true,
    unstable: options.unstable ?? false,
    needsUser: options.needsUser ?? false,
    transferSize: options.transferSize ?? 65_536,
    maxMessage,
    verifier: crypto.getRandomValues(new BigUint64Array(1))[0]!,
  };
  return startServer("nfs", options, (connection) => {
    const { socket, reset } = connection;
    // A client whose messages are malformed is disconnected.
    runSession<Uint8Array>(connection, {
      createReader: () => createRecordReader(maxMessage),
      onItem(message) {
        connection.record({ octets: message });
        const reply = answerCall(message, state.needsUser, (call) =>
          answer(call, state, socket.localPort ?? 0),
        );
        return reply === undefined ? { next: "close" } : { octets: formatRecord(reply) };
      },
      timeoutMs: timeout,
      onIdle: reset,
    });
    return reset;
  });
}

function addLinks(root: Folder, links: Readonly<Record<string, string>> = {}): Folder {
  return Object.entries(links).reduce(
    (tree, [path, target]) => replaceNode(tree, path.split("/"), { ...link(target), modified: new Date(0) }),
    root,
  );
}

function toNames(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}

function answer(call: Call, state: NfsServerState, port: number): Accepted {
  const { program, version, procedure } = call;
  const served = SERVED.get(program);
  if (served === undefined) return { status: PROG_UNAVAIL };
  if (version !== served) return { status: PROG_MISMATCH, results: [served, served] };
  if (procedure === 0) return { status: SUCCESS };
  if (program === NFS) return answerNfs(call, state);
  if (program === MOUNT) return answerMount(call, state);
  // GETPORT: program, version, and protocol.
  if (procedure !== 3) return { status: PROC_UNAVAIL };
  const [asked, askedVersion, protocol] = [call.args.uint(), call.args.uint(), call.args.uint()];
  const isHere = SERVED.get(asked) === askedVersion && protocol === TCP;
  return { status: SUCCESS, results: isHere ? port : 0 };
}

const TCP = 6;

/** The version of each program. */
const SERVED: ReadonlyMap<number, number> = new Map([
  [NFS, 3],
  [MOUNT, 3],
  [PORTMAPPER, 2],
]);

function answerNfs({ procedure, args }: Call, state: NfsServerState): Accepted {
  const run = PROCEDURES.get(procedure);
  if (run === undefined) return { status: PROC_UNAVAIL };
  try {
    return { status: SUCCESS, results: [NFS3.OK, run(state, args)] };
  } catch (error) {
    if (error instanceof NfsStatus)
      return { status: SUCCESS, results: [error.status, FAILURE_RESULTS.get(procedure) ?? []] };
    throw error;
  }
}

/** What follows another status than NFS3_OK, without attributes: post_op_attr, wcc_data, or two of them. */
const FAILURE_RESULTS: ReadonlyMap<number, readonly number[]> = new Map<number, readonly number[]>([
  ...[3, 4, 5, 6, 16, 17, 18, 19].map((procedure): [number, number[]] => [procedure, [0]]),
  ...[7, 8, 9, 12, 13, 21].map((procedure): [number, number[]] => [procedure, [0, 0]]),
  [14, [0, 0, 0, 0]],
]);

/** MNT of any existing directory, UMNT, and UMNTALL (RFC 1813 §5.2). */
function answerMount({ procedure, args }: Call, { files }: NfsServerState): Accepted {
  if (procedure === 3 || procedure === 4) return { status: SUCCESS };
  if (procedure !== 1) return { status: PROC_UNAVAIL };
  try {
    const path = files.resolve(toNames(textOf(args.opaque(1024))));
    if (files.at(path).kind !== "folder") throw new NfsStatus(NFS3.NOTDIR);
    const flavors = [2, 0, 1];
    return { status: SUCCESS, results: [NFS3.OK, files.handleOf(path), flavors] };
  } catch (error) {
    if (error instanceof NfsStatus) return { status: SUCCESS, results: error.status };
    throw error;
  }
}
