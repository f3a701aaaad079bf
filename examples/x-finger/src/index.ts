import { defineScheme, type Plan, parseLogin, type Scheme, type Url } from "@anyurl/core";
import { createPlan } from "@anyurl/core/exchange";
import { type TemplateInit, type TemplateParts, templateSyntax } from "@anyurl/core/template";
import { query } from "./exchange.ts";

const TEMPLATE = "finger://{host}[:{port}]/{request}";
const syntax = templateSyntax(TEMPLATE, {
  meanings: { request: "the user to look up, or the users that are logged in" },
});

export type FingerParts = TemplateParts<typeof TEMPLATE>;
export type FingerUrl = Url<"finger", FingerParts>;

function plan(url: FingerUrl, operation = "get"): Plan {
  const { hostname: host, port } = parseLogin(url, 79);
  const parts = syntax.describe(url);
  return createPlan(query(url.parts.request), {
    operation,
    endpoint: { host, port },
    parts,
    peer: () => undefined,
    cite: "RFC 1288 §2.3",
  });
}

/** `finger:`, information on users (RFC 1288; draft-ietf-uri-url-finger-03). */
export const finger: Scheme<
  "finger",
  FingerParts,
  TemplateInit<typeof TEMPLATE>,
  typeof import("./access.ts")
> = defineScheme({
  name: "finger",
  defaultPort: 79,
  cite: ["RFC 1288", "draft-ietf-uri-url-finger-03"],
  ...syntax,
  plan,
  examples: [
    { url: "finger://h.example/", title: "the users that are logged in" },
    { url: "finger://h.example/alice", title: "a user" },
  ],
  access: () => import("./access.ts"),
});
