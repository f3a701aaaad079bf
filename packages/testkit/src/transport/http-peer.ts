import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** So that a browser lets every page read the responses. */
const CORS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "*",
};

/** The HTTP server of the exam for transports. Its paths are in {@link TransportPeers}. */
export function serveHttp(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Uint8Array[] = [];
  request.on("error", () => {}).on("data", (chunk: Uint8Array) => void chunks.push(chunk));
  request.on("end", () => answer(request, Buffer.concat(chunks), response));
}

function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { method, url = "/", headers } = request;
  const reply = (
    status: number,
    fields: Readonly<Record<string, string | number>>,
    content: string | Uint8Array = "",
  ) => response.writeHead(status, { ...CORS, ...fields }).end(content);
  if (method === "OPTIONS") return void reply(204, { "access-control-max-age": 0 });
  switch (url.replace(/\?.*$/s, "")) {
    case "/echo":
      return void reply(
        200,
        { "content-type": "application/json", "set-cookie": "told=1; Path=/" },
        JSON.stringify({ method, url, headers, body: body.toString("latin1") }),
      );
    case "/redirect":
      return void reply(302, { location: "/echo" });
    case "/gzip":
      return void reply(200, { "content-encoding": "gzip" }, gzipSync("hello"));
    case "/cut":
      response.writeHead(200, { ...CORS, "content-length": 10 });
      response.write("half!", () => request.socket.destroy());
      return;
    case "/slow":
      response.writeHead(200, { ...CORS, "content-length": 10 });
      response.write("half!");
      return;
    default:
      return void reply(Number(url.slice(1)) || 404, {}, method === "HEAD" ? "" : "said");
  }
}
