import type { Socket } from "node:net";
import { hidesReset, resetSocket } from "../resets.ts";
import { sendAll, waitForEvent } from "../send.ts";
import { createReply, type Reply } from "./reply.ts";

/** A transfer of bytes in either direction. The session opens the data connection and sends the final reply. */
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

/** The receiver of a document. One of `end`, `full` and `breakOff` is called, once, as the last call. */
export interface Sink {
  /** Returns false if there is no space for these bytes. */
  take(octets: Uint8Array): boolean;
  /** All data has arrived. Returns the final reply. */
  end(): Reply;
  /** `take` returned false, and reading stops. Returns the final reply. */
  full(): Reply;
  /** The data connection broke, or was not opened. */
  abort(): void;
}

/** Handles a transfer without a data connection. */
export function failTransfer(transfer: Transfer, final: Reply): Reply {
  if ("sink" in transfer) transfer.sink.abort();
  return final;
}

/**
 * Sends or receives everything. In stream mode the end of the connection is the end of the file (RFC 959 §3.4.1).
 *
 * @param stream the data connection, or TLS on it.
 * @param socket the data connection.
 */
export function transferDocument(transfer: Transfer, stream: Socket, socket: Socket): Promise<Reply> {
  return "sink" in transfer ? receive(transfer.sink, stream, socket) : send(transfer.chunks, stream, socket);
}

const BROKEN_REPLY: Reply = createReply(426, "Connection closed; transfer aborted.");

async function send(chunks: Iterable<Uint8Array>, stream: Socket, socket: Socket): Promise<Reply> {
  // Drop what a client sends on a connection that it should only read.
  stream.resume();
  const sent = await sendAll(stream, chunks);
  if (sent === "sent") return createReply(226, "Closing data connection; transfer complete.");
  if (sent === "lost") return BROKEN_REPLY;
  // Reset, because an end would be the end of the file.
  resetSocket(socket);
  return createReply(451, "Transfer aborted: cannot read the whole document.");
}

async function receive(sink: Sink, stream: Socket, socket: Socket): Promise<Reply> {
  let isWhole = true;
  try {
    for await (const octets of stream.iterator({ destroyOnReturn: false })) {
      if (!sink.take(octets)) return sink.full();
    }
    // An end of TLS comes before that of its socket.
    isWhole = stream !== socket || !hidesReset(socket);
  } catch {
    isWhole = false;
  }
  if (!isWhole) {
    sink.abort();
    return BROKEN_REPLY;
  }
  const final = sink.end();
  // A TLS client can wait for the close_notify that answers its own (RFC 8446 §6.1).
  stream.end();
  await waitForEvent(stream, "finish");
  return final;
}
