/* Layers: wrappers around a transport, which are transports themselves. */

export { chaos } from "./chaos.ts";
export { type ChaosEvent, type ChaosFault, type ChaosOptions, chaosOptions } from "./chaos-options.ts";
export { applyLayers, type Layer } from "./layer.ts";
export { logLine } from "./log-line.ts";
export { type LogEvent, logging } from "./logging.ts";
export { type RateLimitOptions, rateLimit, rateLimitOptions } from "./rate-limit.ts";
export { type RetryLayerOptions, retry } from "./retry.ts";
