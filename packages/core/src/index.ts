export {
  type AccessCode,
  AccessError,
  type AccessErrorInit,
  isAccessError,
} from "./access-error.ts";
export { type AuthorityInit, build, formatAuthority, formatFragment, type UrlInit } from "./build.ts";
export {
  ALPHA,
  CharSet,
  DIGIT,
  HEXDIG,
  PATH,
  PCHAR,
  QUERY,
  REG_NAME,
  SCHEME,
  SUB_DELIMS,
  UNRESERVED,
  USER_BARE,
  USERINFO,
} from "./charset.ts";
export type {
  Connection,
  ConnectOptions,
  Context,
  CredentialRequest,
  Credentials,
  WireEvent,
} from "./context.ts";
export { describeAuthority, describeFragment, type Part } from "./describe.ts";
export { displayText } from "./display.ts";
export {
  decodeOctets,
  decodeText,
  encodeOctets,
  encodeText,
  normalizeEscapes,
  octetsOf,
  textOf,
} from "./escape.ts";
export {
  type Channel,
  concat,
  type Endpoint,
  type Exchange,
  type Phase,
  type SendStep,
  type Step,
} from "./exchange.ts";
export { formatIPv4, formatIPv6, type Host, hostOf, hostProblem, parseIPv4, parseIPv6 } from "./host.ts";
export { Inbox, type ReadLineOptions, readLine } from "./inbox.ts";
export {
  checkHostport,
  type HostportRules,
  type Login,
  loginOf,
  portOf,
  reportControls,
} from "./ip-schemepart.ts";
export { DEFAULT_LIMITS, type Limits, limitsOf } from "./limits.ts";
export { entryForSkipped, ListingLines } from "./listing-lines.ts";
export {
  guardPath,
  type NormalizeOptions,
  normalizeAuthority,
  normalizeGeneric,
  normalizeHost,
  removeDotSegments,
} from "./normalize.ts";
export type {
  Attributes,
  Completeness,
  Entity,
  Entry,
  EntryKind,
  OperationName,
  Operations,
  Session,
  Source,
} from "./operations.ts";

export { bodyOf, perform } from "./perform.ts";
export { type IdealPeer, type Plan, type PlanInit, type PlanStep, planOf } from "./plan.ts";
export {
  type Component,
  type Problem,
  type ProblemCode,
  type ProblemInit,
  type Report,
  syntaxError,
  throwing,
  UrlSyntaxError,
} from "./problems.ts";
export { concealing, redact } from "./redact.ts";
export { type ParseResult, parse, parseReference, tryParse } from "./reference.ts";
export {
  type ByName,
  type Can,
  createRegistry,
  type InitOf,
  type LiteralScheme,
  type NamesOf,
  notInstalled,
  type OperationsOf,
  override,
  type Registry,
  type UrlOf,
} from "./registry.ts";
export { type ResolveOptions, relativize, resolve } from "./resolve.ts";
export type { ParseOptions } from "./scan.ts";
export { defineScheme, type Example, type Scheme, type SchemeDefinition } from "./scheme.ts";
export type { Transport, TransportEndpoint } from "./transport.ts";
export { type Offsets, type Reference, schemeOf, type Url } from "./url.ts";
