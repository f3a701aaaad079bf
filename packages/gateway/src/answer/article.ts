import type { Attributes, Url } from "@anyurl/core";
import type { Fact } from "../views.ts";
import { contentHeaders, type DocumentInfo, policyHeaders, renderTextPage } from "./document-kinds.ts";
import { parseCharset } from "./media.ts";
import { callOptions, isHead, type RequestContext, varyHeaders } from "./request-context.ts";
import { createValidators, isUnchanged, validatorHeaders } from "./validators.ts";

const NEWS: ReadonlySet<string> = new Set(["news", "snews", "nntp", "nntps"]);

/** Does the URL identify an article, not a newsgroup? */
export function isArticle(url: Url, isDirectory: (url: Url) => boolean): boolean {
  return NEWS.has(url.scheme) && !isDirectory(url);
}

/** Renders an article as a page: some header fields and the body. The raw link has the complete article. */
export async function articleResponse(task: RequestContext): Promise<Response> {
  const { house, visit, url } = task;
  const attributes = await house.source.stat(url.href, callOptions(task));
  const kind = { as: "page" } as const;
  const validators = createValidators(attributes, undefined, "article");
  const headers = {
    ...policyHeaders(kind),
    ...validatorHeaders(validators, house.now()),
    "cache-control": "no-cache",
    ...varyHeaders(task),
  };
  if (isUnchanged(visit.request.headers, validators)) return new Response(null, { status: 304, headers });
  const fields = { ...contentHeaders(task, kind, undefined), ...headers };
  if (isHead(task)) return new Response(null, { status: 200, headers: fields });
  const { body } = await house.source.get(url.href, callOptions(task, { options: { part: "body" } }));
  const { title, facts } = articleHeading(attributes);
  return renderTextPage(task, describeArticleBody(attributes), body, fields, {
    facts,
    ...(title !== "" && { title }),
  });
}

/** The header fields that the page shows. */
const SHOWN_HEADER_FIELDS = ["From", "Date", "Newsgroups", "Followup-To", "Organization"] as const;

function articleHeading({ attributes = {} }: Attributes): {
  readonly title: string;
  readonly facts: readonly Fact[];
} {
  const facts = SHOWN_HEADER_FIELDS.flatMap((name) => {
    const value = attributes[name.toLowerCase()];
    return value === undefined || value === "" ? [] : [{ name, value }];
  });
  return { title: attributes["subject"] ?? "", facts };
}

/** Describes the body as text, whatever its type is, with the character set of its header. */
function describeArticleBody({ modified, attributes = {} }: Attributes): DocumentInfo {
  const charset = parseCharset(attributes["content-type"]);
  return { mediaType: charset === undefined ? "text/plain" : `text/plain; charset=${charset}`, modified };
}
