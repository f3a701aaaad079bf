import type { CallOptions } from "@anyurl/client";
import {
  type DocumentContent,
  type DocumentInfo,
  documentName,
  findMediaType,
  type OpenedDocument,
  parseCharset,
  type Representation,
  serveDocument,
} from "@anyurl/client/front";
import { rewriteDocument } from "../rewrite/document.ts";
import { isWeb } from "../served-schemes.ts";
import {
  createRepresentation,
  documentFacts,
  documentKind,
  rejectRequest,
  renderTextPage,
} from "./document-kinds.ts";
import { createEmbedder } from "./embed.ts";
import { HttpPassthrough } from "./http-passthrough.ts";
import { limitBody } from "./limit-body.ts";
import { peekBody } from "./peek.ts";
import { callOptions, type RequestContext } from "./request-context.ts";

/**
 * Serves a document: its bytes, with a media type and a file name that are safe in browsers, or a page for a text.
 * Rejects with the error of the call if that fails before its first byte.
 *
 * @param options for the scheme: the answers to a form.
 */
export async function documentResponse(
  task: RequestContext,
  options: CallOptions["options"] = {},
): Promise<Response> {
  const { context, incoming, url } = task;
  const { source, served } = context;
  const began = performance.now();
  const web = isWeb(url) ? new HttpPassthrough() : undefined;
  const call = callOptions(task, { options: { ...options, ...web?.options } });
  const stat = async () => {
    const { attributes, ...info } = await source.stat(url, call);
    // In other schemes, the attribute "etag" has no defined meaning.
    return { ...info, etag: web && attributes?.["etag"] };
  };
  try {
    return await serveDocument(
      incoming.request,
      {
        stat: served.can(url, "stat") ? stat : undefined,
        statFirst: served.statsFirst(url),
        get: (range) =>
          source.get(url, { ...call, ...context.download, ...(range !== undefined && { range }) }),
        represent: (info) => representInfo(task, info),
        open: (content) => openDocument(task, content, began),
        reject: rejectRequest,
      },
      context.now,
    );
  } catch (error) {
    if (web === undefined) throw error;
    return web.redirectResponse(error, task);
  }
}

/** Returns how to send a document as far as its metadata shows it. */
function representInfo(task: RequestContext, { mediaType }: DocumentInfo): Representation | undefined {
  const type = findMediaType(mediaType, documentName(task.url));
  if (type === undefined) return undefined;
  const kind = documentKind(task, type);
  const representation = createRepresentation(task, kind, mediaType);
  // The content of a document can declare its character set.
  return kind.as === "rewritten" ? { ...representation, contentFields: undefined } : representation;
}

/** @param began the time when the call began, in milliseconds of the monotonic clock. */
async function openDocument(
  task: RequestContext,
  content: DocumentContent,
  began: number,
): Promise<OpenedDocument> {
  const { context, incoming, url } = task;
  const { mediaType } = content;
  const { type, body } = await detectMediaType(task, content);
  const kind = documentKind(task, type);
  if (kind.as === "octets" || kind.as === "sandbox")
    return { representation: createRepresentation(task, kind, mediaType), body };
  const limited = limitBody(body, context.call.limits ?? {}, performance.now() - began);
  if (kind.as === "page")
    return {
      representation: createRepresentation(task, kind, mediaType),
      body: limited,
      render: (fields) =>
        renderTextPage(task, content, limited, fields, { facts: documentFacts(content, type) }),
    };
  const rewritten = await rewriteDocument(limited, {
    ...{ served: context.served, url, linker: incoming.href, embed: createEmbedder(task) },
    charset: parseCharset(mediaType),
  });
  // The media type names the character set that was used.
  const used = rewritten.charset === undefined ? "text/html" : `text/html; charset=${rewritten.charset}`;
  return { representation: createRepresentation(task, kind, used), body: rewritten.body };
}

/** Finds the media type by server and name, or by the first bytes. Returns the complete body. */
async function detectMediaType(
  { url }: RequestContext,
  { mediaType, body }: DocumentContent,
): Promise<{ readonly type: string; readonly body: ReadableStream<Uint8Array> }> {
  const type = findMediaType(mediaType, documentName(url));
  if (type !== undefined) return { type, body };
  const peeked = await peekBody(body);
  return { type: peeked.isText ? "text/plain" : "application/octet-stream", body: peeked.body };
}
