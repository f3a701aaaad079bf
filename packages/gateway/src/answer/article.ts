import type { Attributes, Url } from "@anyurl/core";
import type { Fact } from "../views.ts";
import { bodyFields, type Described, pageOf, policyFields } from "./document-kinds.ts";
import { charsetOf } from "./media.ts";
import { callOf, isHead, type Task, varied } from "./request-context.ts";
import { isUnchanged, validatorFields, validatorsOf } from "./validators.ts";

const NEWS: ReadonlySet<string> = new Set(["news", "snews", "nntp", "nntps"]);

/** Does the URL identify an article, not a newsgroup? */
export function isArticle(url: Url, isDirectory: (url: Url) => boolean): boolean {
  return NEWS.has(url.scheme) && !isDirectory(url);
}

/** Renders an article as a page: some header fields and the body. The raw link has the complete article. */
export async function articleResponse(task: Task): Promise<Response> {
  const { house, visit, url } = task;
  const attributes = await house.source.stat(url.href, callOf(task));
  const kind = { as: "page" } as const;
  const validators = validatorsOf(attributes, undefined, "article");
  const headers = {
    ...policyFields(kind),
    ...validatorFields(validators, house.now()),
    "cache-control": "no-cache",
    ...varied(task),
  };
  if (isUnchanged(visit.request.headers, validators)) return new Response(null, { status: 304, headers });
  const fields = { ...bodyFields(task, kind, undefined), ...headers };
  if (isHead(task)) return new Response(null, { status: 200, headers: fields });
  const { body } = await house.source.get(url.href, callOf(task, { options: { part: "body" } }));
  const { title, facts } = headOf(attributes);
  return pageOf(task, describedBy(attributes), body, fields, { facts, ...(title !== "" && { title }) });
}

/** The header fields that the page shows. */
const SHOWN = ["From", "Date", "Newsgroups", "Followup-To", "Organization"] as const;

function headOf({ attributes = {} }: Attributes): {
  readonly title: string;
  readonly facts: readonly Fact[];
} {
  const facts = SHOWN.flatMap((name) => {
    const value = attributes[name.toLowerCase()];
    return value === undefined || value === "" ? [] : [{ name, value }];
  });
  return { title: attributes["subject"] ?? "", facts };
}

/** Describes the body as text, whatever its type is, with the character set of its header. */
function describedBy({ modified, attributes = {} }: Attributes): Described {
  const charset = charsetOf(attributes["content-type"]);
  return { mediaType: charset === undefined ? "text/plain" : `text/plain; charset=${charset}`, modified };
}
