export { type AccessRecord, formatAccessRecord, type LoggedAddress } from "./access-log.ts";
export { CONTENT_POLICY, setSecurityHeaders } from "./content-policy.ts";
export { GatewayError, gatewayErrorHeaders, isGatewayError } from "./gateway-error.ts";
export type { ClientInfo, GatewayRequest, OutgoingResponse } from "./gateway-request.ts";
export { createGuard, type Guard, type GuardOptions } from "./guard.ts";
export type { Source } from "./limit-source.ts";
export type { Rate } from "./rate-limiter.ts";
export type { SigningKey, SigningOptions } from "./signatures.ts";
export type { Robots } from "./well-known.ts";
