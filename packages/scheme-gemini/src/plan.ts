import { DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, parseLogin } from "@anyurl/core";
import { createPlan } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { createRequest, transact } from "./exchange.ts";
import { DEFAULT_PORT, type GeminiUrl, toTarget } from "./syntax.ts";

/** Returns the request that opening the URL would send. @throws {AccessError} too-long, unsupported. */
export function plan(url: GeminiUrl, operation = "get"): Plan {
  if (operation !== "get" && operation !== "list" && operation !== "stat")
    throw noPlanError("gemini", operation, ["get", "list", "stat"]);
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  return createPlan(transact(createRequest(toTarget(url)), DEFAULT_LIMITS), {
    operation,
    endpoint: { host, port, tls: true },
    parts: describe(url),
    peer: (sent) => (sent === undefined ? undefined : octetsOf("20 text/gemini\r\n")),
    cite: "Gemini, Requests",
  });
}
