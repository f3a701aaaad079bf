import { encodeText, PCHAR, type Url } from "@anyurl/core";
import {
  type TemplateInit,
  type TemplateParts,
  type TemplateSyntax,
  templateSyntax,
} from "@anyurl/core/template";

const TEMPLATE = "x-demo://{host}[:{port}]/{segments*}";

/** Parses, formats, normalizes, and describes x-demo URLs. */
export const syntax: TemplateSyntax<typeof TEMPLATE> = templateSyntax(TEMPLATE, {
  meanings: { segments: "the path of a document, or of a directory if it ends with a slash" },
});

/** The parts of an x-demo URL, decoded. The last segment of a directory is "". */
export type XDemoParts = TemplateParts<typeof TEMPLATE>;
/** The fields for formatting an x-demo URL. */
export type XDemoInit = TemplateInit<typeof TEMPLATE>;
export type XDemoUrl = Url<"x-demo", XDemoParts>;

export const DEFAULT_PORT = 7391;

/** Returns "/" and the segments, each escaped as needed. */
export function formatPath(segments: readonly string[]): string {
  return `/${segments.map((segment) => encodeText(segment, PCHAR)).join("/")}`;
}
