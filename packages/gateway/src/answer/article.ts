import { parseCharset, serveDocument } from "@anyurl/client/front";
import type { Attributes } from "@anyurl/core";
import type { ArticleStyle } from "@anyurl/core/presentation";
import type { Fact } from "../views.ts";
import { createRepresentation, rejectRequest, renderTextPage } from "./document-kinds.ts";
import { callOptions, type RequestContext } from "./request-context.ts";

/** Renders an article as a page: some header fields and the body. The raw link has the complete article. */
export function articleResponse(task: RequestContext, style: ArticleStyle): Promise<Response> {
  const { context, incoming, url } = task;
  const representation = createRepresentation(task, { as: "page" }, undefined);
  let attributes: Attributes = { kind: "file" };
  return serveDocument(
    incoming.request,
    {
      statFirst: true,
      async stat() {
        attributes = await context.source.stat(url, callOptions(task));
        return attributes;
      },
      async get() {
        const { options = {} } = style;
        const { body, mediaType } = await context.source.get(url, callOptions(task, { options }));
        return { body, mediaType };
      },
      represent: () => representation,
      open: async ({ body, mediaType, modified }) => ({
        representation,
        body,
        render: (fields) => {
          const type = style.mediaType === undefined ? mediaType : attributes.attributes?.[style.mediaType];
          const charset = parseCharset(type);
          // It is text, whatever its type is, with the character set of that type.
          const text = charset === undefined ? "text/plain" : `text/plain; charset=${charset}`;
          return renderTextPage(
            task,
            { mediaType: text, modified },
            body,
            fields,
            articleHeading(attributes, style),
          );
        },
      }),
      reject: rejectRequest,
    },
    context.now,
  );
}

function articleHeading(
  { attributes = {} }: Attributes,
  style: ArticleStyle,
): { readonly title?: string; readonly facts: readonly Fact[] } {
  const facts = style.fields.flatMap(({ attribute, title }) => {
    const value = attributes[attribute];
    return value === undefined || value === "" ? [] : [{ name: title, value }];
  });
  const title = attributes[style.title] ?? "";
  return title === "" ? { facts } : { title, facts };
}
