import { CONTENT_POLICY } from "../guard/index.ts";
import { documentPage } from "../pages/index.ts";
import { linkAs } from "../paths.ts";
import type { Fact } from "../views.ts";
import { crumbsOf, titleOf } from "./breadcrumbs.ts";
import { dispositionOf } from "./disposition.ts";
import { modifiedText } from "./entry-view.ts";
import { failureOf } from "./failure.ts";
import { charsetOf, handlingOf } from "./media.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { framed, type Task } from "./request-context.ts";
import { answerOf } from "./responses.ts";
import { spansOf } from "./text.ts";

/** The metadata of a document. */
export interface Described {
  readonly mediaType?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
}

/** How the gateway serves a document. */
export type Kind =
  | { readonly as: "page" }
  /** `rewritten`: for browsers, its links become links of the gateway. Programs get it unchanged. */
  | { readonly as: "sandbox"; readonly rewritten: boolean }
  | { readonly as: "octets"; readonly type: string; readonly saved: boolean };

/** Returns how to serve a document of this type. `undefined` if the type is not known yet. */
export function kindOf(task: Task, type: string): Kind;
export function kindOf(task: Task, type: string | undefined): Kind | undefined;
export function kindOf({ mode, house }: Task, type: string | undefined): Kind | undefined {
  if (type === undefined) return undefined;
  switch (handlingOf(type)) {
    case "html":
      if (mode === "text") return { as: "octets", type: "text/plain", saved: false };
      if (house.html === "sandboxed") return { as: "sandbox", rewritten: mode === "html" };
      return mode === "html" ? { as: "page" } : { as: "octets", type: "text/plain", saved: false };
    case "text":
      if (mode === "html") return { as: "page" };
      return { as: "octets", type: mode === "text" ? "text/plain" : passive(type), saved: false };
    case "inline":
      return { as: "octets", type, saved: false };
    case "download":
      return { as: "octets", type, saved: true };
  }
}

export function isPage(kind: Kind): boolean {
  return kind.as === "page";
}

/** Does the response differ from the bytes of the document? */
export function isMade(kind: Kind): boolean {
  return isPage(kind) || (kind.as === "sandbox" && kind.rewritten);
}

/** Text types that no browser executes. Programs get them under their own media type. */
const PASSIVE: ReadonlySet<string> = new Set([
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

function passive(type: string): string {
  return PASSIVE.has(type) ? type : "text/plain";
}

/** Returns the headers that describe the content. @param told the media type from the server. */
export function bodyFields({ url }: Task, kind: Kind, told: string | undefined): Record<string, string> {
  const charset = charsetOf(told);
  const named = charset === undefined || !/^[0-9A-Za-z._:-]+$/.test(charset) ? "" : `; charset=${charset}`;
  switch (kind.as) {
    case "page":
      return { ...policyFields(kind), "content-type": MEDIA_TYPE.html };
    case "sandbox":
      return { ...policyFields(kind), "content-type": `text/html${named}` };
    case "octets":
      return {
        ...policyFields(kind),
        "content-type": kind.type.startsWith("text/") ? kind.type + named : kind.type,
        "content-disposition": dispositionOf(kind.saved ? "attachment" : "inline", url),
      };
  }
}

/**
 * Returns the content security policy. A 304 needs it as well: a browser replaces stored headers by those of the 304
 * (RFC 9111 §3.2).
 */
export function policyFields(kind: Kind): Record<string, string> {
  return { "content-security-policy": POLICIES[kind.as] };
}

const POLICIES: Readonly<Record<Kind["as"], string>> = {
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
export async function pageOf(
  task: Task,
  { mediaType }: Described,
  body: ReadableStream<Uint8Array>,
  fields: Readonly<Record<string, string>>,
  { title = titleOf(task.url), facts }: Heading,
): Promise<Response> {
  const { house, visit, url } = task;
  const linker = visit.href;
  const frame = framed(task, {
    title,
    url: url.href,
    crumbs: await crumbsOf(url, house.served.registry, linker),
    forms: [{ text: "Raw", href: await linker(url, linkAs("raw", url.href)) }],
  });
  const text = spansOf(body, { served: house.served, linker, charset: charsetOf(mediaType) });
  const pieces = documentPage({
    frame,
    facts,
    text,
    failureOf: (error) => {
      // The client disconnected, so the page needs no end.
      if (visit.signal.aborted) throw error;
      return failureOf(error, house);
    },
  });
  return answerOf(pieces, visit, { status: 200, headers: fields });
}

/** Returns the metadata of a text for its page. */
export function factsOf({ size, modified }: Described, type: string): readonly Fact[] {
  const time = modifiedText(modified);
  return [
    { name: "Type", value: type },
    ...(size === undefined ? [] : [{ name: "Size", value: size === 1 ? "1 byte" : `${size} bytes` }]),
    ...(time === undefined ? [] : [{ name: "Modified", value: time }]),
  ];
}
