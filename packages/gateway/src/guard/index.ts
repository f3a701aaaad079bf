export { type AccessRecord, accessLine, type LoggedAddress } from "./access-log.ts";
export { CONTENT_POLICY, setSecurityFields } from "./content-policy.ts";
export { isRefusal, Refusal, refusalFields } from "./gateway-error.ts";
export type { Caller, Delivery, Visit } from "./gateway-request.ts";
export { createGuard, type Guard, type GuardOptions } from "./guard.ts";
export type { Source } from "./limit-source.ts";
export type { Rate } from "./rate-limiter.ts";
export type { SigningKey, SigningOptions } from "./signatures.ts";
export type { Robots } from "./well-known.ts";
