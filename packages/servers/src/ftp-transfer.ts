import type { Socket } from "node:net";
import { type Reply, reply } from "./ftp-reply.ts";
import { happens, sendAll } from "./send.ts";

/** Octets for the data connection, or from it; the session opens it, and gives the final reply. */
export type Transfer = Sending | Receiving;

interface Sending {
  /** The text of the 150. */
  readonly opening: string;
  readonly chunks: Iterable<Uint8Array>;
}

interface Receiving {
  readonly opening: string;
  readonly sink: Sink;
}

/** What takes a document. One of `end`, `full` and `breakOff` is called, once, and nothing after it. */
export interface Sink {
  /** False: there is no room for these octets. */
  take(octets: Uint8Array): boolean;
  /** That was all. Gives the final reply. */
  end(): Reply;
  /** `take` has given false, and no more is read. Gives the final reply. */
  full(): Reply;
  /** The data connection broke, or did not come. */
  breakOff(): void;
}

/** A transfer for which there is no data connection. */
export function giveUp(transfer: Transfer, final: Reply): Reply {
  if ("sink" in transfer) transfer.sink.breakOff();
  return final;
}

/**
 * Sends or takes everything. In stream mode the end of the connection is the end of the file (RFC 959 §3.4.1).
 *
 * @param stream the data connection, or TLS on it.
 * @param socket the data connection.
 */
export function carry(transfer: Transfer, stream: Socket, socket: Socket): Promise<Reply> {
  return "sink" in transfer ? receive(transfer.sink, stream) : send(transfer.chunks, stream, socket);
}

const BROKEN: Reply = reply(426, "Connection closed; transfer aborted.");

async function send(chunks: Iterable<Uint8Array>, stream: Socket, socket: Socket): Promise<Reply> {
  // What a client says on a connection that it should only read is dropped.
  stream.resume();
  const sent = await sendAll(stream, chunks);
  if (sent === "sent") return reply(226, "Closing data connection; transfer complete.");
  if (sent === "lost") return BROKEN;
  // A reset, not an end, which would be the end of the file.
  socket.resetAndDestroy();
  return reply(451, "Transfer aborted: the document could not be read to its end.");
}

async function receive(sink: Sink, stream: Socket): Promise<Reply> {
  try {
    for await (const octets of stream.iterator({ destroyOnReturn: false })) {
      if (!sink.take(octets)) return sink.full();
    }
  } catch {
    sink.breakOff();
    return BROKEN;
  }
  const final = sink.end();
  // A client under TLS may wait for the close_notify that answers its own (RFC 8446 §6.1).
  stream.end();
  await happens(stream, "finish");
  return final;
}
