export { type AccessRecord, accessLine, type LoggedAddress } from "./access-log.ts";
export { CONTENT_POLICY, setSecurityFields } from "./content-policy.ts";
export { createGuard, type Guard, type GuardOptions } from "./guard.ts";
export type { Source } from "./limited.ts";
export type { Rate } from "./rates.ts";
export { isRefusal, Refusal, refusalFields } from "./refusal.ts";
export type { SigningKey, SigningOptions } from "./signatures.ts";
export type { Caller, Delivery, Visit } from "./visit.ts";
export type { Robots } from "./well-known.ts";
