import type { IncomingMessage, ServerResponse } from "node:http";
import { encodeText, escapeMarkup, octetsOf, UNRESERVED } from "@anyurl/core";
import type { Folder } from "../tree.ts";
import { serveDocument } from "./document.ts";
import { authChallenge } from "./login.ts";
import { readBody, rejectRequest, sendStatus } from "./respond.ts";
import type { HttpServerState } from "./server-state.ts";
import { parsePath } from "./store.ts";
import { answerWebdav } from "./webdav.ts";

/** Handles one request. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  world: HttpServerState,
): Promise<void> {
  const { method = "", url: target = "" } = request;
  const redirect = world.redirects.get(target);
  if (redirect !== undefined) {
    // A request body is not allowed here.
    request.resume();
    return sendStatus(response, redirect.status, { location: redirect.location });
  }
  const path = parsePath(target);
  if (path === undefined) return rejectRequest(request, response, 400);
  if (target.startsWith(world.private) && world.accounts.size > 0) {
    const challenge = authChallenge(request, world);
    if (challenge !== undefined) {
      request.resume();
      return sendStatus(response, 401, { "www-authenticate": challenge });
    }
  }
  if (method === "GET" || method === "HEAD") return get(request, response, world, path);
  if (method === "POST" && target === "/echo") return echo(request, response);
  if (world.webdav && answerWebdav(request, response, world, path)) return;
  if (method === "PUT" && world.writable) return put(request, response, world, path);
  if (method === "DELETE" && world.writable) {
    return world.store.remove(path) ? sendStatus(response, 204) : sendStatus(response, 404);
  }
  request.resume();
  sendStatus(response, 405, { allow: world.writable ? "GET, HEAD, PUT, DELETE" : "GET, HEAD" });
}

async function get(
  request: IncomingMessage,
  response: ServerResponse,
  world: HttpServerState,
  path: readonly string[],
): Promise<void> {
  request.resume();
  const node = world.store.at(path);
  if (node?.kind === "document") return serveDocument(request, response, world, path.at(-1) ?? "", node);
  if (node === undefined) return sendStatus(response, 404);
  const [where = ""] = (request.url ?? "").split("?");
  // Without the redirect, relative references in the page would be wrong.
  if (!where.endsWith("/")) return sendStatus(response, 301, { location: `${where}/` });
  const index = node.entries.get("index.html");
  if (index?.kind === "document") return serveDocument(request, response, world, "index.html", index);
  const page = Buffer.from(formatListing(node));
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": page.length });
  response.end(request.method === "HEAD" ? undefined : page);
}

async function put(
  request: IncomingMessage,
  response: ServerResponse,
  { store }: HttpServerState,
  path: readonly string[],
): Promise<void> {
  // A part must not replace the whole (RFC 9110 §14.5).
  if (request.headers["content-range"] !== undefined) return rejectRequest(request, response, 400);
  const octets = await readBody(request);
  if (octets === undefined) return rejectRequest(request, response, 413);
  const done = store.put(path, octets);
  sendStatus(response, done === "created" ? 201 : done === "replaced" ? 204 : 409);
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const octets = await readBody(request);
  if (octets === undefined) return rejectRequest(request, response, 413);
  const mediaType = request.headers["content-type"] ?? "application/octet-stream";
  response.writeHead(200, { "content-type": mediaType, "content-length": octets.length });
  response.end(octets);
}

function formatListing({ entries }: Folder): string {
  const items = [...entries].map(([name, { kind }]) => {
    const href = `${encodeText(name, UNRESERVED)}${kind === "folder" ? "/" : ""}`;
    return `<li><a href="${href}">${escapeMarkup(Buffer.from(octetsOf(name)).toString())}</a></li>`;
  });
  return `<!DOCTYPE html>\n<title>Index</title>\n<ul>\n${items.join("\n")}\n</ul>\n`;
}
