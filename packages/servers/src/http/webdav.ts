import type { IncomingMessage, ServerResponse } from "node:http";
import { encodeText, UNRESERVED } from "@anyurl/core";
import { contentSize } from "../library/content.ts";
import type { Node } from "../tree.ts";
import { sendStatus } from "./respond.ts";
import type { HttpServerState } from "./server-state.ts";
import { type HttpStore, parsePath } from "./store.ts";

/*
 * A small WebDAV server (RFC 4918): PROPFIND, MKCOL, MOVE, and DELETE. It answers every PROPFIND with the same properties, and
 * has no locks.
 */

/** Handles a request of WebDAV. Returns false for any other one. */
export function answerWebdav(
  request: IncomingMessage,
  response: ServerResponse,
  { store, writable }: HttpServerState,
  path: readonly string[],
): boolean {
  const { method = "", headers } = request;
  const change = writable ? CHANGES.get(method) : undefined;
  if (method === "PROPFIND") sendProperties(response, store, path, headers["depth"]);
  else if (method === "OPTIONS") {
    const changes = writable ? ", PUT, DELETE, MKCOL, MOVE" : "";
    sendStatus(response, 200, { dav: "1", allow: `OPTIONS, GET, HEAD, PROPFIND${changes}` });
  } else if (change !== undefined) sendStatus(response, change(store, path, headers));
  else return false;
  request.resume();
  return true;
}

/** Changes the tree, and returns the status. */
type Change = (store: HttpStore, path: readonly string[], headers: IncomingMessage["headers"]) => number;

const CHANGES: ReadonlyMap<string, Change> = new Map([
  ["MKCOL", makeCollection],
  ["MOVE", move],
  ["DELETE", remove],
]);

/** Describes a resource, and with the depth 1 its members (§9.1). */
function sendProperties(
  response: ServerResponse,
  store: HttpStore,
  path: readonly string[],
  depth: string | string[] | undefined,
): void {
  const node = store.at(path);
  const status = node === undefined ? 404 : depth === "0" || depth === "1" ? 207 : 403;
  if (node === undefined || status !== 207) {
    sendStatus(response, status);
    return;
  }
  const found: string[] = [formatResource(path, node)];
  if (depth === "1" && node.kind === "folder")
    for (const [name, each] of node.entries) found.push(formatResource([...path, name], each));
  const page = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">\n${found.join("")}</D:multistatus>\n`,
  );
  response.writeHead(status, {
    "content-type": "application/xml; charset=utf-8",
    "content-length": page.length,
  });
  response.end(page);
}

function formatResource(path: readonly string[], node: Node): string {
  const isFolder = node.kind === "folder";
  const slash = isFolder && path.length > 0 ? "/" : "";
  const href = `/${path.map((name) => encodeText(name, UNRESERVED)).join("/")}${slash}`;
  const properties = [
    isFolder ? "<D:resourcetype><D:collection/></D:resourcetype>" : "<D:resourcetype/>",
    ...(isFolder ? [] : [`<D:getcontentlength>${contentSize(node.content)}</D:getcontentlength>`]),
    `<D:getlastmodified>${node.modified.toUTCString()}</D:getlastmodified>`,
  ];
  const status = "<D:status>HTTP/1.1 200 OK</D:status>";
  const propstat = `<D:propstat><D:prop>${properties.join("")}</D:prop>${status}</D:propstat>`;
  return `<D:response><D:href>${href}</D:href>${propstat}</D:response>\n`;
}

function makeCollection(store: HttpStore, path: readonly string[]): number {
  const done = store.makeFolder(path);
  return done === "created" ? 201 : done === "exists" ? 405 : 409;
}

/** Moves over an existing resource, unless `Overwrite: F` forbids it (§9.9). */
function move(store: HttpStore, path: readonly string[], headers: IncomingMessage["headers"]): number {
  const { destination = "", overwrite = "T", host } = headers;
  const [, authority = host, place = ""] = /^(?:https?:\/\/([^/]*))?(\/.*)$/.exec(String(destination)) ?? [];
  if (authority !== host) return 502;
  const to = parsePath(place);
  if (to === undefined || to.length === 0 || path.length === 0) return 403;
  if (store.at(path) === undefined) return 404;
  if (overwrite === "F" && store.at(to) !== undefined) return 412;
  const done = store.move(path, to);
  return done === "created" ? 201 : done === "replaced" ? 204 : 409;
}

/** Removes a document, or a directory with its contents, which takes the depth infinity (§9.6.1). */
function remove(store: HttpStore, path: readonly string[], headers: IncomingMessage["headers"]): number {
  const isFolder = store.at(path)?.kind === "folder";
  if (isFolder && (headers["depth"] ?? "infinity") !== "infinity") return 400;
  return store.removeTree(path) ? 204 : 404;
}
