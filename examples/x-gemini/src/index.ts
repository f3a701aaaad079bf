import {
  AccessError,
  DEFAULT_LIMITS,
  defineScheme,
  octetsOf,
  type Plan,
  parseLogin,
  type Scheme,
} from "@anyurl/core";
import { createPlan } from "@anyurl/core/exchange";
import { request } from "./exchange.ts";
import { geminiOptions } from "./options.ts";
import {
  DEFAULT_PORT,
  formatRequest,
  type GeminiInit,
  type GeminiParts,
  type GeminiUrl,
  syntax,
} from "./syntax.ts";

export type { GeminiInit, GeminiParts, GeminiUrl } from "./syntax.ts";

function plan(url: GeminiUrl, operation = "get"): Plan {
  if (operation !== "get" && operation !== "stat" && operation !== "list")
    throw new AccessError("unsupported", `gemini has no plan for "${operation}"`);
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  return createPlan(request(formatRequest(url), DEFAULT_LIMITS), {
    operation,
    endpoint: { host, port, tls: true },
    parts: syntax.describe(url),
    peer: (sent) => (sent === undefined ? undefined : octetsOf("20 text/gemini\r\n")),
    cite: "Gemini, Requests",
  });
}

/** `gemini:`, documents with links, over TLS with trust on first use (the Gemini protocol, 0.24). */
export const gemini: Scheme<
  "gemini",
  GeminiParts,
  GeminiInit,
  typeof import("./access.ts"),
  typeof geminiOptions
> = defineScheme({
  name: "gemini",
  defaultPort: DEFAULT_PORT,
  cite: ["Gemini"],
  ...syntax,
  plan,
  isDirectory: ({ path }) => path === "" || path.endsWith("/"),
  examples: [
    { url: "gemini://h.example/", title: "the first document of a server" },
    { url: "gemini://h.example/search?two%20words", title: "an answer to a question of the server" },
  ],
  options: geminiOptions,
  access: () => import("./access.ts"),
});
