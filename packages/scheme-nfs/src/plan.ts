import { DEFAULT_LIMITS, noPlanError, type Plan } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer, joinBytes } from "@anyurl/core/exchange";
import { FILE_TYPE } from "./attributes.ts";
import { describe } from "./describe.ts";
import * as exchange from "./exchange.ts";
import { nfsOptions, type ResolvedNfsOptions } from "./options.ts";
import { NfsSession, PROCEDURE } from "./session.ts";
import { isDirectoryPath, type NfsUrl } from "./syntax.ts";
import { toTarget } from "./target.ts";
import { opaque, uint32, XdrReader } from "./xdr.ts";

/**
 * Returns the calls that opening the URL would send to a server with WebNFS. For a file only its first READ.
 *
 * @throws {AccessError} control-octet, port-blocked, unsupported, is-a-directory.
 */
export function plan(
  url: NfsUrl,
  operation: string = isDirectoryPath(url.parts) ? "list" : "get",
  options: ResolvedNfsOptions = nfsOptions.defaults,
): Plan {
  const target = toTarget(url);
  const { hostname, port } = target.server;
  const session = new NfsSession({ ...options, limits: DEFAULT_LIMITS }, hostname);
  const exchanges: Readonly<Record<string, () => Exchange<unknown, unknown>>> = {
    get: () => exchange.retrieve(session, target),
    list: () => exchange.list(session, target),
    stat: () => exchange.stat(session, target),
  };
  if (!Object.hasOwn(exchanges, operation)) throw noPlanError("nfs", operation, ["get", "list", "stat"]);
  return createPlan(exchanges[operation]!(), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer: createIdealPeer(operation === "list" || target.isDirectory),
    cite: "RFC 2054 §7",
  });
}

/** A server that has every path: an empty directory, or an empty file. */
function createIdealPeer(isDirectory: boolean): IdealPeer {
  const attributes = joinBytes([
    uint32(isDirectory ? FILE_TYPE.directory : FILE_TYPE.file),
    new Uint8Array(FATTR_BYTES - 4),
  ]);
  const [no, yes] = [uint32(0), uint32(1)];
  const results: ReadonlyMap<number, readonly Uint8Array[]> = new Map([
    [PROCEDURE.LOOKUP, [no, opaque(new Uint8Array(0)), yes, attributes, no]],
    [PROCEDURE.READ, [no, no, no, yes, no]],
    [PROCEDURE.READDIRPLUS, [no, no, new Uint8Array(8), no, yes]],
  ]);
  return (sent) => {
    if (sent === undefined) return undefined;
    const call = new XdrReader(sent);
    call.uint32(); // the fragment header
    const xid = call.uint32();
    call.fixed(16); // type, RPC version, program, version
    const reply = joinBytes([...[xid, 1, 0, 0, 0, 0].map(uint32), ...(results.get(call.uint32()) ?? [])]);
    return joinBytes([uint32(0x8000_0000 + reply.length), reply]);
  };
}

/** The size of fattr3 (RFC 1813 §2.6). */
const FATTR_BYTES = 84;
