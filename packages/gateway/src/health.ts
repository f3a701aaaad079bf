/** The state of a gateway, for example for a load balancer. */
export interface Health {
  /** "draining": it finishes in-flight requests and accepts no new ones. */
  readonly status: "ok" | "draining";
  readonly inFlight: number;
  /** Whole seconds since it was created. */
  readonly uptime: number;
  /** "failing": requests skip the cache; everything else works. */
  readonly cache: "ok" | "failing" | "off";
}

/** Returns 200 if the gateway accepts requests, otherwise 503. */
export function healthResponse(health: Health): Response {
  return new Response(`${JSON.stringify(health)}\n`, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
