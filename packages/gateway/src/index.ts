export {
  type BoundedStore,
  type BoundedStoreOptions,
  boundedStore,
  type CacheOptions,
  type Freshness,
} from "./cache/index.ts";
export { createGateway, type Gateway } from "./gateway.ts";
export type {
  AccessRecord,
  Caller,
  Guard,
  GuardOptions,
  LoggedAddress,
  Rate,
  Robots,
  SigningKey,
  SigningOptions,
} from "./guard/index.ts";
export { accessLine } from "./guard/index.ts";
export { link, unlink } from "./link.ts";
export { DOWNLOAD_LIMITS, GATEWAY_LIMITS, type GatewayOptions } from "./options.ts";
