import { createHash } from "node:crypto";
import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { ws } from "../src/index.ts";

/** A frame of RFC 6455 §5.2, unmasked. */
export interface Frame {
  readonly opcode: number;
  readonly fin: boolean;
  readonly rsv1: boolean;
  readonly payload: Uint8Array;
}

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Returns a frame of a server, which has no mask. */
export function frame(opcode: number, payload: Uint8Array | string = "", fin = true): Uint8Array {
  const octets = typeof payload === "string" ? octetsOf(payload) : payload;
  const { length } = octets;
  const size =
    length < 126
      ? [length]
      : length < 65_536
        ? [126, length >> 8, length & 255]
        : [127, 0, 0, 0, 0, ...size32(length)];
  return joinBytes([Uint8Array.of((fin ? 0x80 : 0) | opcode, ...size), octets]);
}

function size32(length: number): readonly number[] {
  return [length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255];
}

/** Returns a close frame with a status (RFC 6455 §5.5.1). */
export function closeFrame(status: number, reason = ""): Uint8Array {
  return frame(OPCODE.close, joinBytes([Uint8Array.of(status >> 8, status & 255), octetsOf(reason)]));
}

/** The server's end of a session. */
interface Session {
  readonly peer: MemoryPeer;
  /** The lines of the handshake, without the empty one. */
  readonly request: readonly string[];
  /** Returns the next frame of the client; `undefined` at its end. */
  receive(): Promise<Frame | undefined>;
}

export type Service = (session: Session) => void | Promise<void>;

/** The response that accepts the handshake (RFC 6455 §4.2.2). */
export function accepted(request: readonly string[], fields: readonly string[] = []): string {
  const key = request.find((line) => line.startsWith("Sec-WebSocket-Key: "))!.slice(19);
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  return [...lines, `Sec-WebSocket-Accept: ${accept}`, ...fields, "", ""].join("\r\n");
}

/**
 * Creates a client for a service in memory.
 *
 * @param handshake also the response to the handshake is that of the service.
 * @param failAt the index of the operation of the transport that fails.
 */
export function worldOf(service: Service, handshake = false, failAt = -1) {
  const names = { "h.example": ["10.0.0.1"], "10.0.0.1": ["10.0.0.1"] };
  const transport = memoryTransport({ names, failAt });
  const requests: (readonly string[])[] = [];
  const serve = async (peer: MemoryPeer) => {
    let held: Uint8Array = new Uint8Array(0);
    const more = async () => {
      const octets = await peer.receive();
      if (octets !== undefined) held = joinBytes([held, octets]);
      return octets !== undefined;
    };
    const take = async (length: number) => {
      while (held.length < length) if (!(await more())) return undefined;
      const taken = held.slice(0, length);
      held = held.slice(length);
      return taken;
    };
    while (!textOf(held).includes("\r\n\r\n")) if (!(await more())) return;
    const end = textOf(held).indexOf("\r\n\r\n");
    const request = textOf(held).slice(0, end).split("\r\n");
    held = held.slice(end + 4);
    requests.push(request);
    if (!handshake) await peer.send(accepted(request));
    await service({ peer, request, receive: () => receiveFrame(take) });
    if (peer.open) peer.end();
  };
  for (const port of [80, 443, 8080]) transport.listen("10.0.0.1", port, serve, { tls: "either" });
  return {
    client: createClient({ schemes: [ws], transport, policy: { allowPorts: ["ws:*", "wss:*"] } }),
    transport,
    requests,
  };
}

async function receiveFrame(
  take: (length: number) => Promise<Uint8Array | undefined>,
): Promise<Frame | undefined> {
  const head = await take(2);
  if (head === undefined) return undefined;
  const [first, second] = [head[0]!, head[1]!];
  if ((second & 0x80) === 0) throw new Error("a frame of the client has no mask");
  let length = second & 0x7f;
  if (length === 126) length = (await take(2))!.reduce((sum, octet) => sum * 256 + octet, 0);
  else if (length === 127) length = (await take(8))!.reduce((sum, octet) => sum * 256 + octet, 0);
  const mask = (await take(4))!;
  const payload = (await take(length))!.map((octet, i) => octet ^ mask[i % 4]!);
  return { opcode: first & 15, fin: (first & 0x80) !== 0, rsv1: (first & 0x40) !== 0, payload };
}

/** Reads a session to its end: text, and bytes as numbers. */
export async function readAll(session: { readonly readable: AsyncIterable<Uint8Array> }): Promise<string[]> {
  const pieces: string[] = [];
  for await (const octets of session.readable) pieces.push(textOf(octets));
  return pieces;
}
