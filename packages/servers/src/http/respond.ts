import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { joinBytes } from "@anyurl/core/exchange";

/** Maximum bytes of a request body. */
const MAX_BODY_BYTES: number = 16 * 1024 * 1024;

/** Reads a body; returns `undefined` if it exceeds the limit. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > MAX_BODY_BYTES) return undefined;
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

export function rejectRequest(request: IncomingMessage, response: ServerResponse, status: number): void {
  request.resume();
  sendStatus(response, status, { connection: "close" });
}

export function sendStatus(
  response: ServerResponse,
  status: number,
  fields: Readonly<Record<string, string>> = {},
): void {
  const isEmpty = status === 204;
  const text = isEmpty ? "" : `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const octets = Buffer.from(`${text}\n`);
  response.writeHead(
    status,
    isEmpty
      ? fields
      : { ...fields, "content-type": "text/plain; charset=utf-8", "content-length": octets.length },
  );
  response.end(isEmpty || response.req.method === "HEAD" ? undefined : octets);
}
