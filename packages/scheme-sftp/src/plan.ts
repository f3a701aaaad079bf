import { AccessError, DEFAULT_LIMITS, noPlanError, type Plan } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { SftpDialogue } from "./dialogue.ts";
import * as exchange from "./exchange.ts";
import { list as listDirectory } from "./list.ts";
import { type SftpSettings, sftpOptions } from "./options.ts";
import { formatPacket, NO_ATTRIBUTES, PACKET, PacketReader, string, uint32, uint64 } from "./packet.ts";
import { STATUS } from "./status.ts";
import { store } from "./store.ts";
import { isDirectoryPath, type SftpUrl } from "./syntax.ts";
import { toTarget } from "./target.ts";

/**
 * Returns the packets of SFTP that opening the URL would send. SSH encrypts them, after the key exchange and the login,
 * which are not part of the plan.
 *
 * @throws {AccessError} separator-in-segment, control-octet, unsupported.
 */
export function plan(
  url: SftpUrl,
  operation: string = isDirectoryPath(url.parts) ? "list" : "get",
  options: SftpSettings = sftpOptions.defaults,
): Plan {
  const { host, port, path, part, isDirectory } = toTarget(url, options);
  const dialogue = new SftpDialogue({ limits: DEFAULT_LIMITS, requests: options.requests });
  const exchanges: Readonly<Record<string, () => Exchange<unknown, unknown>>> = {
    get: () => exchange.retrieve(dialogue, path, { part }),
    list: () => listDirectory(dialogue, path, { part }),
    stat: () => exchange.describeFile(dialogue, path, part),
    // Without the bytes, which a plan does not know.
    put: () => store(dialogue, path, { part }),
    append: () => store(dialogue, path, { isAppend: true, part }),
    remove: () => exchange.remove(dialogue, path, isDirectory),
    makeDirectory: () => exchange.makeDirectory(dialogue, path),
  };
  if (!Object.hasOwn(exchanges, operation)) throw noPlanError("sftp", operation, Object.keys(exchanges));
  if (operation === "get" && isDirectory)
    throw new AccessError("is-a-directory", "cannot download a directory", { hint: "use list" });
  return createPlan(exchanges[operation]!(), {
    operation,
    endpoint: { host, port },
    parts: describe(url),
    peer: createIdealPeer(),
    cite: "RFC 4253 §4",
  });
}

/** A server that has every path: an empty file, or a directory without entries. */
function createIdealPeer(): IdealPeer {
  let isListed = false;
  return (sent) => {
    if (sent === undefined) return undefined;
    const reader = new PacketReader(sent);
    reader.uint32();
    const type = reader.byte();
    const id = uint32(reader.uint32());
    if (type === PACKET.INIT) return formatPacket(PACKET.VERSION, id);
    if (type === PACKET.OPEN || type === PACKET.OPENDIR)
      return formatPacket(PACKET.HANDLE, id, string(uint32(0)));
    if (type === PACKET.FSTAT || type === PACKET.STAT)
      return formatPacket(PACKET.ATTRS, id, uint32(1), uint64(0));
    if (type === PACKET.READDIR && !isListed) {
      isListed = true;
      const dot = string(Uint8Array.of(0x2e));
      return formatPacket(PACKET.NAME, id, uint32(1), dot, dot, NO_ATTRIBUTES);
    }
    const isEnd = type === PACKET.READ || type === PACKET.READDIR;
    return formatPacket(PACKET.STATUS, id, uint32(isEnd ? STATUS.EOF : STATUS.OK));
  };
}
