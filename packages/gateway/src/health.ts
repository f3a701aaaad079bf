/** How a gateway is, for whoever sends requests to one of several. */
export interface Health {
  /** "draining": it finishes what it has, and takes nothing new. */
  readonly status: "ok" | "draining";
  readonly inFlight: number;
  /** Whole seconds since it was made. */
  readonly uptime: number;
  /** "failing": it is passed over, and nothing else is wrong. */
  readonly cache: "ok" | "failing" | "off";
}

/** 200 as long as requests may come, else 503. */
export function healthResponse(health: Health): Response {
  return new Response(`${JSON.stringify(health)}\n`, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
