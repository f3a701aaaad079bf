import { CONTENT_POLICY } from "../guard/index.ts";
import { documentPage } from "../pages/index.ts";
import { linkAs } from "../paths.ts";
import type { Fact } from "../view.ts";
import { crumbsOf, titleOf } from "./crumbs.ts";
import { dispositionOf } from "./disposition.ts";
import { failureOf } from "./failure.ts";
import { charsetOf, handlingOf } from "./media.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { answerOf } from "./pieces.ts";
import { modifiedText } from "./shown.ts";
import { framed, type Task } from "./task.ts";
import { spansOf } from "./text.ts";

/** What is known of a document beside its octets. */
export interface Described {
  readonly mediaType?: string | undefined;
  /** Octets. */
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
}

/** How a document of a type is answered. */
export type Kind =
  | { readonly as: "page" }
  /** `rewritten`: its links lead to links of the gateway: for people. To programs it goes as it is. */
  | { readonly as: "sandbox"; readonly rewritten: boolean }
  | { readonly as: "octets"; readonly type: string; readonly saved: boolean };

/** `undefined` where the type is not known yet. */
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

/** Is the answer made of the document, with another length and other octets? */
export function isMade(kind: Kind): boolean {
  return isPage(kind) || (kind.as === "sandbox" && kind.rewritten);
}

/** Texts that no browser runs or reads anything into, and that programs want by their own name. */
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

/** The fields that say what the content is. @param told the media type as the server says it. */
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
 * The field that says what the content may do. A 304 has it as well: a browser takes its fields over those that it has
 * stored (RFC 9111 §3.2).
 */
export function policyFields(kind: Kind): Record<string, string> {
  return { "content-security-policy": POLICIES[kind.as] };
}

const POLICIES: Readonly<Record<Kind["as"], string>> = {
  page: CONTENT_POLICY.page,
  sandbox: CONTENT_POLICY.document,
  octets: CONTENT_POLICY.octets,
};

/** What stands above a text. */
export interface Heading {
  /** Default the name that the URL ends with. */
  readonly title?: string;
  readonly facts: readonly Fact[];
}

/** A text as a page, sent as it comes. */
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
      // Who is gone reads no more of it.
      if (visit.signal.aborted) throw error;
      return failureOf(error, house);
    },
  });
  return answerOf(pieces, visit, { status: 200, headers: fields });
}

/** What is known of a text beside its octets. */
export function factsOf({ size, modified }: Described, type: string): readonly Fact[] {
  const time = modifiedText(modified);
  return [
    { name: "Type", value: type },
    ...(size === undefined ? [] : [{ name: "Size", value: size === 1 ? "1 byte" : `${size} bytes` }]),
    ...(time === undefined ? [] : [{ name: "Modified", value: time }]),
  ];
}
