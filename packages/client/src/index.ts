export { type AddressClass, addressOctets, classify } from "./addresses.ts";
export { type Client, type ClientOptions, createClient, type Openable } from "./client.ts";
export { type Clock, systemClock } from "./clock.ts";
export type { CallOptions, CredentialsCallback } from "./opening.ts";
export {
  decideDataPort,
  decidePort,
  type Policy,
  type PolicyOptions,
  type PortDecision,
  type PortQuestion,
  type Profile,
  policyOf,
  refusedClass,
} from "./policy.ts";
export type { Retrieved } from "./retrieved.ts";
export type { RetryOptions } from "./retry.ts";
export type { Ending } from "./stream.ts";
export { Transcript, type TranscriptEntry } from "./transcript.ts";
