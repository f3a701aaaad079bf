export type { Retrieved } from "./body/get-result.ts";
export type { Ending } from "./body/stream.ts";
export type { CallOptions, CredentialsCallback } from "./call/call-setup.ts";
export { type Clock, systemClock } from "./call/clock.ts";
export type { Gateways } from "./call/gateways.ts";
export { entryWithUrl, type UrlOrEntry } from "./call/provenance.ts";
export type { RetryOptions } from "./call/retry.ts";
export type { SessionOf } from "./call/session.ts";
export { Transcript, type TranscriptEntry } from "./call/transcript.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
  type Openable,
  profileOf,
  reachesInside,
} from "./client.ts";
export { type AddressClass, addressOctets, classify } from "./connection/addresses.ts";
export type { ConnectionLimits } from "./connection/connection-semaphore.ts";
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
} from "./connection/policy.ts";
export type { PoolOptions } from "./connection/pool.ts";
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
export { type NetrcQuestion, netrcCredentials, netrcFor } from "./credentials/netrc-lookup.ts";
export { preferred } from "./fetch/accept.ts";
export { contentRange, type RangeSpec, rangeSpec, type Span, spanOf } from "./fetch/byte-range.ts";
export { type HttpProblem, refusal as problemOf } from "./fetch/problem.ts";
export type { Target } from "./fetch/read-request.ts";
export type { Opener } from "./fetch/task.ts";
export { type FetchOptions, toFetch, type UrlFetch } from "./fetch/to-fetch.ts";
export type { FilePolicyOptions, FileRootOptions } from "./files/roots.ts";
export { proxiesFromEnvironment } from "./proxies/environment.ts";
export type { ProxyKind, ProxyServer } from "./proxies/proxy.ts";
export { type ProxyOptions, type ProxySettings, proxyFor, proxySettingsOf } from "./proxies/settings.ts";
export type { Copied } from "./tree/copy.ts";
export { isOwnFault, type TreeCopied } from "./tree/copy-tree.ts";
export { unsafeLocalName } from "./tree/local-name.ts";
export type { Walked, WalkOptions } from "./tree/walk.ts";
