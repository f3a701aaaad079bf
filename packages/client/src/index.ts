export { type AddressClass, addressOctets, classify } from "./addresses.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
  type Openable,
  profileOf,
  reachesInside,
} from "./client.ts";
export { type Clock, systemClock } from "./clock.ts";
export type { Copied } from "./copy.ts";
export { isOwnFault, type TreeCopied } from "./copy-tree.ts";
export { type CredentialQuestion, firstOf } from "./credentials/callback.ts";
export {
  type Netrc,
  type NetrcEntry,
  NetrcError,
  type NetrcLimits,
  type NetrcProblem,
  type NetrcProblemCode,
  parseNetrc,
} from "./credentials/netrc.ts";
export { type NetrcQuestion, netrcCredentials, netrcFor } from "./credentials/netrc-for.ts";
export { preferred } from "./fetch/accept.ts";
export type { Target } from "./fetch/asked.ts";
export { contentRange, type RangeSpec, rangeSpec, type Span, spanOf } from "./fetch/byte-range.ts";
export { type HttpProblem, refusal as problemOf } from "./fetch/problem.ts";
export type { Opener } from "./fetch/task.ts";
export { type FetchOptions, toFetch, type UrlFetch } from "./fetch/to-fetch.ts";
export type { FilePolicyOptions, FileRootOptions } from "./files/roots.ts";
export type { Gateways } from "./gateways.ts";
export { unsafeLocalName } from "./local-name.ts";
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
export type { PoolOptions } from "./pool.ts";
export { entryWithUrl, type UrlOrEntry } from "./provenance.ts";
export { proxiesFromEnvironment } from "./proxies/environment.ts";
export type { ProxyKind, ProxyServer } from "./proxies/proxy.ts";
export { type ProxyOptions, type ProxySettings, proxyFor, proxySettingsOf } from "./proxies/settings.ts";
export type { Retrieved } from "./retrieved.ts";
export type { RetryOptions } from "./retry.ts";
export type { SessionOf } from "./session.ts";
export type { ConnectionLimits } from "./slots.ts";
export type { Ending } from "./stream.ts";
export { Transcript, type TranscriptEntry } from "./transcript.ts";
export type { Walked, WalkOptions } from "./walk.ts";
