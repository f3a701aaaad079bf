export type { CacheOptions, Freshness } from "./cache/options.ts";
export { createGateway, type Gateway } from "./gateway.ts";
export type {
  AccessRecord,
  ClientInfo,
  Guard,
  GuardOptions,
  Rate,
  SigningKey,
  SigningOptions,
} from "./guard/index.ts";
export { formatAccessRecord } from "./guard/index.ts";
export { DOWNLOAD_LIMITS, GATEWAY_LIMITS, type GatewayOptions } from "./options.ts";
export { formatLink, parseLink } from "./paths.ts";
