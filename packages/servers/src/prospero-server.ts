import { createSocket, type RemoteInfo } from "node:dgram";
import { isIPv4 } from "node:net";
import type { EmbeddedServer, ListenOptions } from "./embedded-server.ts";
import { library } from "./library.ts";
import { answerTo } from "./prospero-answer.ts";
import { type ClientPacket, readClientPacket } from "./prospero-packet.ts";
import { ProsperoRequest } from "./prospero-request.ts";
import { checkedWorld, type ProsperoWorld, spelled } from "./prospero-world.ts";
import type { Folder } from "./tree.ts";

export interface ProsperoServerOptions extends ListenOptions {
  /** Default: {@link library}. */
  readonly root?: Folder;
  /**
   * Names beside those of the tree, by hsoname, as "/mirrors/tide.txt": URLs of other servers, the preferred one first.
   * One of `ftp`, `gopher`, `wais`, `http` or `telnet` makes an external link, and an object with that access method; a
   * `prospero` URL a link to a directory of another server.
   */
  readonly links?: Readonly<Record<string, string | readonly string[]>>;
  /** By hsoname of a directory: prospero URLs of directories whose entries belong into it. */
  readonly unions?: Readonly<Record<string, readonly string[]>>;
  /** By hsoname: the prospero URL of where it is now. */
  readonly forwards?: Readonly<Record<string, string>>;
  /** Whether the server gives the octets of its documents itself. Default true. */
  readonly contents?: boolean;
}

/** Requests that are remembered, so that their answers can be sent again. */
const MAX_REQUESTS = 256;

const MAX_RECORDED = 100_000;

/**
 * Starts a Prospero directory server (version 5, over ARDP and UDP) on loopback. Its `received` has the lines of each
 * request that came whole, an array each, the headers of its packets in front of where their text begins.
 *
 * @throws {RangeError} the host is no loopback address. @throws {TypeError} a URL that no link can say.
 */
export async function startProsperoServer(options: ProsperoServerOptions = {}): Promise<EmbeddedServer> {
  const { host = "127.0.0.1", port = 0 } = options;
  if (host !== "::1" && !(isIPv4(host) && host.startsWith("127.")))
    throw new RangeError("an embedded server listens on 127.0.0.0/8 or ::1 only");
  // Names and URLs are looked at before anything listens.
  worldOf(options, "");
  const socket = createSocket(host === "::1" ? "udp6" : "udp4");
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, host, () => {
      socket.off("error", reject);
      resolve();
    });
  });
  // A client that is gone is its own trouble.
  socket.on("error", () => {});
  const bound = socket.address().port;
  const world = worldOf(options, `${host}(${bound})`);
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
    // A word about a request that nobody knows of.
    const known = requests.get(key) ?? (packet.number === 0 ? undefined : remember(key));
    if (known === undefined) return;
    const before = known.packets;
    for (const answer of known.take(packet)) socket.send(answer, from.port, from.address, () => {});
    const whole = known.packets;
    if (before === undefined && whole !== undefined && received.length < MAX_RECORDED)
      received.push(linesOf(whole));
  }

  function remember(key: string): ProsperoRequest {
    const [oldest] = requests.keys();
    if (requests.size >= MAX_REQUESTS && oldest !== undefined) requests.delete(oldest);
    const request = new ProsperoRequest((text) => answerTo(text, world));
    requests.set(key, request);
    return request;
  }

  socket.on("message", (datagram, from) => onMessage(Uint8Array.from(datagram), from));
  return {
    host,
    port: bound,
    origin: `prospero://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    received,
    live: 0,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function worldOf(options: ProsperoServerOptions, here: string): ProsperoWorld {
  const { root = library(), links = {}, unions = {}, forwards = {}, contents = true } = options;
  return checkedWorld({
    here,
    root,
    contents,
    elsewhere: new Map(
      Object.entries(links).map(([name, urls]) => [
        spelled(name),
        { urls: typeof urls === "string" ? [urls] : urls },
      ]),
    ),
    unions: new Map(Object.entries(unions).map(([name, urls]) => [spelled(name), urls])),
    forwards: new Map(Object.entries(forwards).map(([name, url]) => [spelled(name), url])),
  });
}

const LF = 0x0a;

/** Each packet's header, and then the lines of its text: what looks like a line end in a header is none. */
function linesOf(packets: readonly ClientPacket[]): Uint8Array[] {
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
