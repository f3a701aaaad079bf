/* Layers: what can be put around a transport, and is one again. */

export { chaos } from "./chaos.ts";
export type { ChaosDeed, ChaosEvent, ChaosOptions } from "./chaos-options.ts";
export { type Layer, layered } from "./layer.ts";
export { logLine } from "./log-line.ts";
export { type LogEvent, logging } from "./logging.ts";
export { type RateLimitOptions, rateLimit } from "./rate-limit.ts";
export { type RetryLayerOptions, retry } from "./retry.ts";
