import type { Url } from "@anyurl/core";
import {
  type TemplateInit,
  type TemplateParts,
  type TemplateSyntax,
  templateSyntax,
} from "@anyurl/core/template";

/** "/a/b?words": the path, and the input of a person, which no form has encoded ("+" is a plus). */
const TEMPLATE = "gemini://{host}[:{port}]/{segments*}[?{input}]";

export const syntax: TemplateSyntax<typeof TEMPLATE> = templateSyntax(TEMPLATE, {
  meanings: { segments: "the path on the server", input: "the answer to a question of the server" },
});

export type GeminiParts = TemplateParts<typeof TEMPLATE>;
export type GeminiInit = TemplateInit<typeof TEMPLATE>;
export type GeminiUrl = Url<"gemini", GeminiParts>;

export const DEFAULT_PORT = 1965;

/** The URL as it is sent: its normal form, without a fragment. */
export function formatRequest(url: GeminiUrl): string {
  return syntax.normalize(url.with({ fragment: undefined }));
}
