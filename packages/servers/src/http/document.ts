import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliCompress, createDeflate, createGzip } from "node:zlib";
import { guessMediaType } from "@anyurl/core/exchange";
import { contentSize, readRange } from "../library/content.ts";
import type { Document } from "../tree.ts";
import type { HttpCoding, HttpServerState } from "./server-state.ts";

/** The bytes [start, end). */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Sends a document, or the requested range of it, if the conditions hold (RFC 9110 §13.2.2). */
export async function serveDocument(
  request: IncomingMessage,
  response: ServerResponse,
  world: HttpServerState,
  name: string,
  { content, modified }: Document,
): Promise<void> {
  const size = contentSize(content);
  const mediaType = guessMediaType(name) ?? "application/octet-stream";
  const coding = selectCoding(request, world, mediaType);
  const etag = `"${size.toString(16)}-${modified.getTime().toString(16)}${coding === undefined ? "" : `-${coding}`}"`;
  const fields = {
    "last-modified": modified.toUTCString(),
    etag,
    ...(world.ranges && { "accept-ranges": "bytes" }),
    ...(world.codings.length > 0 && { vary: "Accept-Encoding" }),
  };
  const status = checkConditions(request, etag, modified);
  if (status !== undefined) return void response.writeHead(status, fields).end();
  const span = world.ranges && coding === undefined ? parseRange(request, etag, modified, size) : undefined;
  if (span === "none") {
    return void response.writeHead(416, { ...fields, "content-range": `bytes */${size}` }).end();
  }
  const { start = 0, end = size } = span ?? {};
  response.writeHead(span === undefined ? 200 : 206, {
    ...fields,
    "content-type": mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType,
    ...(coding === undefined ? { "content-length": end - start } : { "content-encoding": coding }),
    ...(span !== undefined && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
  });
  if (request.method === "HEAD") return void response.end();
  const octets = Readable.from(readRange(content, start, end));
  // A client that disconnects is not an error.
  const done =
    coding === undefined ? pipeline(octets, response) : pipeline(octets, createEncoder(coding), response);
  await done.catch(() => response.destroy());
}

/** Compress only text. */
function selectCoding(
  { headers }: IncomingMessage,
  { codings }: HttpServerState,
  mediaType: string,
): HttpCoding | undefined {
  if (!/^text\/|json/.test(mediaType)) return undefined;
  const accepted = (headers["accept-encoding"] ?? "")
    .toString()
    .split(",")
    .map((each) => each.trim())
    .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
    .map((each) => each.split(";", 1)[0]!.trim().toLowerCase());
  return codings.find((coding) => accepted.includes(coding));
}

function createEncoder(coding: HttpCoding): NodeJS.ReadWriteStream {
  if (coding === "gzip") return createGzip();
  return coding === "deflate" ? createDeflate() : createBrotliCompress();
}

/** Returns the status if a condition fails; `undefined` if all conditions hold. */
function checkConditions(
  { headers, method }: IncomingMessage,
  etag: string,
  modified: Date,
): number | undefined {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  const since = (text: string | undefined) =>
    Math.floor(modified.getTime() / 1000) - Date.parse(text ?? "") / 1000;
  if (ifMatch !== undefined) {
    if (!includesEtag(etag, ifMatch, true)) return 412;
  } else if (since(headers["if-unmodified-since"]) > 0) return 412;
  if (ifNoneMatch !== undefined) {
    if (includesEtag(etag, ifNoneMatch, false)) return method === "GET" || method === "HEAD" ? 304 : 412;
  } else if (since(headers["if-modified-since"]) <= 0) return 304;
  return undefined;
}

function includesEtag(etag: string, list: string, strong: boolean): boolean {
  const tags = list.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === "*" || tag === etag || (!strong && tag === `W/${etag}`));
}

/** Returns one range, or the whole (RFC 9110 §14.2). */
function parseRange(
  { headers, method }: IncomingMessage,
  etag: string,
  modified: Date,
  size: number,
): ByteRange | "none" | undefined {
  const match = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(headers.range ?? "");
  if (match === null || method !== "GET" || !matchesIfRange(headers["if-range"], etag, modified))
    return undefined;
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return undefined;
    return Number(last) === 0 || size === 0 ? "none" : { start: Math.max(0, size - Number(last)), end: size };
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return "none";
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

function matchesIfRange(ifRange: string | string[] | undefined, etag: string, modified: Date): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === modified.toUTCString();
}
