import { CONTENT_POLICY } from "../guard/index.ts";
import { documentPage } from "../pages/index.ts";
import { formatLinkAs } from "../paths.ts";
import type { Fact } from "../views.ts";
import { breadcrumbs, pageTitle } from "./breadcrumbs.ts";
import { formatDisposition } from "./disposition.ts";
import { formatTime } from "./entry-view.ts";
import { toFailureView } from "./failure.ts";
import { classifyMediaType, parseCharset } from "./media.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { createFrame, type RequestContext } from "./request-context.ts";
import { streamResponse } from "./responses.ts";
import { linkifyText } from "./text.ts";

/** The metadata of a document. */
export interface DocumentInfo {
  readonly mediaType?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
}

/** How the gateway serves a document. */
export type DocumentKind =
  | { readonly as: "page" }
  /** `rewritten`: for browsers, its links become links of the gateway. Programs get it unchanged. */
  | { readonly as: "sandbox"; readonly rewritten: boolean }
  | { readonly as: "octets"; readonly type: string; readonly saved: boolean };

/** Returns how to serve a document of this type. `undefined` if the type is not known yet. */
export function documentKind(task: RequestContext, type: string): DocumentKind;
export function documentKind(task: RequestContext, type: string | undefined): DocumentKind | undefined;
export function documentKind(
  { mode, context }: RequestContext,
  type: string | undefined,
): DocumentKind | undefined {
  if (type === undefined) return undefined;
  switch (classifyMediaType(type)) {
    case "html":
      if (mode === "text") return { as: "octets", type: "text/plain", saved: false };
      if (context.html === "sandboxed") return { as: "sandbox", rewritten: mode === "html" };
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

export function isPage(kind: DocumentKind): boolean {
  return kind.as === "page";
}

/** Does the response differ from the bytes of the document? */
export function isTransformed(kind: DocumentKind): boolean {
  return isPage(kind) || (kind.as === "sandbox" && kind.rewritten);
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

/** Returns the headers that describe the content. @param told the media type from the server. */
export function contentHeaders(
  { url }: RequestContext,
  kind: DocumentKind,
  told: string | undefined,
): Record<string, string> {
  const charset = parseCharset(told);
  const named = charset === undefined || !/^[0-9A-Za-z._:-]+$/.test(charset) ? "" : `; charset=${charset}`;
  switch (kind.as) {
    case "page":
      return { ...policyHeaders(kind), "content-type": MEDIA_TYPE.html };
    case "sandbox":
      return { ...policyHeaders(kind), "content-type": `text/html${named}` };
    case "octets":
      return {
        ...policyHeaders(kind),
        "content-type": kind.type.startsWith("text/") ? kind.type + named : kind.type,
        "content-disposition": formatDisposition(kind.saved ? "attachment" : "inline", url),
      };
  }
}

/**
 * Returns the content security policy. A 304 needs it as well: a browser replaces stored headers by those of the 304
 * (RFC 9111 §3.2).
 */
export function policyHeaders(kind: DocumentKind): Record<string, string> {
  return { "content-security-policy": POLICY_BY_KIND[kind.as] };
}

const POLICY_BY_KIND: Readonly<Record<DocumentKind["as"], string>> = {
  page: CONTENT_POLICY.page,
  sandbox: CONTENT_POLICY.document,
  octets: CONTENT_POLICY.octets,
};

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
  { title = pageTitle(task.url, task.context.served), facts }: Heading,
): Promise<Response> {
  const { context, incoming, url } = task;
  const linker = incoming.href;
  const frame = createFrame(task, {
    title,
    url: url.href,
    breadcrumbs: await breadcrumbs(url, context.served, linker),
    formats: [{ text: "Raw", href: await linker(url, formatLinkAs("raw", url.href)) }],
  });
  const text = linkifyText(body, { served: context.served, linker, charset: parseCharset(mediaType) });
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
