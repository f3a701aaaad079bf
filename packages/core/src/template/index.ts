export { parseTemplate, type TemplateElement, type TemplateField, type UrlTemplate } from "./grammar.ts";
export { type TemplateOptions, type TemplateSyntax, templateSyntax } from "./template-syntax.ts";
export type { TemplateInit, TemplateParts } from "./types.ts";
