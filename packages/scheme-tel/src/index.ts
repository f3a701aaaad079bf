export { geo } from "./geo/index.ts";
export type { GeoInit, GeoParts, GeoUrl } from "./geo/syntax.ts";
export type { Parameter } from "./parameters.ts";
export { sms } from "./sms/index.ts";
export type { SmsField, SmsInit, SmsParts, SmsUrl } from "./sms/syntax.ts";
export type { Subscriber, SubscriberInit } from "./subscriber.ts";
export { tel } from "./tel/index.ts";
export type { TelInit, TelParts, TelUrl } from "./tel/syntax.ts";
