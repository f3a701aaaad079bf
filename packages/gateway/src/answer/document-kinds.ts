import {
  classifyMediaType,
  type DocumentInfo,
  parseCharset,
  type Representation,
} from "@anyurl/client/front";
import { CONTENT_POLICY, GatewayError } from "../guard/index.ts";
import { documentPage } from "../pages/document.ts";
import type { Fact } from "../views.ts";
import { formatDisposition } from "./disposition.ts";
import { toFailureView } from "./failure.ts";
import { createFrame } from "./frame.ts";
import { formatTime } from "./listing.ts";
import { MEDIA_TYPE, type RequestContext } from "./request-context.ts";
import { requestedLanguage, streamResponse } from "./responses.ts";
import { linkifyText } from "./text.ts";

/** How the gateway serves a document. */
export type DocumentKind =
  /** A page of escaped text. */
  | { readonly as: "page" }
  /** HTML for a browser: its links become links of the gateway. */
  | { readonly as: "rewritten" }
  /** HTML for a program. */
  | { readonly as: "sandbox" }
  | { readonly as: "octets"; readonly type: string; readonly saved: boolean };

/** Returns how to serve a document of this type. */
export function documentKind({ mode, context }: RequestContext, type: string): DocumentKind {
  switch (classifyMediaType(type)) {
    case "html":
      if (mode === "text") return { as: "octets", type: "text/plain", saved: false };
      if (context.html === "sandboxed") return { as: mode === "html" ? "rewritten" : "sandbox" };
      return mode === "html" ? { as: "page" } : { as: "octets", type: "text/plain", saved: false };
    case "text":
      if (mode === "html") return { as: "page" };
      return { as: "octets", type: mode === "text" ? "text/plain" : toPassiveType(type), saved: false };
    case "inline":
      return { as: "octets", type, saved: false };
    case "download":
      return { as: "octets", type, saved: true };
  }
}

/** Text types that no browser executes. Programs get them under their own media type. */
const PASSIVE_TYPES: ReadonlySet<string> = new Set([
  ...[
    "text/plain",
    "text/csv",
    "text/markdown",
    "text/tab-separated-values",
    "text/calendar",
    "text/enriched",
  ],
  ...["text/richtext", "text/rfc822-headers", "application/json", "message/rfc822", "multipart/digest"],
  "application/gopher-menu",
]);

function toPassiveType(type: string): string {
  return PASSIVE_TYPES.has(type) ? type : "text/plain";
}

/**
 * Returns how to send a document of this kind. The content security policy belongs to a 304 as well: a browser replaces
 * stored headers by those of the 304 (RFC 9111 §3.2).
 *
 * @param told the media type of the server.
 */
export function createRepresentation(
  task: RequestContext,
  kind: DocumentKind,
  told: string | undefined,
): Representation {
  const { html, isSigned } = task.context;
  const isExact = kind.as === "octets" || kind.as === "sandbox";
  const language = kind.as === "page" ? `-${requestedLanguage(task.incoming)}` : "";
  return {
    fields: {
      "content-security-policy": POLICY_BY_KIND[kind.as],
      "cache-control": "no-cache",
      ...task.vary,
    },
    contentFields: contentFields(task, kind, told),
    // Signed links expire, even if the document does not change.
    variant: isExact ? "octets" : isSigned ? undefined : `${kind.as}-${html}${language}`,
    isExact,
  };
}

const POLICY_BY_KIND: Readonly<Record<DocumentKind["as"], string>> = {
  page: CONTENT_POLICY.page,
  rewritten: CONTENT_POLICY.document,
  sandbox: CONTENT_POLICY.document,
  octets: CONTENT_POLICY.octets,
};

function contentFields(
  { incoming, url }: RequestContext,
  kind: DocumentKind,
  told: string | undefined,
): Record<string, string> {
  if (kind.as === "page")
    return { "content-type": MEDIA_TYPE.html, "content-language": requestedLanguage(incoming) };
  const charset = parseCharset(told);
  const named = charset === undefined || !/^[0-9A-Za-z._:-]+$/.test(charset) ? "" : `; charset=${charset}`;
  if (kind.as !== "octets") return { "content-type": `text/html${named}` };
  return {
    "content-type": kind.type.startsWith("text/") ? kind.type + named : kind.type,
    "content-disposition": formatDisposition(kind.saved ? "attachment" : "inline", url),
  };
}

/** Rejects a request with preconditions or a range that a document does not meet. */
export function rejectRequest(
  status: 412 | 416,
  message: string,
  headers: Readonly<Record<string, string>>,
): never {
  const code = status === 412 ? "precondition-failed" : "range-not-satisfiable";
  throw new GatewayError(code, { message, headers });
}

/** The heading above a text. */
export interface Heading {
  /** Default the name in the URL. */
  readonly title?: string;
  readonly facts: readonly Fact[];
}

/** Renders a text as a page, streamed. */
export async function renderTextPage(
  task: RequestContext,
  { mediaType }: DocumentInfo,
  body: ReadableStream<Uint8Array>,
  fields: Readonly<Record<string, string>>,
  { title, facts }: Heading,
): Promise<Response> {
  const { context, incoming } = task;
  const frame = await createFrame(task, { ...(title !== undefined && { title }), formats: ["raw"] });
  const text = linkifyText(body, {
    served: context.served,
    linker: incoming.href,
    charset: parseCharset(mediaType),
  });
  const pieces = documentPage({
    frame,
    facts,
    text,
    toFailure: (error) => {
      // The client disconnected, so the page needs no end.
      if (incoming.signal.aborted) throw error;
      return toFailureView(error, context);
    },
  });
  return streamResponse(pieces, incoming, { status: 200, headers: fields });
}

/** Returns the metadata of a text for its page. */
export function documentFacts({ size, modified }: DocumentInfo, type: string): readonly Fact[] {
  const time = formatTime(modified);
  return [
    { name: "Type", value: type },
    ...(size === undefined ? [] : [{ name: "Size", value: size === 1 ? "1 byte" : `${size} bytes` }]),
    ...(time === undefined ? [] : [{ name: "Modified", value: time }]),
  ];
}
