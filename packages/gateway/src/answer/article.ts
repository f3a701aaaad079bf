import { createValidators, evaluatePreconditions, validatorHeaders } from "@anyurl/client/front";
import type { Attributes } from "@anyurl/core";
import type { ArticleStyle } from "@anyurl/core/presentation";
import type { Fact } from "../views.ts";
import { contentHeaders, type DocumentInfo, policyHeaders, renderTextPage } from "./document-kinds.ts";
import { parseCharset } from "./media.ts";
import { callOptions, isHead, type RequestContext, varyHeaders } from "./request-context.ts";

/** Renders an article as a page: some header fields and the body. The raw link has the complete article. */
export async function articleResponse(task: RequestContext, style: ArticleStyle): Promise<Response> {
  const { context, incoming, url } = task;
  const attributes = await context.source.stat(url.href, callOptions(task));
  const kind = { as: "page" } as const;
  const validators = createValidators(attributes, "article");
  const headers = {
    ...policyHeaders(kind),
    ...validatorHeaders(validators, context.now()),
    "cache-control": "no-cache",
    ...varyHeaders(task),
  };
  if (evaluatePreconditions(incoming.request, validators, context.now()) === 304)
    return new Response(null, { status: 304, headers });
  const fields = { ...contentHeaders(task, kind, undefined), ...headers };
  if (isHead(task)) return new Response(null, { status: 200, headers: fields });
  const { options = {} } = style;
  const { body, mediaType } = await context.source.get(url.href, callOptions(task, { options }));
  const { title, facts } = articleHeading(attributes, style);
  const type = style.mediaType === undefined ? mediaType : attributes.attributes?.[style.mediaType];
  return renderTextPage(task, describeArticleBody(attributes, type), body, fields, {
    facts,
    ...(title !== "" && { title }),
  });
}

function articleHeading(
  { attributes = {} }: Attributes,
  style: ArticleStyle,
): { readonly title: string; readonly facts: readonly Fact[] } {
  const facts = style.fields.flatMap(({ attribute, title }) => {
    const value = attributes[attribute];
    return value === undefined || value === "" ? [] : [{ name: title, value }];
  });
  return { title: attributes[style.title] ?? "", facts };
}

/** Describes the body as text, whatever its type is, with the character set of that type. */
function describeArticleBody({ modified }: Attributes, type: string | undefined): DocumentInfo {
  const charset = parseCharset(type);
  return { mediaType: charset === undefined ? "text/plain" : `text/plain; charset=${charset}`, modified };
}
