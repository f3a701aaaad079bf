import { defineScheme, type Scheme, type Url } from "@anyurl/core";
import { type TemplateInit, type TemplateParts, templateSyntax } from "@anyurl/core/template";

const TEMPLATE = "x-demo:{collection+}[/{item}]";

/** The parts of an x-demo URL, decoded. */
export type XDemoParts = TemplateParts<typeof TEMPLATE>;
/** The fields for formatting an x-demo URL. */
export type XDemoInit = TemplateInit<typeof TEMPLATE>;
export type XDemoUrl = Url<"x-demo", XDemoParts>;

/** `x-demo:`, as the README describes it. It names resources that cannot be opened. */
export const xDemo: Scheme<"x-demo", XDemoParts, XDemoInit> = defineScheme({
  name: "x-demo",
  cite: ["README", "RFC 3986"],
  ...templateSyntax(TEMPLATE, { meanings: { collection: "a collection", item: "a resource in it" } }),
  examples: [
    { url: "x-demo:poems", title: "a collection" },
    { url: "x-demo:poems/the%20tyger", title: "a resource in it" },
  ],
});
