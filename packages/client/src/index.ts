export {
  type Continued,
  continuePart,
  hasVersion,
  type PartDownload,
  withoutPassword,
} from "./body/continue-part.ts";
export type { BodyOutcome, GetResult } from "./body/get-result.ts";
export type { RequestResult } from "./body/response.ts";
export type { FileHandle, SourceInput } from "./body/source.ts";
export {
  type CallOptions,
  callOptions,
  type ReceiveProgress,
  type SendProgress,
} from "./call/call-options.ts";
export { type Clock, systemClock } from "./call/clock.ts";
export { type Gateways, parseGateways } from "./call/gateways.ts";
export { entryWithUrl, type UrlOrEntry } from "./call/provenance.ts";
export type { RequestInput } from "./call/request.ts";
export type { RetryOptions } from "./call/retry-options.ts";
export type { SessionOf } from "./call/session.ts";
export { type Timings, Transcript, type TranscriptEntry } from "./call/transcript.ts";
export {
  type Client,
  createClient,
  getPolicyProfile,
  type Openable,
  reachesInside,
} from "./client.ts";
export { type ClientOptions, clientOptions } from "./client-options.ts";
export { type AddressClass, classifyAddress, parseAddress } from "./connection/addresses.ts";
export {
  blockedClass,
  decideDataPort,
  decidePort,
  type Policy,
  type PortDecision,
  resolvePolicy,
} from "./connection/policy.ts";
export {
  type PolicyOptions,
  type PortQuestion,
  type Profile,
  policyOptions,
} from "./connection/policy-options.ts";
export type { PoolOptions } from "./connection/pool-options.ts";
export { memoryTrustStore, type TrustStore } from "./connection/trust-store.ts";
export { type CredentialQuestion, type CredentialsCallback, firstAnswer } from "./credentials/callback.ts";
export {
  type Netrc,
  type NetrcEntry,
  NetrcError,
  type NetrcLimits,
  type NetrcProblem,
  type NetrcProblemCode,
  parseNetrc,
} from "./credentials/netrc.ts";
export { findNetrcEntry, type NetrcQuery, netrcCredentials } from "./credentials/netrc-lookup.ts";
export type { Target } from "./fetch/target.ts";
export type { FetchOperations } from "./fetch/task.ts";
export { type FetchOptions, fetchOptions, toFetch, type UrlFetch } from "./fetch/to-fetch.ts";
export type { FilePolicyOptions, FileRootOptions } from "./files/roots.ts";
export { proxiesFromEnvironment } from "./proxies/environment.ts";
export type { ProxyKind, ProxyLogin, ProxyServer } from "./proxies/proxy.ts";
export type { ProxyLoginCallback, ProxyLoginQuestion } from "./proxies/proxy-login.ts";
export {
  findProxy,
  type ProxyOptions,
  type ProxySettings,
  resolveProxySettings,
} from "./proxies/settings.ts";
export {
  type Filled,
  fillPart,
  type SegmentEvents,
  type SegmentedSource,
  type SegmentStart,
} from "./segments/fill-part.ts";
export { type SegmentOptions, segmentOptions } from "./segments/segment-options.ts";
export type { CopyResult } from "./tree/copy.ts";
export { type TreeCopyOptions, treeCopyOptions } from "./tree/copy-options.ts";
export { copyEntries, type TreeCopying, type TreeCopyResult, type TreeTarget } from "./tree/copy-tree.ts";
export type { FileVersion, JournalRecord, SyncJournal } from "./tree/journal.ts";
export { localNameProblem } from "./tree/local-name.ts";
export type { SyncResult } from "./tree/sync.ts";
export { type SyncOptions, syncOptions } from "./tree/sync-options.ts";
export { escapeName, type NameChoice, type TargetNames } from "./tree/target-name.ts";
export type { TreeSource } from "./tree/tree-client.ts";
export { type TreeEntry, type TreeFilter, type WalkOptions, walkOptions } from "./tree/walk.ts";
export { isCountedFile, type TreeTotal } from "./tree/walk-ahead.ts";
export type { ClientView } from "./view/client-view.ts";
export type { ViewOptions } from "./view/view-options.ts";
