import { createSocket, type RemoteInfo } from "node:dgram";
import { checkLoopback, type EmbeddedServer, formatOrigin, type ListenOptions } from "../embedded-server.ts";
import { library } from "../library/library.ts";
import type { Folder } from "../tree.ts";
import { answerRequest } from "./answer.ts";
import { type ClientPacket, readClientPacket } from "./packet.ts";
import { ProsperoRequest } from "./request.ts";
import { normalizeName, type ProsperoServerState, validateTree } from "./server-state.ts";

export interface ProsperoServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /**
   * Names in addition to the tree, by hsoname, for example "/mirrors/tide.txt": URLs of other servers, the preferred
   * one first. A URL of `ftp`, `gopher`, `wais`, `http` or `telnet` makes an external link, and an object with that
   * access method; a `prospero` URL makes a link to a directory of another server.
   */
  readonly links?: Readonly<Record<string, string | readonly string[]>>;
  /** By hsoname of a directory: prospero URLs of directories whose entries are included (union links). */
  readonly unions?: Readonly<Record<string, readonly string[]>>;
  /** By hsoname: the prospero URL of the new location. */
  readonly forwards?: Readonly<Record<string, string>>;
  /** Whether the server itself sends the contents of its documents. Default true. */
  readonly contents?: boolean;
}

/** Maximum number of requests that are kept, so that their responses can be sent again. */
const MAX_REQUESTS = 256;

const MAX_RECORDED_REQUESTS = 100_000;

/**
 * Starts a Prospero directory server (version 5, over ARDP and UDP) on loopback. Its `received` has an array of lines
 * for each complete request, with the headers of its packets at the positions where their text begins.
 *
 * @throws {RangeError} the host is not a loopback address.
 * @throws {TypeError} a link cannot express a URL.
 */
export async function startProsperoServer(options: ProsperoServerOptions = {}): Promise<EmbeddedServer> {
  const { host = "127.0.0.1", port = 0 } = options;
  checkLoopback(host);
  // Check names and URLs before the server listens.
  createState(options, "");
  const socket = createSocket(host === "::1" ? "udp6" : "udp4");
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, host, () => {
      socket.off("error", reject);
      resolve();
    });
  });
  // Ignore errors of clients that have disconnected.
  socket.on("error", () => {});
  const bound = socket.address().port;
  const world = createState(options, `${host}(${bound})`);
  const received: Uint8Array[][] = [];
  const requests = new Map<string, ProsperoRequest>();
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    closing ??= new Promise((resolve) => socket.close(() => resolve()));
    return closing;
  }

  function onMessage(datagram: Uint8Array, from: RemoteInfo): void {
    const packet = readClientPacket(datagram);
    if (packet === undefined) return;
    const key = `${from.address} ${from.port} ${packet.connectionId}`;
    if (packet.isCancel) {
      requests.delete(key);
      return;
    }
    // Ignore a packet of an unknown request.
    const known = requests.get(key) ?? (packet.number === 0 ? undefined : remember(key));
    if (known === undefined) return;
    const before = known.packets;
    for (const answer of known.take(packet)) socket.send(answer, from.port, from.address, () => {});
    const whole = known.packets;
    if (before === undefined && whole !== undefined && received.length < MAX_RECORDED_REQUESTS)
      received.push(splitLines(whole));
  }

  function remember(key: string): ProsperoRequest {
    const [oldest] = requests.keys();
    if (requests.size >= MAX_REQUESTS && oldest !== undefined) requests.delete(oldest);
    const request = new ProsperoRequest((text) => answerRequest(text, world));
    requests.set(key, request);
    return request;
  }

  socket.on("message", (datagram, from) => onMessage(Uint8Array.from(datagram), from));
  return {
    host,
    port: bound,
    origin: formatOrigin("prospero", host, bound),
    received,
    live: 0,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createState(options: ProsperoServerOptions, here: string): ProsperoServerState {
  const { root = library(), links = {}, unions = {}, forwards = {}, contents = true } = options;
  return validateTree({
    here,
    root,
    contents,
    elsewhere: new Map(
      Object.entries(links).map(([name, urls]) => [
        normalizeName(name),
        { urls: typeof urls === "string" ? [urls] : urls },
      ]),
    ),
    unions: new Map(Object.entries(unions).map(([name, urls]) => [normalizeName(name), urls])),
    forwards: new Map(Object.entries(forwards).map(([name, url]) => [normalizeName(name), url])),
  });
}

const LF = 0x0a;

/** Adds each packet's header, and then the lines of its text. A line end within a header does not count. */
function splitLines(packets: readonly ClientPacket[]): Uint8Array[] {
  const lines: number[][] = [[]];
  for (const { header, content } of packets) {
    lines.at(-1)!.push(...header);
    for (const octet of content) {
      if (octet === LF) lines.push([]);
      else lines.at(-1)!.push(octet);
    }
  }
  if (lines.at(-1)!.length === 0) lines.pop();
  return lines.map((octets) => Uint8Array.from(octets));
}
