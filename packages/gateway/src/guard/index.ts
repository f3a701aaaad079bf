export { type AccessRecord, formatAccessRecord } from "./access-log.ts";
export { CONTENT_POLICY, setSecurityHeaders } from "./content-policy.ts";
export { GatewayError, gatewayErrorHeaders, isGatewayError } from "./gateway-error.ts";
export type { ClientInfo, GatewayRequest } from "./gateway-request.ts";
export { createGuard, type Guard, type GuardInit } from "./guard.ts";
export { type GuardOptions, guardOptions } from "./guard-options.ts";
export type { Source } from "./limit-source.ts";
export type { Rate } from "./limiters.ts";
export type { SigningKey, SigningOptions } from "./signing-options.ts";
